//! An inner node of the tree: principal variation search, step by step.

use super::{
    Bound, Entry,
    extend::{self, Singular},
    history::Context,
    ordering::{Hints, Mode, MovePicker},
    params, prune,
    prune::{MoveFacts, NodeFacts},
    quiesce::{bound_of, improves},
    reduce::{self, Circumstances},
    repetition,
    worker::{Stopped, Worker},
};
use crate::types::{List, MAX_PLY, Move, Piece, Score};

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
struct Here {
    ply: usize,
    depth: i32,
    cut: bool,
    in_check: bool,
    improving: bool,
    /// Raw evaluation, for the table.
    raw: Option<Score>,
    /// Corrected, and bettered by the table.
    eval: Score,
    entry: Option<Entry>,
    table_move: Option<Move>,
    excluded: Option<Move>,
    table_pv: bool,
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
            let rules = &self.shared.options.rules;
            if let Some(score) = repetition::verdict(&self.position, ply, rules) {
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
        let mut picker = MovePicker::new(Mode::Captures { threshold }, hints);
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

    /// Step 6: tries the moves, and learns from the outcome.
    fn search_moves<N: Node>(
        &mut self,
        here: &Here,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Here {
            ply,
            depth,
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
        let mut picker = MovePicker::new(Mode::All, hints);
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
        if let Some(mv) = best_move
            && best >= beta
        {
            self.learn_cutoff(mv, &quiets, &captures, &hints, here);
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

    fn moving(&self, mv: Move) -> Piece {
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
        let check = gives_check
            && extend::extend_check(ply, self.root_depth)
            && self.position.see_ge(mv, 0);
        Ok(Singular::Extend(i32::from(check)))
    }

    /// Step 8 after a cutoff: the move is rewarded, those tried before it are punished.
    fn learn_cutoff(
        &mut self,
        mv: Move,
        quiets: &[Move],
        captures: &[Move],
        hints: &Hints,
        here: &Here,
    ) {
        let bonus = history_bonus(here.depth);
        let side = self.position.side();
        if let Some(captured) = self.position.piece_on(mv.to()) {
            self.histories
                .learn_capture(self.moving(mv), mv, captured, bonus);
        } else {
            let killers = &mut self.frame_mut(here.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            let piece = self.moving(mv);
            self.histories
                .learn_quiet(side, piece, mv, &hints.contexts, bonus);
            for &other in quiets {
                let piece = self.moving(other);
                self.histories
                    .learn_quiet(side, piece, other, &hints.contexts, -bonus);
            }
        }
        for &other in captures {
            let captured = self
                .position
                .piece_on(other.to())
                .expect("captures land on a piece");
            self.histories
                .learn_capture(self.moving(other), other, captured, -bonus);
        }
    }

    /// A quiet table move that cuts off is rewarded without being searched again.
    fn reward_table_move(&mut self, entry: &Entry, beta: Score, depth: i32, ply: usize) {
        let Some(mv) = entry.mv else { return };
        if entry.score >= beta && !self.position.is_capture(mv) && self.position.is_pseudo_legal(mv)
        {
            let contexts: [Option<Context>; 3] = self.contexts(ply);
            let (side, piece) = (self.position.side(), self.moving(mv));
            self.histories
                .learn_quiet(side, piece, mv, &contexts, history_bonus(depth));
        }
    }

    /// Step 8 for the table and the corrections. Scores that rest on the repetition rules hold
    /// for this path only and are not stored.
    fn remember<N: Node>(
        &mut self,
        here: &Here,
        best: Score,
        mv: Option<Move>,
        alpha: Score,
        beta: Score,
    ) {
        if here.excluded.is_some() {
            return;
        }
        let bound = bound_of(best, alpha, beta);
        let quiet = mv.is_none_or(|mv| !self.position.is_capture(mv));
        if let Some(eval) = self.frame(here.ply).eval
            && quiet
            && !best.is_decisive()
            && improves(
                &Entry {
                    mv,
                    score: best,
                    eval: None,
                    depth: 0,
                    bound,
                    pv: false,
                },
                eval,
            )
        {
            let raw = here.raw.unwrap_or(eval);
            self.histories
                .learn_correction(&self.position, here.depth, best - raw);
        }
        if best.is_rule() || (N::ROOT && self.pv_index > 0) {
            return;
        }
        let entry = Entry {
            mv,
            score: best,
            eval: here.raw,
            depth: here.depth,
            bound,
            pv: here.table_pv,
        };
        self.shared
            .table
            .store(self.position.key(), here.ply, entry);
    }
}

/// What step 6a says.
enum Prune {
    No,
    This,
    AllQuiets,
}

fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_limit())
}
