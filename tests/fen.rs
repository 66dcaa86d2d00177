//! Every FEN variant of the handed list.

#![allow(clippy::unwrap_used)] // a test that cannot set up its case has failed
#![allow(clippy::print_stdout)] // what was skipped

use std::{fs, path::Path};

use chuhe::position::Position;

fn unescape(raw: &str) -> String {
    match raw.strip_prefix("r*") {
        Some(count) => "r".repeat(count.parse().unwrap()),
        None => raw
            .replace("\\t", "\t")
            .replace("\\r", "\r")
            .replace("\\n", "\n")
            .replace("\\ufeff", "\u{feff}")
            .replace("\\\\", "\\"),
    }
}

/// What stands before a tail of moves: cutting that off is the protocols' work.
fn fen_part(raw: &str) -> &str {
    raw.split(" moves ").next().unwrap()
}

#[test]
fn handed_variants_are_read_or_refused_as_asked() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/fens.txt");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let mut refused = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let raw = unescape(fields[1]);
        if raw == "position startpos" {
            continue; // a command, not a FEN
        }
        let read = Position::from_fen(fen_part(&raw)).map(|position| position.fen());
        match fields[0] {
            "reject" => assert!(read.is_err(), "{line}: read as {read:?}"),
            "accept" => assert_eq!(read.as_deref(), Ok(fields[2]), "{line}"),
            "lenient" => match read {
                Ok(fen) => assert_eq!(fen, fields[2], "{line}"),
                Err(error) => refused.push(format!("{} ({error})", fields[4])),
            },
            other => panic!("unknown verdict {other}"),
        }
    }
    println!("rare dialects not read: {refused:#?}");
}
