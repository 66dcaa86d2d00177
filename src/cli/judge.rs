//! `chuhe judge`: what the rules say of games.

use std::{
    error::Error,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use chuhe::{
    notation::{self, Notation, ReadError},
    position::Position,
    rules::{
        CheckCounting, CycleMove, Game, IllegalMove, Language, Reason, RuleOptions, Ruleset,
        Verdict,
    },
    types::Move,
};
use clap::ValueEnum;
use serde::Serialize;

use super::{Answer, Outcome, aside::tell};

/// Say how games ended, and why: result, reason, and what each move of a repeated cycle did
///
/// A game is judged at the first point where the rules end it. FILE holds one game a line:
/// `[position] [fen] FEN [moves] MOVE…` or `startpos [moves] MOVE…`; blank lines and lines that
/// start with # are passed over, and - is standard input. A line that cannot be read is told on
/// standard error, and the rest is judged all the same. The exit code is 1 if a move is illegal,
/// 2 if something cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games, one a line
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"], required_unless_present_any = ["fen", "moves"])]
    file: Option<PathBuf>,

    /// The position a single game starts from; the start of the game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Its moves, such as "h2e2 h9g7", "C2.5 H8+7" or "炮二平五 马8进7"
    #[arg(long, value_name = "MOVES", num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,

    /// The rule book: always-draw, check-ban, asian or chinese
    #[arg(long, value_name = "BOOK", default_value = Ruleset::default().flag())]
    rules: Ruleset,

    /// Plies without a capture after which a game is drawn; 0 for never
    #[arg(long, value_name = "PLIES", default_value_t = 120)]
    no_capture: u32,

    /// Which checks count towards that limit
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Checks::All)]
    checks: Checks,

    /// Language of the explanation
    #[arg(long, value_enum, default_value_t = Tongue::En)]
    lang: Tongue,

    /// Print one JSON object a game
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Checks {
    /// Every one
    All,
    /// The first ten of each side
    FirstTen,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tongue {
    /// English
    En,
    /// Chinese
    Zh,
}

/// A game as it is written down.
struct Line {
    fen: Option<String>,
    moves: Vec<String>,
}

/// What is found out about it.
enum Finding {
    Over(Verdict),
    Open,
    Illegal(Move, IllegalMove),
}

/// Judges and prints.
pub fn run(args: Args) -> Outcome {
    let options = RuleOptions {
        ruleset: args.rules,
        no_capture_plies: (args.no_capture > 0).then_some(args.no_capture),
        check_counting: match args.checks {
            Checks::All => CheckCounting::All,
            Checks::FirstTen => CheckCounting::FirstTen,
        },
        ..RuleOptions::default()
    };
    let language = match args.lang {
        Tongue::En => Language::English,
        Tongue::Zh => Language::Chinese,
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut answer = Answer::Yes;
    let mut print = |number: usize, game: &Game, finding: &Finding| -> io::Result<()> {
        if matches!(finding, Finding::Illegal(..)) {
            answer = Answer::No;
        }
        if args.json {
            serde_json::to_writer(&mut out, &Report::new(number, game, finding, language))?;
            return writeln!(out);
        }
        if args.file.is_some() {
            write!(out, "{number}: ")?;
        }
        writeln!(out, "{}", in_words(game, finding, language))
    };
    let mut unread = 0;
    match &args.file {
        None => {
            let line = Line {
                fen: args.fen.clone(),
                moves: args.moves.clone(),
            };
            let (game, finding) = judge(&line, &options)?;
            print(1, &game, &finding)?;
        }
        Some(path) => {
            for (index, bytes) in open(path)?.split(b'\n').enumerate() {
                let bytes = bytes.map_err(|error| cannot_read(path, &error))?;
                let number = index + 1;
                let line = read_line(&bytes);
                match line.and_then(|line| line.map(|line| judge(&line, &options)).transpose()) {
                    Ok(None) => {}
                    Ok(Some((game, finding))) => print(number, &game, &finding)?,
                    Err(fault) => {
                        unread += 1;
                        tell!("chuhe: {}, line {number}: {fault}", name(path));
                    }
                }
            }
        }
    }
    out.flush()?;
    match unread {
        0 => Ok(answer),
        1 => Err("one line could not be read".into()),
        _ => Err(format!("{unread} lines could not be read").into()),
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(cannot_read(path, &error)),
    }
}

/// What the file is called in messages.
fn name(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.display().to_string(),
    }
}

fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {error}", name(path))
}

/// Splits a line into position and moves; `None` if there is nothing on it.
///
/// # Errors
/// If it is no text.
fn read_line(bytes: &[u8]) -> Result<Option<Line>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "this is no text in UTF-8")?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let words = text.split_whitespace();
    let words = words.skip_while(|word| matches!(*word, "position" | "fen" | "startpos"));
    let is_move = |word: &str| word.parse::<Move>().is_ok() || Notation::of(word) != Notation::Iccs;
    let (mut fen, mut moves) = (Vec::new(), Vec::new());
    for word in words {
        if word == "moves" {
            continue;
        }
        let is_field = word.chars().all(|c| c == '-');
        if moves.is_empty()
            && (is_field || !is_move(word))
            && (!fen.is_empty() || word.contains('/'))
        {
            fen.push(word);
        } else {
            moves.push(word.to_owned());
        }
    }
    Ok(Some(Line {
        fen: (!fen.is_empty()).then(|| fen.join(" ")),
        moves,
    }))
}

/// Plays the game and finds where it ended first.
///
/// # Errors
/// What in the line cannot be read.
fn judge(line: &Line, options: &RuleOptions) -> Result<(Game, Finding), String> {
    let start = match &line.fen {
        Some(fen) => Position::from_fen(fen).map_err(|e| e.to_string())?,
        None => Position::startpos(),
    };
    let mut game = Game::new(&start);
    let mut verdict = game.judge(options);
    let mut ended = game.clone();
    for text in line.moves.iter().filter(|text| !text.is_empty()) {
        let at = |error: &dyn Error| format!("move {}: {error}", game.moves().len() + 1);
        match notation::read(game.position(), text) {
            Ok(mv) => game.play(mv).map_err(|e| e.to_string())?,
            // What is written behind the end of a game does not count.
            Err(_) if verdict.is_some() => break,
            Err(ReadError::Illegal { mv, why }) => return Ok((game, Finding::Illegal(mv, why))),
            Err(error) => return Err(at(&error)),
        }
        if verdict.is_none() {
            verdict = game.judge(options);
            if verdict.is_some() {
                ended = game.clone();
            }
        }
    }
    Ok(match verdict {
        Some(verdict) => (ended, Finding::Over(verdict)),
        None => (game, Finding::Open),
    })
}

fn in_words(game: &Game, finding: &Finding, language: Language) -> String {
    match (finding, language) {
        (Finding::Over(verdict), _) => {
            format!("{} {}", verdict.result, verdict.explain(language))
        }
        (Finding::Open, Language::English) => "* The game goes on.".to_owned(),
        (Finding::Open, Language::Chinese) => "* 对局未完。".to_owned(),
        (Finding::Illegal(mv, why), Language::English) => format!(
            "* Move {}, {mv}, is illegal: {why}.",
            game.moves().len() + 1
        ),
        (Finding::Illegal(mv, why), Language::Chinese) => format!(
            "* 第 {} 步 {mv} 违规：{}。",
            game.moves().len() + 1,
            why.explain(language)
        ),
    }
}

/// A game's line of JSON.
#[derive(Serialize)]
struct Report {
    game: usize,
    result: &'static str,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    loser: Option<String>,
    /// After how many plies it ended.
    ply: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offences: Option<Offences>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cycle: Vec<StepReport>,
}

#[derive(Serialize)]
struct Offences {
    red: &'static str,
    black: &'static str,
}

#[derive(Serialize)]
struct StepReport {
    side: String,
    piece: char,
    #[serde(rename = "move")]
    mv: String,
    check: bool,
    threat: bool,
    chases: Vec<ChaseReport>,
}

#[derive(Serialize)]
struct ChaseReport {
    attacker: char,
    from: String,
    victim: char,
    at: String,
}

impl Report {
    fn new(number: usize, game: &Game, finding: &Finding, language: Language) -> Self {
        let verdict = match finding {
            Finding::Over(verdict) => Some(verdict),
            _ => None,
        };
        let cycle = verdict.and_then(|verdict| verdict.cycle.as_ref());
        Self {
            game: number,
            result: verdict.map_or("*", |verdict| verdict.result.as_str()),
            reason: match finding {
                Finding::Over(verdict) => verdict.reason.as_str(),
                Finding::Open => "unfinished",
                Finding::Illegal(..) => Reason::IllegalMove.as_str(),
            },
            loser: verdict.and_then(Verdict::loser).map(|c| c.to_string()),
            ply: game.moves().len(),
            text: in_words(game, finding, language),
            illegal: match finding {
                Finding::Illegal(mv, _) => Some(mv.to_string()),
                _ => None,
            },
            offences: cycle.map(|cycle| Offences {
                red: cycle.offences.0[0].as_str(),
                black: cycle.offences.0[1].as_str(),
            }),
            cycle: cycle.map_or(Vec::new(), |cycle| {
                cycle.moves.iter().map(StepReport::new).collect()
            }),
        }
    }
}

impl StepReport {
    fn new(step: &CycleMove) -> Self {
        Self {
            side: step.side.to_string(),
            piece: step.piece.letter(),
            mv: step.mv.to_string(),
            check: step.check,
            threat: step.threat,
            chases: step
                .chases
                .iter()
                .map(|chase| ChaseReport {
                    attacker: chase.attacker.letter(),
                    from: chase.from.to_string(),
                    victim: chase.victim.letter(),
                    at: chase.at.to_string(),
                })
                .collect(),
        }
    }
}
