//! What ends a game and who is to blame: the rule book of xiangqi, with a verdict that says why.
//!
//! [`judge`] is the referee of finished games, [`repetition`] the search's short way to the same
//! verdicts, [`why_illegal`] names the rule a move breaks, and [`Game`] is the record everything
//! above shares. Nothing here ever changes a position to ask a question.
//!
//! | file | what it holds |
//! |---|---|
//! | `ruleset` | the four rulesets and the other choices |
//! | `verdict` | results, reasons, offences, the cycle with its evidence |
//! | `judge` | the order in which the rules are asked |
//! | `repetition` | finding a cycle and weighing both sides |
//! | `chase`, `protection` | what a move newly threatens, what a root is |
//! | `threat` | threats of mate and alternations (Chinese rules) |
//! | `board` | the scratch board these questions are asked on |
//! | `draw` | no-capture limit, bare material |
//! | `illegal` | one reason for each rule of movement |
//! | `game` | the record of a game |
//! | `text` | all of it in words, English and Chinese |

mod board;
mod chase;
mod draw;
mod game;
mod illegal;
mod judge;
mod protection;
mod repetition;
mod ruleset;
mod text;
mod threat;
mod verdict;

pub use draw::{is_bare, is_no_capture_draw};
pub use game::{Game, GameMove};
pub use illegal::{IllegalMove, why_illegal};
pub use judge::judge;
pub use repetition::{RepetitionVerdict, occurrences, repetition};
pub use ruleset::{CheckCounting, ParseRulesetError, RuleOptions, Ruleset};
pub use text::Language;
pub use verdict::{Chase, Cycle, CycleMove, GameResult, Offence, Reason, Verdict};
