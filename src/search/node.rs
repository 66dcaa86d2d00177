//! An inner node of the tree: principal variation search, step by step.
//!
//! Steps 1 to 5 are here: everything before the first move. The moves themselves are in `moves`,
//! what is learned from them in `lessons`.

use super::{
    Bound, Entry,
    ordering::{Hints, Mode, MovePicker},
    prune,
    prune::NodeFacts,
    quiesce::improves,
    repetition,
    worker::{Stopped, Worker},
};
use crate::{
    position::Restraints,
    types::{MAX_PLY, Move, Score},
};

/// What kind of node is searched, known to the compiler.
pub trait Node {
    /// The root.
    const ROOT: bool;
    /// On a principal variation: the window is open.
    const PV: bool;
}

/// The root of the tree.
pub struct Root;
/// A node with an open window.
pub struct Open;
/// A node with a window of one centipawn.
pub struct Closed;

impl Node for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl Node for Open {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl Node for Closed {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What a node knows before its first move.
pub(super) struct Here {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) cut: bool,
    pub(super) in_check: bool,
    pub(super) restraints: Restraints,
    pub(super) improving: bool,
    /// Raw evaluation, for the table.
    pub(super) raw: Option<Score>,
    /// Corrected, and bettered by the table.
    pub(super) eval: Score,
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<Move>,
    pub(super) excluded: Option<Move>,
    pub(super) table_pv: bool,
}

impl Worker<'_> {
    /// The score of the present position, searched `depth` plies deep in the window
    /// `alpha..beta`. `cut` says that a fail-high is expected.
    pub(super) fn search<N: Node>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. Leaves.
        if depth <= 0 {
            return if N::PV {
                self.quiesce::<Open>(alpha, beta, ply)
            } else {
                self.quiesce::<Closed>(alpha, beta, ply)
            };
        }
        self.enter(ply)?;
        self.lines[ply].clear();

        // 2. Verdicts of the rules, the longest line, mates that cannot be improved on.
        if !N::ROOT {
            let options = self.shared.options;
            if let Some(score) = repetition::verdict(&self.position, ply, options) {
                return Ok(score);
            }
            if ply >= MAX_PLY - 1 {
                let in_check = self.position.in_check();
                return Ok(if in_check {
                    Score::ZERO
                } else {
                    self.raw_eval()
                });
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if let Some(draw) = repetition::upcoming(&mut self.position, ply, alpha, options) {
                alpha = draw;
            }
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // 3. The table.
        let excluded = self.frame(ply).excluded;
        let key = self.position.key();
        let entry = if excluded.is_none() {
            self.shared.table.probe(key, ply)
        } else {
            None
        };
        if let Some(entry) = &entry
            && !N::PV
            && prune::table_decides(entry, depth, alpha, beta, self.position.rule_plies())
        {
            self.reward_table_move(entry, beta, depth, ply);
            return Ok(entry.score);
        }

        // 4. The evaluation, and giving up or cutting off the whole node.
        let mut here = self.assess::<N>(entry, excluded, depth, ply, cut);
        if !N::PV
            && !here.in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(&here, alpha, beta)?
        {
            return Ok(score);
        }

        // 5. Internal reduction: without a move to begin with, look less deeply first.
        if (N::PV || cut) && here.depth >= 4 && here.table_move.is_none() && excluded.is_none() {
            here.depth -= 1;
        }

        // 6. The moves.
        self.search_moves::<N>(&here, alpha, beta)
    }

    /// Step 4: what is known of the position before its first move.
    fn assess<N: Node>(
        &mut self,
        entry: Option<Entry>,
        excluded: Option<Move>,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Here {
        let in_check = self.position.in_check();
        let restraints = Restraints::of(&self.position);
        let table_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].mv)
        } else {
            entry
                .and_then(|e| e.mv)
                .filter(|&mv| self.position.is_legal(mv))
        };
        let raw = (!in_check).then(|| {
            entry
                .and_then(|e| e.eval)
                .unwrap_or_else(|| self.raw_eval())
        });
        let corrected = raw.map(|raw| self.corrected(raw));
        let frame = self.frame_mut(ply);
        frame.eval = corrected;
        if excluded.is_none()
            && let Some(eval) = corrected
        {
            self.learn_from_eval(eval, ply);
        }
        self.frame_mut(ply + 1).killers = [None; 2];
        self.frame_mut(ply + 1).excluded = None;
        self.frame_mut(ply + 2).cutoffs = 0;
        let earlier = self
            .frame_before(ply, 2)
            .eval
            .or(self.frame_before(ply, 4).eval);
        let improving = match (corrected, earlier) {
            (Some(now), Some(earlier)) => now > earlier,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let eval = match (corrected, &entry) {
            (Some(eval), Some(entry)) if !entry.score.is_decisive() && improves(entry, eval) => {
                entry.score
            }
            (Some(eval), _) => eval,
            (None, _) => -Score::INFINITE,
        };
        let table_pv = N::PV || entry.is_some_and(|e| e.pv);
        Here {
            ply,
            depth,
            cut,
            in_check,
            restraints,
            improving,
            raw,
            eval,
            entry,
            table_move,
            excluded,
            table_pv,
        }
    }

    /// Razoring, reverse futility, null move and ProbCut: the score if one of them decides.
    fn prune_node(
        &mut self,
        here: &Here,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Here {
            ply,
            depth,
            eval,
            improving,
            ..
        } = *here;
        let facts = NodeFacts {
            depth,
            beta,
            eval,
            improving,
        };
        if prune::razor(facts, alpha) {
            let score = self.quiesce::<Closed>(alpha, alpha + 1, ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if !here.table_pv && prune::reverse_futility(facts) {
            return Ok(Some(Score((eval.0 + beta.0) / 2)));
        }
        let static_eval = self.frame(ply).eval.unwrap_or(eval);
        if ply >= self.null_barrier
            && self.frame_before(ply, 1).mv.is_some()
            && prune::try_null(facts, &self.position, static_eval)
            && let Some(score) = self.null_move(facts, ply, here.cut)?
        {
            return Ok(Some(score));
        }
        match prune::probcut_bound(facts, here.entry.as_ref()) {
            Some(bound) => self.probcut(here, bound),
            None => Ok(None),
        }
    }

    /// Passes the turn: if the opponent still cannot get below beta, the node fails high. Deep
    /// in the tree a search without null moves must agree, as zugzwang would deceive.
    ///
    /// Source: Donninger, "Null Move and Deep Search" (1993).
    fn null_move(
        &mut self,
        facts: NodeFacts,
        ply: usize,
        cut: bool,
    ) -> Result<Option<Score>, Stopped> {
        let beta = facts.beta;
        let left = facts.depth - prune::null_reduction(facts);
        self.make_null(ply);
        let score = self.search::<Closed>(-beta, -beta + 1, left, ply + 1, !cut);
        self.position.undo_null();
        let score = -score?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_decisive() { beta } else { score };
        let few = prune::heavy_pieces(&self.position, self.position.side()) < 2;
        if self.null_barrier > 0 || (facts.depth < 13 && !few) {
            return Ok(Some(score));
        }
        self.null_barrier = ply + 1 + (3 * left.max(0) / 4) as usize;
        let verified = self.search::<Closed>(beta - 1, beta, left, ply, false);
        self.null_barrier = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// A capture that in a shallow search comes out far above beta will do so in a deep one.
    ///
    /// Source: Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm"
    /// (1995).
    fn probcut(&mut self, here: &Here, bound: Score) -> Result<Option<Score>, Stopped> {
        let Here { ply, depth, .. } = *here;
        let threshold = (bound - self.frame(ply).eval.unwrap_or(here.eval)).0.max(1);
        let hints = Hints {
            table: None,
            killers: [None; 2],
            contexts: [None; 3],
        };
        let mut picker = MovePicker::new(Mode::Captures { threshold }, &here.restraints, hints);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            self.make(mv, ply);
            let mut score = self
                .quiesce::<Closed>(-bound, -bound + 1, ply + 1)
                .map(|s| -s);
            if score.is_ok_and(|score| score >= bound) {
                score = self
                    .search::<Closed>(-bound, -bound + 1, depth - 4, ply + 1, !here.cut)
                    .map(|s| -s);
            }
            self.undo();
            let score = score?;
            if score >= bound {
                if !score.is_rule() {
                    let entry = Entry {
                        mv: Some(mv),
                        score,
                        eval: here.raw,
                        depth: depth - 3,
                        bound: Bound::Lower,
                        pv: here.table_pv,
                    };
                    self.shared.table.store(self.position.key(), ply, entry);
                }
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
