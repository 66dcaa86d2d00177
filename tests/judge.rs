//! The judge command, from outside.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn judge(args: &[&str], input: &str) -> Output {
    judge_bytes(args, input.as_bytes())
}

fn judge_bytes(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("judge")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

const CHASE: [&str; 4] = [
    "--fen",
    "4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1",
    "--moves",
    "a0c0 c4a4 c0a0 a4c4 a0c0 c4a4 c0a0 a4c4",
];

#[test]
fn a_perpetual_chase_is_explained() {
    let output = judge(&CHASE, "");
    assert_eq!(output.status.code(), Some(0));
    let text = text(&output);
    assert!(
        text.starts_with("0-1 Black wins: Red loses by perpetual chase.\n"),
        "{text}"
    );
    assert!(
        text.contains("red rook a0c0: chases the cannon on c4"),
        "{text}"
    );
}

#[test]
fn the_ruleset_and_the_language_can_be_chosen() {
    let mut args = CHASE.to_vec();
    args.extend(["--rules", "check-ban", "--lang", "zh"]);
    let text = text(&judge(&args, ""));
    assert!(text.starts_with("1/2-1/2 局面三次重复"), "{text}");
}

#[test]
fn json_has_one_object_a_game() {
    let games = "# two games\n\
        startpos moves h2e2\n\
        \n\
        position fen 4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1 moves a0c0 c4a4 c0a0 a4c4 a0c0 c4a4 c0a0 a4c4\n";
    let output = judge(&["--json", "-"], games);
    assert_eq!(output.status.code(), Some(0));
    let objects: Vec<serde_json::Value> = text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["result"], "*");
    assert_eq!(objects[0]["reason"], "unfinished");
    assert_eq!(objects[1]["result"], "0-1");
    assert_eq!(objects[1]["reason"], "perpetual chase");
    assert_eq!(objects[1]["offences"]["red"], "chase");
    assert_eq!(objects[1]["cycle"][0]["chases"][0]["at"], "c4");
}

#[test]
fn an_illegal_move_is_named_and_answered_with_1() {
    let output = judge(&["--moves", "h2e2 h2e2"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output),
        "* Move 2, h2e2, is illegal: there is no piece on h2.\n"
    );
    let output = judge(&["--json", "--moves", "h2e2 a9a5"], "");
    let object: serde_json::Value = serde_json::from_str(&text(&output)).expect("JSON");
    assert_eq!(object["result"], "*");
    assert_eq!(object["illegal"], "a9a5");
}

#[test]
fn misuse_is_answered_with_2() {
    for args in [
        &["--fen", "foobar"][..],
        &["/no/such/file"],
        &[],
        &["--moves", "xx"],
    ] {
        assert_eq!(judge(args, "").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn moves_are_read_in_every_notation() {
    let games = "C2.5 H8+7 H2+3\n\
        startpos moves 炮二平五 马8进7 马二进三\n\
        4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1 R9.7\n";
    let output = judge(&["--json", "-"], games);
    assert_eq!(output.status.code(), Some(0));
    let plies = text(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect(line)["ply"].clone())
        .collect::<Vec<_>>();
    assert_eq!(plies, [3, 3, 1]);
    let output = judge(&["--moves", "C2.5 H8+8"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_unreadable_line_is_told_and_the_rest_is_judged() {
    let games: &[u8] = b"startpos moves h2e2\n\
        4k4/9/9/9/9/9/9/9/9/9 w\n\
        startpos moves h2e2 nonsense\n\
        \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n\
        # a remark\n\
        startpos moves h2h9\n\
        startpos moves h2e2 h9g7";
    let output = judge_bytes(&["-"], games);
    assert_eq!(output.status.code(), Some(2));
    let judged = text(&output);
    let numbers: Vec<_> = judged
        .lines()
        .filter_map(|line| line.split(':').next())
        .collect();
    assert_eq!(numbers, ["1", "6", "7"], "{judged}");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(
        lines[0].starts_with("chuhe: standard input, line 2: "),
        "{told}"
    );
    let third = "chuhe: standard input, line 3: move 2: ";
    assert!(
        lines[1].starts_with(third) && lines[1].contains("`nonsense`"),
        "{told}"
    );
    assert!(
        lines[2].contains("line 4: ") && lines[2].contains("UTF-8"),
        "{told}"
    );
    assert_eq!(lines[3], "chuhe: 3 lines could not be read");
}

#[test]
fn what_follows_the_end_of_a_game_does_not_count() {
    let fen = "4k4/8R/R8/9/9/9/9/9/9/3K5 w";
    for moves in ["a7a9", "a7a9 a9a8", "a7a9 nonsense"] {
        let output = judge(&["--fen", fen, "--moves", moves, "--json"], "");
        assert_eq!(output.status.code(), Some(0), "{moves}");
        let object: serde_json::Value = serde_json::from_str(&text(&output)).expect("JSON");
        assert_eq!(
            (&object["result"], &object["ply"]),
            (&"1-0".into(), &1.into())
        );
    }
}

#[test]
fn files_of_windows_editors_and_short_fens_are_read() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let input = format!(
        "\u{FEFF}炮二平五 马8进7\nposition fen {board} w -- 0 1 moves h2e2\n{board} w -- 0 1\n"
    );
    let output = judge(&["-"], &input);
    assert_eq!(
        text(&output),
        "1: * The game goes on.\n2: * The game goes on.\n3: * The game goes on.\n"
    );
    assert_eq!(output.status.code(), Some(0));
}
