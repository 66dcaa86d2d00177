//! One position with the history that led to it.
//!
//! A [`Position`] is always one that can occur: both kings in their palaces, no piece where it
//! cannot stand, the side that has just moved not in check. [`Builder`] and
//! [`Position::from_fen`] refuse everything else, and [`Position::make`] takes legal moves only.
//!
//! It *stores* what repetition rules need (keys, checkers and moves back to the start); judging
//! them is for a higher layer. Evaluations follow the board through an [`Observer`].

mod builder;
mod consistency;
mod fen;
mod legality;
mod observer;
mod see;
mod state;
mod zobrist;

pub use builder::{Builder, SetupError, standing_points};
pub use fen::{FenError, STARTPOS};
pub use legality::Restraints;
pub use observer::{NullObserver, Observer};
pub use see::exchange_value;
pub use state::State;

use std::fmt;

use crate::{
    attacks,
    types::{Bitboard, ByColor, Color, Key, Move, Piece, PieceKind, Square},
};

/// A position and how it came about.
///
/// ```
/// use chuhe::position::Position;
///
/// let mut position = Position::startpos();
/// position.make("h2e2".parse()?);
/// assert_eq!(
///     position.fen(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
/// );
/// position.undo();
/// assert_eq!(position.fen(), Position::startpos().fen());
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    kinds: [Bitboard; 7],
    colors: ByColor<Bitboard>,
    kings: ByColor<Square>,
    side: Color,
    /// Plies from Red's first move, so that the move number is half of it.
    ply: u32,
    /// Never empty; the last entry describes the position as it stands.
    states: Vec<State>,
}

impl Position {
    /// The start of the game.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_fen(STARTPOS).expect("the start position is legal")
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The piece on a point.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All pieces of a kind, both sides.
    #[inline]
    #[must_use]
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The pieces of a side and kind.
    #[inline]
    #[must_use]
    pub fn piece(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color] & self.kinds[kind.index()]
    }

    /// All occupied points.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::Red] | self.colors[Color::Black]
    }

    /// Where a side's king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    /// The states since the first position, oldest first; the last is the present one.
    #[inline]
    #[must_use]
    pub fn history(&self) -> &[State] {
        &self.states
    }

    /// The present state.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &State {
        self.states
            .last()
            .expect("a position has at least its first state")
    }

    /// The key of pieces and side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.state().key
    }

    /// The key after a move, without making it.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Key {
        let mut key = self.key() ^ zobrist::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_on(mv.from()) {
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(piece, mv.to());
        }
        if let Some(captured) = self.piece_on(mv.to()) {
            key ^= zobrist::piece(captured, mv.to());
        }
        key
    }

    /// The pieces giving check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Plies since the last capture, those a FEN counted included.
    #[inline]
    #[must_use]
    pub fn rule_plies(&self) -> u32 {
        u32::from(self.state().rule_plies)
    }

    /// The number of the move to be made, counted from 1 and up after each of Black's.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.ply / 2 + 1
    }

    /// The move that led here, if it is known and no null move.
    #[inline]
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.state().last_move
    }

    /// What the last move captured.
    #[inline]
    #[must_use]
    pub fn captured(&self) -> Option<Piece> {
        self.state().captured
    }

    /// Whether the move lands on a piece.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.occupied().contains(mv.to())
    }

    /// Makes a legal move.
    ///
    /// # Panics
    /// If there is no piece of the side to move on the start of the move. In debug builds also
    /// if the move is not legal.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.make_observed(mv, &mut NullObserver);
    }

    /// Makes a legal move and tells an observer of the piece changes.
    ///
    /// # Panics
    /// As [`Position::make`].
    #[inline]
    pub fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a legal move starts on a piece");
        let captured = self.piece_on(to);
        let mut state = *self.state();
        state.last_move = Some(mv);
        state.captured = captured;
        state.rule_plies = state.rule_plies.saturating_add(1);
        state.plies_from_null = state.plies_from_null.saturating_add(1);
        if let Some(captured) = captured {
            self.take(captured, to);
            toggle_keys(&mut state, captured, to);
            observer.remove(captured, to);
            state.rule_plies = 0;
        }
        self.take(piece, from);
        observer.remove(piece, from);
        self.put(piece, to);
        observer.add(piece, to);
        toggle_keys(&mut state, piece, from);
        toggle_keys(&mut state, piece, to);
        state.key ^= zobrist::BLACK_TO_MOVE;
        self.side = !self.side;
        self.ply += 1;
        state.checkers = self.attackers(self.kings[self.side], !self.side, self.occupied());
        self.states.push(state);
        self.debug_check();
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If there is no move to take back or it was a null move.
    #[inline]
    pub fn undo(&mut self) {
        self.undo_observed(&mut NullObserver);
    }

    /// Takes the last move back and tells an observer of the piece changes.
    ///
    /// # Panics
    /// As [`Position::undo`].
    #[inline]
    pub fn undo_observed(&mut self, observer: &mut impl Observer) {
        let state = self
            .states
            .pop()
            .expect("a position has at least its first state");
        let mv = state.last_move.expect("there is a move to take back");
        let piece = self
            .piece_on(mv.to())
            .expect("the moved piece stands where it went");
        self.take(piece, mv.to());
        observer.remove(piece, mv.to());
        self.put(piece, mv.from());
        observer.add(piece, mv.from());
        if let Some(captured) = state.captured {
            self.put(captured, mv.to());
            observer.add(captured, mv.to());
        }
        self.side = !self.side;
        self.ply -= 1;
        self.debug_check();
    }

    /// Passes the turn. Not allowed in check.
    #[inline]
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check(), "null move in check: {self}");
        let mut state = *self.state();
        state.key ^= zobrist::BLACK_TO_MOVE;
        state.last_move = None;
        state.captured = None;
        state.rule_plies = state.rule_plies.saturating_add(1);
        state.plies_from_null = 0;
        self.side = !self.side;
        self.ply += 1;
        self.states.push(state);
    }

    /// Takes a null move back.
    #[inline]
    pub fn undo_null(&mut self) {
        debug_assert!(self.states.len() > 1 && self.last_move().is_none());
        self.states.pop();
        self.side = !self.side;
        self.ply -= 1;
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        let set = Bitboard::from(square);
        self.kinds[piece.kind().index()] |= set;
        self.colors[piece.color()] |= set;
        if piece.kind() == PieceKind::King {
            self.kings[piece.color()] = square;
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        let set = Bitboard::from(square);
        self.kinds[piece.kind().index()] -= set;
        self.colors[piece.color()] -= set;
    }

    /// The pieces of `by` that would capture an enemy on `square` if `occupied` were in the
    /// way, their king across an open file included; advisors and elephants are left out, as
    /// no king can meet them.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let lines = attacks::rook(square, occupied);
        let facing = Bitboard::from(self.kings[by]) & Bitboard::file(square.file());
        let king = (attacks::king(square) & self.pieces(PieceKind::King)) | facing;
        ((lines & (self.pieces(PieceKind::Rook) | king))
            | (attacks::cannon(square, occupied) & self.pieces(PieceKind::Cannon))
            | (attacks::horse_to(square, occupied) & self.pieces(PieceKind::Horse))
            | (attacks::pawn_to(by, square) & self.pieces(PieceKind::Pawn)))
            & self.colors[by]
            & occupied
    }
}

#[inline]
fn toggle_keys(state: &mut State, piece: Piece, square: Square) {
    let key = zobrist::piece(piece, square);
    state.key ^= key;
    match piece.kind() {
        PieceKind::Pawn => state.pawn_key ^= key,
        PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => state.defence_key ^= key,
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => {}
    }
}

/// Same board, side and counters; the way there does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.rule_plies() == other.rule_plies()
            && self.ply == other.ply
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    /// The canonical FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
