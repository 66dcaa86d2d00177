//! Decisions not to look: at a whole node, or at one of its moves.
//!
//! Each function takes values and gives a decision; none touches the search's state.

use super::{Bound, Entry, params};
use crate::{
    position::Position,
    types::{Color, PieceKind, Score},
};

/// What the decisions about a whole node rest on.
#[derive(Clone, Copy, Debug)]
pub struct NodeFacts {
    /// Plies left.
    pub depth: i32,
    /// Upper end of the window.
    pub beta: Score,
    /// Static evaluation, corrected, bettered by the table where it knows more.
    pub eval: Score,
    /// The evaluation rose since our last move.
    pub improving: bool,
}

/// A table entry deep enough whose bound already decides the window.
///
/// Near the no-capture limit the same position may be worth something else.
pub fn table_decides(
    entry: &Entry,
    depth: i32,
    alpha: Score,
    beta: Score,
    rule_plies: u32,
) -> bool {
    let bound_fits = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    entry.depth >= depth && bound_fits && rule_plies < 100
}

/// Razoring: so far below alpha that only captures could help.
pub fn razor(facts: NodeFacts, alpha: Score) -> bool {
    let margin = params::razor_base() + params::razor_slope() * facts.depth * facts.depth;
    facts.depth <= 4 && !alpha.is_decisive() && facts.eval + margin < alpha
}

/// Reverse futility: so far above beta that the opponent will not catch up in the plies left.
pub fn reverse_futility(facts: NodeFacts) -> bool {
    let plies = facts.depth - i32::from(facts.improving);
    facts.depth <= params::rfp_depth()
        && !facts.beta.is_decisive()
        && !facts.eval.is_decisive()
        && facts.eval - params::rfp_margin() * plies >= facts.beta
}

/// Null move: whether passing is worth a try. Zugzwang is common in thin xiangqi endings, so the
/// side to move must have a rook, horse or cannon; with only one, the outcome is verified.
pub fn try_null(facts: NodeFacts, position: &Position, static_eval: Score) -> bool {
    let margin = (params::null_margin() - params::null_slope() * facts.depth).max(0);
    facts.depth >= 2
        && facts.eval >= facts.beta
        && static_eval + margin >= facts.beta
        && !facts.beta.is_decisive()
        && heavy_pieces(position, position.side()) >= 1
}

/// How many rooks, horses and cannons a side has.
pub fn heavy_pieces(position: &Position, side: Color) -> u32 {
    let heavy = position.pieces(PieceKind::Rook)
        | position.pieces(PieceKind::Horse)
        | position.pieces(PieceKind::Cannon);
    (heavy & position.color(side)).len()
}

/// Plies the search after a null move is reduced by.
pub fn null_reduction(facts: NodeFacts) -> i32 {
    let ahead = (facts.eval - facts.beta).0 / params::null_eval();
    params::null_base() + facts.depth / params::null_divisor() + ahead.min(3)
}

/// ProbCut: the bound a shallow search of a capture must reach for the node to be given up as
/// won; `None` where it is not tried.
pub fn probcut_bound(facts: NodeFacts, entry: Option<&Entry>) -> Option<Score> {
    let bound = facts.beta + params::probcut_margin() - 40 * i32::from(facts.improving);
    let hopeless = entry.is_some_and(|e| e.depth >= facts.depth - 3 && e.score < bound);
    (facts.depth >= 5 && !facts.beta.is_decisive() && !hopeless).then_some(bound)
}

/// What the decisions about one move rest on.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    /// Plies left in the node.
    pub depth: i32,
    /// Plies that would be left for the move after reduction.
    pub reduced_depth: i32,
    /// Moves tried before, this one included.
    pub number: i32,
    /// As of the node.
    pub improving: bool,
    /// History points of the move.
    pub history: i32,
}

/// Late move pruning: after so many moves no quiet one is expected to be best.
pub fn late_move(facts: MoveFacts) -> bool {
    let by_depth = facts.depth * facts.depth * params::late_slope() / 100;
    facts.number >= (4 + by_depth) / (2 - i32::from(facts.improving))
}

/// Futility: a quiet move cannot lift the evaluation above alpha in the plies left.
pub fn futile(facts: MoveFacts, eval: Score, alpha: Score) -> bool {
    let plies = facts.reduced_depth.max(0);
    let margin = params::futility_base() + params::futility_slope() * plies + facts.history / 128;
    plies <= 8 && eval + margin <= alpha
}

/// History pruning: a quiet move that has always failed.
pub fn bad_history(facts: MoveFacts) -> bool {
    facts.reduced_depth <= 4 && facts.history < -params::history_prune() * facts.depth
}

/// Least result of the exchange for a quiet move to be tried.
pub fn quiet_exchange(facts: MoveFacts) -> i32 {
    let plies = facts.reduced_depth.max(0);
    -params::see_quiet() * plies * plies
}

/// Least result of the exchange for a capture to be tried.
pub fn capture_exchange(facts: MoveFacts) -> i32 {
    -params::see_capture() * facts.depth - facts.history / 64
}
