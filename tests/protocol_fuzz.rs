//! Thousands of random lines: whatever comes, the engine lives, answers and leaves when told.

mod common;

use common::Chat;

/// Words from all three protocols, and some from none.
const WORDS: &[&str] = &[
    "uci",
    "ucci",
    "xboard",
    "protover",
    "isready",
    "ucinewgame",
    "newgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "ponderhit",
    "banmoves",
    "probe",
    "d",
    "eval",
    "flip",
    "compiler",
    "help",
    "debug",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "infinite",
    "ponder",
    "draw",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "time",
    "increment",
    "searchmoves",
    "perft",
    "usemillisec",
    "MultiPV",
    "Clear",
    "Hash",
    "Skill",
    "Level",
    "Repetition",
    "Rule",
    "h2e2",
    "h9g7",
    "a0a1",
    "a10a9",
    "e0e1",
    "i9i8",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "99999999999999999999",
    "w",
    "b",
    "-",
    "new",
    "force",
    "usermove",
    "undo",
    "remove",
    "analyze",
    "exit",
    "edit",
    "#",
    "c",
    ".",
    "Ke0",
    "setboard",
    "level",
    "st",
    "sd",
    "ping",
    "?",
    "result",
    "hint",
    "post",
    "nopost",
    "playother",
    "option",
    "\u{70ae}",
    "\u{e9}",
    "\0",
    "",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "3k5/9/9/9/9/9/9/9/9/4K4",
    "4k4/8R/R8/9/9/9/9/9/9/3K5",
];

/// Whole lines that lead somewhere.
const LINES: &[&str] = &[
    "position startpos moves h2e2 h9g7",
    "position fen 4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 0 1",
    "position fen 4k3R/8R/9/9/9/9/9/9/9/3K5 b - - 0 1",
    "position fen 1Cbak1r2/1R2a4/3rb1n2/p1p3R1p/9/2P3P2/P3p3P/4B4/9/3AKAB2 w - - 5 21",
    "go depth 2",
    "go nodes 50",
    "go movetime 2",
    "go infinite",
    "go ponder wtime 20 btime 20",
    "go time 10 increment 0",
    "go perft 2",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "banmoves h2e2 b2e2",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption hashsize 2",
    "setoption name Hash value 33554432",
    "setoption name Skill Level value 3",
    "setoption name Rank Base value 1",
    "usermove h2e2",
    "st 0.01",
];

/// A small generator of random numbers.
///
/// Source: Sebastiano Vigna, "An experimental exploration of Marsaglia's xorshift generators,
/// scrambled" (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    fn line(&mut self) -> Vec<u8> {
        match self.below(10) {
            0..4 => LINES[self.below(LINES.len())].as_bytes().to_vec(),
            4 => (0..self.below(40)).map(|_| self.below(256) as u8).collect(),
            5 => {
                let line = LINES[self.below(LINES.len())].as_bytes();
                line[..self.below(line.len())].to_vec()
            }
            _ => {
                let count = 1 + self.below(6);
                let words: Vec<_> = (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect();
                words.join(" ").into_bytes()
            }
        }
    }
}

/// Whether a line would keep the machine busy for long, or end the conversation.
fn too_much(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let has = |word| text.split_whitespace().any(|other| other == word);
    let large_table = text.contains("hash value 3") && !has("33554432");
    has("quit")
        || large_table
        || (has("perft") && has("3"))
        || (has("perft") && has("99999999999999999999"))
}

fn survives(seed: u64, lines: usize) -> Result<(), String> {
    let mut random = Random(seed);
    let mut chat = Chat::start(&[]);
    for number in 0..lines {
        let mut line = random.line();
        if too_much(&line) {
            continue;
        }
        line.push(b'\n');
        chat.send(&line);
        if number % 250 == 249 {
            // Out of edit mode, analysis and search, then a sign of life.
            chat.send(b".\nexit\nforce\nstop\nuci\nstop\nisready\n");
            chat.expect("readyok")?;
        }
    }
    chat.send(b"stop\nquit\n");
    match chat.finish()? {
        0 => Ok(()),
        code => Err(format!("exit code {code}")),
    }
}

#[test]
fn random_lines_neither_kill_nor_hang() {
    for seed in 1..=4 {
        if let Err(error) = survives(seed * 0x9E37_79B9, 2500) {
            panic!("seed {seed}: {error}");
        }
    }
}
