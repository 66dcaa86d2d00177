//! A scratch board for questions about moves that are not played.
//!
//! It is filled from a [`Position`] and walked back through a cycle, so the position itself is
//! never touched. Every man keeps a number while it moves about: that is how a chased piece is
//! recognised again. No captures happen within a cycle, so taking back is moving back.

use crate::{
    attacks,
    position::Position,
    types::{Bitboard, ByColor, Color, Move, Piece, PieceKind, Square},
};

/// No more men fit on a board.
pub(super) const MEN: usize = 32;

/// A set of men by number.
pub(super) type Men = u32;

/// The pieces of a position, each with a number of its own.
#[derive(Clone)]
pub(super) struct Board {
    men: [Option<Piece>; MEN],
    numbers: [u8; Square::COUNT],
    kinds: [Bitboard; 7],
    colors: ByColor<Bitboard>,
}

impl Board {
    /// The pieces as they stand. `None` if there are more than 32, which no game can have.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let occupied = position.occupied();
        if occupied.len() as usize > MEN {
            return None;
        }
        let mut board = Self {
            men: [None; MEN],
            numbers: [0; Square::COUNT],
            kinds: PieceKind::ALL.map(|kind| position.pieces(kind)),
            colors: ByColor(Color::ALL.map(|color| position.color(color))),
        };
        for (number, square) in occupied.iter().enumerate() {
            board.men[number] = position.piece_on(square);
            board.numbers[square.index()] = number as u8;
        }
        Some(board)
    }

    /// Moves the piece on `to` back to the empty point `from`.
    pub(super) fn take_back(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let swap = Bitboard::from(from) | Bitboard::from(to);
        let piece = self
            .piece_on(to)
            .expect("a move of the cycle ends on its piece");
        self.kinds[piece.kind().index()] ^= swap;
        self.colors[piece.color()] ^= swap;
        self.numbers[from.index()] = self.numbers[to.index()];
    }

    /// The piece on a point.
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        if self.occupied().contains(square) {
            self.men[usize::from(self.numbers[square.index()])]
        } else {
            None
        }
    }

    /// The man on an occupied point, as a set.
    pub(super) fn man(&self, square: Square) -> Men {
        debug_assert!(self.occupied().contains(square), "nobody on {square}");
        1 << self.numbers[square.index()]
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[Color::Red] | self.colors[Color::Black]
    }

    pub(super) fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    pub(super) fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    pub(super) fn piece(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color] & self.kinds[kind.index()]
    }

    pub(super) fn king(&self, color: Color) -> Square {
        self.piece(color, PieceKind::King)
            .first()
            .expect("both sides have a king")
    }

    /// The enemy pieces that bear on `square` if `occupied` is in the way, the king across an
    /// open file included; asked about the king's own point.
    fn king_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let lines = attacks::rook(square, occupied);
        let facing = self.piece(by, PieceKind::King) & Bitboard::file(square.file());
        let king = (attacks::king(square) & self.piece(by, PieceKind::King)) | facing;
        ((lines & (self.pieces(PieceKind::Rook) | king))
            | (attacks::cannon(square, occupied) & self.pieces(PieceKind::Cannon))
            | (attacks::horse_to(square, occupied) & self.pieces(PieceKind::Horse))
            | (attacks::pawn_to(by, square) & self.pieces(PieceKind::Pawn)))
            & self.colors[by]
            & occupied
    }

    /// The pieces that check the king of `color`.
    pub(super) fn checkers(&self, color: Color) -> Bitboard {
        self.king_attackers(self.king(color), !color, self.occupied())
    }

    /// The pieces of `color` that can capture on `square` when `occupied` is in the way, their
    /// king's safety left aside.
    pub(super) fn capturers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        ((attacks::rook(square, occupied) & self.pieces(PieceKind::Rook))
            | (attacks::cannon(square, occupied) & self.pieces(PieceKind::Cannon))
            | (attacks::horse_to(square, occupied) & self.pieces(PieceKind::Horse))
            | (attacks::pawn_to(color, square) & self.pieces(PieceKind::Pawn))
            | (attacks::king(square) & self.pieces(PieceKind::King))
            | (attacks::advisor(square) & self.pieces(PieceKind::Advisor))
            | (attacks::elephant(square, occupied) & self.pieces(PieceKind::Elephant)))
            & self.colors[color]
            & occupied
    }

    /// The points a piece captures on, whatever stands there.
    pub(super) fn attacks(&self, from: Square) -> Bitboard {
        let Some(piece) = self.piece_on(from) else {
            return Bitboard::EMPTY;
        };
        match piece.kind() {
            PieceKind::Cannon => attacks::cannon(from, self.occupied()),
            kind => attacks::reach(kind, piece.color(), from, self.occupied()),
        }
    }

    /// Whether the capture of `to` by the piece on `from` would lay its own king open to
    /// anything beyond what `tolerated` already does. `gone` leaves the board with it.
    pub(super) fn exposes_king(
        &self,
        from: Square,
        to: Square,
        gone: Bitboard,
        tolerated: Bitboard,
    ) -> bool {
        let color = self
            .piece_on(from)
            .expect("the capturing piece is there")
            .color();
        let king = self.king(color);
        let king = if from == king { to } else { king };
        let occupied = ((self.occupied() - gone).without(from)).with(to);
        let attackers = self.king_attackers(king, !color, occupied).without(to);
        !(attackers - tolerated).is_empty()
    }
}
