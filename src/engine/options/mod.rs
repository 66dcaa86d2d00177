//! The options of the engine: typed fields, and the one table that describes them to everybody.
//!
//! A row of [`TABLE`] holds an option's names, its kind with default and range, where it is
//! shown, a line of help for the manual, and how a checked value is stored. Protocols print rows
//! and look them up; they never know a field. What a new value means for the running engine comes
//! back as a [`Change`].

mod table;

use std::{path::PathBuf, time::Duration};

use thiserror::Error;

pub use table::TABLE;

pub use crate::search::DrawRule;

use crate::rules::{RuleOptions, Ruleset};

/// The number of Red's back rank in move texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankBase {
    /// Ranks 0-9, as nearly all of the xiangqi world counts.
    #[default]
    Zero,
    /// Ranks 1-10, as Fairy-Stockfish counts in plain UCI.
    One,
}

/// All settings, each with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Size of the transposition table in MiB; `None` lets the engine choose.
    pub hash: Option<usize>,
    /// Number of search threads; `None` means one for each processor.
    pub threads: Option<usize>,
    /// Whether the client ponders. It only tells the time manager.
    pub ponder: bool,
    /// Number of best lines to report.
    pub multipv: usize,
    /// Time kept back for each move.
    pub move_overhead: Duration,
    /// Whether UCI `info` lines carry the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Strength from 0 to 20, 20 being full strength.
    pub skill_level: u32,
    /// Whether `elo` limits the strength.
    pub limit_strength: bool,
    /// The rating to play at when `limit_strength` is set.
    pub elo: u32,
    /// How repetitions are judged.
    pub repetition: Ruleset,
    /// Whether a game without captures ends in a draw.
    pub sixty_move_rule: bool,
    /// Plies without a capture after which it does.
    pub rule60_max_ply: u32,
    /// Who gains from a draw.
    pub draw_rule: DrawRule,
    /// A network file instead of the built-in evaluation.
    pub eval_file: Option<PathBuf>,
    /// Where all protocol lines are copied to.
    pub debug_log: Option<PathBuf>,
    /// How ranks are numbered in move texts.
    pub rank_base: RankBase,
    /// Whether UCI scores are printed as bare numbers, without `cp` and `mate`.
    pub bare_score: bool,
    /// Whether UCCI clocks are in milliseconds rather than seconds.
    pub milliseconds: bool,
    /// Whether `quit` waits for a search that ends by itself.
    pub batch: bool,
}

impl Default for Options {
    /// The defaults of the table.
    fn default() -> Self {
        Self {
            hash: Some(table::DEFAULT_HASH),
            threads: Some(1),
            ponder: false,
            multipv: 1,
            move_overhead: Duration::from_millis(table::DEFAULT_OVERHEAD),
            show_wdl: false,
            skill_level: table::FULL_SKILL,
            limit_strength: false,
            elo: table::LOWEST_ELO,
            repetition: Ruleset::default(),
            sixty_move_rule: true,
            rule60_max_ply: table::DEFAULT_RULE60,
            draw_rule: DrawRule::default(),
            eval_file: None,
            debug_log: None,
            rank_base: RankBase::default(),
            bare_score: false,
            milliseconds: false,
            batch: false,
        }
    }
}

impl Options {
    /// The table size in MiB, chosen here if it was left to the engine.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.hash.unwrap_or(table::AUTOMATIC_HASH)
    }

    /// The rules that are played by.
    #[must_use]
    pub fn rules(&self) -> RuleOptions {
        RuleOptions {
            ruleset: self.repetition,
            no_capture_plies: self.sixty_move_rule.then_some(self.rule60_max_ply),
            ..RuleOptions::default()
        }
    }

    /// The number of search threads, chosen here if it was left to the engine.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.unwrap_or_else(processors)
    }
}

/// The number of processors this process may use.
pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What kind of value an option takes, with default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No value: setting it does something.
    Button,
    /// On or off.
    Check(bool),
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Smallest value; below it the value is refused.
        min: i64,
        /// Largest value; above it the value is cut down.
        max: i64,
    },
    /// One of several words, the first being the default.
    Combo(&'static [&'static str]),
    /// Any text; empty at start.
    Text,
}

/// The two ways to write options: UCI gives them names of several words, UCCI one lower-case
/// word, and 0 for "choose yourself".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// `Hash`, `Clear Hash`, …
    Uci,
    /// `hashsize`, `newgame`, …
    Ucci,
}

/// A value after its check against the kind of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A button was pressed.
    Pressed,
    /// A check was set.
    Check(bool),
    /// A number within the range.
    Number(i64),
    /// 0 in the UCCI manner: the engine chooses.
    Automatic,
    /// The index of a word among those of the combo.
    Choice(usize),
    /// A text, empty if it was cleared.
    Text(&'a str),
}

/// What a new value means for the running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing beyond the stored value.
    Stored,
    /// The transposition table has another size.
    Hash,
    /// There are more or fewer threads.
    Threads,
    /// The transposition table is to be emptied.
    ClearHash,
    /// A new game begins.
    NewGame,
    /// Another network is wanted.
    EvalFile,
    /// Protocol lines are to be copied elsewhere.
    DebugLog,
    /// Ranks are to be counted otherwise.
    RankBase,
}

/// One row of the table.
#[derive(Debug)]
pub struct Spec {
    /// Its name in UCI and CECP.
    pub uci: Option<&'static str>,
    /// Its name in UCCI.
    pub ucci: Option<&'static str>,
    /// Names it also answers to, never printed.
    pub aliases: &'static [&'static str],
    /// What it takes.
    pub kind: Kind,
    /// Whether 0 in UCCI lets the engine choose.
    pub automatic: bool,
    /// Words that stand for a word of the combo.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// One line for the manual.
    pub help: &'static str,
    /// Stores a checked value.
    store: fn(&mut Options, Value<'_>) -> Change,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option of this name.
    #[error("no option `{0}`")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// Not a value of the option's kind.
    #[error("`{value}` is not a value of option {name}: {wanted} is wanted")]
    Bad {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// The value is right, but could not be put into effect.
    #[error("{0}")]
    Failed(String),
}

impl Spec {
    /// Its name for messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.uci.or(self.ucci).unwrap_or("?")
    }

    /// Whether `name` means this option; case, blanks, underscores and hyphens do not count.
    fn answers_to(&self, name: &str) -> bool {
        let names = [self.uci, self.ucci].into_iter().flatten();
        names
            .chain(self.aliases.iter().copied())
            .any(|own| same_name(own, name))
    }

    /// Checks `text` and stores its value.
    ///
    /// # Errors
    /// If `text` is no value of this option; the old value stays.
    pub fn set(
        &self,
        options: &mut Options,
        face: Face,
        text: Option<&str>,
    ) -> Result<Change, OptionError> {
        let value = self.check(face, text.map(str::trim))?;
        Ok((self.store)(options, value))
    }

    fn check<'a>(&self, face: Face, text: Option<&'a str>) -> Result<Value<'a>, OptionError> {
        match (self.kind, text) {
            (Kind::Button, _) => return Ok(Value::Pressed),
            (Kind::Text, text) => {
                return Ok(Value::Text(
                    text.filter(|t| !is_empty_word(t)).unwrap_or(""),
                ));
            }
            (_, None | Some("")) => return Err(OptionError::NoValue(self.name())),
            _ => {}
        }
        let text = text.unwrap_or_default();
        let value = match self.kind {
            Kind::Check(_) => check_word(text).map(Value::Check),
            Kind::Spin { min, max, .. } => number(text).and_then(|n| {
                if n == 0 && self.automatic && face == Face::Ucci {
                    Some(Value::Automatic)
                } else {
                    (n >= min).then_some(Value::Number(n.min(max)))
                }
            }),
            Kind::Combo(words) => {
                let synonym = self.synonyms.iter().find(|(from, _)| same_name(from, text));
                let wanted = synonym.map_or(text, |&(_, to)| to);
                words
                    .iter()
                    .position(|word| same_name(word, wanted))
                    .map(Value::Choice)
            }
            Kind::Button | Kind::Text => None,
        };
        value.ok_or_else(|| OptionError::Bad {
            name: self.name(),
            value: text.chars().take(40).collect(),
            wanted: self.kind.wanted(),
        })
    }
}

impl Kind {
    fn wanted(self) -> String {
        match self {
            Self::Button => "nothing".into(),
            Self::Check(_) => "true or false".into(),
            Self::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Combo(words) => words.join(" or "),
            Self::Text => "a text".into(),
        }
    }
}

/// The option that `name` means.
#[must_use]
pub fn find(name: &str) -> Option<&'static Spec> {
    TABLE.iter().find(|spec| spec.answers_to(name))
}

/// Whether clients are known to send `name` although we have no such option: it is accepted
/// without a word.
#[must_use]
pub fn is_ignored(name: &str) -> bool {
    table::IGNORED.iter().any(|own| same_name(own, name))
}

/// Whether two names are the same but for case, blanks, underscores and hyphens.
#[must_use]
pub fn same_name(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|c| !matches!(c, ' ' | '\t' | '_' | '-'))
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    plain(a) == plain(b)
}

/// What clients write for an empty text.
fn is_empty_word(text: &str) -> bool {
    matches!(text, "" | "<empty>" | "<internal>" | "<default>" | "null")
}

fn check_word(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// A whole number; one too large for the type is the largest.
fn number(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(n) => Some(n),
        Err(_) => {
            (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(i64::MAX)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, face: Face, value: Option<&str>) -> (Options, Result<Change, OptionError>) {
        let mut options = Options::default();
        let change = find(name).unwrap().set(&mut options, face, value);
        (options, change)
    }

    #[test]
    fn stored_defaults_are_those_of_the_table() {
        for spec in TABLE {
            let mut options = Options::default();
            let value = match spec.kind {
                Kind::Button => continue,
                Kind::Check(on) => on.to_string(),
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Combo(words) => words[0].to_string(),
                Kind::Text => String::new(),
            };
            spec.set(&mut options, Face::Uci, Some(&value)).unwrap();
            assert_eq!(options, Options::default(), "{}", spec.name());
        }
    }

    #[test]
    fn names_and_ranges_suit_every_client() {
        for (i, spec) in TABLE.iter().enumerate() {
            if let Kind::Spin { default, min, max } = spec.kind {
                assert!(min <= default && default <= max, "{}", spec.name());
            }
            for name in [spec.uci, spec.ucci].into_iter().flatten() {
                // Some clients cut option lines at these words.
                for word in [
                    "name", "type", "default", "draw", "resign", "bestmove", "nps",
                ] {
                    let ucci = spec.ucci == Some(name);
                    assert!(
                        !name.contains(word) || (ucci && name == "newgame"),
                        "{name}"
                    );
                }
                let owner = find(name).unwrap();
                assert!(
                    std::ptr::eq(owner, &TABLE[i]),
                    "two options are called {name}"
                );
                assert!(!is_ignored(name), "{name} is both ignored and honoured");
            }
            if let Some(name) = spec.ucci {
                assert!(
                    name.bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
                );
            }
        }
    }

    #[test]
    fn bad_values_are_refused_and_large_ones_cut() {
        for bad in [None, Some(""), Some("abc"), Some("-1"), Some("0")] {
            let (options, change) = set("Hash", Face::Uci, bad);
            assert!(change.is_err(), "{bad:?}");
            assert_eq!(options, Options::default());
        }
        let (options, change) = set("hash", Face::Uci, Some("999999999999999999999"));
        assert_eq!(change, Ok(Change::Hash));
        assert_eq!(options.hash, Some(table::LARGEST_HASH as usize));
    }

    #[test]
    fn zero_lets_the_engine_choose_in_ucci_only() {
        assert_eq!(set("hashsize", Face::Ucci, Some("0")).0.hash, None);
        assert_eq!(set("threads", Face::Ucci, Some("0")).0.threads, None);
        assert!(set("Threads", Face::Uci, Some("0")).1.is_err());
    }

    #[test]
    fn rule_names_of_other_engines_are_understood() {
        for (word, rule) in [
            ("AsianRule", Ruleset::AsianRule),
            ("chineserule", Ruleset::ChineseRule),
            ("ComputerRule", Ruleset::CheckBan),
            ("NoJudgement", Ruleset::AlwaysDraw),
        ] {
            let (options, change) = set("Repetition Rule", Face::Uci, Some(word));
            assert_eq!((options.repetition, change), (rule, Ok(Change::Stored)));
        }
    }
}
