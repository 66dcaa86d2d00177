//! Decisions to look deeper than asked.

use super::{Bound, Entry, params};
use crate::types::{Move, Score};

/// Whether the table's move may be singular: much better than all others as far as is known.
pub fn may_be_singular(entry: &Entry, mv: Move, depth: i32) -> bool {
    entry.mv == Some(mv)
        && depth >= 6
        && entry.depth >= depth - 3
        && entry.bound != Bound::Upper
        && !entry.score.is_decisive()
}

/// The bound all other moves must stay below for the table's move to be singular.
pub fn singular_bound(entry: &Entry, depth: i32) -> Score {
    entry.score - depth * params::singular_margin() / 8
}

/// What the search without the table's move says of it.
pub enum Singular {
    /// Look at it so many plies deeper (or less deeply, if negative).
    Extend(i32),
    /// Another move is good enough too: the node fails high with this score.
    MultiCut(Score),
}

/// Judges the table's move by the best of the others.
///
/// Source: Anantharaman, Campbell and Hsu, "Singular Extensions" (1988); multi-cut by Björnsson
/// and Marsland (1999).
pub fn singular(
    others: Score,
    bound: Score,
    beta: Score,
    entry: &Entry,
    pv: bool,
    cut: bool,
) -> Singular {
    if others < bound {
        let double = !pv && others < bound - params::double_margin();
        Singular::Extend(1 + i32::from(double))
    } else if others >= beta && !others.is_decisive() {
        Singular::MultiCut(others)
    } else if entry.score >= beta {
        Singular::Extend(-2)
    } else if cut {
        Singular::Extend(-1)
    } else {
        Singular::Extend(0)
    }
}

/// Whether a sound check on a principal variation is looked at one ply deeper: only while the
/// line is not already much longer than the iteration. Extending every check, as chess programs
/// of old did, cost 34 Elo in 300 games: checks are cheap in xiangqi.
pub fn extend_check(ply: usize, root_depth: i32) -> bool {
    (ply as i32) < root_depth + root_depth / 2
}
