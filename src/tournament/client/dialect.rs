//! What a protocol must be able to say and understand. Text in, text out: no process is
//! needed to test a dialect.

use crate::types::{Color, Move};

use super::{super::limits::Clock, Info, Wire};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What an engine says about itself when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, empty until told.
    pub name: String,
    /// Its options.
    pub options: Vec<DeclaredOption>,
    /// What some clients would trip over in its greeting.
    pub oddities: Vec<&'static str>,
}

/// An option an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Its name as the engine writes it.
    pub name: String,
    /// The rest of the declaration: type, default, bounds, values.
    pub rest: String,
}

impl Identity {
    /// Looks at a line of the greeting for what clients are known to trip over.
    pub(super) fn note_oddities(&mut self, line: &str) {
        let found = if line.is_empty() {
            "an empty line"
        } else if !line.is_ascii() {
            "letters beyond ASCII"
        } else {
            return;
        };
        if !self.oddities.contains(&found) {
            self.oddities.push(found);
        }
    }

    /// The declared option of this name; case, blanks and underscores do not matter.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&DeclaredOption> {
        let plain = |name: &str| -> String {
            let letters = name.chars().filter(|c| !matches!(c, ' ' | '_'));
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = plain(name);
        self.options.iter().find(|o| plain(&o.name) == wanted)
    }
}

impl DeclaredOption {
    /// Whether it is a choice that offers this value.
    #[must_use]
    pub fn offers(&self, value: &str) -> bool {
        let mut words = self.rest.split_whitespace();
        words.any(|w| w == "var") && self.rest.split_whitespace().any(|w| w == value)
    }
}

/// The position to think about and the time for it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Where the game began; `None` is the start position.
    pub start: Option<&'a str>,
    /// The moves played since.
    pub moves: &'a [Move],
    /// The side to move in the beginning.
    pub first: Color,
    /// The clock of the engine that is to move.
    pub ours: &'a Clock,
    /// The clock of its opponent.
    pub theirs: &'a Clock,
    /// Whether the opponent offers a draw.
    pub draw_offered: bool,
}

impl Turn<'_> {
    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        if self.moves.len().is_multiple_of(2) {
            self.first
        } else {
            !self.first
        }
    }

    /// `position …` as UCI and UCCI have it.
    #[must_use]
    pub fn position(&self, wire: Wire, start_word: Option<&str>) -> String {
        let start = match (self.start, start_word) {
            (None, Some(word)) => word.to_owned(),
            (fen, _) => format!("fen {}", wire.fen(fen.unwrap_or(START_FEN))),
        };
        if self.moves.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {}", wire.move_list(self.moves))
        }
    }
}

/// What a line from an engine means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// It thinks.
    Info(Info),
    /// It moves.
    Move {
        /// The move in its own text.
        text: String,
        /// The reply it would like to think about.
        ponder: Option<String>,
        /// Whether it offers a draw, or accepts one.
        offers_draw: bool,
        /// Whether it gives up instead.
        resigns: bool,
    },
    /// It says that it has no move, in these words.
    NoMove(String),
    /// It gives up.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It says that the game has ended, in these words.
    Claim(String),
    /// It does not accept what it was sent, in these words.
    Complaint(String),
    /// Nothing that matters.
    Other,
}

/// A protocol, as the side of the runner speaks it.
pub trait Dialect: Send {
    /// The lines that open the conversation.
    fn greeting(&self) -> Vec<String>;

    /// Takes in a line of the answer; whether it was the last.
    fn hear_greeting(&mut self, line: &str, identity: &mut Identity) -> bool;

    /// The lines that set an option.
    fn set_option(&self, identity: &Identity, name: &str, value: &str) -> Vec<String>;

    /// The lines that make the engine ready for xiangqi, thinking ahead or not.
    ///
    /// # Errors
    /// If it does not play it, with the reason.
    fn prepare(&mut self, identity: &Identity, ponder: bool) -> Result<Vec<String>, String>;

    /// The line that asks for a sign of life and the answer expected; `None` if there is none.
    fn ping(&mut self) -> Option<(String, String)>;

    /// The lines that begin a game. `turn` is its first, whoever moves.
    fn new_game(&mut self, wire: Wire, turn: &Turn) -> Vec<String>;

    /// The lines that make the engine think.
    fn go(&mut self, wire: Wire, turn: &Turn) -> Vec<String>;

    /// The lines that make it think about `turn` in its opponent's time; empty if it does that
    /// by itself or not at all.
    fn ponder(&mut self, wire: Wire, turn: &Turn) -> Vec<String>;

    /// The line that says that the expected move was played.
    fn ponder_hit(&self) -> &'static str {
        "ponderhit"
    }

    /// The line that asks for a move at once.
    fn stop(&self) -> &'static str {
        "stop"
    }

    /// What a line means.
    fn hear(&mut self, line: &str) -> Message;

    /// The lines that tell that the game is over.
    fn game_over(&mut self, result: &str) -> Vec<String>;

    /// Which kinds of limit it cannot say.
    fn unsupported(&self, ours: &Clock) -> Option<&'static str>;
}
