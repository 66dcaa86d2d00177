//! `chuhe tune` on a shell engine that gives up at once unless its option is high enough.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

const ENGINE: &str = concat!(
    "cmd=sh ",
    env!("CARGO_MANIFEST_DIR"),
    "/tests/tournament/engine.sh tunable"
);

fn tune(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("tune").args(args);
    command.stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// A tuning of the shell engine with so many pairs.
fn courage<'a>(iterations: &'a str, more: &[&'a str]) -> Command {
    let mut args = vec![
        "--engine",
        ENGINE,
        "--param=courage=15,0,40,3",
        "--r-end=0.2",
        "--openings=start",
        "--nodes=1",
        "--iterations",
        iterations,
    ];
    args.extend(more);
    tune(&args)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a run that is misused complains about.
fn complaint(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-tune-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn done(state: &Path) -> u64 {
    let text = fs::read_to_string(state).unwrap_or_default();
    let state: Option<Value> = serde_json::from_str(&text).ok();
    state.map_or(0, |state| state["done"].as_u64().unwrap())
}

#[test]
fn an_option_grows_until_it_no_longer_loses() {
    let output = courage("60", &["--json", "--concurrency=2"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&report["done"], &report["iterations"]),
        (&60.into(), &60.into())
    );
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 60);
    let value = report["parameters"][0]["value"].as_f64().unwrap();
    assert!((20.0..30.0).contains(&value), "{value}");
    assert_eq!(report["parameters"][0]["start"], 15);
}

#[test]
fn a_killed_run_goes_on_as_if_unbroken() {
    let state = temporary("killed");
    let whole = text(&courage("30", &[]).output().unwrap());
    assert!(whole.contains("30 of 30 pairs"), "{whole}");
    assert!(whole.lines().last().unwrap().starts_with("courage, int, 2"));
    let kept = ["--state", state.to_str().unwrap()];
    let mut killed = courage("30", &kept).spawn().unwrap();
    let started = Instant::now();
    while done(&state) < 4 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!((4..30).contains(&done(&state)), "not killed in the middle");
    assert_eq!(text(&courage("30", &kept).output().unwrap()), whole);
    assert_eq!(text(&courage("30", &kept).output().unwrap()), whole);
    let other = complaint(&mut courage("31", &kept));
    assert!(other.contains("a different tuning"), "{other}");
    fs::remove_file(&state).unwrap();
}

#[test]
fn a_tuning_with_other_openings_is_not_continued() {
    let (state, file) = (temporary("state"), temporary("openings"));
    let (state_name, file_name) = (state.to_str().unwrap(), file.to_str().unwrap());
    let run = || {
        let fixed = ["--engine", ENGINE, "--param=courage=15,0,40,3", "--nodes=1"];
        let kept = [
            "--iterations=2",
            "--openings",
            file_name,
            "--state",
            state_name,
        ];
        tune(&[&fixed[..], &kept].concat())
    };
    fs::write(&file, "h2e2\n").unwrap();
    assert!(run().output().unwrap().status.success());
    fs::write(&file, "b2e2\n").unwrap();
    let fault = complaint(&mut run());
    assert!(fault.contains("the openings have changed"), "{fault}");
    fs::remove_file(&state).unwrap();
    fs::remove_file(&file).unwrap();
}

#[test]
fn our_own_search_is_described_line_by_line() {
    let output = tune(&["--print"]).output().unwrap();
    let lines = text(&output);
    assert_eq!(lines.lines().count(), chuhe::search::params::TABLE.len());
    assert!(lines.contains("rfp_margin, int, "), "{lines}");
    let file = temporary("lines");
    fs::write(&file, format!("# all\n\n{lines}")).unwrap();
    let again = tune(&["--print", "--params", file.to_str().unwrap()]);
    assert_eq!(text(&{ again }.output().unwrap()), lines);
    fs::write(&file, "a, int, 1\n").unwrap();
    let fault = complaint(&mut tune(&["--print", "--params", file.to_str().unwrap()]));
    assert!(fault.contains("line 1"), "{fault}");
    fs::remove_file(&file).unwrap();
}

#[test]
fn misuse_is_named() {
    let with = |param: &str| complaint(&mut courage("4", &["--param", param]));
    assert!(with("nothing_such").contains("nothing_such=START,MIN,MAX,STEP"));
    assert!(with("a=50,0,40,1").contains("its start 50 is outside 0..=40"));
    assert!(with("a=1,2").contains("start, min, max, step"));
    assert!(with("courage=1,0,9,1").contains("given twice"));
    assert!(with("bravery=1,0,9,1").contains("no option `bravery`"));
    assert!(complaint(&mut courage("0", &[])).contains("one iteration"));
    let wide = [
        "--engine",
        ENGINE,
        "--param=courage=1,0,41,1",
        "--nodes=1",
        "--iterations=2",
    ];
    assert!(complaint(&mut tune(&wide)).contains("does not hold 0..=41"));
    assert!(complaint(&mut tune(&[&wide[..2], &wide[3..]].concat())).contains("nothing to tune"));
    let endless = [&wide[..3], &wide[4..]].concat();
    assert!(complaint(&mut tune(&endless)).contains("a limit is needed"));
}
