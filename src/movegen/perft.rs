//! Counting the leaves of the move tree.
//!
//! The last ply is counted in bulk, piece by piece, without making or listing its moves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::{count, legal};
use crate::{
    position::Position,
    types::{Key, Move},
};

/// The number of move sequences of `depth` plies; 1 for depth 0.
///
/// ```
/// use chuhe::{movegen, position::Position};
/// assert_eq!(movegen::perft(&mut Position::startpos(), 2), 1920);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count(position)),
        _ => {
            let mut nodes = 0;
            for mv in &legal(position) {
                position.make(mv);
                nodes += perft(position, depth - 1);
                position.undo();
            }
            nodes
        }
    }
}

/// Counts of sub-trees, shared between threads without locks.
///
/// An entry keeps the exclusive or of key and count beside the count, so that a torn write is
/// seen as a miss. Depth is folded into the key.
///
/// Source: Robert Hyatt and Timothy Mann, "A Lock-less Transposition Table Implementation for
/// Parallel Search Chess Engines" (2002).
pub struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of at most this many MiB; `None` if so much memory cannot be had.
    #[must_use]
    pub fn new(mib: usize) -> Option<Self> {
        let len = mib.max(1).checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).ok()?;
        entries.resize_with(len, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Some(Self { entries })
    }

    fn place(&self, key: Key, depth: u32) -> (&[AtomicU64; 2], u64) {
        let key = key.0 ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = ((u128::from(key) * self.entries.len() as u128) >> 64) as usize;
        (&self.entries[index], key)
    }

    fn look_up(&self, key: Key, depth: u32) -> Option<u64> {
        let (entry, key) = self.place(key, depth);
        let count = entry[1].load(Relaxed);
        (entry[0].load(Relaxed) ^ count == key && count != 0).then_some(count)
    }

    fn store(&self, key: Key, depth: u32, count: u64) {
        let (entry, key) = self.place(key, depth);
        entry[0].store(key ^ count, Relaxed);
        entry[1].store(count, Relaxed);
    }
}

/// As [`perft`], with sub-trees met again looked up.
#[must_use]
pub fn perft_hashed(position: &mut Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(nodes) = table.look_up(position.key(), depth) {
        return nodes;
    }
    let mut nodes = 0;
    for mv in &legal(position) {
        position.make(mv);
        nodes += perft_hashed(position, depth - 1, table);
        position.undo();
    }
    table.store(position.key(), depth, nodes);
    nodes
}

/// The count of one root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The root move.
    pub mv: Move,
    /// The leaves below it.
    pub nodes: u64,
}

/// The counts of each root move, in generation order, on the present rayon pool.
///
/// The tree is split two plies deep where it is deep enough, so that many threads have work.
/// `progress` is called from any thread each time a part is counted, with the parts done and
/// the parts in all. Depth 0 has no root moves.
#[must_use]
pub fn divide(
    position: &Position,
    depth: u32,
    table: Option<&PerftTable>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<Divided> {
    if depth == 0 {
        return Vec::new();
    }
    let roots = legal(position);
    let split = depth > 3;
    let mut jobs: Vec<(usize, Option<Move>)> = Vec::new();
    for (index, mv) in roots.iter().enumerate() {
        if split {
            let mut child = position.clone();
            child.make(*mv);
            jobs.extend(legal(&child).iter().map(|&reply| (index, Some(reply))));
        } else {
            jobs.push((index, None));
        }
    }
    let done = AtomicU64::new(0);
    let counts: Vec<(usize, u64)> = jobs
        .par_iter()
        .map_init(
            || position.clone(),
            |position, &(index, reply)| {
                position.make(roots[index]);
                let mut left = depth - 1;
                if let Some(reply) = reply {
                    position.make(reply);
                    left -= 1;
                }
                let nodes = match table {
                    Some(table) => perft_hashed(position, left, table),
                    None => perft(position, left),
                };
                if reply.is_some() {
                    position.undo();
                }
                position.undo();
                progress(done.fetch_add(1, Relaxed) as usize + 1, jobs.len());
                (index, nodes)
            },
        )
        .collect();
    let mut result: Vec<Divided> = roots.iter().map(|&mv| Divided { mv, nodes: 0 }).collect();
    for (index, nodes) in counts {
        result[index].nodes += nodes;
    }
    result
}

/// As [`perft`] on the present rayon pool, with an optional shared table.
#[must_use]
pub fn perft_parallel(position: &Position, depth: u32, table: Option<&PerftTable>) -> u64 {
    match depth {
        0 => 1,
        _ => divide(position, depth, table, &|_, _| {})
            .iter()
            .map(|part| part.nodes)
            .sum(),
    }
}
