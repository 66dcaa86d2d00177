//! Search and evaluation scores.

use std::{
    fmt,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

/// The deepest line the search follows, in plies from the root.
pub const MAX_PLY: usize = 128;

/// The value of a mate on the board; a mate in `n` plies is worth `MATE - n`.
pub const MATE: i32 = 32_000;

/// The smallest value that means a forced mate. Twice the longest line, because a score read
/// from the table far from the root may count from deeper than it was found.
const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;

/// A win or loss by the repetition rules, `RULE - n` at `n` plies: larger than any evaluation,
/// smaller than any mate, so that it is never announced as a mate.
const RULE: i32 = 20_000;

/// The largest value an evaluation may take.
const EVAL_BOUND: i32 = RULE - 2 * MAX_PLY as i32;

/// A score in centipawns from the view of the side to move.
///
/// Three bands, each with both signs: evaluations up to 19 743, wins by the repetition rules
/// just below 20 000, and mates just below 32 000. Arithmetic is plain; [`Score::clamp_eval`]
/// brings a sum back into the first band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// No advantage.
    pub const ZERO: Self = Self(0);
    /// Better than anything that can happen.
    pub const INFINITE: Self = Self(MATE + 1);

    /// The side to move is mated or stalemated `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// The side to move mates `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The opponent broke the repetition rules `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn rule_win(ply: usize) -> Self {
        Self(RULE - ply as i32)
    }

    /// The side to move broke the repetition rules `ply` plies from the root.
    #[inline]
    #[must_use]
    pub const fn rule_loss(ply: usize) -> Self {
        Self(ply as i32 - RULE)
    }

    /// Whether it means a forced mate, for or against.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BOUND
    }

    /// Whether it rests on a mate or a verdict of the repetition rules rather than on an
    /// evaluation.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > EVAL_BOUND
    }

    /// Whether it is a win or loss by the repetition rules.
    #[inline]
    #[must_use]
    pub const fn is_rule(self) -> bool {
        self.is_decisive() && !self.is_mate()
    }

    /// The nearest score that is an evaluation.
    #[inline]
    #[must_use]
    pub fn clamp_eval(self) -> Self {
        Self(self.0.clamp(-EVAL_BOUND, EVAL_BOUND))
    }

    /// Moves to the mate, negative if the side to move gets mated, 0 if it is mated now;
    /// `None` if it is no mate.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((MATE - self.0 + 1) / 2)
        } else {
            Some(-(MATE + self.0) / 2)
        }
    }

    /// The form stored in the transposition table: decisive scores count from the node at
    /// `ply` instead of from the root.
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        if !self.is_decisive() {
            self
        } else if self.0 > 0 {
            Self(self.0 + ply as i32)
        } else {
            Self(self.0 - ply as i32)
        }
    }

    /// The reverse of [`Score::to_table`].
    #[inline]
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        if !self.is_decisive() {
            self
        } else if self.0 > 0 {
            Self(self.0 - ply as i32)
        } else {
            Self(self.0 + ply as i32)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: i32) -> Self {
        Self(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: i32) -> Self {
        Self(self.0 - other)
    }
}

impl Mul<i32> for Score {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score(500).mate_moves(), None);
        assert_eq!(Score::rule_win(3).mate_moves(), None);
    }

    #[test]
    fn table_form_round_trips_in_every_band() {
        for score in [Score(0), Score(-700), Score::mate_in(9), Score::mated_in(8)] {
            assert_eq!(score.to_table(5).from_table(5), score);
        }
        // Stored deep, still decisive; read elsewhere, counted from there.
        assert_eq!(
            Score::mate_in(9).to_table(5).from_table(2),
            Score::mate_in(6)
        );
        assert!(Score::rule_loss(MAX_PLY).is_rule());
        assert!(!Score(1_000_000).clamp_eval().is_decisive());
    }
}
