//! The leaves: captures until the position is quiet, all moves in check.

use super::{
    Bound, Entry,
    node::Node,
    ordering::{Hints, Mode, MovePicker},
    params, prune, repetition,
    worker::{Stopped, Worker},
};
use crate::{
    position::{Restraints, exchange_value},
    types::{MAX_PLY, Move, Score},
};

impl Worker<'_> {
    /// The score of a position when only captures are looked at (everything, in check).
    pub(super) fn quiesce<N: Node>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.enter(ply)?;
        self.lines[ply].clear();
        if let Some(score) = repetition::verdict(&self.position, ply, self.shared.options) {
            return Ok(score);
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check {
                Score::ZERO
            } else {
                self.raw_eval()
            });
        }
        let key = self.position.key();
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = &entry
            && !N::PV
            && prune::table_decides(entry, 0, alpha, beta, self.position.rule_plies())
        {
            return Ok(entry.score);
        }
        let original_alpha = alpha;
        let raw = (!in_check).then(|| {
            entry
                .and_then(|e| e.eval)
                .unwrap_or_else(|| self.raw_eval())
        });
        let mut best = Score::mated_in(ply);
        if let Some(raw) = raw {
            best = stand_pat(self.corrected(raw), entry.as_ref());
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let restraints = Restraints::of(&self.position);
        let table_move = self.legal_table_move(entry.as_ref(), &restraints);
        let hints = Hints {
            table: table_move,
            killers: [None; 2],
            contexts: self.contexts(ply),
        };
        let mode = if in_check {
            Mode::All
        } else {
            Mode::Captures { threshold: 0 }
        };
        let mut picker = MovePicker::new(mode, &restraints, hints);
        let base = best + params::delta_margin();
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(&self.position, self.histories) {
            tried += 1;
            if !in_check && !best.is_mate() && self.cannot_reach(mv, base, alpha) {
                best = best.max(base.min(alpha));
                continue;
            }
            // In check, one quiet evasion after a sound one is enough.
            if in_check && tried > 2 && !best.is_mate() && !self.position.is_capture(mv) {
                picker.skip_quiets();
                continue;
            }
            self.make(mv, ply);
            let score = self.quiesce::<N>(-beta, -alpha, ply + 1);
            self.undo();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if !best.is_rule() {
            let bound = bound_of(best, original_alpha, beta);
            let entry = Entry {
                mv: best_move,
                score: best,
                eval: raw,
                depth: 0,
                bound,
                pv: N::PV,
            };
            self.shared.table.store(key, ply, entry);
        }
        Ok(best)
    }

    /// Whether a capture, even of its victim and a margin, stays below alpha.
    fn cannot_reach(&self, mv: Move, base: Score, alpha: Score) -> bool {
        let victim = self.position.piece_on(mv.to());
        victim.is_some_and(|victim| base + exchange_value(victim.kind()) <= alpha)
            && !self.position.gives_check(mv)
    }
}

/// The score of doing nothing, bettered by the table where its bound allows.
fn stand_pat(eval: Score, entry: Option<&Entry>) -> Score {
    match entry {
        Some(entry) if !entry.score.is_decisive() && improves(entry, eval) => entry.score,
        _ => eval,
    }
}

/// Whether the table's score says more than the evaluation.
pub(super) fn improves(entry: &Entry, eval: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    }
}

/// How a score found with this window is to be read.
pub(super) fn bound_of(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
