//! The line that follows a run on standard error: rewritten in place on a terminal, else repeated
//! now and then.

use std::{
    io::IsTerminal,
    time::{Duration, Instant},
};

use super::aside::{self, tell};

/// The line.
pub(super) struct Live {
    terminal: bool,
    last: Option<Instant>,
    shown: String,
    printed: bool,
}

/// How often the line is repeated where it cannot be rewritten.
const REPEAT: Duration = Duration::from_secs(10);

impl Live {
    /// Nothing is shown yet.
    pub(super) fn new() -> Self {
        Self {
            terminal: std::io::stderr().is_terminal(),
            last: None,
            shown: String::new(),
            printed: true,
        }
    }

    /// Shows the line, in place of what was shown.
    pub(super) fn show(&mut self, line: &str) {
        line.clone_into(&mut self.shown);
        self.printed = false;
        if self.terminal {
            aside::write(&format!("\r\x1b[K{line}"));
        } else if self.last.is_none_or(|at| at.elapsed() >= REPEAT) {
            self.last = Some(Instant::now());
            self.printed = true;
            tell!("{line}");
        }
    }

    /// Shows a line that stays.
    pub(super) fn note(&mut self, line: &str) {
        if self.terminal {
            aside::write(&format!("\r\x1b[K{line}\n{}", self.shown));
        } else {
            tell!("{line}");
        }
    }

    /// Leaves the last line standing.
    pub(super) fn end(&mut self) {
        if self.terminal {
            aside::write("\n");
        } else if !self.printed {
            tell!("{}", self.shown);
        }
    }
}
