//! The command line of the built binary.

use std::{
    fs,
    io::Read,
    process::{Command, Output, Stdio},
};

fn chuhe(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the binary is built")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

#[test]
fn no_input_ends_quietly() {
    let output = chuhe(&[]);
    assert!(output.status.success());
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn version_and_help_are_answers() {
    let version = chuhe(&["--version"]);
    assert_eq!(
        stdout(&version),
        format!("chuhe {}\n", env!("CARGO_PKG_VERSION"))
    );
    let help = chuhe(&["--help"]);
    assert!(help.status.success());
    for command in ["perft", "bench", "eval"] {
        assert!(stdout(&help).contains(command), "{command}");
    }
}

#[test]
fn misuse_is_told_on_standard_error_with_code_2() {
    for args in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "x"],
        &["perft", "2", "--fen", "nonsense"],
        &["perft", "2", "--moves", "h2h8"],
        &["eval", "--fen", "9/9/9/9/9/9/9/9/9/9 w"],
        &["--log", "/no such folder/log", "bench"],
    ] {
        let output = chuhe(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn perft_counts_what_everybody_counts() {
    let output = stdout(&chuhe(&["perft", "3"]));
    assert!(output.starts_with("79666 nodes, "), "{output}");
    let output = stdout(&chuhe(&["perft", "3", "--threads", "2", "--hash", "8"]));
    assert!(output.starts_with("79666 nodes, "), "{output}");
    assert!(stdout(&chuhe(&["perft", "0"])).starts_with("1 nodes"));
    let divided = stdout(&chuhe(&[
        "perft", "1", "--moves", "h2e2", "h9g7", "--divide",
    ]));
    assert_eq!(divided.lines().count(), 36);
    assert!(divided.contains("a0a1: 1\n"));
}

#[test]
fn perft_reports_as_json() {
    let output = stdout(&chuhe(&["perft", "2", "--json", "--divide"]));
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["nodes"], 1920);
    assert_eq!(report["depth"], 2);
    let parts = report["divide"].as_array().unwrap();
    assert_eq!(parts.len(), 44);
    let sum: u64 = parts
        .iter()
        .map(|part| part["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, 1920);
}

#[test]
fn arguments_may_be_protocol_commands() {
    for args in [
        &["position startpos moves h2e2", "go depth 2"][..],
        &["position", "startpos", "moves", "h2e2", "go", "depth", "2"],
    ] {
        let output = stdout(&chuhe(args));
        assert!(
            output.lines().last().unwrap().starts_with("bestmove "),
            "{output}"
        );
    }
    let output = stdout(&chuhe(&["go", "perft", "1"]));
    assert!(output.contains("\nNodes searched: 44\n"), "{output}");
    assert!(stdout(&chuhe(&["uci"])).ends_with("uciok\n"));
}

#[test]
fn the_bench_ends_with_its_signature_and_repeats_it() {
    let signature = || {
        let output = stdout(&chuhe(&["bench", "5"]));
        let words: Vec<String> = output.split_whitespace().map(String::from).collect();
        let [nodes, "nodes", nps, "nps"] =
            &words.iter().map(String::as_str).collect::<Vec<_>>()[..]
        else {
            panic!("{output}");
        };
        assert!(nps.parse::<u64>().is_ok());
        nodes.parse::<u64>().unwrap()
    };
    assert_eq!(signature(), signature());
}

#[test]
fn the_evaluation_explains_itself() {
    let output = chuhe(&["eval", "--moves", "h2e2"]);
    assert!(output.status.success());
    assert!(stdout(&output).contains("score"));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["go infinite"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(complaint, "");
}

#[test]
#[cfg(target_os = "linux")]
fn a_standard_error_that_takes_nothing_is_no_fault() {
    let folder = std::env::temp_dir().join(format!("chuhe-aside-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let games = folder.join("a.games").display().to_string();
    let datagen = format!("datagen --out {games} --nodes 20 --threads 1");
    for (command, code) in [
        ("bench 1", 0),
        (&*format!("{datagen} --games 1"), 0),
        (&format!("{datagen} --games 2"), 0),
        (&format!("data stats {games}"), 0),
        (&format!("data stats {games} {games}.missing"), 2),
        ("openings --count 1 --shortest 1 --longest 1 --nodes 1", 0),
        ("eval --fen nonsense", 2),
        ("perft x", 2),
    ] {
        for sink in ["2>/dev/full", "2>&-"] {
            let chuhe = env!("CARGO_BIN_EXE_chuhe");
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("exec {chuhe} {command} {sink}")]);
            let output = shell.stdin(Stdio::null()).output().expect("a shell");
            assert_eq!(output.status.code(), Some(code), "{command} {sink}");
            assert_eq!(output.stdout.is_empty(), code == 2, "{command} {sink}");
        }
    }
    fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn the_log_holds_both_sides_of_the_conversation() {
    let path = std::env::temp_dir().join(format!("chuhe-log-{}.txt", std::process::id()));
    let text = path.to_str().unwrap();
    assert!(chuhe(&["--log", text, "isready"]).status.success());
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(
        log.contains(">> isready") && log.contains("<< readyok"),
        "{log}"
    );
}

#[test]
fn outputs_are_tried_before_the_work_and_nothing_is_harmed() {
    let folder = std::env::temp_dir().join(format!("chuhe-outputs-{}", std::process::id()));
    fs::create_dir_all(folder.join("folder-0.games")).expect("a temporary folder");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("kept"), "mine").expect("writable");
    let (folder_in_place, in_no_folder) = (path("folder-0.games"), path("none/x"));
    let (in_a_file, missing, net) = (path("kept/x"), path("missing.games"), path("net"));
    // No input is there, no engine: what is told first is what is wrong with the output.
    let play = |command| {
        let mut words = vec![command, "-e", "/no/engine", "--nodes", "1"];
        match command {
            "match" => words.extend(["-e", "/no/engine"]),
            _ => words.extend(["--iterations", "1", "--param", "a=1,0,9,1"]),
        }
        words
    };
    let commands = [
        ([play("match"), vec!["--pgn"]].concat()),
        ([play("match"), vec!["--resume"]].concat()),
        ([play("tune"), vec!["--state"]].concat()),
        (vec!["data", "merge", &missing, "--out"]),
        (vec!["datagen", "--games", "1", "--network", &missing, "--out"]),
        (vec!["train", &missing, "--out"]),
        (vec!["train", &missing, "--out", &net, "--checkpoint"]),
        (vec!["train", &missing, "--out", &net, "--plot"]),
    ];
    let splitting = ["data", "split", &missing, "--parts", "2", "--out"];
    for (out, wanted) in [
        (&folder_in_place, vec!["it is a folder", "is there already"]),
        (&in_no_folder, vec!["there is no folder"]),
        (&in_a_file, vec!["is not a folder"]),
    ] {
        let prefix = out.trim_end_matches("-0.games");
        let split = [&splitting[..], &[prefix]].concat();
        for args in commands
            .iter()
            .map(|c| [&c[..], &[out]].concat())
            .chain([split])
        {
            let output = chuhe(&args);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
            assert!(told.contains(out.as_str()), "{args:?}: {told}");
            let why = wanted.iter().any(|why| told.contains(why));
            assert!(why, "{args:?}: {told}");
        }
    }
    for (args, out) in [
        (
            [play("match"), vec!["--pgn", &missing, "--resume", &missing]].concat(),
            &missing,
        ),
        (
            vec!["train", "x", "--out", &path("kept.float")],
            &path("kept.float"),
        ),
        (
            [
                play("tune"),
                vec!["--openings", &path("kept"), "--state", &path("./kept")],
            ]
            .concat(),
            &path("kept"),
        ),
    ] {
        let output = chuhe(&args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        let named = told.contains(out.as_str()) || told.contains("./kept");
        assert!(named && told.contains("cannot write"), "{args:?}: {told}");
    }
    let left: Vec<_> = fs::read_dir(&folder).expect("it is there").collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert_eq!(fs::read(path("kept")).expect("it is there"), b"mine");
    fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn game_files_and_outputs_are_guarded() {
    let folder = std::env::temp_dir().join(format!("chuhe-guard-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let (one, two, both) = (path("one.games"), path("two.games"), path("both.games"));
    for (out, seed) in [(&one, "1"), (&two, "2")] {
        let args = ["datagen", "--out", out, "--games", "1", "--nodes", "20"];
        let output = chuhe(&[&args[..], &["--threads", "1", "--seed", seed]].concat());
        assert!(output.status.success(), "{output:?}");
    }
    let before = fs::read(&one).expect("it was written");
    let (part, missing) = (path("one"), path("missing.games"));
    fs::write(path("one-0.games"), "mine").expect("writable");
    for (args, name) in [
        (&["data", "merge", &two, "--out", &one][..], "one.games"),
        (
            &["data", "merge", &two, &missing, "--out", &both],
            "missing.games",
        ),
        (
            &["data", "split", &two, "--parts", "2", "--out", &part],
            "one-0.games",
        ),
        (&["train", &one, "--out", &one], "one.games"),
        (
            &["train", &one, "--out", "/no such folder/x"],
            "/no such folder/x",
        ),
        (
            &["train", &one, "--out", &both, "--plot", "/no such folder/p"],
            "/no such folder/p",
        ),
        (
            &[
                "datagen",
                "--out",
                &one,
                "--games",
                "2",
                "--nodes",
                "20",
                "--random-plies",
                "0",
                "0",
            ],
            "one.games",
        ),
    ] {
        let output = chuhe(args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains(name), "{args:?}: {told}");
        assert!(!told.contains("epoch"), "{args:?}: {told}");
    }
    assert_eq!(fs::read(&one).expect("it is there"), before);
    assert_eq!(fs::read(path("one-0.games")).expect("it is there"), b"mine");
    assert!(!folder.join("both.games").exists());
    let output = chuhe(&["data", "merge", &one, &two, "--out", &both]);
    assert!(output.status.success());
    assert!(stdout(&output).starts_with("2 games in "), "{output:?}");
    fs::remove_dir_all(folder).expect("it is ours");
}
