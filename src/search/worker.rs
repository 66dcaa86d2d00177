//! One thread of the search: its board, evaluation, lessons and counters.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{
    Control, Entry, Limits, SearchEvent, SearchOptions, Table,
    history::{Context, Histories},
    reduce::Reductions,
    time::Budget,
};
use crate::{
    eval::{Evaluator, Source},
    position::{Position, Restraints},
    types::{MAX_PLY, Move, Score},
};

/// The search was told to stop: unwinds the tree through `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub options: &'a SearchOptions,
    pub reductions: &'a Reductions,
    pub source: &'a Source,
    /// Nodes of each thread, published now and then.
    pub nodes: &'a [AtomicU64],
    /// Set when the main thread is done.
    pub finished: AtomicBool,
    pub started: Instant,
    pub budget: Option<Budget>,
}

impl Shared<'_> {
    /// Time since the clock began to run for this move.
    pub fn elapsed(&self) -> Duration {
        self.control.hit_at().unwrap_or(self.started).elapsed()
    }

    /// Nodes of all threads as last published.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What a node leaves for its neighbours in the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The move made here, with its piece; `None` for a null move.
    pub context: Option<Context>,
    pub mv: Option<Move>,
    /// Corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    pub killers: [Option<Move>; 2],
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// Fail-highs among the children.
    pub cutoffs: u32,
    /// Double extensions on the way here.
    pub doubles: u32,
}

/// A legal move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Of the present iteration; minus infinity until searched.
    pub score: Score,
    /// Of the iteration before.
    pub previous: Score,
    pub pv: Vec<Move>,
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    pub effort: u64,
}

/// Frames before the root, so that looking back needs no test.
const LEAD: usize = 5;

/// One thread.
pub struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub id: usize,
    pub position: Position,
    pub eval: Evaluator,
    pub histories: &'a mut Histories,
    frames: Vec<Frame>,
    /// The best line found from each ply.
    pub lines: Vec<Vec<Move>>,
    pub nodes: u64,
    pub seldepth: usize,
    pub root_depth: i32,
    pub root_moves: Vec<RootMove>,
    /// Root moves before this one belong to better lines.
    pub pv_index: usize,
    pub completed_depth: i32,
    /// No null move before this ply: a null move is being verified.
    pub null_barrier: usize,
    pub sink: Option<&'a mut dyn FnMut(SearchEvent)>,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        id: usize,
        position: &Position,
        root_moves: Vec<RootMove>,
        histories: &'a mut Histories,
        sink: Option<&'a mut dyn FnMut(SearchEvent)>,
    ) -> Self {
        Self {
            shared,
            id,
            position: position.clone(),
            eval: Evaluator::from_source(shared.source, position),
            histories,
            frames: vec![Frame::default(); MAX_PLY + LEAD + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            root_moves,
            pv_index: 0,
            completed_depth: 0,
            null_barrier: 0,
            sink,
        }
    }

    #[inline]
    pub fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + LEAD]
    }

    #[inline]
    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + LEAD]
    }

    /// The frame `back` plies before `ply`, an empty one before the root.
    #[inline]
    pub fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + LEAD - back]
    }

    /// The contexts a move at `ply` is judged in.
    #[inline]
    pub fn contexts(&self, ply: usize) -> [Option<Context>; 3] {
        [1, 2, 4].map(|back| self.frame_before(ply, back).context)
    }

    /// The contexts the opponent's move that led to `ply` was judged in.
    #[inline]
    pub fn contexts_before(&self, ply: usize) -> [Option<Context>; 3] {
        [2, 3, 5].map(|back| self.frame_before(ply, back).context)
    }

    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize) {
        self.shared.table.prefetch(self.position.key_after(mv));
        let piece = self
            .position
            .piece_on(mv.from())
            .expect("legal moves start on a piece");
        let frame = self.frame_mut(ply);
        frame.context = Some(Context::new(piece, mv.to()));
        frame.mv = Some(mv);
        self.nodes += 1;
        self.eval.push();
        self.position.make_observed(mv, &mut self.eval);
    }

    #[inline]
    pub fn undo(&mut self) {
        self.position.undo();
        self.eval.pop();
    }

    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        let frame = self.frame_mut(ply);
        frame.context = None;
        frame.mv = None;
        self.nodes += 1;
        self.position.make_null();
    }

    /// The table's move, if it is legal here.
    #[inline]
    pub fn legal_table_move(&self, entry: Option<&Entry>, restraints: &Restraints) -> Option<Move> {
        entry.and_then(|entry| entry.mv).filter(|&mv| {
            self.position.is_pseudo_legal(mv) && self.position.is_legal_under(restraints, mv)
        })
    }

    /// The evaluation without what the histories have to say of it.
    #[inline]
    pub fn raw_eval(&mut self) -> Score {
        self.eval.evaluate(&self.position)
    }

    /// An evaluation bettered by what similar positions taught.
    #[inline]
    pub fn corrected(&self, raw: Score) -> Score {
        (raw + self.histories.correction(&self.position)).clamp_eval()
    }

    /// Counts a node in, and asks now and then whether to go on.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.seldepth = self.seldepth.max(ply);
        if self.nodes & 1023 == 0 || self.at_node_limit() {
            self.poll()?;
        }
        Ok(())
    }

    #[inline]
    fn at_node_limit(&self) -> bool {
        self.id == 0
            && self
                .shared
                .limits
                .nodes
                .is_some_and(|limit| self.nodes >= limit)
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
        // The first iteration is always finished: there must be a move and a line.
        if self.completed_depth == 0 {
            return Ok(());
        }
        let shared = self.shared;
        if shared.control.is_stopped() || shared.finished.load(Relaxed) {
            return Err(Stopped);
        }
        let over = self.id == 0
            && !shared.limits.infinite
            && !shared.control.is_pondering()
            && (shared
                .limits
                .nodes
                .is_some_and(|limit| shared.total_nodes() >= limit)
                || shared
                    .budget
                    .is_some_and(|budget| shared.elapsed() >= budget.hard));
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Takes over the line below `ply` behind `mv`.
    #[inline]
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
