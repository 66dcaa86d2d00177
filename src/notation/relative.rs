//! Moves as the mover sees them: which piece, which way, how far.
//!
//! WXF and Chinese notation say the same in different signs. What they share is here, on plain
//! signs (letters, `+ - .` and digits) that each [`Style`] turns its own into: a move is the
//! name of a piece, a direction and a number. Reading asks which pieces bear the name, then which
//! of their legal moves go that way, so that no writing can be read as another move.

use super::{Notation, ReadError, shown};
use crate::{
    movegen,
    position::Position,
    rules::{IllegalMove, why_illegal},
    types::{Bitboard, Color, Move, Piece, PieceKind, Square},
};

/// What one notation adds.
pub(super) trait Style {
    /// Which it is.
    const NOTATION: Notation;
    /// A move that is well written, for messages.
    const EXAMPLE: &'static str;
    /// How many signs a name can have.
    const LONGEST_NAME: usize;

    /// The names of a piece: first the one that is written, then others that are read.
    fn names(piece: &Standing) -> Vec<String>;

    /// The way as it is written.
    fn way(way: Way, side: Color) -> String;

    /// A text in plain signs, or the sign that is not known.
    fn plain(text: &str) -> Result<String, char>;
}

/// A piece and where it stands among its kind, as its owner sees the board.
pub(super) struct Standing {
    pub(super) piece: Piece,
    /// Its file, 1 to 9 from its owner's right.
    pub(super) file: usize,
    /// How many of its kind are before it on the file.
    pub(super) index: usize,
    /// How many of its kind are on the file.
    pub(super) count: usize,
    /// Its place, from 0, among all pawns that share a file with others if there are two such
    /// files: file by file from the right, each from the front.
    pub(super) ordinal: Option<usize>,
}

impl Standing {
    /// The piece on a point; `None` if there is none.
    pub(super) fn of(position: &Position, square: Square) -> Option<Self> {
        let piece = position.piece_on(square)?;
        let kin = position.piece(piece.color(), piece.kind());
        let on_file = |square: Square| kin & Bitboard::file(square.file());
        let place = |square: Square| {
            let seen = square.relative(piece.color());
            (file_number(square, piece.color()), 9 - seen.rank().index())
        };
        let before = |set: Bitboard| set.iter().filter(|&s| place(s) < place(square)).count();
        let tandem = |pawn: &Square| piece.kind() == PieceKind::Pawn && on_file(*pawn).is_many();
        let rows: Bitboard = kin
            .iter()
            .filter(tandem)
            .fold(Bitboard::EMPTY, Bitboard::with);
        let several = tandem(&square) && rows != on_file(square);
        Some(Self {
            piece,
            file: file_number(square, piece.color()),
            index: before(on_file(square)),
            count: on_file(square).len() as usize,
            ordinal: several.then(|| before(rows)),
        })
    }
}

/// The number of a point's file, 1 to 9 from a side's right.
fn file_number(square: Square, side: Color) -> usize {
    match side {
        Color::Red => 9 - square.file().index(),
        Color::Black => 1 + square.file().index(),
    }
}

/// A direction, as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// A direction and a number: steps along the file, or the file where the move ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) direction: Direction,
    pub(super) number: usize,
}

impl Way {
    /// The way of a move; `None` if such a piece never goes like that.
    fn of(piece: Piece, mv: Move) -> Option<Self> {
        let side = piece.color();
        let (from, to) = (mv.from().relative(side), mv.to().relative(side));
        let same_file = from.file() == to.file();
        let slides = matches!(
            piece.kind(),
            PieceKind::King | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn
        );
        if slides != (same_file || from.rank() == to.rank()) {
            return None;
        }
        Some(Self {
            direction: match to.rank().cmp(&from.rank()) {
                std::cmp::Ordering::Greater => Direction::Forward,
                std::cmp::Ordering::Less => Direction::Backward,
                std::cmp::Ordering::Equal => Direction::Sideways,
            },
            number: if same_file {
                from.rank().index().abs_diff(to.rank().index())
            } else {
                file_number(mv.to(), side)
            },
        })
    }

    /// The way that two plain signs stand for.
    fn from_plain(sign: char, number: char) -> Option<Self> {
        let direction = match sign {
            '+' => Direction::Forward,
            '-' => Direction::Backward,
            '.' => Direction::Sideways,
            _ => return None,
        };
        let number = number.to_digit(10).filter(|&n| n > 0)? as usize;
        Some(Self { direction, number })
    }
}

/// The text of a move; `None` if no piece of the position could make it.
pub(super) fn write<S: Style>(position: &Position, mv: Move) -> Option<String> {
    let standing = Standing::of(position, mv.from())?;
    let way = Way::of(standing.piece, mv)?;
    let name = S::names(&standing).into_iter().next()?;
    Some(name + &S::way(way, standing.piece.color()))
}

/// The legal move that a text means.
pub(super) fn read<S: Style>(position: &Position, text: &str) -> Result<Move, ReadError> {
    let form = || ReadError::Form {
        text: shown(text),
        notation: S::NOTATION,
        example: S::EXAMPLE,
    };
    let plain = S::plain(text).map_err(|sign| ReadError::Sign {
        text: shown(text),
        sign,
        notation: S::NOTATION,
    })?;
    let mut signs = plain.chars();
    let (number, sign) = (signs.next_back(), signs.next_back());
    let way = number.zip(sign).and_then(|(n, s)| Way::from_plain(s, n));
    let (way, name) = way.zip(Some(signs.as_str())).ok_or_else(form)?;
    if !(2..=S::LONGEST_NAME).contains(&name.len()) {
        return Err(form());
    }
    let pieces = pieces_named::<S>(position, name);
    if pieces.is_empty() {
        return Err(ReadError::NoPiece {
            text: shown(text),
            side: position.side(),
        });
    }
    let goes_there = |mv: &Move| {
        let piece = position.piece_on(mv.from());
        piece.and_then(|piece| Way::of(piece, *mv)) == Some(way)
    };
    let legal = movegen::legal(position);
    let mut found = legal
        .iter()
        .copied()
        .filter(|mv| pieces.contains(mv.from()) && goes_there(mv));
    match (found.next(), found.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(mv), Some(other)) => Err(ReadError::Ambiguous {
            text: shown(text),
            moves: [mv, other],
        }),
        (None, _) => {
            let moves = pieces.iter().flat_map(|from| {
                let ends = Square::all().filter(move |&to| to != from);
                ends.map(move |to| Move::new(from, to))
            });
            Err(why_none(position, moves.filter(goes_there), text))
        }
    }
}

/// The mover's pieces that bear a name: those it is written for, else those it is read for.
fn pieces_named<S: Style>(position: &Position, name: &str) -> Bitboard {
    let (mut written, mut read) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in position.color(position.side()).iter() {
        let Some(standing) = Standing::of(position, square) else {
            continue;
        };
        let names = S::names(&standing);
        let bears = |known: &String| S::plain(known).is_ok_and(|known| known == name);
        match names.iter().position(bears) {
            Some(0) => written = written.with(square),
            Some(_) => read = read.with(square),
            None => {}
        }
    }
    if written.is_empty() { read } else { written }
}

/// Why none of the moves that a text could mean is legal. That a piece never goes like that is
/// said only if no other rule is broken.
fn why_none(position: &Position, moves: impl Iterator<Item = Move>, text: &str) -> ReadError {
    let mut reasons: Vec<_> = moves
        .filter_map(|mv| Some((mv, why_illegal(position, mv)?)))
        .collect();
    reasons.sort_by_key(|(_, why)| matches!(why, IllegalMove::Shape(..)));
    match reasons.first() {
        Some(&(mv, why)) => ReadError::Illegal { mv, why },
        None => ReadError::NoPoint { text: shown(text) },
    }
}
