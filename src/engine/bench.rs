//! The bench: a fixed set of positions searched to a fixed depth.
//!
//! Its node count is the signature of search and evaluation: a change that keeps it keeps the
//! play, one that changes the play changes it. The table is emptied for each position so that
//! the count does not depend on their order.

use std::time::{Duration, Instant};

use crate::{
    position::Position,
    search::{Control, HashError, Limits, Pool, SearchOptions},
};

/// Depth of each search: a few seconds for the whole set in a release build.
pub const BENCH_DEPTH: u32 = 13;

/// Size of the table in MiB.
pub const BENCH_HASH: usize = 16;

/// Openings, middlegames and endings: quiet and sharp ones, positions in check, with one legal
/// move, with a mate near, with nearly nothing left.
///
/// Source: positions from master games and from published move-count suites; the endings at the
/// end are ours.
pub const BENCH_POSITIONS: &[&str] = &[
    // Openings
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2",
    "r1bakabr1/9/1cn3nc1/p1p1p3p/6p2/9/P1P1P1P1P/NC2C1N2/9/R1BAKABR1 w - - 8 5",
    "1rbakab2/9/2n1c1n1c/p1p1p1p1p/9/2P1P2r1/P3N1P1P/2C1C1N2/9/R1BAKAB1R w - - 14 8",
    "2bakabr1/3r5/2n1c1n2/pRp1pc2p/6p2/2P4R1/P3P1P1P/C1N1C1N2/4A4/2BAK1B2 w - - 20 11",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1",
    "rn2kab2/3ra4/2c1b2cn/p5p1C/9/2p6/P3P1P1P/NC4N2/9/1RBAKABR1 w - - 0 1",
    // Middlegames
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "r3kab2/4a4/1cn1bc3/p1p1p3p/5n3/2P3R2/Pr2P3P/R1NCB1N2/4A4/2C1KAB2 w - - 9 14",
    "2bak1c2/4a4/n3b1R2/p1p1pr3/6p2/P1P1P4/1c4P1P/1CN1B1N2/4A4/2BAK4 w - - 4 18",
    "1Cbak1r2/1R2a4/3rb1n2/p1p3R1p/9/2P3P2/P3p3P/4B4/9/3AKAB2 w - - 5 21",
    "r1bak4/4a4/2n1b4/p1N1p3p/2c1Pn3/2C2c3/P7P/3CB4/4A4/1R2KAB2 w - - 0 24",
    "4ka3/4a4/2n1b3b/p1p1p3R/3r5/2P4R1/P3Pc1n1/7C1/4A4/1cBA1KB2 w - - 0 27",
    "3ckab2/4a4/4b4/p5N1p/4R4/C1n3B2/P4r2P/9/4A4/3AK1B2 w - - 2 30",
    "1r1akabr1/1c7/2n1b1n2/p1p1p3p/6p2/PN3R3/1cP1P1P1P/2C1C1N2/1R7/2BAKAB2 b - - 0 1",
    "2b1ka2r/3na2c1/4b3n/8R/8C/4C1P2/P1P1P3P/4B1N2/1r2A4/2BAK4 w - - 0 1",
    "2b1kab1C/1N2a4/n3ccn2/p5r1p/4p4/P1P2RN2/2r1P3P/C3B4/4A4/2BAK2R1 w - - 0 1",
    "2baka1r1/9/c5n1c/p3p1CCp/2p3p2/4P4/P6RP/2r1B1N2/4A4/1RB1KA3 w - - 0 1",
    "3akabr1/9/4c4/p1pRn2Cp/4rcp2/2P1p4/P3P1P1P/3CB1N2/9/3AKABR1 w - - 0 1",
    "4kab2/4a4/2n1bcc2/p1N1p1Crp/5RP2/2P2N3/P3r4/4B4/C3A2n1/2BAK3R w - - 0 1",
    "2c1kab2/4a4/2n1b3c/p1pN4R/3r2p1p/2P6/P3P1P1n/4BC2N/4A4/2C1KAB2 w - - 0 1",
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    "2bak4/9/3a5/p2Np3p/3n1P3/3pc3P/P4r1c1/B2CC2R1/4A4/3AK1B2 b - - 0 1",
    // In check, sharp, a mate near
    "c4Cb2/4k4/4baN2/2P6/4p1n2/6B2/4r3p/C8/4K4/c1RA1AB2 w - - 0 46",
    "2ba1k3/1C2a4/9/8p/p4N3/2P3P2/P3P3c/B4n3/3K5/3A1A3 w - - 3 36",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
    "3k1a3/2P1aP3/4b1n2/8C/6b2/1R5R1/9/9/1rcpr4/3c1K3 w - - 0 1",
    "4ka3/3Pa4/r6R1/2C4C1/9/9/8n/9/4p3r/3K3R1 w - - 0 1",
    "rnba1aCn1/4k4/8r/p1p1p3p/1c4P2/2P6/P3c3P/1C4N2/4K4/RNBA1AB1R b - - 0 1",
    "3a1k3/3PaR3/9/9/9/4C4/9/9/4pr3/3K5 b - - 0 1",
    // Endings
    "4kab2/4a4/2n1b4/p7C/4PR3/8p/5rp2/4C4/9/2BAKA3 w - - 16 33",
    "3aka3/9/4b1n2/8p/4p1b2/2B1n1P1P/7R1/4B4/r1N1A4/3AK3C w - - 13 39",
    "2b1ka3/4c4/4ba3/p3R1N1p/9/6P2/P7P/4B4/5r3/3AK4 w - - 4 43",
    "5kb2/4a4/3ab4/1P4P2/2n6/2N3B2/9/3A5/4A4/4K1B2 w - - 5 50",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
    "4k2n1/9/1c2b4/p3p1N1p/7r1/6P2/P1R1P3P/4B4/4A4/2BAK4 b - - 0 1",
    "4k1b2/4a4/5a3/6P1C/9/p4Nn2/2n6/9/4K4/5AB2 b - - 0 1",
    "3akab2/9/4b4/9/9/4R4/9/9/4A4/4KA3 w - - 0 1",
    "3ak1b2/4a4/4b4/9/5N3/9/9/4B4/4A4/2BAKC3 w - - 0 1",
    "4k4/4a4/4b4/8P/9/4N4/9/9/9/4K4 w - - 0 1",
    "3k5/4P4/9/9/9/9/9/9/9/5K3 w - - 0 1",
    "2bak4/4a4/4b4/9/9/9/9/2n6/4r4/3AKAB2 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1",
];

/// What the bench counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time they took together.
    pub time: Duration,
}

impl Bench {
    /// Searches all positions. `progress` is called after each with its number from 1, its FEN
    /// and its nodes.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn run(
        depth: u32,
        threads: usize,
        hash_mb: usize,
        control: &Control,
        mut progress: impl FnMut(usize, &str, u64),
    ) -> Result<Self, HashError> {
        let mut pool = Pool::new(threads, hash_mb)?;
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let options = SearchOptions::default();
        let mut total = Self::default();
        for (i, fen) in BENCH_POSITIONS.iter().enumerate() {
            let position = Position::from_fen(fen).expect("the test below reads them all");
            pool.clear();
            let start = Instant::now();
            let result = pool.search(&position, &limits, &options, control, &mut |_| {});
            total.time += start.elapsed();
            total.nodes += result.nodes;
            progress(i + 1, fen, result.nodes);
            if control.is_stopped() {
                break;
            }
        }
        Ok(total)
    }

    /// Nodes in a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }

    /// The line that ends every bench and is read by test frameworks.
    #[must_use]
    pub fn signature(&self) -> String {
        format!("{} nodes {} nps", self.nodes, self.nps())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_is_canonical_and_occurs_once() {
        for (i, fen) in BENCH_POSITIONS.iter().enumerate() {
            assert_eq!(&Position::from_fen(fen).unwrap().fen(), fen);
            assert!(!BENCH_POSITIONS[..i].contains(fen), "{fen}");
        }
        assert!((40..=50).contains(&BENCH_POSITIONS.len()));
    }
}
