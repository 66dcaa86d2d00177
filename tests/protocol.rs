//! Whole conversations with the built binary, kept as text files in `tests/dialogues`.
//!
//! A file is read line by line:
//!
//! | line | meaning |
//! |---|---|
//! | `> text` | sent; lines in a row go out in one write. `\r`, `\t`, `\x##` and `\*N text` (repeat) are understood |
//! | `< pattern` | a line that matches must come within 20 s; what comes before it is passed over |
//! | `! pattern` | no line of the whole answer may match |
//! | `= N pattern` | exactly N lines of the whole answer match |
//! | `wait MS` | a pause |
//! | `close` | the input ends here, not at the end of the file |
//! | `free` | lines may be empty and need not begin with a word of the protocol |
//! | `# …` | a remark |
//!
//! In a pattern `*` stands for any text. At the end the program must leave by itself with code 0,
//! and have written nothing but ASCII, each line beginning with a word of a protocol.

#![allow(clippy::unwrap_used)] // the helpers of a test

mod common;

use std::{
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use common::{Chat, matches};

/// Dialogues that go on at the same time: most of them wait most of the time.
const WORKERS: usize = 4;

/// What a line of an answer may begin with.
const PROTOCOL_WORDS: &[&str] = &[
    "id",
    "option",
    "uciok",
    "ucciok",
    "readyok",
    "info",
    "bestmove",
    "nobestmove",
    "pophash",
    "bye",
    "feature",
    "move",
    "pong",
    "#",
    "tellusererror",
    "Error",
    "stat01:",
    "Illegal",
    "0-1",
    "1-0",
];

/// Plays one file; what went wrong comes back as text.
fn play(path: &Path) -> Result<(), String> {
    let script = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut chat = Chat::start(&[]);
    let (mut unsent, mut never, mut counts, mut free) = (String::new(), vec![], vec![], false);
    for line in script.lines() {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        if mark != ">" && !unsent.is_empty() {
            chat.send(&unescape(&unsent));
            unsent.clear();
        }
        match mark {
            ">" => unsent.push_str(&format!("{}\n", repeated(text))),
            "<" => chat.expect(text)?,
            "!" => never.push(text),
            "=" => {
                let (number, pattern) = text.split_once(' ').ok_or("`=` wants a number")?;
                counts.push((number.parse::<usize>().map_err(|e| e.to_string())?, pattern));
            }
            "wait" => thread::sleep(Duration::from_millis(text.parse().unwrap())),
            "close" => chat.close(),
            "free" => free = true,
            "" | "#" => {}
            _ => return Err(format!("what is `{line}`?")),
        }
    }
    chat.send(&unescape(&unsent));
    let code = chat.finish()?;
    if code != 0 {
        return Err(format!("exit code {code}"));
    }
    for line in &chat.heard {
        if !line.is_ascii() {
            return Err(format!("not ASCII: {line}"));
        }
        let first = line.split(' ').next().unwrap_or_default();
        if !free && !PROTOCOL_WORDS.contains(&first) && first.parse::<i64>().is_err() {
            return Err(format!("no line of a protocol: `{line}`"));
        }
        if let Some(pattern) = never.iter().find(|pattern| matches(pattern, line)) {
            return Err(format!("`{line}` must not occur (`{pattern}`)"));
        }
    }
    for (number, pattern) in counts {
        let found = chat
            .heard
            .iter()
            .filter(|line| matches(pattern, line))
            .count();
        if found != number {
            return Err(format!(
                "{found} lines match `{pattern}`, {number} are wanted"
            ));
        }
    }
    Ok(())
}

/// `\*N text` is `text` N times over, each followed by a blank.
fn repeated(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\\*") else {
        return text.to_string();
    };
    let (number, what) = rest.split_once(' ').unwrap();
    format!(
        "{before}{}",
        format!("{what} ").repeat(number.parse().unwrap())
    )
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (byte, length) = match escape.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
            _ => panic!("unknown escape in {text}"),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[test]
fn every_dialogue_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 20);
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = play(path) {
                        let name = path.file_name().unwrap().to_string_lossy();
                        failures.lock().unwrap().push(format!("{name}: {error}"));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The lines of progress since `from`, without what the clock makes differ.
fn timeless(lines: &[String]) -> Vec<String> {
    let words = |line: &String| {
        let mut kept = Vec::new();
        let mut words = line.split(' ');
        while let Some(word) = words.next() {
            if word == "time" || word == "nps" {
                words.next();
            } else {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    lines.iter().map(words).collect()
}

#[test]
fn a_new_game_repeats_a_search_exactly_as_a_fresh_process_does() {
    let search = "position startpos\ngo depth 9\n";
    let mut chat = Chat::start(&[]);
    let mut runs = Vec::new();
    for before in ["", "position startpos moves h2e2\ngo depth 8\n"] {
        if !before.is_empty() {
            chat.send(before.as_bytes());
            chat.expect("bestmove *").unwrap();
        }
        chat.send(b"ucinewgame\n");
        let from = chat.heard.len();
        chat.send(search.as_bytes());
        chat.expect("bestmove *").unwrap();
        runs.push(timeless(&chat.heard[from..]));
    }
    let mut fresh = Chat::start(&[]);
    fresh.send(search.as_bytes());
    fresh.expect("bestmove *").unwrap();
    runs.push(timeless(&fresh.heard));
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
}

#[test]
fn no_stop_is_lost_however_fast_it_comes() {
    let mut chat = Chat::start(&[]);
    chat.send(
        "position startpos\ngo infinite\nstop\n"
            .repeat(500)
            .as_bytes(),
    );
    for _ in 0..500 {
        chat.expect("bestmove *").unwrap();
    }
    chat.send(
        "go ponder wtime 40 btime 40\nponderhit\n"
            .repeat(200)
            .as_bytes(),
    );
    for _ in 0..200 {
        chat.expect("bestmove *").unwrap();
    }
    assert_eq!(chat.finish(), Ok(0));
}
