//! Playing below full strength.
//!
//! A weaker player looks less far ahead and does not always find the best of the moves it
//! considers: iterations are limited, and the move is drawn from the best lines, the likelier
//! the nearer its score is to the best. The draw depends on position and node count only, so
//! that a game can be repeated.

use crate::types::{Key, Move, Score};

/// A level from 0, a beginner, to 20, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill(u32);

/// The rating level 0 stands for, on a scale of our own: 0 to 20 spread evenly up to
/// [`Skill::MAX_ELO`].
const MIN_ELO: u32 = 800;

impl Skill {
    /// Full strength.
    pub const MAX: u32 = 20;
    /// The lowest rating that can be asked for.
    pub const MIN_ELO: u32 = MIN_ELO;
    /// The highest rating that can be asked for.
    pub const MAX_ELO: u32 = 2800;

    /// This level; `None` for 20 and above, which is no limit.
    #[must_use]
    pub const fn from_level(level: u32) -> Option<Self> {
        if level >= Self::MAX {
            None
        } else {
            Some(Self(level))
        }
    }

    /// The level for a rating between [`Skill::MIN_ELO`] and [`Skill::MAX_ELO`].
    #[must_use]
    pub const fn from_elo(elo: u32) -> Option<Self> {
        let above = elo.saturating_sub(MIN_ELO);
        Self::from_level(above * Self::MAX / (Self::MAX_ELO - MIN_ELO))
    }

    /// Plies of the last iteration.
    pub(super) const fn depth(self) -> u32 {
        1 + self.0 * 2 / 3
    }

    /// Lines to choose from.
    pub(super) const LINES: usize = 6;

    /// One of the lines, which are in order, best first. Mates are always found.
    pub(super) fn choose(self, lines: &[(Move, Score)], key: Key, nodes: u64) -> Option<Move> {
        let &(best, top) = lines.first()?;
        if top.is_mate() && top.0 > 0 {
            return Some(best);
        }
        // What one overlooks: from two pawns at level 0 to next to nothing.
        let blindness = 10 + 12 * (Self::MAX - self.0) as i32;
        let mut random = key.0 ^ nodes.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let noisy = lines.iter().map(|&(mv, score)| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let noise = (random >> 33) as i32 % blindness.max(1);
            (score.0.max(top.0 - 600) + noise, mv)
        });
        noisy.max_by_key(|&(value, _)| value).map(|(_, mv)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_ratings_meet_at_the_ends() {
        assert_eq!(Skill::from_elo(Skill::MAX_ELO), None);
        assert_eq!(Skill::from_elo(0), Skill::from_level(0));
        assert_eq!(Skill::from_level(20), None);
        assert!(Skill::from_level(0).unwrap().depth() < Skill::from_level(19).unwrap().depth());
    }

    #[test]
    fn mates_are_found_and_blunders_bounded() {
        let (a, b): (Move, Move) = ("h2e2".parse().unwrap(), "a0a1".parse().unwrap());
        let beginner = Skill::from_level(0).unwrap();
        for nodes in 0..100 {
            let mate = [(a, Score::mate_in(1)), (b, Score(900))];
            assert_eq!(beginner.choose(&mate, Key(7), nodes), Some(a));
            let clear = [(a, Score(300)), (b, Score(0))];
            assert_eq!(beginner.choose(&clear, Key(7), nodes), Some(a));
        }
        let close = [(a, Score(10)), (b, Score(0))];
        assert!((0..100).any(|nodes| beginner.choose(&close, Key(7), nodes) == Some(b)));
        assert_eq!(beginner.choose(&[], Key(7), 0), None);
    }
}
