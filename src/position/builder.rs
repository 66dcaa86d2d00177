//! Setting up a position piece by piece, and what makes one impossible.

use thiserror::Error;

use super::{Position, State};
use crate::{
    attacks,
    types::{Bitboard, ByColor, Color, Piece, PieceKind, Square},
};

/// Why a set-up is not a position that can occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A side has no king.
    #[error("the {0} king is missing")]
    NoKing(Color),
    /// More of a piece than a set holds.
    #[error("{count} {piece}s, the last on {square}: a set holds {limit}", limit = .piece.kind().limit())]
    TooMany {
        /// The piece there is too much of.
        piece: Piece,
        /// How many there are.
        count: u32,
        /// The highest point one stands on.
        square: Square,
    },
    /// A piece on a point it cannot stand on.
    #[error("a {piece} cannot stand on {square}: {}", standing_rule(.piece.kind()))]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// The point.
        square: Square,
    },
    /// The kings face each other.
    #[error("the kings on {0} and {1} face each other with nothing between them")]
    KingsFace(Square, Square),
    /// The side to move could capture the king.
    #[error("{side} is to move, but the {checker} on {square} already attacks the {} king", side.opponent())]
    OpponentInCheck {
        /// The side to move.
        side: Color,
        /// The kind of the attacking piece.
        checker: PieceKind,
        /// Where it stands.
        square: Square,
    },
}

const fn standing_rule(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "a king stays inside its palace",
        PieceKind::Advisor => "an advisor stays on the diagonals of its palace",
        PieceKind::Elephant => "an elephant only reaches seven points of its own half",
        PieceKind::Pawn => "a pawn never goes back and goes sideways only after the river",
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => "any point is allowed",
    }
}

/// The points where a piece can ever stand.
#[must_use]
pub fn standing_points(piece: Piece) -> Bitboard {
    let color = piece.color();
    match piece.kind() {
        PieceKind::King => Bitboard::palace(color),
        PieceKind::Advisor => Bitboard::palace(color)
            .iter()
            .filter(|&square| !attacks::advisor(square).is_empty())
            .collect(),
        PieceKind::Elephant => attacks::elephant_points() & Bitboard::half(color),
        PieceKind::Pawn => attacks::pawn_points(color),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => Bitboard::ALL,
    }
}

/// A position in the making. Anything may be put anywhere; [`Builder::build`] judges.
///
/// ```
/// use chuhe::{position::{Builder, SetupError}, types::*};
///
/// let mut builder = Builder::new();
/// builder.put("e0".parse()?, Some(Piece::RedKing));
/// assert_eq!(builder.build().unwrap_err(), SetupError::NoKing(Color::Black));
/// builder.put("d9".parse()?, Some(Piece::BlackKing));
/// assert_eq!(builder.build().unwrap().fen(), "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
/// # Ok::<(), ParseSquareError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    board: [Option<Piece>; Square::COUNT],
    side: Color,
    rule_plies: u16,
    move_number: u32,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty board, Red to move, no plies counted, move 1.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            board: [None; Square::COUNT],
            side: Color::Red,
            rule_plies: 0,
            move_number: 1,
        }
    }

    /// Puts a piece on a point, or clears it.
    pub const fn put(&mut self, square: Square, piece: Option<Piece>) -> &mut Self {
        self.board[square.index()] = piece;
        self
    }

    /// Sets the side to move.
    pub const fn side(&mut self, side: Color) -> &mut Self {
        self.side = side;
        self
    }

    /// Sets the plies since the last capture.
    pub const fn rule_plies(&mut self, plies: u16) -> &mut Self {
        self.rule_plies = plies;
        self
    }

    /// Sets the move number; 0 is taken as 1.
    pub const fn move_number(&mut self, number: u32) -> &mut Self {
        self.move_number = if number == 0 { 1 } else { number };
        self
    }

    /// The position, if it can occur.
    ///
    /// # Errors
    /// The first of: too many of a piece, a piece where it cannot stand, a missing king, facing
    /// kings, the side that is not to move in check.
    pub fn build(&self) -> Result<Position, SetupError> {
        self.check_pieces()?;
        let king = |color| {
            let piece = Some(Piece::new(color, PieceKind::King));
            Square::all()
                .find(|square| self.board[square.index()] == piece)
                .ok_or(SetupError::NoKing(color))
        };
        let kings = ByColor([king(Color::Red)?, king(Color::Black)?]);
        let mut position = Position {
            board: [None; Square::COUNT],
            kinds: [Bitboard::EMPTY; 7],
            colors: ByColor::default(),
            kings,
            side: self.side,
            ply: (self.move_number.min(1 << 20) - 1) * 2 + self.side.index() as u32,
            states: Vec::with_capacity(256),
        };
        for square in Square::all() {
            if let Some(piece) = self.board[square.index()] {
                position.put(piece, square);
            }
        }
        let (us, them) = (self.side, !self.side);
        let occupied = position.occupied();
        if let Some(square) = position.attackers(kings[them], us, occupied).first() {
            let checker = self.board[square.index()]
                .expect("an attacker is a piece")
                .kind();
            return Err(if checker == PieceKind::King {
                SetupError::KingsFace(kings[Color::Red], kings[Color::Black])
            } else {
                SetupError::OpponentInCheck {
                    side: us,
                    checker,
                    square,
                }
            });
        }
        let (key, pawn_key, defence_key) = position.keys_from_scratch();
        position.states.push(State {
            key,
            pawn_key,
            defence_key,
            checkers: position.attackers(kings[us], them, occupied),
            last_move: None,
            captured: None,
            rule_plies: self.rule_plies,
            plies_from_null: 0,
        });
        position.debug_check();
        Ok(position)
    }

    fn check_pieces(&self) -> Result<(), SetupError> {
        for piece in Piece::ALL {
            let squares: Bitboard = Square::all()
                .filter(|square| self.board[square.index()] == Some(piece))
                .collect();
            if let Some(square) = (squares - standing_points(piece)).first() {
                return Err(SetupError::Misplaced { piece, square });
            }
            let count = squares.len();
            if count > piece.kind().limit() {
                let square = squares.iter().last().expect("there is at least one");
                return Err(SetupError::TooMany {
                    piece,
                    count,
                    square,
                });
            }
        }
        Ok(())
    }
}

impl Position {
    /// The set-up of the position as it stands, its history left behind.
    #[must_use]
    pub fn to_builder(&self) -> Builder {
        Builder {
            board: self.board,
            side: self.side,
            rule_plies: self.state().rule_plies,
            move_number: self.move_number(),
        }
    }

    /// The same position with the turn passed, if that can occur; the history is left behind.
    ///
    /// # Errors
    /// If the side to move is in check.
    pub fn with_side(&self, side: Color) -> Result<Self, SetupError> {
        self.to_builder().side(side).build()
    }

    /// The same position with the colours exchanged: board turned upside down, sides swapped.
    #[must_use]
    pub fn flipped(&self) -> Self {
        self.mapped(Square::flip, true)
    }

    /// The same position mirrored left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.mapped(Square::mirror, false)
    }

    fn mapped(&self, place: impl Fn(Square) -> Square, swap: bool) -> Self {
        let turn = |color: Color| if swap { !color } else { color };
        let mut builder = self.to_builder();
        for square in Square::all() {
            let piece = self
                .piece_on(square)
                .map(|p| Piece::new(turn(p.color()), p.kind()));
            builder.put(place(square), piece);
        }
        builder.side(turn(self.side));
        builder
            .build()
            .expect("a symmetry of a legal position is legal")
    }
}
