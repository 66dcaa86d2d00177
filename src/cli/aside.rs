//! What is said beside the result, on standard error: progress and complaints.
//!
//! Nobody need listen there. `eprintln!` panics if standard error is full or gone, and hours of
//! games would end for a line about them; these lines are lost instead.

use std::io::{self, Write};

/// Writes text to standard error as it is, in one piece; a failure is passed over.
pub(super) fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes a line to standard error; takes what `format!` takes.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::cli::aside::write(&(format!($($text)*) + "\n"))
    };
}

pub(super) use tell;
