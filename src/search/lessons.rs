//! What a finished node teaches: steps 7 and 8 of the search.

use super::{
    Entry,
    history::Context,
    node::{Here, Node},
    ordering::Hints,
    params,
    quiesce::{bound_of, improves},
    worker::Worker,
};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Step 8 after a cutoff: the move is rewarded, those tried before it are punished.
    pub(super) fn learn_cutoff(
        &mut self,
        mv: Move,
        quiets: &[Move],
        captures: &[Move],
        hints: &Hints,
        here: &Here,
    ) {
        let bonus = history_bonus(here.depth);
        let malus = (params::history_malus() * here.depth).min(params::malus_limit());
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
            let mut learn = |piece, mv, points| {
                let histories = &mut *self.histories;
                histories.learn_quiet(side, piece, mv, &hints.contexts, points);
                histories.learn_with_pawns(&self.position, piece, mv, points);
            };
            learn(piece, mv, bonus);
            for &other in quiets {
                let piece = self.position.piece_on(other.from());
                learn(piece.expect("moves start on a piece"), other, -malus);
            }
        }
        for &other in captures {
            let captured = self
                .position
                .piece_on(other.to())
                .expect("captures land on a piece");
            self.histories
                .learn_capture(self.moving(other), other, captured, -malus);
        }
    }

    /// A node that fails low shows that the quiet move into it was good.
    pub(super) fn reward_move_before(&mut self, here: &Here) {
        let Some(mv) = self.quiet_move_before(here.ply) else {
            return;
        };
        let piece = self.position.piece_on(mv.to()).expect("it went there");
        let contexts = self.contexts_before(here.ply);
        let bonus = (params::history_bonus() * here.depth * params::prior_share() / 100)
            .min(params::history_limit());
        let side = !self.position.side();
        self.histories
            .learn_quiet(side, piece, mv, &contexts, bonus);
    }

    /// The evaluations before and after a quiet move say at once whether it was good.
    pub(super) fn learn_from_eval(&mut self, eval: Score, ply: usize) {
        if let Some(mv) = self.quiet_move_before(ply)
            && let Some(before) = self.frame_before(ply, 1).eval
        {
            let won = -(before.0 + eval.0);
            let points = (won * params::eval_lesson()).clamp(-1500, 1500);
            self.histories.learn_own(!self.position.side(), mv, points);
        }
    }

    /// The opponent's move that led here, if it was made in the tree and captured nothing.
    fn quiet_move_before(&self, ply: usize) -> Option<Move> {
        let mv = self.frame_before(ply, 1).mv;
        mv.filter(|_| self.position.captured().is_none())
    }

    /// A quiet table move that cuts off is rewarded without being searched again.
    pub(super) fn reward_table_move(&mut self, entry: &Entry, beta: Score, depth: i32, ply: usize) {
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
    pub(super) fn remember<N: Node>(
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

fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_limit())
}
