//! All threads of a search together.
//!
//! Lazy SMP: every thread searches the same root on its own, and they help each other only
//! through the shared table. The main thread keeps the limits and tells the sink; when it is
//! done the others are stopped, and the deepest, best result of all is taken.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Instant,
};

use super::{
    Control, HashError, Limits, SearchEvent, SearchOptions, SearchResult, Skill, Table,
    history::Histories,
    reduce::Reductions,
    time,
    worker::{RootMove, Shared, Worker},
};
use crate::{
    eval::Source,
    movegen,
    position::Position,
    types::{Move, Score},
};

/// The threads' memory: table and histories, kept from search to search.
pub struct Pool {
    table: Table,
    histories: Vec<Histories>,
    reductions: Reductions,
    source: Source,
}

impl Pool {
    /// A pool of at least one thread with a table of at least one MiB.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(threads: usize, hash_mib: usize) -> Result<Self, HashError> {
        let mut pool = Self {
            table: Table::new(hash_mib)?,
            histories: Vec::new(),
            reductions: Reductions::new(),
            source: Source::default(),
        };
        pool.set_threads(threads);
        Ok(pool)
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Sets the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories
            .resize_with(threads.max(1), Histories::default);
    }

    /// The size of the table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Replaces the table by an empty one of another size.
    ///
    /// # Errors
    /// If there is no memory for it; the old table is kept.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// The evaluation in use.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Sets the evaluation and forgets everything learned with the old one.
    pub fn set_source(&mut self, source: Source) {
        self.source = source;
        self.clear();
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
        for histories in &mut self.histories {
            *histories = Histories::default();
        }
    }

    /// The table, to look positions up in.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Searches a position and comes back with a move.
    ///
    /// Blocks until a limit is met or `control` stops it; an infinite or pondering search also
    /// waits for the stop or the ponder hit before it returns. `control` must have been reset
    /// by the caller. With one thread and no limit of time the result depends on position,
    /// limits, options and what the pool has learned alone.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &SearchOptions,
        control: &Control,
        sink: &mut dyn FnMut(SearchEvent),
    ) -> SearchResult {
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            self.wait(limits, control);
            let score = if movegen::any(position) {
                Score::ZERO // every move was banned
            } else {
                Score::mated_in(0)
            };
            return SearchResult {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
            };
        }
        let (limits, options) = weakened(limits, options);
        if cfg!(feature = "tune") {
            self.reductions = Reductions::new();
        }
        self.table.age();
        let nodes: Vec<AtomicU64> = self.histories.iter().map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            table: &self.table,
            control,
            limits: &limits,
            options: &options,
            reductions: &self.reductions,
            source: &self.source,
            nodes: &nodes,
            finished: AtomicBool::new(false),
            started: Instant::now(),
            budget: time::budget(&limits, options.move_overhead),
        };
        let (main, helpers) = self
            .histories
            .split_first_mut()
            .expect("a pool has a thread");
        let outcomes = thread::scope(|scope| {
            let threads: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .map(|(index, histories)| {
                    let (shared, root_moves) = (&shared, root_moves.clone());
                    scope.spawn(move || {
                        let mut worker =
                            Worker::new(shared, index + 1, position, root_moves, histories, None);
                        worker.iterate();
                        Outcome::of(worker)
                    })
                })
                .collect();
            let mut worker = Worker::new(&shared, 0, position, root_moves, main, Some(sink));
            worker.iterate();
            control.wait_while_needed(&limits);
            shared.finished.store(true, Relaxed);
            let mut outcomes = vec![Outcome::of(worker)];
            outcomes.extend(
                threads
                    .into_iter()
                    .map(|thread| thread.join().expect("searching does not panic")),
            );
            outcomes
        });
        let total = shared.total_nodes();
        let chosen = &outcomes[if options.multipv == 1 {
            vote(&outcomes)
        } else {
            0
        }];
        let mut best = chosen.root_moves[0].mv;
        if let Some(skill) = options.skill {
            let lines: Vec<(Move, Score)> = chosen.root_moves
                [..options.multipv.min(chosen.root_moves.len())]
                .iter()
                .map(|root_move| (root_move.mv, root_move.score))
                .collect();
            best = skill.choose(&lines, position.key(), total).unwrap_or(best);
        }
        let root_move = chosen
            .root_moves
            .iter()
            .find(|root_move| root_move.mv == best)
            .expect("it is there");
        SearchResult {
            best: Some(best),
            ponder: root_move.pv.get(1).copied(),
            score: root_move.score,
            depth: chosen.depth as u32,
            nodes: total,
        }
    }

    fn wait(&self, limits: &Limits, control: &Control) {
        control.wait_while_needed(limits);
    }
}

impl Control {
    /// Sleeps as long as the limits forbid to answer.
    fn wait_while_needed(&self, limits: &Limits) {
        if limits.infinite {
            self.wait(true);
        } else if limits.ponder {
            self.wait(false);
        }
    }
}

/// The legal moves that were asked for.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let wanted = |mv: &Move| {
        limits
            .search_moves
            .as_ref()
            .is_none_or(|moves| moves.contains(mv))
            && !limits.banned.contains(mv)
    };
    movegen::legal(position)
        .iter()
        .copied()
        .filter(wanted)
        .map(|mv| RootMove {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            pv: vec![mv],
            seldepth: 0,
            effort: 0,
        })
        .collect()
}

/// Limits and options for the strength asked for.
fn weakened(limits: &Limits, options: &SearchOptions) -> (Limits, SearchOptions) {
    let (mut limits, mut options) = (limits.clone(), options.clone());
    if let Some(skill) = options.skill {
        limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(skill.depth()));
        options.multipv = options.multipv.max(Skill::LINES);
    }
    (limits, options)
}

/// What one thread found.
struct Outcome {
    root_moves: Vec<RootMove>,
    depth: i32,
}

impl Outcome {
    fn of(worker: Worker<'_>) -> Self {
        worker.shared.nodes[worker.id].store(worker.nodes, Relaxed);
        Self {
            root_moves: worker.root_moves,
            depth: worker.completed_depth,
        }
    }
}

/// The thread whose move the threads together trust most: each votes for its move with its
/// depth and how much better its score is than the worst; a proven mate needs no vote.
fn vote(outcomes: &[Outcome]) -> usize {
    let best = |outcome: &Outcome| (outcome.root_moves[0].mv, outcome.root_moves[0].score);
    let worst = outcomes
        .iter()
        .map(|outcome| best(outcome).1)
        .min()
        .unwrap_or_default();
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for outcome in outcomes {
        let (mv, score) = best(outcome);
        let weight = i64::from((score - worst).0.min(1000) + 14) * i64::from(outcome.depth);
        *votes.entry(mv).or_default() += weight;
    }
    let mut chosen = 0;
    for (index, outcome) in outcomes.iter().enumerate().skip(1) {
        let ((mv, score), (old, old_score)) = (best(outcome), best(&outcomes[chosen]));
        let better = if old_score.is_mate() || score.is_mate() {
            score > old_score
        } else {
            votes[&mv] > votes[&old] || (mv == old && outcome.depth > outcomes[chosen].depth)
        };
        if better {
            chosen = index;
        }
    }
    chosen
}
