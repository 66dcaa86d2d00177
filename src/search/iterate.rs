//! Deepening iteration by iteration, and everything that concerns the root.

use std::{cmp::Reverse, sync::atomic::Ordering::Relaxed, time::Duration};

use super::{
    Bound, Info, SearchEvent,
    node::Root,
    params,
    time::{self, Course},
    worker::{Stopped, Worker},
};
use crate::types::{MAX_PLY, Move, Score};

/// The last iteration of any search.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 8;

/// Root moves are only told after this time, and unfinished scores too.
const QUIET_TIME: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is met. Afterwards the root moves are in order,
    /// best first.
    pub(super) fn iterate(&mut self) {
        let last = self.shared.limits.depth.map_or(MAX_DEPTH, |depth| {
            i32::try_from(depth)
                .unwrap_or(MAX_DEPTH)
                .clamp(1, MAX_DEPTH)
        });
        let lines = self.shared.options.multipv.clamp(1, self.root_moves.len());
        let mut stable = 0;
        let mut best_before = None;
        let id = self.id;
        for depth in (1..=last).filter(|&depth| !skips(id, depth)) {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            if self.iteration(lines).is_err() {
                break;
            }
            self.completed_depth = depth;
            self.shared.nodes[self.id].store(self.nodes, Relaxed);
            if self.id > 0 {
                continue;
            }
            let best = self.root_moves[0].mv;
            stable = if best_before == Some(best) {
                stable + 1
            } else {
                0
            };
            best_before = Some(best);
            if self.is_done(stable) {
                break;
            }
        }
    }

    /// One iteration over all wanted lines.
    fn iteration(&mut self, lines: usize) -> Result<(), Stopped> {
        for root_move in &mut self.root_moves {
            root_move.score = -Score::INFINITE;
        }
        let mut outcome = Ok(());
        for index in 0..lines {
            self.pv_index = index;
            self.seldepth = 0;
            outcome = self.aspire();
            // Searched moves first; the order of the others is kept.
            self.root_moves[index..].sort_by_key(|root_move| Reverse(root_move.score));
            if outcome.is_err() {
                break;
            }
        }
        self.root_moves[..lines].sort_by_key(|root_move| Reverse(root_move.score));
        if outcome.is_err() {
            // Lines the iteration did not get to keep their last score.
            for root_move in &mut self.root_moves[..lines] {
                if root_move.score == -Score::INFINITE {
                    root_move.score = root_move.previous;
                }
            }
        }
        self.pv_index = 0;
        if outcome.is_ok() {
            for index in 0..lines {
                self.tell(index, Bound::Exact);
            }
        }
        outcome
    }

    /// Searches one line with a window around its last score, wider each time it is missed.
    fn aspire(&mut self) -> Result<(), Stopped> {
        let depth = self.root_depth;
        let previous = self.root_moves[self.pv_index].previous;
        let mut delta = params::aspiration_window() + previous.0.abs().min(2000) / 100;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= 4 && !previous.is_decisive() {
            (alpha, beta) = (previous - delta, previous + delta);
        }
        let mut fail_highs = 0;
        loop {
            let score = self.search::<Root>(alpha, beta, (depth - fail_highs).max(1), 0, false)?;
            self.root_moves[self.pv_index..].sort_by_key(|root_move| Reverse(root_move.score));
            if score <= alpha && alpha > -Score::INFINITE {
                self.tell_bound(Bound::Upper);
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = score - delta;
                fail_highs = 0;
            } else if score >= beta && beta < Score::INFINITE {
                self.tell_bound(Bound::Lower);
                beta = score + delta;
                fail_highs = (fail_highs + 1).min(3);
            } else {
                return Ok(());
            }
            delta += delta / 2;
            if delta > 600 || score.is_decisive() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Whether the main thread should begin no further iteration.
    fn is_done(&self, stable: u32) -> bool {
        let shared = self.shared;
        let (limits, best) = (shared.limits, &self.root_moves[0]);
        if shared.control.is_stopped() {
            return true;
        }
        if limits.infinite || shared.control.is_pondering() {
            return false;
        }
        if let (Some(wanted), Some(moves)) = (limits.mate, best.score.mate_moves())
            && moves > 0
            && moves <= i32::try_from(wanted).unwrap_or(i32::MAX)
        {
            return true;
        }
        if limits
            .soft_nodes
            .is_some_and(|nodes| shared.total_nodes() >= nodes)
            || limits
                .nodes
                .is_some_and(|nodes| shared.total_nodes() >= nodes)
        {
            return true;
        }
        let Some(budget) = shared.budget else {
            return false;
        };
        // A mate the iterations have passed will not get shorter.
        let mate_plies = crate::types::MATE - best.score.0.abs();
        if best.score.is_mate()
            && shared.options.multipv == 1
            && self.completed_depth > mate_plies + 2
        {
            return true;
        }
        if budget.is_fixed() {
            return shared.elapsed() >= budget.soft;
        }
        if self.root_moves.len() == 1 && self.completed_depth >= 4 {
            return true;
        }
        let course = Course {
            stable,
            fall: (best.previous - best.score).0.clamp(-1000, 1000),
            effort: best.effort as f64 / self.nodes.max(1) as f64,
        };
        shared.elapsed() >= budget.soft.mul_f64(time::stretch(course)).min(budget.hard)
    }

    /// Whether a root move belongs to the line now searched.
    pub(super) fn is_wanted_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..]
            .iter()
            .any(|root_move| root_move.mv == mv)
    }

    /// Notes what the search below a root move brought.
    pub(super) fn note_root_score(
        &mut self,
        mv: Move,
        score: Score,
        alpha: Score,
        number: i32,
        nodes_before: u64,
    ) {
        let (nodes, seldepth) = (self.nodes - nodes_before, self.seldepth);
        let root_move = self
            .root_moves
            .iter_mut()
            .find(|root_move| root_move.mv == mv)
            .expect("it was wanted");
        root_move.effort += nodes;
        if number == 1 || score > alpha {
            root_move.score = score;
            root_move.seldepth = seldepth;
            if score > alpha || root_move.pv.len() < 2 {
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.lines[1]);
            }
        } else {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Tells the root move now looked at, in long searches.
    pub(super) fn tell_current_move(&mut self, mv: Move, number: i32) {
        if self.sink.is_some() && self.shared.started.elapsed() > QUIET_TIME {
            let (depth, number) = (self.root_depth as u32, number as usize + self.pv_index);
            if let Some(sink) = &mut self.sink {
                sink(SearchEvent::CurrentMove { depth, mv, number });
            }
        }
    }

    /// Tells a score the window cut off, in long searches with one line.
    fn tell_bound(&mut self, bound: Bound) {
        if self.shared.options.multipv == 1 && self.shared.started.elapsed() > QUIET_TIME {
            self.tell(self.pv_index, bound);
        }
    }

    /// Tells one line.
    fn tell(&mut self, index: usize, bound: Bound) {
        if self.sink.is_none() {
            return;
        }
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
        let root_move = &self.root_moves[index];
        let info = Info {
            depth: self.root_depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multipv: index + 1,
            score: root_move.score,
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.started.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: root_move.pv.clone(),
        };
        if let Some(sink) = &mut self.sink {
            sink(SearchEvent::Info(info));
        }
    }
}

/// Which depths a helper thread leaves out: pairs, triples and so on of depths in turn, each
/// helper others, so that they do not all do the same.
fn skips(id: usize, depth: i32) -> bool {
    if id == 0 || depth < 5 {
        return false;
    }
    const PATTERNS: [(i32, i32); 8] = [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 0),
        (3, 1),
    ];
    let (size, phase) = PATTERNS[(id - 1) % PATTERNS.len()];
    (depth + phase) / size % 2 == 1
}
