//! The moves of an inner node: step 6 of the search.

use super::{
    extend::{self, Singular},
    node::{Closed, Here, Node, Open},
    ordering::{Hints, Mode, MovePicker},
    prune::{self, MoveFacts},
    reduce::{self, Circumstances},
    worker::{Stopped, Worker},
};
use crate::types::{List, Move, Piece, Score};

/// What step 6a says.
enum Prune {
    No,
    This,
    AllQuiets,
}

impl Worker<'_> {
    /// Step 6: tries the moves, and learns from the outcome.
    pub(super) fn search_moves<N: Node>(
        &mut self,
        here: &Here,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Here {
            ply,
            mut depth,
            in_check,
            excluded,
            ..
        } = *here;
        let original_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut quiets: List<Move> = List::new();
        let mut captures: List<Move> = List::new();
        let hints = Hints {
            table: here.table_move,
            killers: self.frame(ply).killers,
            contexts: self.contexts(ply),
        };
        let mut picker = MovePicker::new(Mode::All, &here.restraints, hints);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            if Some(mv) == excluded || (N::ROOT && !self.is_wanted_at_root(mv)) {
                continue;
            }
            number += 1;
            if N::ROOT {
                self.tell_current_move(mv, number);
            }
            let capture = self.position.is_capture(mv);
            let gives_check = self.position.gives_check(mv);
            let circumstances = Circumstances {
                pv: here.table_pv,
                cut: here.cut,
                improving: here.improving,
                in_check,
                gives_check,
                capture,
                killer: hints.killers.contains(&Some(mv)),
                table_capture: here
                    .table_move
                    .is_some_and(|mv| self.position.is_capture(mv)),
                child_cutoffs: self.frame(ply + 1).cutoffs,
                history: self.history_points(mv, &hints),
            };
            let base = self.shared.reductions.base(depth, number);

            // 6a. Not to be looked at.
            if !N::ROOT && best > -Score::INFINITE && !(best.is_decisive() && best.0 < 0) {
                let facts = MoveFacts {
                    depth,
                    reduced_depth: depth - 1 - base / 1024,
                    number,
                    improving: here.improving,
                    history: circumstances.history,
                };
                match self.prune_move(mv, facts, &circumstances, here, alpha) {
                    Prune::No => {}
                    Prune::This => continue,
                    Prune::AllQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // 6b. To be looked at more deeply.
            let extension = match self.extension::<N>(mv, here, beta, gives_check)? {
                Singular::Extend(plies) => plies,
                Singular::MultiCut(score) => return Ok(score),
            };
            let new_depth = depth - 1 + extension;
            let before = self.nodes;
            self.frame_mut(ply + 1).doubles = self.frame(ply).doubles + u32::from(extension >= 2);

            // 6c. The search below the move.
            self.make(mv, ply);
            let reduction = reduce::reduction(base, circumstances);
            let score = self.search_below::<N>(alpha, beta, new_depth, reduction, number, here);
            self.undo();
            let score = score?;
            if N::ROOT {
                self.note_root_score(mv, score, alpha, number, before);
            }

            // 6d. What it brought.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    if N::PV && !N::ROOT && !score.is_decisive() {
                        depth = reduce::after_raise(depth);
                    }
                }
            }
            if Some(mv) != best_move {
                if capture {
                    captures.push(mv)
                } else {
                    quiets.push(mv)
                }
            }
        }

        // 7. No move: mate or stalemate, both lost.
        if number == 0 {
            return Ok(if excluded.is_some() {
                alpha
            } else {
                Score::mated_in(ply)
            });
        }
        // 8. Lessons.
        match best_move {
            Some(mv) if best >= beta => self.learn_cutoff(mv, &quiets, &captures, &hints, here),
            None if excluded.is_none() => self.reward_move_before(here),
            _ => {}
        }
        self.remember::<N>(here, best, best_move, original_alpha, beta);
        Ok(best)
    }

    /// Step 6c: the score of the move just made, first with a reduced depth and a closed window
    /// where it is not expected to be best.
    fn search_below<N: Node>(
        &mut self,
        alpha: Score,
        beta: Score,
        new_depth: i32,
        reduction: i32,
        number: i32,
        here: &Here,
    ) -> Result<Score, Stopped> {
        let next = here.ply + 1;
        let closed = |worker: &mut Self, depth, cut| {
            worker
                .search::<Closed>(-alpha - 1, -alpha, depth, next, cut)
                .map(|score| -score)
        };
        let mut score = -Score::INFINITE;
        let first = number == 1;
        if here.depth >= 2 && number > 1 + i32::from(N::ROOT) {
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            score = closed(self, reduced, true)?;
            if score > alpha && reduced < new_depth {
                // Not as bad as thought: by how much decides how deep the second look goes.
                let deeper =
                    i32::from(score > alpha + 60 + 2 * new_depth) - i32::from(score < alpha + 8);
                if new_depth + deeper > reduced {
                    score = closed(self, new_depth + deeper, !here.cut)?;
                }
            }
        } else if !N::PV || !first {
            score = closed(self, new_depth, !here.cut)?;
        }
        if N::PV && (first || score > alpha) {
            score = -self.search::<Open>(-beta, -alpha, new_depth, next, false)?;
        }
        Ok(score)
    }

    /// The points the histories give a move.
    fn history_points(&self, mv: Move, hints: &Hints) -> i32 {
        let piece = self.moving(mv);
        match self.position.piece_on(mv.to()) {
            Some(captured) => self.histories.capture(piece, mv, captured),
            None => self
                .histories
                .quiet(self.position.side(), piece, mv, &hints.contexts),
        }
    }

    pub(super) fn moving(&self, mv: Move) -> Piece {
        self.position
            .piece_on(mv.from())
            .expect("legal moves start on a piece")
    }

    /// Step 6a.
    fn prune_move(
        &self,
        mv: Move,
        facts: MoveFacts,
        c: &Circumstances,
        here: &Here,
        alpha: Score,
    ) -> Prune {
        if c.capture {
            let lost = !self
                .position
                .see_ge(mv, prune::capture_exchange(facts).min(0));
            return if lost && !c.gives_check {
                Prune::This
            } else {
                Prune::No
            };
        }
        if prune::late_move(facts) {
            return Prune::AllQuiets;
        }
        if c.gives_check {
            return Prune::No;
        }
        if prune::bad_history(facts) {
            return Prune::This;
        }
        if !here.in_check && prune::futile(facts, here.eval, alpha) {
            return Prune::AllQuiets;
        }
        if !self.position.see_ge(mv, prune::quiet_exchange(facts)) {
            return Prune::This;
        }
        Prune::No
    }

    /// Step 6b: singular moves and checks.
    fn extension<N: Node>(
        &mut self,
        mv: Move,
        here: &Here,
        beta: Score,
        gives_check: bool,
    ) -> Result<Singular, Stopped> {
        let Here {
            ply, depth, cut, ..
        } = *here;
        if let Some(entry) = &here.entry
            && !N::ROOT
            && here.excluded.is_none()
            && (ply as i32) < 2 * self.root_depth
            && extend::may_be_singular(entry, mv, depth)
        {
            let bound = extend::singular_bound(entry, depth);
            self.frame_mut(ply).excluded = Some(mv);
            let others = self.search::<Closed>(bound - 1, bound, (depth - 1) / 2, ply, cut);
            self.frame_mut(ply).excluded = None;
            let judged = extend::singular(others?, bound, beta, entry, N::PV, cut);
            return Ok(match judged {
                Singular::Extend(2) if self.frame(ply).doubles >= 5 => Singular::Extend(1),
                other => other,
            });
        }
        let check = N::PV
            && gives_check
            && extend::extend_check(ply, self.root_depth)
            && self.position.see_ge(mv, 0);
        Ok(Singular::Extend(i32::from(check)))
    }
}
