//! The engine behind every protocol: it owns the position, the options and the search pool.
//!
//! It knows no protocol and prints nothing. Work that takes time runs in a thread of its own and
//! reports through two callbacks: one for the events of a search, one for its end. The owner
//! stays free to listen to its client meanwhile and stops the work through its [`Control`].

mod bench;
mod options;

use std::{
    fs, io,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

pub use bench::{BENCH_DEPTH, BENCH_HASH, BENCH_POSITIONS, Bench};
pub use options::{
    Change, DrawRule, Face, Kind, OptionError, Options, RankBase, Spec, TABLE, find, is_ignored,
    same_name,
};

use crate::{
    eval::{Source, nnue::Network},
    movegen,
    position::Position,
    search::{
        Control, Entry, HashError, Limits, Pool, SearchEvent, SearchOptions, SearchResult, Skill,
    },
    types::{Move, Score},
};

/// Stack of the threads that work: the search is deep and its frames are large.
const STACK: usize = 16 << 20;

/// The value of `EvalFile` that stands for the hand-crafted evaluation.
const HAND_CRAFTED: &str = "hand-crafted";

/// A position, options, and the search that goes with them.
pub struct Engine {
    options: Options,
    position: Position,
    banned: Vec<Move>,
    pool: Arc<Mutex<Pool>>,
    /// Whether the pool has learnt nothing yet: emptying a large table takes long.
    blank: bool,
}

impl Engine {
    /// An engine at the start position with the default options.
    ///
    /// # Errors
    /// If there is no memory for the transposition table.
    pub fn new() -> Result<Self, HashError> {
        let options = Options::default();
        let pool = Pool::new(options.thread_count(), options.hash_mb())?;
        Ok(Self {
            options,
            position: Position::startpos(),
            banned: Vec::new(),
            pool: Arc::new(Mutex::new(pool)),
            blank: true,
        })
    }

    /// The settings.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The position to think about, with the moves that led to it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Replaces the position and lifts all bans.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
        self.banned.clear();
    }

    /// Forbids moves at the root until the next position.
    pub fn ban(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.banned.extend(moves);
    }

    /// The forbidden moves.
    #[must_use]
    pub fn banned(&self) -> &[Move] {
        &self.banned
    }

    /// Forgets what earlier searches learnt. The position stays.
    pub fn new_game(&mut self) {
        if !self.blank {
            self.pool().clear();
            self.blank = true;
        }
    }

    /// Sets an option and puts it into effect, waiting for a running search to end.
    ///
    /// # Errors
    /// If the value is not one of the option, or cannot be put into effect; the old value then
    /// stays and stays in effect.
    pub fn set(
        &mut self,
        option: &Spec,
        face: Face,
        value: Option<&str>,
    ) -> Result<Change, OptionError> {
        let before = self.options.clone();
        let change = option.set(&mut self.options, face, value)?;
        let effect = self.put_into_effect(change);
        if effect.is_err() {
            self.options = before;
        }
        effect.map(|()| change)
    }

    fn put_into_effect(&mut self, change: Change) -> Result<(), OptionError> {
        match change {
            Change::Stored | Change::DebugLog | Change::RankBase => Ok(()),
            Change::ClearHash | Change::NewGame => {
                self.new_game();
                Ok(())
            }
            Change::Threads => {
                let threads = self.options.thread_count();
                self.pool().set_threads(threads);
                Ok(())
            }
            Change::Hash => self.resize_table(),
            Change::EvalFile => self.load_network(),
        }
    }

    fn resize_table(&mut self) -> Result<(), OptionError> {
        let size = self.options.hash_mb();
        if memory_mb().is_some_and(|memory| size > memory) {
            return Err(OptionError::Failed(format!(
                "a table of {size} MiB is more than the memory of this machine: the old table stays"
            )));
        }
        let resized = self.pool().set_hash(size);
        resized.map_err(|error| OptionError::Failed(format!("{error}: the old table stays")))
    }

    /// A file that is not a sound network leaves the evaluation as it was.
    fn load_network(&mut self) -> Result<(), OptionError> {
        let source = match &self.options.eval_file {
            None => Source::default(),
            Some(path) if path.as_os_str() == HAND_CRAFTED => Source::HandCrafted,
            Some(path) => match Network::load(path) {
                Ok(network) => Source::Network(Arc::new(network)),
                Err(error) => {
                    return Err(OptionError::Failed(format!(
                        "EvalFile {}: {error}; the evaluation stays as it was",
                        path.display()
                    )));
                }
            },
        };
        self.pool().set_source(source);
        Ok(())
    }

    /// Searches the position in a thread of its own. `sink` hears of the progress, `done` of the
    /// end; both are called from that thread.
    pub fn search(
        &mut self,
        limits: Limits,
        control: Arc<Control>,
        mut sink: impl FnMut(SearchEvent) + Send + 'static,
        done: impl FnOnce(SearchResult) + Send + 'static,
    ) {
        self.blank = false;
        let limits = Limits {
            banned: self.banned.clone(),
            ..limits
        };
        let position = self.position.clone();
        let options = self.search_options();
        let pool = Arc::clone(&self.pool);
        let fallback = emergency_result(&position, &limits);
        let work = move || {
            let mut pool = lock(&pool);
            pool.search(&position, &limits, &options, &control, &mut sink)
        };
        spawn(work, move |result| done(result.unwrap_or(fallback)));
    }

    fn search_options(&self) -> SearchOptions {
        let options = &self.options;
        let skill = if options.limit_strength {
            Skill::from_elo(options.elo)
        } else {
            Skill::from_level(options.skill_level)
        };
        SearchOptions {
            multipv: options.multipv,
            move_overhead: options.move_overhead,
            rules: options.rules(),
            draw_rule: options.draw_rule,
            skill,
        }
    }

    /// The evaluation in use.
    #[must_use]
    pub fn source(&self) -> Source {
        self.pool().source().clone()
    }

    /// What the transposition table knows of a position.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Entry> {
        self.pool().table().probe(position.key(), 0)
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        lock(&self.pool)
    }
}

/// A pool whose search died is usable: each search sets up afresh what it needs.
fn lock(pool: &Mutex<Pool>) -> MutexGuard<'_, Pool> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` in a thread and hands its result to `done`, `None` if it died or could not be
/// started: the client must get its answer in any case.
pub fn spawn<R: Send + 'static>(
    work: impl FnOnce() -> R + Send + 'static,
    done: impl FnOnce(Option<R>) + Send + 'static,
) {
    // The closure is lost with a thread that cannot start, so it waits where both can reach it.
    let job = Arc::new(Mutex::new(Some((work, done))));
    let inner = Arc::clone(&job);
    let take = |job: &Mutex<Option<_>>| job.lock().unwrap_or_else(PoisonError::into_inner).take();
    let started: io::Result<_> = thread::Builder::new()
        .name("search".into())
        .stack_size(STACK)
        .spawn(move || {
            if let Some((work, done)) = take(&inner) {
                done(panic::catch_unwind(AssertUnwindSafe(work)).ok());
            }
        });
    if let Err(error) = started {
        log::error!("cannot start a thread: {error}");
        if let Some((_, done)) = take(&job) {
            done(None);
        }
    }
}

/// The answer when the search itself fails: some allowed move.
fn emergency_result(position: &Position, limits: &Limits) -> SearchResult {
    let allowed = |mv: &&Move| {
        !limits.banned.contains(mv)
            && limits
                .search_moves
                .as_ref()
                .is_none_or(|list| list.contains(mv))
    };
    SearchResult {
        best: movegen::legal(position).iter().find(allowed).copied(),
        ponder: None,
        score: Score::ZERO,
        depth: 0,
        nodes: 0,
    }
}

/// The memory of this machine in MiB, where the system tells.
fn memory_mb() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}
