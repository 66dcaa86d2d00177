//! How a search is told to the client: one voice, three dialects.
//!
//! A voice is settled when the search starts and goes with it into its thread; what the client
//! changes meanwhile concerns the next search.

use super::{cecp, ucci, uci, wire::harmless};
use crate::{
    engine::RankBase,
    search::{SearchEvent, SearchResult},
};

/// The protocol that is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Universal Chess Interface, and its Cyclone branch.
    Uci,
    /// Universal Chinese Chess Interface.
    Ucci,
    /// Chess Engine Communication Protocol, that of XBoard.
    Cecp,
}

/// A dialect with everything that shapes its lines.
#[derive(Clone, Debug)]
pub struct Voice {
    /// The protocol.
    pub dialect: Dialect,
    /// How ranks are numbered.
    pub base: RankBase,
    /// Whether to add the chances of win, draw and loss (UCI).
    pub wdl: bool,
    /// Whether scores are plain numbers (UCI).
    pub bare: bool,
    /// Whether more than one line is reported (UCCI).
    pub multipv: bool,
    /// Whether to report the progress at all (CECP).
    pub post: bool,
    /// Whether the side to move has a legal move.
    pub can_move: bool,
}

impl Voice {
    /// A line of progress, if the dialect has one for it.
    #[must_use]
    pub fn event(&self, event: &SearchEvent) -> Option<String> {
        match self.dialect {
            Dialect::Uci => uci::event(self, event),
            Dialect::Ucci => ucci::event(self, event),
            Dialect::Cecp => cecp::event(self, event),
        }
    }

    /// The answer at the end of a search, one line or more.
    #[must_use]
    pub fn answer(&self, result: &SearchResult) -> String {
        match self.dialect {
            Dialect::Uci => uci::answer(self, result),
            Dialect::Ucci => ucci::answer(self, result),
            Dialect::Cecp => cecp::answer(self, result),
        }
    }
}

impl Dialect {
    /// A message for people, one line.
    #[must_use]
    pub fn message(self, text: &str) -> String {
        let text = harmless(text);
        match self {
            Self::Uci => format!("info string {text}"),
            Self::Ucci => format!("info message {text}"),
            Self::Cecp => format!("# {text}"),
        }
    }
}
