//! `chuhe match` against engines that behave and engines that do not.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

const SHUFFLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tournament/engine.sh");

/// An engine description for the shell engine in one of its modes.
fn shuffle(mode: &str) -> String {
    format!("cmd=sh {SHUFFLE} {mode},name={mode}")
}

fn chuhe_match(engines: &[String], args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command
        .arg("match")
        .stderr(Stdio::piped())
        .stdout(Stdio::piped());
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(args);
    command
}

/// Plays and reads the report.
fn report(engines: &[String], args: &[&str]) -> Value {
    let output = chuhe_match(engines, args).arg("--json").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// How the two games of `mode` against a good engine end: the ending and its +/=/- for `mode`.
fn ending(mode: &str, args: &[&str]) -> (String, [u64; 3]) {
    let mut all = vec!["--openings", "start", "--recover"];
    all.extend(args);
    if !args.iter().any(|arg| matches!(*arg, "--nodes" | "--tc")) {
        all.extend(["--tc", "20+1"]);
    }
    let report = report(&[shuffle(mode), shuffle("good")], &all);
    let engines = report["engines"].as_array().unwrap();
    let engine = engines.iter().find(|e| e["name"] == mode).unwrap();
    let endings = engine["endings"].as_object().unwrap();
    assert_eq!(endings.len(), 1, "{mode}: {endings:?}");
    let (ending, count) = endings.iter().next().unwrap();
    let count = ["wins", "draws", "losses"].map(|key| count[key].as_u64().unwrap());
    (ending.clone(), count)
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chuhe-match-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn harmless_oddities_do_no_harm() {
    let modes = [
        "good",
        "early",
        "stderr",
        "bytes",
        "split",
        "upper",
        "crlf",
        "stay",
        "mate",
        "only-ucci",
    ];
    for mode in modes {
        assert_eq!(
            ending(mode, &[]),
            ("repetition".into(), [0, 2, 0]),
            "{mode}"
        );
    }
}

#[test]
fn faults_lose_with_their_own_reason() {
    for (mode, reason) in [
        ("crash", "crash"),
        ("crash-later", "crash"),
        ("cut", "crash"),
        ("illegal", "illegal-move"),
        ("nonsense", "illegal-move"),
        ("none", "illegal-move"),
        ("resign", "resignation"),
    ] {
        assert_eq!(ending(mode, &[]), (reason.into(), [0, 0, 2]), "{mode}");
    }
}

#[test]
fn a_crash_is_seen_without_a_clock() {
    let started = Instant::now();
    assert_eq!(ending("crash", &["--nodes", "1000"]).0, "crash");
    assert!(
        started.elapsed() < Duration::from_secs(50),
        "waited for the stall timeout"
    );
}

#[test]
fn engines_that_do_not_answer_lose() {
    let patience = ["--start-timeout", "1"];
    assert_eq!(ending("mute", &patience), ("stall".into(), [0, 0, 2]));
    assert_eq!(ending("not-ready", &patience), ("stall".into(), [0, 0, 2]));
    assert_eq!(ending("hang", &["--tc", "0.1"]), ("time".into(), [0, 0, 2]));
    assert_eq!(ending("late", &["--tc", "0.1"]), ("time".into(), [0, 0, 2]));
    let stall = ["--nodes", "1000", "--stall", "0.2"];
    assert_eq!(ending("hang", &stall), ("stall".into(), [0, 0, 2]));
}

#[test]
fn both_sides_must_want_a_draw() {
    assert_eq!(ending("draw", &[]).0, "repetition");
    let both = [
        shuffle("draw"),
        format!("cmd=sh {SHUFFLE} draw,name=other,proto=ucci"),
    ];
    let report = report(&both, &["--openings", "start", "--tc", "20"]);
    assert_eq!(report["engines"][0]["endings"]["agreement"]["draws"], 2);
}

#[test]
fn scores_decide_only_as_asked() {
    let resign = ["--resign", "movecount=1", "score=500"];
    assert_eq!(ending("mate", &resign).0, "repetition");
    let draw = ["--draw", "movenumber=1", "movecount=3", "score=10"];
    assert_eq!(
        ending("good", &draw),
        ("adjudicated-draw".into(), [0, 2, 0])
    );
    assert_eq!(ending("good", &["--maxplies", "5"]).0, "max-plies");
}

#[test]
fn a_crash_ends_the_run_unless_told_otherwise() {
    let engines = [shuffle("crash"), shuffle("good")];
    let args = ["--tc", "20", "--openings", "start", "--games", "6"];
    let output = chuhe_match(&engines, &args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("crash crashed in game 1"), "{errors}");
    assert!(errors.contains("exit status: 7"), "{errors}");
    assert!(errors.contains("last words"), "{errors}");
}

#[test]
fn a_missing_program_is_named_before_any_game() {
    let folder = Folder::new("missing");
    let pgn = folder.file("x.pgn");
    let engines = ["/no/such/bin".to_owned(), shuffle("good")];
    let output = chuhe_match(&engines, &["--tc", "1", "--pgn", &pgn])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/bin"));
    assert!(!Path::new(&pgn).exists());
}

#[test]
fn a_program_may_have_blanks_in_its_path() {
    let folder = Folder::new("my engines");
    let program = folder.file("v 1 x");
    fs::write(&program, format!("#!/bin/sh\nexec sh {SHUFFLE} good\n")).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, executable).unwrap();
    let engines = [program, shuffle("good")];
    let report = report(&engines, &["--tc", "20", "--openings", "start"]);
    assert_eq!(report["red"]["draws"], 2);
}

/// Checks that tag, last token and table agree in a PGN file; the number of its games.
fn check_pgn(text: &str, report: &Value) -> usize {
    let games: Vec<&str> = text.split("[Game ").skip(1).collect();
    let mut counts = [0, 0, 0];
    for game in &games {
        let tag = game
            .split("[Result \"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let token = game.split_whitespace().last().unwrap();
        assert_eq!(tag, token, "{game}");
        let place = ["1-0", "1/2-1/2", "0-1"]
            .iter()
            .position(|&t| t == tag)
            .unwrap();
        counts[place] += 1;
        assert!(game.contains("[Termination \""), "{game}");
    }
    let red = ["wins", "draws", "losses"].map(|key| report["red"][key].as_u64().unwrap());
    assert_eq!(counts, red);
    games.len()
}

#[test]
fn records_and_tables_agree() {
    let folder = Folder::new("records");
    let pgn = folder.file("games.pgn");
    let modes = [
        "good",
        "crash-later",
        "illegal",
        "resign",
        "none",
        "only-ucci",
    ];
    let engines = modes.map(shuffle);
    let args = [
        "--tc",
        "20",
        "--openings",
        "start",
        "--recover",
        "--pgn",
        &pgn,
        "-c",
        "2",
    ];
    let report = report(&engines, &args);
    assert_eq!(report["games"], 30);
    assert_eq!(check_pgn(&fs::read_to_string(&pgn).unwrap(), &report), 30);
}

#[test]
fn our_engine_plays_in_every_dialect() {
    let chuhe = env!("CARGO_BIN_EXE_chuhe");
    let engines = ["uci", "ucci", "cecp"].map(|p| format!("cmd={chuhe},name={p},proto={p}"));
    let report = report(
        &engines,
        &["--depth", "2", "--maxplies", "30", "--margin", "10000"],
    );
    assert_eq!(report["games"], 6);
    for engine in report["engines"].as_array().unwrap() {
        for ending in engine["endings"].as_object().unwrap().keys() {
            assert!(
                ["max-plies", "checkmate"].contains(&ending.as_str()),
                "{engine}"
            );
        }
        assert!(engine["depth"].as_f64().unwrap() >= 1.0, "{engine}");
    }
}

/// The JSON report without what differs from run to run: times and speeds.
fn totals(mut report: Value) -> Value {
    for engine in report["engines"].as_array_mut().unwrap() {
        for key in ["nps", "ms", "longest_ms"] {
            engine[key] = Value::Null;
        }
    }
    report
}

/// Two settings of our engine that give the same games every time.
fn repeatable() -> [String; 2] {
    let chuhe = env!("CARGO_BIN_EXE_chuhe");
    [
        format!("cmd={chuhe},name=a,depth=3"),
        format!("cmd={chuhe},name=b,depth=2"),
    ]
}

const REPEATABLE: [&str; 6] = ["--depth", "1", "--games", "12", "--maxplies", "60"];

#[test]
fn a_killed_run_resumes_as_if_unbroken() {
    let folder = Folder::new("resume");
    let (state, pgn) = (folder.file("state"), folder.file("pgn"));
    let whole = totals(report(&repeatable(), &REPEATABLE));
    let files = ["--resume", state.as_str(), "--pgn", pgn.as_str()];
    let mut killed = chuhe_match(&repeatable(), &[&REPEATABLE[..], &files].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&state).map_or(0, |text| text.lines().count());
    let started = Instant::now();
    while lines() < 5 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = lines();
    assert!(before >= 5, "too slow to be killed in the middle");
    let resumed = totals(report(&repeatable(), &[&REPEATABLE[..], &files].concat()));
    assert_eq!(resumed, whole);
    assert_eq!(check_pgn(&fs::read_to_string(&pgn).unwrap(), &whole), 12);
    let again = totals(report(&repeatable(), &[&REPEATABLE[..], &files].concat()));
    assert_eq!(again, whole, "nothing is played twice");
}

#[test]
fn results_from_openings_that_changed_are_not_mixed() {
    let folder = Folder::new("openings");
    let (state, file) = (folder.file("state"), folder.file("openings"));
    let engines = [shuffle("resign"), shuffle("good")];
    let args = ["--tc", "20", "--openings", &file, "--resume", &state];
    fs::write(&file, "h2e2\n").unwrap();
    report(&engines, &args);
    fs::write(&file, "# the same\nh2e2\n").unwrap();
    report(&engines, &args);
    fs::write(&file, "b2e2\n").unwrap();
    let kept = fs::read(&state).unwrap();
    let output = chuhe_match(&engines, &args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("the openings have changed"), "{errors}");
    assert!(errors.contains(&state), "{errors}");
    assert_eq!(fs::read(&state).unwrap(), kept);
}

#[test]
fn shards_join_to_the_whole() {
    let folder = Folder::new("shards");
    let whole = totals(report(&repeatable(), &REPEATABLE));
    let mut parts = Vec::new();
    for k in 1..=3 {
        let (shard, part) = (format!("{k}/3"), folder.file(&format!("part{k}")));
        let args = ["--shard", shard.as_str(), "--resume", part.as_str()];
        report(&repeatable(), &[&REPEATABLE[..], &args].concat());
        parts.push(part);
    }
    let merge = |parts: &[String]| {
        let mut command = chuhe_match(&[], &["--json", "--merge"]);
        command.args(parts).output().unwrap()
    };
    let joined: Value = serde_json::from_slice(&merge(&parts).stdout).unwrap();
    assert_eq!(totals(joined), whole);
    parts.push(parts[0].clone());
    assert_eq!(merge(&parts).status.code(), Some(2), "a part counted twice");
}

#[test]
fn our_engine_passes_its_own_check_in_every_dialect() {
    for proto in ["uci", "ucci", "cecp"] {
        let engine = format!("cmd={},proto={proto}", env!("CARGO_BIN_EXE_chuhe"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let output = command.args(["engine-check", &engine]).output().unwrap();
        let findings = String::from_utf8(output.stdout).unwrap();
        // How long things take depends on the machine; everything else must be right.
        let failed = findings.lines().filter(|line| line.starts_with("FAIL"));
        let failed: Vec<_> = failed.filter(|line| !line.contains("keeps a")).collect();
        assert!(failed.is_empty(), "{proto}: {findings}");
        assert!(findings.contains("leaves when told to quit"), "{findings}");
    }
}

#[test]
fn the_check_finds_what_is_wrong() {
    let engine = format!("sh {SHUFFLE} illegal");
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command
        .args(["engine-check", &engine, "--json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let first = report["findings"].as_array().unwrap().iter();
    let first = first.clone().find(|f| f["grade"] == "fail").unwrap();
    assert_eq!(first["check"], "plays a legal first move");
}

#[test]
fn statistics_are_those_of_other_tools() {
    let stats = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let output = command.arg("stats").args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = stats(&[
        "--games",
        "880,1863,759",
        "--sprt",
        "elo0=0",
        "elo1=5",
        "model=logistic",
    ]);
    assert!(
        text.contains("LLR 2.95 (-2.94, 2.94) [0, 5] logistic model: H1 accepted"),
        "{text}"
    );
    let text = stats(&["--pairs", "10,40,100,50,12", "--sprt", "elo0=0", "elo1=5"]);
    assert!(
        text.contains("212 pairs (pentanomial)") && text.contains("normalized model"),
        "{text}"
    );
}

#[test]
fn a_test_runs_until_it_decides() {
    let engines = [shuffle("resign"), shuffle("good")];
    let args = [
        "--tc",
        "20",
        "--openings",
        "start",
        "--sprt",
        "elo0=0",
        "elo1=50",
    ];
    let report = report(&engines, &args);
    assert_eq!(report["sprt"]["decision"], "H0");
    assert!(report["games"].as_u64().unwrap() > 2);
}

/// Sends a signal by name to a process.
fn signal(name: &str, id: u32) {
    let id = id.to_string();
    assert!(
        Command::new("kill")
            .args([name, &id])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn an_interrupt_keeps_the_results_and_leaves_nobody_behind() {
    let folder = Folder::new("interrupt");
    let (state, pid) = (folder.file("state"), folder.file("pid"));
    let engine = format!("sh -c 'echo $$ > {pid}; exec sh {SHUFFLE} good'");
    let args = [
        "--tc",
        "20",
        "--openings",
        "start",
        "--games",
        "100000",
        "--resume",
        &state,
    ];
    let mut run = chuhe_match(&[engine, shuffle("good")], &args)
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&state).map_or(0, |text| text.lines().count());
    let started = Instant::now();
    while lines() < 4 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal("-INT", run.id());
    assert!(run.wait().unwrap().success());
    let Output { stdout, .. } = run.wait_with_output().unwrap();
    let table = String::from_utf8(stdout).unwrap();
    let games = lines() - 1;
    assert!(
        table.contains(&format!("repetition     0/{games}/0"))
            || table.contains(&games.to_string())
    );
    let child = fs::read_to_string(&pid).unwrap();
    let alive = Command::new("kill")
        .args(["-0", child.trim()])
        .stderr(Stdio::null())
        .status();
    assert!(!alive.unwrap().success(), "the engine outlived the run");
}
