//! Reading and writing FEN.
//!
//! The reader takes what is seen in the wild: letters N or H and B or E, side `w`, `r` or a
//! word, one to six fields, `--` as one field, dashes for counters, blanks of any kind and
//! number, underscores and `%20` in their place, a PGN tag around it, an empty pocket behind the
//! board. The writer gives six canonical fields with letters N and B.

use std::fmt::Write as _;

use thiserror::Error;

use super::{Builder, Position, SetupError};
use crate::types::{Color, File, Piece, Rank, Square};

/// The start of the game as FEN.
pub const STARTPOS: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The largest counter that is believed.
const MAX_COUNTER: u32 = 9999;

/// Why a text is not the FEN of a position that can occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but blanks.
    #[error("the FEN is empty")]
    Empty,
    /// Not ten ranks.
    #[error("board: {0} ranks separated by `/`, 10 are wanted")]
    RankCount(usize),
    /// Something that is neither a piece letter nor a count of empty points.
    #[error("board, rank {rank}: `{found}` is no piece letter and no digit 1-9")]
    Letter {
        /// The rank, 0-9.
        rank: Rank,
        /// What stands there.
        found: char,
    },
    /// A rank with more or fewer than nine points.
    #[error("board, rank {rank}: {files} points, 9 are wanted")]
    RankWidth {
        /// The rank, 0-9.
        rank: Rank,
        /// Its points; counting stops soon after nine.
        files: usize,
    },
    /// A side to move that is neither.
    #[error("side to move: `{0}` is neither w (or r) for red nor b for black")]
    Side(String),
    /// A counter that is no number, or an absurd one.
    #[error("{field}: `{found}` is no number from 0 to {MAX_COUNTER}")]
    Counter {
        /// Which of the two.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// Text behind the last field.
    #[error("`{0}` stands behind the last field")]
    Trailing(String),
    /// Readable, but not a position that can occur.
    #[error("impossible position: {0}")]
    Setup(#[from] SetupError),
}

/// At most 20 characters of what the user wrote, for messages.
fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The FEN inside a tag, a command or an address.
fn unwrap(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').trim();
    let text = match text
        .strip_prefix("[FEN")
        .or_else(|| text.strip_prefix("[fen"))
    {
        Some(tag) => tag.trim_end_matches(']').trim().trim_matches('"'),
        None => text,
    };
    text.replace("%20", " ").replace('_', " ")
}

fn read_board(text: &str, builder: &mut Builder) -> Result<(), FenError> {
    let text = text.strip_suffix("[]").unwrap_or(text);
    let rows: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    if rows.len() != Rank::COUNT {
        return Err(FenError::RankCount(rows.len()));
    }
    for (rank, row) in Rank::all().rev().zip(rows) {
        let mut files = 0;
        for letter in row.chars() {
            match letter {
                '1'..='9' => files += letter as usize - '0' as usize,
                _ => {
                    let piece = Piece::from_letter(letter).ok_or(FenError::Letter {
                        rank,
                        found: letter,
                    })?;
                    if files < File::COUNT {
                        builder.put(Square::new(File::new(files), rank), Some(piece));
                    }
                    files += 1;
                }
            }
            if files > File::COUNT {
                return Err(FenError::RankWidth { rank, files });
            }
        }
        // A rank written as nothing is an empty one.
        if files != File::COUNT && !row.is_empty() {
            return Err(FenError::RankWidth { rank, files });
        }
    }
    Ok(())
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" | "white" => Ok(Color::Red),
        "b" | "black" => Ok(Color::Black),
        _ => Err(FenError::Side(shown(text))),
    }
}

fn read_counter(field: &'static str, text: Option<&str>) -> Result<Option<u32>, FenError> {
    match text {
        None => Ok(None),
        Some(dashes) if dashes.chars().all(|c| c == '-') => Ok(None),
        Some(text) => match text.parse() {
            Ok(number) if number <= MAX_COUNTER => Ok(Some(number)),
            _ => Err(FenError::Counter {
                field,
                found: shown(text),
            }),
        },
    }
}

/// How many fields of the unused pair a word stands for: chess programs write castling rights
/// there, some write both dashes as one word.
fn unused_fields(word: &str) -> usize {
    match word {
        "--" => 2,
        _ if word.chars().all(|c| c == '-' || c.is_ascii_alphabetic()) => 1,
        _ => 0,
    }
}

impl Position {
    /// Reads a FEN; see the list of what is understood at the top of the module.
    ///
    /// Fields that are missing are taken as Red to move, no plies since the last capture, move
    /// number 1.
    ///
    /// # Errors
    /// What is wrong and in which field, or why the position cannot occur.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let text = unwrap(text);
        let mut words = text.split_whitespace().peekable();
        let mut builder = Builder::new();
        read_board(words.next().ok_or(FenError::Empty)?, &mut builder)?;
        if let Some(side) = words.next() {
            builder.side(read_side(side)?);
        }
        let mut unused = 0;
        while let Some(word) = words.peek() {
            let fields = unused_fields(word);
            if fields == 0 || unused + fields > 2 {
                break;
            }
            unused += fields;
            words.next();
        }
        if let Some(plies) = read_counter("plies since the last capture", words.next())? {
            builder.rule_plies(u16::try_from(plies).expect("counters end at 9999"));
        }
        if let Some(number) = read_counter("move number", words.next())? {
            builder.move_number(number);
        }
        match words.next() {
            Some(word) => Err(FenError::Trailing(shown(word))),
            None => Ok(builder.build()?),
        }
    }

    /// The canonical FEN of six fields.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(80);
        for rank in Rank::all().rev() {
            let mut empty = 0;
            for file in File::all() {
                match self.piece_on(Square::new(file, rank)) {
                    Some(piece) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                        }
                        empty = 0;
                        text.push(piece.letter());
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            if rank.index() > 0 {
                text.push('/');
            }
        }
        let (side, plies, number) = (self.side.letter(), self.rule_plies(), self.move_number());
        let _ = write!(text, " {side} - - {plies} {number}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn variants_seen_in_the_wild_are_read() {
        for tail in [
            "",
            " w",
            " r",
            " W",
            " red",
            " w - -",
            " w - - 0 1",
            " w -- 0 1 ",
            " r - - - 1",
            " w 0 1",
            " w - - 0 0",
            "   w   -  -  0   1  ",
            " w KQkq - 0 1",
            "[] w",
            "_w",
            "%20w",
        ] {
            let position = Position::from_fen(&format!("{BOARD}{tail}"));
            assert_eq!(
                position.map(|p| p.fen()).as_deref(),
                Ok(STARTPOS),
                "`{tail}`"
            );
        }
        let letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b 3 5";
        let position = Position::from_fen(letters).unwrap();
        assert_eq!(position.fen(), format!("{BOARD} b - - 3 5"));
    }

    #[test]
    fn errors_name_field_and_reason() {
        let error = |fen: &str| Position::from_fen(fen).unwrap_err().to_string();
        assert_eq!(error("  "), "the FEN is empty");
        assert_eq!(
            error("9/9 w"),
            "board: 2 ranks separated by `/`, 10 are wanted"
        );
        assert_eq!(
            error(&BOARD.replace("rnba", "rnbq")),
            "board, rank 9: `q` is no piece letter and no digit 1-9"
        );
        assert_eq!(
            error(&BOARD.replace("5C1", "5C2")),
            "board, rank 2: 10 points, 9 are wanted"
        );
        assert_eq!(
            error(&format!("{BOARD} x")),
            "side to move: `x` is neither w (or r) for red nor b for black"
        );
        assert_eq!(
            error(&format!("{BOARD} w - - a b")),
            "plies since the last capture: `a` is no number from 0 to 9999"
        );
        assert_eq!(
            error(&format!("{BOARD} w - - 0 1 moves")),
            "`moves` stands behind the last field"
        );
        assert_eq!(
            error("9/9/9/9/9/9/9/9/9/4K4 w"),
            "impossible position: the black king is missing"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/4K4 w"),
            "impossible position: the kings on e0 and e9 face each other with nothing between them"
        );
        assert_eq!(
            error("4k4/9/9/4R4/9/9/9/9/9/3K5 w"),
            "impossible position: red is to move, but the rook on e6 already attacks the black king"
        );
        assert_eq!(
            error("rrr1k4/9/9/9/9/9/9/9/9/3K5 w"),
            "impossible position: 3 black rooks, the last on c9: a set holds 2"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/P8/3K5 w"),
            "impossible position: a red pawn cannot stand on a1: a pawn never goes back and goes \
             sideways only after the river"
        );
    }
}
