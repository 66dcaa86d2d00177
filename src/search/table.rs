//! The transposition table, shared by all threads without locks.
//!
//! Four slots of 16 bytes fill a cache line. A slot is two words: the data, and the key
//! exclusive-or the data, so that a slot two threads wrote at once no longer fits any key and
//! reads as absent. A search leaves a generation mark in what it stores; old, shallow entries
//! are replaced first.
//!
//! Source: Robert Hyatt and Timothy Mann, "A Lock-less Transposition Table Implementation for
//! Parallel Search Chess Engines" (2002).

use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    ptr::NonNull,
    slice,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use thiserror::Error;

use super::Bound;
use crate::types::{Key, Move, Score};

/// No table of the wanted size can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no memory for a table of {0} MiB")]
pub struct HashError(pub usize);

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best or refuting move.
    pub mv: Option<Move>,
    /// Counted from the node that asks.
    pub score: Score,
    /// The static evaluation, before corrections.
    pub eval: Option<Score>,
    /// Plies searched below the position.
    pub depth: i32,
    /// How to read the score.
    pub bound: Bound,
    /// Whether it ever lay on a principal variation.
    pub pv: bool,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
#[derive(Default)]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

const GENERATIONS: u8 = 32;
const NO_EVAL: i16 = i16::MIN;

/// Data word: move 16, score 16, evaluation 16, depth 8, generation 5, pv 1, bound 2 bits.
fn pack(entry: &Entry, ply: usize, generation: u8) -> u64 {
    let word = |score: Score| u64::from(score.0 as i16 as u16);
    let eval = entry.eval.map_or(u64::from(NO_EVAL as u16), word);
    u64::from(entry.mv.map_or(0, Move::bits))
        | word(entry.score.to_table(ply)) << 16
        | eval << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | u64::from(generation) << 56
        | u64::from(entry.pv) << 61
        | (entry.bound as u64) << 62
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 62 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = |shift: u32| (data >> shift) as u16 as i16;
    Some(Entry {
        mv: Move::from_bits(data as u16),
        score: Score(i32::from(score(16))).from_table(ply),
        eval: (score(32) != NO_EVAL).then(|| Score(i32::from(score(32)))),
        depth: (data >> 48 & 255) as i32,
        bound,
        pv: data >> 61 & 1 != 0,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8 % GENERATIONS
}

/// The table.
pub struct Table {
    /// What was allocated: a little more than the clusters, which begin on a page of their own.
    memory: NonNull<u8>,
    clusters: NonNull<Cluster>,
    len: usize,
    generation: AtomicU8,
}

/// The machine's memory in bytes, where the system says it.
fn physical_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    kib.checked_mul(1024)
}

#[allow(unsafe_code)]
mod memory {
    use super::*;

    // SAFETY: the clusters are atomics owned by the table; sharing them is what they are for.
    unsafe impl Send for Table {}
    // SAFETY: as above.
    unsafe impl Sync for Table {}

    /// A large page of x86-64 and most of ARM.
    const PAGE: usize = 2 << 20;

    /// Room to begin on a page. The alignment is that of any allocation: asked for more, the
    /// allocator would zero the memory by hand instead of leaving it untouched.
    fn layout(bytes: usize) -> Option<Layout> {
        Layout::from_size_align(bytes.checked_add(PAGE)?, 16).ok()
    }

    /// Asks the system for large pages; a refusal changes nothing but the speed.
    #[cfg(target_os = "linux")]
    fn advise(memory: NonNull<u8>, bytes: usize) {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        // SAFETY: the advice changes how memory is mapped, not what is in it.
        unsafe { madvise(memory.as_ptr().cast(), bytes, MADV_HUGEPAGE) };
    }

    #[cfg(not(target_os = "linux"))]
    fn advise(_: NonNull<u8>, _: usize) {}

    impl Table {
        /// A cleared table of at most this many MiB, at least one.
        ///
        /// The memory comes zeroed from the system and is only touched when used, so that even
        /// a large table is ready at once. On Linux it is asked to lie on large pages: a probe
        /// is a random access, and with small pages most of its time goes into finding the
        /// page.
        ///
        /// # Errors
        /// If the memory cannot be had, or is more than the machine has.
        pub fn new(mib: usize) -> Result<Self, HashError> {
            let error = HashError(mib);
            let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
            if physical_memory().is_some_and(|most| bytes > most) {
                return Err(error);
            }
            let layout = layout(bytes).ok_or(error)?;
            // SAFETY: the layout has a size of at least one MiB.
            let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(error)?;
            let address = memory.as_ptr().addr();
            // SAFETY: the layout has room for skipping less than a page.
            let start = unsafe { memory.add(address.next_multiple_of(PAGE) - address) };
            advise(start, bytes);
            Ok(Self {
                memory,
                clusters: start.cast(),
                len: bytes / size_of::<Cluster>(),
                generation: AtomicU8::new(0),
            })
        }

        pub(super) fn clusters(&self) -> &[Cluster] {
            // SAFETY: `new` allocated room for `len` clusters from here on, on a page of
            // their own, and zeroes are valid atomics.
            unsafe { slice::from_raw_parts(self.clusters.as_ptr(), self.len) }
        }

        /// Asks the processor to fetch what belongs to a key.
        #[inline]
        pub fn prefetch(&self, key: Key) {
            let cluster = &raw const self.clusters()[self.index(key)];
            #[cfg(target_arch = "x86_64")]
            // SAFETY: prefetching has no effect on memory, whatever the address.
            unsafe {
                std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(
                    cluster.cast(),
                );
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = cluster;
        }
    }

    impl Drop for Table {
        fn drop(&mut self) {
            let bytes = self.len * size_of::<Cluster>();
            let layout = layout(bytes).expect("`new` made the same layout");
            // SAFETY: `new` allocated with this layout, and nothing borrows the table any more.
            unsafe { dealloc(self.memory.as_ptr(), layout) }
        }
    }
}

impl Table {
    /// The size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.len * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.clusters().iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new generation: what earlier searches stored becomes replaceable.
    pub fn age(&self) {
        self.generation
            .store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.len as u128) >> 64) as usize
    }

    /// What is known of the position with this key, scores counted from `ply`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        self.clusters()[self.index(key)].0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key.0).then(|| unpack(data, ply))?
        })
    }

    /// Stores what was found out at `ply`.
    ///
    /// A known move is kept if the new entry has none. A deeper entry of the same search is
    /// only replaced by an exact one or one not much shallower.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.clusters()[self.index(key)].0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key.0 {
                if let Some(old) = unpack(data, ply) {
                    entry.mv = entry.mv.or(old.mv);
                    let fresh = generation_of(data) == generation;
                    if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                        return;
                    }
                }
                worst = Some((slot, 0));
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                (data >> 48 & 255) as i32 - 8 * i32::from(age)
            };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        let (slot, _) = worst.expect("a cluster has slots");
        let data = pack(&entry, ply, generation);
        slot.check.store(key.0 ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// Per mille of the table used by the present search, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters()[..self.len.min(250)];
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        Entry {
            mv: "h2e2".parse().ok(),
            score,
            eval: Some(Score(-12)),
            depth,
            bound,
            pv: true,
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1).unwrap();
        let key = Key(0x1234_5678_9ABC_DEF0);
        assert_eq!(table.probe(key, 0), None);
        for score in [Score(0), Score(-31), Score::mate_in(7), Score::mated_in(6)] {
            let stored = entry(score, 9, Bound::Exact);
            table.store(key, 4, stored);
            assert_eq!(table.probe(key, 4), Some(stored));
        }
        table.store(
            key,
            0,
            Entry {
                mv: None,
                eval: None,
                ..entry(Score(5), 9, Bound::Lower)
            },
        );
        let read = table.probe(key, 0).unwrap();
        assert_eq!(
            (read.mv, read.eval),
            ("h2e2".parse().ok(), None),
            "the old move is kept"
        );
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1).unwrap();
        // All these fall into one cluster.
        let key = |n: u64| Key(n);
        for n in 1..=4 {
            table.store(key(n), 0, entry(Score(0), 10 * n as i32, Bound::Exact));
        }
        table.store(key(5), 0, entry(Score(0), 1, Bound::Upper));
        assert_eq!(table.probe(key(1), 0), None);
        assert!(table.probe(key(2), 0).is_some() && table.probe(key(5), 0).is_some());
        assert_eq!(table.mib(), 1);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(HashError(usize::MAX)));
        assert!(Table::new(1 << 40).is_err());
    }
}
