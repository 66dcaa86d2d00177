//! WXF notation: `C2.5`, `H8+7`, `R+.4`.
//!
//! Source: World Xiangqi Federation, "Official xiangqi piece names and notation" (C. W. Huang,
//! 1980/82, revised 1995), <http://www.wxf.org/xq/computer/wxf_notation.html>, for what is
//! written. Read as well: the sign before the letter (`+R.4`), pawns by number and file (`17+1`,
//! Fairy-Stockfish) or by letter (`Pa+1`, the computer standard of xqbase.com), `=` for the dot,
//! the FEN letters N and B, and all of it in lower case or in full width.

use super::{
    Notation,
    relative::{Direction, Standing, Style, Way},
};
use crate::types::{Color, PieceKind};

/// The notation of the World Xiangqi Federation.
pub(super) struct Wxf;

impl Style for Wxf {
    const NOTATION: Notation = Notation::Wxf;
    const EXAMPLE: &'static str = "C2.5";
    const LONGEST_NAME: usize = 2;

    /// Pieces that share a file are `+` and `-`, from the front; of three pawns the one between
    /// keeps the file, four or five begin with `++` and end with `--`. If two files hold several
    /// pawns, the file takes the place of the letter. Advisors and elephants need no sign: of two
    /// on a file, one can only advance and one only retreat.
    fn names(piece: &Standing) -> Vec<String> {
        let kind = piece.piece.kind();
        let (letter, file) = (letter(kind), piece.file);
        let plain = format!("{letter}{file}");
        let last = piece.count - 1;
        let sign = match piece.index {
            _ if last == 0 => return vec![plain],
            0 => "+",
            index if index == last => "-",
            _ => "",
        };
        let signed = format!("{letter}{sign}");
        match kind {
            PieceKind::Advisor | PieceKind::Elephant => vec![plain, signed],
            PieceKind::Pawn => {
                let nth = piece.ordinal.unwrap_or(piece.index) as u8;
                let written = match (piece.index, last) {
                    _ if piece.ordinal.is_some() && sign.is_empty() => format!("{file}{file}"),
                    _ if piece.ordinal.is_some() => format!("{file}{sign}"),
                    (0, 3..) => "++".to_owned(),
                    (1, 3..) => "P+".to_owned(),
                    (index, 3..) if index == last => "--".to_owned(),
                    (index, 3..) if index + 1 == last => "P-".to_owned(),
                    _ if sign.is_empty() => plain.clone(),
                    _ => signed.clone(),
                };
                let numbered = format!("{}{file}", piece.index + 1);
                let lettered = format!("{letter}{}", char::from(b'A' + nth));
                vec![written, numbered, lettered, signed, plain]
            }
            _ => vec![signed, plain],
        }
    }

    fn way(way: Way, _: Color) -> String {
        let sign = match way.direction {
            Direction::Forward => '+',
            Direction::Backward => '-',
            Direction::Sideways => '.',
        };
        format!("{sign}{}", way.number)
    }

    fn plain(text: &str) -> Result<String, char> {
        let mut signs: Vec<char> = text.chars().map(plain).collect();
        let known = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        if let Some(at) = signs.iter().position(|c| !known(c)) {
            return Err(text.chars().nth(at).unwrap_or_default());
        }
        if let [first @ ('+' | '-'), second, ..] = signs.as_mut_slice()
            && second.is_ascii_alphanumeric()
        {
            std::mem::swap(first, second);
        }
        if let Some(first) = signs.first_mut().filter(|c| c.is_ascii_alphabetic()) {
            *first = letter(PieceKind::from_letter(*first).ok_or(*first)?);
        }
        Ok(signs.into_iter().collect())
    }
}

/// A sign in half width and upper case, with one form for each direction.
pub(super) fn plain(sign: char) -> char {
    let narrow = match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(sign as u32 - 0xfee0).unwrap_or(sign),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => sign,
    };
    match narrow {
        '=' => '.',
        _ => narrow.to_ascii_uppercase(),
    }
}

/// The letter of a piece: K A E H R C P.
const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        _ => kind.letter(),
    }
}
