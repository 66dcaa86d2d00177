//! Chinese notation: 炮二平五, 马8进7, 前车退三.
//!
//! Source: 《中国象棋电脑应用规范（二）：着法表示》, xqbase.com 2004-2006,
//! <https://www.xqbase.com/protocol/cchess_move.htm>, for what is written. Read as well: the form
//! of books for two files of pawns (前兵七平六, 前七平六), 前, 中 and 后 with more than three
//! pawns and numbers with fewer, the mark behind the name (车前平四), traditional characters,
//! either side's names and figures of any width.

use super::{
    Notation,
    relative::{Direction, Standing, Style, Way},
};
use crate::types::{Color, PieceKind};

/// The notation of Chinese books, in simplified characters.
pub(super) struct Chinese;

const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl Style for Chinese {
    const NOTATION: Notation = Notation::Chinese;
    const EXAMPLE: &'static str = "炮二平五";
    const LONGEST_NAME: usize = 3;

    /// Pieces that share a file are 前 and 后, of three pawns the one between 中. Four or five
    /// pawns are numbered from the front, and so are all that share a file if there are two such
    /// files, from the right. Advisors and elephants need no mark: of two on a file, one can only
    /// advance and one only retreat.
    fn names(piece: &Standing) -> Vec<String> {
        let kind = piece.piece.kind();
        let name = piece.piece.chinese();
        let file = number(piece.file, piece.piece.color());
        let plain = format!("{name}{file}");
        let last = piece.count - 1;
        let mark = match piece.index {
            _ if last == 0 => return vec![plain],
            0 => '前',
            index if index == last => '后',
            _ => '中',
        };
        let (marked, behind) = (format!("{mark}{name}"), format!("{name}{mark}"));
        match kind {
            PieceKind::Advisor | PieceKind::Elephant => vec![plain, marked, behind],
            PieceKind::Pawn => {
                let nth = NUMBERS[piece.ordinal.unwrap_or(piece.index)];
                let numbered = format!("{nth}{name}");
                let written = match piece.ordinal {
                    None if piece.count < 4 => marked.clone(),
                    _ => numbered.clone(),
                };
                let in_file = format!("{mark}{file}");
                let full = format!("{mark}{name}{file}");
                vec![written, numbered, in_file, full, marked, behind, plain]
            }
            _ => vec![marked, behind, plain],
        }
    }

    fn way(way: Way, side: Color) -> String {
        let direction = match way.direction {
            Direction::Forward => '进',
            Direction::Backward => '退',
            Direction::Sideways => '平',
        };
        format!("{direction}{}", number(way.number, side))
    }

    fn plain(text: &str) -> Result<String, char> {
        text.chars().map(|c| plain(c).ok_or(c)).collect()
    }
}

/// A number, 1 to 9, as a side writes it.
fn number(number: usize, side: Color) -> char {
    match side {
        Color::Red => NUMBERS[number - 1],
        Color::Black => char::from(b'0' + number as u8),
    }
}

/// The plain sign of a character; `None` if it has no meaning in a move.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => 'K',
        '仕' | '士' => 'A',
        '相' | '象' => 'E',
        '马' | '馬' | '傌' => 'H',
        '车' | '車' | '俥' => 'R',
        '炮' | '砲' | '包' => 'C',
        '兵' | '卒' => 'P',
        '前' => 'f',
        '中' => 'm',
        '后' | '後' => 'b',
        '进' | '進' => '+',
        '退' => '-',
        '平' => '.',
        '1'..='9' => c,
        '\u{ff11}'..='\u{ff19}' => char::from_digit(c as u32 - 0xff10, 10)?,
        _ => {
            let index = NUMBERS.iter().position(|&number| number == c)?;
            char::from_digit(index as u32 + 1, 10)?
        }
    })
}
