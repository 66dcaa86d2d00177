//! One training position in 32 bytes, and the network inputs it unpacks to.
//!
//! The board is stored as the side to move sees it, so a sample needs no colour: 90 bits of
//! occupied points, four bits for each piece in point order, the score and the result.

use crate::{
    datagen::record::Outcome,
    eval::nnue::{
        arch::bucket,
        features::{Orientation, checked_index},
    },
    position::Position,
    types::{Bitboard, Color, File, Piece},
};

/// A position with its labels, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Sample {
    /// Occupied points, 30 bits in each word.
    occupied: [u32; 3],
    /// A nibble for each piece, lowest point first, the low nibble first.
    pieces: [u8; 16],
    score: i16,
    result: MoverResult,
    kings: Kings,
}

const _: () = assert!(size_of::<Sample>() == 32);

/// The result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoverResult {
    /// It lost.
    Loss,
    /// A draw.
    Draw,
    /// It won.
    Win,
    /// Not known: only the score counts.
    Unknown,
}

impl MoverResult {
    /// What an outcome means for this side.
    #[must_use]
    pub fn of(outcome: Outcome, side: Color) -> Self {
        match (outcome, side) {
            (Outcome::Draw, _) => Self::Draw,
            (Outcome::Unknown, _) => Self::Unknown,
            (Outcome::RedWins, Color::Red) | (Outcome::BlackWins, Color::Black) => Self::Win,
            (Outcome::RedWins, Color::Black) | (Outcome::BlackWins, Color::Red) => Self::Loss,
        }
    }
}

/// How the kings make the two sides see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kings {
    BothStraight,
    MoverMirrored,
    OtherMirrored,
    BothMirrored,
    /// Both on the e-file: either way is as good.
    Either,
}

impl Kings {
    fn of(own: File, other: File) -> Self {
        let e = File::new(4);
        match (Orientation::of(own, other), Orientation::of(other, own)) {
            _ if own == e && other == e => Self::Either,
            (Orientation::Straight, Orientation::Straight) => Self::BothStraight,
            (Orientation::Mirrored, Orientation::Straight) => Self::MoverMirrored,
            (Orientation::Straight, Orientation::Mirrored) => Self::OtherMirrored,
            (Orientation::Mirrored, Orientation::Mirrored) => Self::BothMirrored,
        }
    }

    fn orientations(self, toss: Orientation) -> (Orientation, Orientation) {
        use Orientation::{Mirrored, Straight};
        match self {
            Self::BothStraight => (Straight, Straight),
            Self::MoverMirrored => (Mirrored, Straight),
            Self::OtherMirrored => (Straight, Mirrored),
            Self::BothMirrored => (Mirrored, Mirrored),
            Self::Either => (toss, toss),
        }
    }
}

/// The active inputs of a sample.
#[derive(Clone, Debug)]
pub struct Inputs {
    us: [u16; 32],
    them: [u16; 32],
    len: usize,
}

impl Inputs {
    /// Room for one sample.
    #[must_use]
    pub fn new() -> Self {
        Self {
            us: [0; 32],
            them: [0; 32],
            len: 0,
        }
    }

    /// Inputs seen by the side to move.
    #[inline]
    #[must_use]
    pub fn us(&self) -> &[u16] {
        &self.us[..self.len]
    }

    /// Inputs seen by the other side.
    #[inline]
    #[must_use]
    pub fn them(&self) -> &[u16] {
        &self.them[..self.len]
    }

    /// The output row that applies.
    #[inline]
    #[must_use]
    pub fn bucket(&self) -> usize {
        bucket(self.len as u32)
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}

impl Sample {
    /// Packs a position, its score for the side to move, and how the game came out.
    #[must_use]
    pub fn pack(position: &Position, score: i16, outcome: Outcome) -> Self {
        let side = position.side();
        let seen = |square: crate::types::Square| square.relative(side);
        let occupied: Bitboard = position.occupied().iter().map(seen).collect();
        let mut pieces = [0; 16];
        for (slot, square) in occupied.iter().enumerate() {
            let Some(piece) = position.piece_on(seen(square)) else {
                continue;
            };
            let color = if piece.color() == side {
                Color::Red
            } else {
                Color::Black
            };
            let code = Piece::new(color, piece.kind()).index() as u8;
            pieces[slot / 2] |= code << (4 * (slot % 2));
        }
        let bits = occupied.bits();
        const WORD: u128 = (1 << 30) - 1;
        Self {
            occupied: [0, 30, 60].map(|shift| (bits >> shift & WORD) as u32),
            pieces,
            score,
            result: MoverResult::of(outcome, side),
            kings: Kings::of(position.king(side).file(), position.king(!side).file()),
        }
    }

    /// The score for the side to move, in centipawns.
    #[inline]
    #[must_use]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The result for the side to move.
    #[inline]
    #[must_use]
    pub fn result(&self) -> MoverResult {
        self.result
    }

    fn occupied(&self) -> Bitboard {
        let [a, b, c] = self.occupied.map(u128::from);
        Bitboard::from_bits(a | b << 30 | c << 60)
    }

    /// Lists the active inputs. `toss` decides how a board with both kings on the e-file is
    /// seen; a straight view is the one the engine uses.
    #[inline]
    pub fn unpack(&self, toss: Orientation, inputs: &mut Inputs) {
        let (us, them) = self.kings.orientations(toss);
        inputs.len = 0;
        for (slot, square) in self.occupied().iter().enumerate().take(32) {
            let code = self.pieces[slot / 2] >> (4 * (slot % 2)) & 15;
            let piece = Piece::ALL[usize::from(code)];
            let own = checked_index(Color::Red, us, piece, square);
            let other = checked_index(Color::Black, them, piece, square);
            inputs.us[slot] = own.expect("packed from a position") as u16;
            inputs.them[slot] = other.expect("packed from a position") as u16;
            inputs.len = slot + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::features;

    #[test]
    fn a_packed_position_has_the_inputs_of_the_engine() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "3k5/4a4/9/4p4/9/2B6/4P4/9/4A4/4K1R2 b - - 0 1",
            "4k4/4a4/4b4/9/9/9/2p6/3A5/9/3A1K3 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let sample = Sample::pack(&position, -37, Outcome::BlackWins);
            let mut inputs = Inputs::new();
            sample.unpack(Orientation::Straight, &mut inputs);
            let side = position.side();
            for (color, got) in [(side, inputs.us()), (!side, inputs.them())] {
                let mut got: Vec<usize> = got.iter().copied().map(usize::from).collect();
                let mut expected: Vec<usize> = features::active(&position, color).collect();
                got.sort_unstable();
                expected.sort_unstable();
                assert_eq!(got, expected, "{fen} seen by {color}");
            }
            assert_eq!(sample.score(), -37);
            let lost = side == Color::Red;
            assert_eq!(sample.result() == MoverResult::Loss, lost);
            assert_eq!(inputs.bucket(), bucket(position.occupied().len()));
        }
    }
}
