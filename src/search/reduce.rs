//! Late move reductions: how much less deeply a move is looked at first.
//!
//! Source: chessprogramming.org, "Late Move Reductions".

use super::params;

const SIZE: usize = 64;

/// The base table, by depth and number of the move, in 1/1024 ply.
pub struct Reductions(Box<[[i32; SIZE]; SIZE]>);

impl Default for Reductions {
    fn default() -> Self {
        Self::new()
    }
}

impl Reductions {
    /// The table for the present parameters.
    #[must_use]
    pub fn new() -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        let base = f64::from(params::lmr_base()) / 100.0;
        let divisor = f64::from(params::lmr_divisor()) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, value) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (number as f64).ln();
                *value = ((base + logs / divisor) * 1024.0) as i32;
            }
        }
        Self(table)
    }

    /// The base reduction, in 1/1024 ply.
    #[inline]
    #[must_use]
    pub fn base(&self, depth: i32, number: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize]
    }
}

/// What a move's reduction depends on besides depth and number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// The node lies, or once lay, on a principal variation.
    pub pv: bool,
    /// The node is expected to fail high.
    pub cut: bool,
    /// The evaluation rose since our last move.
    pub improving: bool,
    /// The side to move is in check.
    pub in_check: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move captures.
    pub capture: bool,
    /// The move is a killer.
    pub killer: bool,
    /// The table's move is a capture.
    pub table_capture: bool,
    /// Children of this node that failed high.
    pub child_cutoffs: u32,
    /// History points of the move.
    pub history: i32,
}

/// The depth for the moves after one that raised alpha: that one is probably best already.
#[must_use]
pub fn after_raise(depth: i32) -> i32 {
    if (3..14).contains(&depth) {
        (depth - params::raise_drop()).max(1)
    } else {
        depth
    }
}

/// The reduction of a move in plies, before it is brought into range.
#[must_use]
pub fn reduction(base: i32, c: Circumstances) -> i32 {
    let mut r = base;
    r -= params::lmr_pv() * i32::from(c.pv);
    r += params::lmr_cut() * i32::from(c.cut);
    r += params::lmr_improving() * i32::from(!c.improving);
    r -= params::lmr_in_check() * i32::from(c.in_check);
    r -= params::lmr_check() * i32::from(c.gives_check);
    r -= params::lmr_killer() * i32::from(c.killer);
    r += params::lmr_table_capture() * i32::from(c.table_capture && !c.capture);
    r += params::lmr_cutoffs() * i32::from(c.child_cutoffs > 3);
    if c.capture {
        r -= params::lmr_capture() + c.history * 1024 / (2 * params::lmr_history());
    } else {
        r -= c.history * 1024 / params::lmr_history();
    }
    r / 1024
}
