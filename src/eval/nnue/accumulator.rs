//! The hidden layer kept up to date along a line of play.
//!
//! A search worker owns one [`Accumulators`]. It listens to the board: every move pushes a ply
//! that only notes which pieces came and went; sums are made when a score is asked for, from the
//! nearest earlier ply that has them. A ply whose orientation differs from its predecessor's
//! (a king crossed the middle) starts anew from a per-orientation cache: the sum of the last
//! board seen that way, plus the difference to this one ("Finny table", after Luecx's engine
//! Koivisto and Ciekce's Stormphrax).

use std::sync::Arc;

use super::{
    features::{self, Orientation},
    network::Network,
    simd::{Block, Kernel},
};
use crate::{
    position::{Observer, Position},
    types::{Bitboard, ByColor, Color, File, Piece, PieceKind, Score, Square},
};

/// Plies to make room for at first; more are added when a line is longer.
const PLIES: usize = 160;

/// Beyond this many plies without a sum, starting from the cache is cheaper than following.
const MAX_STEPS: usize = 8;

/// What happened to the pieces in one ply.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    added: Option<(Piece, Square)>,
    removed: [Option<(Piece, Square)>; 2],
}

/// One ply: the change that led to it and, for each side, whether its sums are made.
#[derive(Clone, Copy, Debug)]
struct Ply {
    change: Change,
    kings: ByColor<File>,
    ready: ByColor<bool>,
}

impl Ply {
    fn orientation(&self, perspective: Color) -> Orientation {
        Orientation::of(self.kings[perspective], self.kings[!perspective])
    }
}

/// The last board summed for one perspective and orientation.
#[derive(Clone, Debug)]
struct Cached {
    sums: Box<[Block]>,
    pieces: [Bitboard; 14],
}

/// The accumulators of one line of play, from the root of a search to its current node.
///
/// Keep it in step with the position: [`reset`](Self::reset) at the root, then
/// [`push`](Self::push) before a move is made with this as its observer, and
/// [`pop`](Self::pop) when the move is taken back (unobserved).
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    kernel: Kernel,
    plies: Vec<Ply>,
    /// For each ply the sums of Red's view, then of Black's.
    sums: Vec<Block>,
    top: usize,
    cache: Box<ByColor<[Cached; 2]>>,
}

impl Accumulators {
    /// Accumulators for `network`; call [`reset`](Self::reset) before use.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_kernel(network, Kernel::best())
    }

    /// The same with a kernel of choice.
    #[must_use]
    pub fn with_kernel(network: Arc<Network>, kernel: Kernel) -> Self {
        let e = File::new(4);
        let ply = Ply {
            change: Change::default(),
            kings: ByColor([e; 2]),
            ready: ByColor([false; 2]),
        };
        let empty = Cached {
            sums: network.feature_bias.clone(),
            pieces: [Bitboard::EMPTY; 14],
        };
        let both = [empty.clone(), empty];
        Self {
            kernel,
            plies: vec![ply; PLIES],
            sums: vec![Block::ZERO; PLIES * 2 * network.row_len()],
            top: 0,
            cache: Box::new(ByColor([both.clone(), both])),
            network,
        }
    }

    /// The network in use.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts a line at this position.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.plies[0] = Ply {
            change: Change::default(),
            kings: ByColor([Color::Red, Color::Black].map(|c| position.king(c).file())),
            ready: ByColor([false; 2]),
        };
    }

    /// Opens the ply a move is about to lead to.
    #[inline]
    pub fn push(&mut self) {
        let ply = Ply {
            change: Change::default(),
            kings: self.plies[self.top].kings,
            ready: ByColor([false; 2]),
        };
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(ply);
            let row_len = self.network.row_len();
            self.sums.resize(self.sums.len() + 2 * row_len, Block::ZERO);
        } else {
            self.plies[self.top] = ply;
        }
    }

    /// Leaves the last ply.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.top > 0, "more plies left than entered");
        self.top -= 1;
    }

    /// The score of the current position in centipawns for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        for perspective in Color::ALL {
            self.prepare(position, perspective);
        }
        let side = position.side();
        let (us, them) = (self.sums(self.top, side), self.sums(self.top, !side));
        let pieces = position.occupied().len();
        let score = self.network.output(self.kernel, us, them, pieces);
        debug_assert!(
            !position.key().0.is_multiple_of(64) || score == self.network.evaluate(position),
            "accumulators out of step at {}",
            position.fen()
        );
        score
    }

    fn sums(&self, ply: usize, perspective: Color) -> &[Block] {
        let len = self.network.row_len();
        &self.sums[(2 * ply + perspective.index()) * len..][..len]
    }

    /// Makes the sums of the top ply for one side.
    fn prepare(&mut self, position: &Position, perspective: Color) {
        if self.plies[self.top].ready[perspective] {
            return;
        }
        match self.nearest(perspective) {
            Some(start) => {
                for ply in start + 1..=self.top {
                    self.advance(ply, perspective);
                }
            }
            None => self.refresh(position, perspective),
        }
    }

    /// The nearest earlier ply with sums from which this side's view never turned.
    fn nearest(&self, perspective: Color) -> Option<usize> {
        let orientation = self.plies[self.top].orientation(perspective);
        let last = self.top.saturating_sub(MAX_STEPS);
        (last..self.top)
            .rev()
            .take_while(|&ply| self.plies[ply].orientation(perspective) == orientation)
            .find(|&ply| self.plies[ply].ready[perspective])
    }

    /// Sums of a ply from those of the one before.
    fn advance(&mut self, ply: usize, perspective: Color) {
        let network = &*self.network;
        let len = network.row_len();
        let current = self.plies[ply];
        let orientation = current.orientation(perspective);
        let row = |(piece, square): (Piece, Square)| {
            network.row(features::index(perspective, orientation, piece, square))
        };
        let from = (2 * (ply - 1) + perspective.index()) * len;
        let (before, after) = self.sums.split_at_mut(from + 2 * len);
        let (from, to) = (&before[from..from + len], &mut after[..len]);
        let Change { added, removed } = current.change;
        match (added.map(row), removed[0].map(row), removed[1].map(row)) {
            (Some(a), Some(r), None) => self.kernel.update(to, from, &[a], &[r]),
            (Some(a), Some(r), Some(s)) => self.kernel.update(to, from, &[a], &[r, s]),
            _ => to.copy_from_slice(from), // a ply without a move
        }
        self.plies[ply].ready[perspective] = true;
    }

    /// Sums of the top ply from the cached board of this orientation.
    fn refresh(&mut self, position: &Position, perspective: Color) {
        let network = &*self.network;
        let orientation = self.plies[self.top].orientation(perspective);
        debug_assert_eq!(orientation, features::orientation(position, perspective));
        let cached = &mut self.cache[perspective][orientation as usize];
        let (mut add, mut sub): ([&[Block]; 32], [&[Block]; 32]) = ([&[]; 32], [&[]; 32]);
        let (mut adds, mut subs) = (0, 0);
        for piece in Piece::ALL {
            let now = position.piece(piece.color(), piece.kind());
            let was = std::mem::replace(&mut cached.pieces[piece.index()], now);
            let row =
                |square| network.row(features::index(perspective, orientation, piece, square));
            for square in now - was {
                add[adds] = row(square);
                adds += 1;
            }
            for square in was - now {
                sub[subs] = row(square);
                subs += 1;
            }
        }
        let len = network.row_len();
        let to = &mut self.sums[(2 * self.top + perspective.index()) * len..][..len];
        self.kernel
            .update(to, &cached.sums, &add[..adds], &sub[..subs]);
        cached.sums.copy_from_slice(to);
        self.plies[self.top].ready[perspective] = true;
    }
}

impl Observer for Accumulators {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let ply = &mut self.plies[self.top];
        debug_assert!(ply.change.added.is_none(), "a move adds one piece");
        ply.change.added = Some((piece, square));
        if piece.kind() == PieceKind::King {
            ply.kings[piece.color()] = square.file();
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let removed = &mut self.plies[self.top].change.removed;
        debug_assert!(removed[1].is_none(), "a move removes at most two pieces");
        let at = usize::from(removed[0].is_some());
        removed[at] = Some((piece, square));
    }
}
