//! Where games begin: an embedded set, a file, random moves or the start position.

use std::{fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::random::Random;
use crate::{
    datagen::file::crc32,
    movegen,
    notation::{self, ReadError},
    position::{FenError, Position},
    types::{Move, PieceKind},
};

/// The embedded openings: one a line, moves from the start position.
const BUILTIN: &str = include_str!("openings.txt");

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position the moves start from; `None` is the start position.
    pub start: Option<String>,
    /// The moves played before the engines take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position before its moves.
    ///
    /// # Panics
    /// Never for openings made here: their positions were checked.
    #[must_use]
    pub fn position(&self) -> Position {
        self.start.as_ref().map_or_else(Position::startpos, |fen| {
            Position::from_fen(fen).expect("the position was checked when it was read")
        })
    }
}

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Source {
    /// The embedded set.
    #[default]
    Builtin,
    /// Sane random moves, new ones for each round.
    Random,
    /// The start position only.
    Start,
    /// A file of positions or move lists.
    File(PathBuf),
}

impl Source {
    /// The file they are read from, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => Some(path.clone()),
            Self::Builtin | Self::Random | Self::Start => None,
        }
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        match text.as_str() {
            "builtin" => Self::Builtin,
            "random" => Self::Random,
            "start" | "startpos" | "none" => Self::Start,
            _ => Self::File(text.into()),
        }
    }
}

impl From<Source> for String {
    fn from(source: Source) -> Self {
        match source {
            Source::Builtin => "builtin".into(),
            Source::Random => "random".into(),
            Source::Start => "start".into(),
            Source::File(path) => path.display().to_string(),
        }
    }
}

/// The order in which openings are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they stand.
    Sequential,
}

/// Why openings cannot be had.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read the openings {path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// There is nothing in the file.
    #[error("there is no opening in {0}")]
    Empty(String),
    /// A line is neither a position nor a list of moves.
    #[error("openings {file}, line {line}: {fault}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        fault: LineFault,
    },
}

/// What is wrong with a line of openings.
#[derive(Debug, Error)]
pub enum LineFault {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word that should be a move is none, or the move is illegal.
    #[error(transparent)]
    Move(#[from] ReadError),
    /// The game is over before it begins.
    #[error("the side to move has no move")]
    Over,
}

/// The openings of a run.
#[derive(Clone, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    random: Option<u64>,
    plies: usize,
    checksum: Option<u32>,
}

/// Plies of a random opening unless the user wants another number.
const RANDOM_PLIES: usize = 6;

impl Book {
    /// Reads and orders the openings; `plies` cuts their moves, or sets the number of random
    /// ones.
    ///
    /// # Errors
    /// If a file cannot be read, or a line of it is wrong.
    pub fn load(
        source: &Source,
        order: Order,
        seed: u64,
        plies: Option<usize>,
    ) -> Result<Self, OpeningsError> {
        let mut openings = match source {
            Source::Builtin => read_openings(BUILTIN, "the embedded set")?,
            Source::Random => Vec::new(),
            Source::Start => vec![Opening::default()],
            Source::File(path) => {
                let text = fs::read(path).map_err(|error| OpeningsError::Read {
                    path: path.clone(),
                    error,
                })?;
                let text = String::from_utf8_lossy(&text);
                let text = text.trim_start_matches('\u{FEFF}');
                read_openings(text, &path.display().to_string())?
            }
        };
        let checksum = (*source != Source::Random).then(|| checksum(&openings));
        if let Some(plies) = plies {
            for opening in &mut openings {
                opening.moves.truncate(plies);
            }
        }
        if order == Order::Random {
            Random::new(seed).shuffle(&mut openings);
        }
        Ok(Self {
            openings,
            random: (*source == Source::Random).then_some(seed),
            plies: plies.unwrap_or(RANDOM_PLIES),
            checksum,
        })
    }

    /// A checksum of the openings as they were read, before any cut or order: a file of the same
    /// name may hold others. `None` for random ones.
    #[must_use]
    pub fn checksum(&self) -> Option<u32> {
        self.checksum
    }

    /// The opening of a round (from 1); they begin anew when all have been used.
    #[must_use]
    pub fn get(&self, round: u64) -> Opening {
        let index = round.saturating_sub(1);
        match self.random {
            Some(seed) => {
                let mut random = Random::new(seed ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93));
                Opening {
                    start: None,
                    moves: sane_moves(&mut random, self.plies),
                }
            }
            None => self.openings[(index % self.openings.len() as u64) as usize].clone(),
        }
    }

    /// The number of different openings; `None` if there is no end to them.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        self.random.is_none().then_some(self.openings.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

/// The CRC-32 of positions and moves, one opening a line.
fn checksum(openings: &[Opening]) -> u32 {
    let line = |opening: &Opening| {
        let moves = opening.moves.iter().map(|mv| format!(" {mv}"));
        let start = opening.start.clone().unwrap_or_default();
        start + &moves.collect::<String>() + "\n"
    };
    crc32(&[openings.iter().map(line).collect::<String>().as_bytes()])
}

/// Reads openings: one a line, `#` begins a comment.
///
/// A line is a FEN or EPD (what follows the counters, or the first `;`, is not read), perhaps
/// with `moves …`; or a list of moves from the start position.
///
/// # Errors
/// If a line is neither, or there is none.
pub fn read_openings(text: &str, name: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening = read_line(line).map_err(|fault| OpeningsError::Line {
            file: name.to_owned(),
            line: index + 1,
            fault,
        })?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty(name.to_owned()));
    }
    Ok(openings)
}

fn read_line(line: &str) -> Result<Opening, LineFault> {
    let (start, moves) = if line.contains('/') {
        let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let fen = fen.split(';').next().unwrap_or_default();
        let is_field = |&(i, word): &(usize, &str)| {
            i < 2 || (i < 4 && word == "-") || (i < 6 && word.parse::<u32>().is_ok())
        };
        let fields: Vec<_> = fen
            .split_whitespace()
            .enumerate()
            .take_while(is_field)
            .map(|(_, word)| word)
            .collect();
        (Some(Position::from_fen(&fields.join(" "))?.fen()), moves)
    } else {
        (None, line.strip_prefix("startpos moves ").unwrap_or(line))
    };
    let mut opening = Opening {
        start: start.filter(|fen| *fen != Position::startpos().fen()),
        moves: Vec::new(),
    };
    let mut position = opening.position();
    for word in moves.split_whitespace() {
        let mv = notation::read(&position, word)?;
        position.make(mv);
        opening.moves.push(mv);
    }
    if movegen::legal(&position).is_empty() {
        return Err(LineFault::Over);
    }
    Ok(opening)
}

/// So many random moves from the start position that leave nothing hanging.
///
/// No move loses material by exchanges, kings and advisors stay at home, and in the end no
/// capture wins anything and nobody is in check.
#[must_use]
pub fn sane_moves(random: &mut Random, plies: usize) -> Vec<Move> {
    loop {
        let mut position = Position::startpos();
        let mut moves = Vec::with_capacity(plies);
        while moves.len() < plies {
            let legal = movegen::legal(&position);
            let sane: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|&mv| is_sane(&position, mv))
                .collect();
            if sane.is_empty() {
                break;
            }
            let mv = sane[random.below(sane.len())];
            position.make(mv);
            moves.push(mv);
        }
        if moves.len() == plies && is_quiet(&position) {
            return moves;
        }
    }
}

fn is_sane(position: &Position, mv: Move) -> bool {
    let kind = position.piece_on(mv.from()).map(|piece| piece.kind());
    let at_home = matches!(kind, Some(PieceKind::King | PieceKind::Advisor));
    !at_home && position.see_ge(mv, 0)
}

fn is_quiet(position: &Position) -> bool {
    let wins_something = |&mv: &Move| position.is_capture(mv) && position.see_ge(mv, 1);
    !position.in_check() && !movegen::legal(position).iter().any(wins_something)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind_are_read() {
        let text = "# openings\n\nh2e2 h9g7\nstartpos moves h2e2\n\
            r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - hmvc 6; id \"x\";\n\
            rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 # same\n";
        let openings = read_openings(text, "test").unwrap();
        assert_eq!(openings.len(), 4);
        assert_eq!(openings[0].moves.len(), 2);
        assert_eq!(openings[1], openings[3]);
        let fen = openings[2].start.as_deref().unwrap();
        assert!(fen.starts_with("r1bakabr1/9/1cn3nc1/") && fen.ends_with(" w - - 0 1"));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let fault = |text| read_openings(text, "f").unwrap_err().to_string();
        assert_eq!(
            fault("h2e2\nh2e9\n"),
            "openings f, line 2: h2e9 is illegal: no cannon moves from h2 to e9"
        );
        assert!(fault("x/y w\n").starts_with("openings f, line 1: "));
        assert_eq!(fault("# nothing\n"), "there is no opening in f");
    }

    #[test]
    fn the_checksum_follows_the_openings_alone() {
        let sum = |text| checksum(&read_openings(text, "f").unwrap());
        assert_eq!(
            sum("h2e2 h9g7\n"),
            sum("# a set\n\nstartpos moves h2e2 h9g7 # one\n")
        );
        assert_ne!(sum("h2e2 h9g7\n"), sum("h2e2\n"));
        assert_ne!(sum("h2e2\nb2e2\n"), sum("b2e2\nh2e2\n"));
        let book = |source, plies| Book::load(&source, Order::Random, 1, plies).unwrap();
        let whole = book(Source::Builtin, None).checksum();
        assert!(whole.is_some() && whole == book(Source::Builtin, Some(2)).checksum());
        assert_eq!(book(Source::Random, None).checksum(), None);
    }

    #[test]
    fn the_embedded_openings_are_many_and_different() {
        let openings = read_openings(BUILTIN, "builtin").unwrap();
        assert!(openings.len() >= 200, "{}", openings.len());
        let mut ends: Vec<_> = openings
            .iter()
            .map(|opening| {
                let mut position = opening.position();
                opening.moves.iter().for_each(|&mv| position.make(mv));
                position.key()
            })
            .collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), openings.len(), "an opening occurs twice");
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        for source in [Source::Builtin, Source::Random] {
            let book = |seed| Book::load(&source, Order::Random, seed, None).unwrap();
            let (a, b, other) = (book(7), book(7), book(8));
            let take = |book: &Book| (1..20).map(|n| book.get(n)).collect::<Vec<_>>();
            assert_eq!(take(&a), take(&b));
            assert_ne!(take(&a), take(&other));
        }
    }
}
