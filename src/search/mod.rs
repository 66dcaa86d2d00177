//! The search: iterative deepening, principal variation search, many threads, one table.
//!
//! [`Pool::search`] takes a position with its history, limits and options, tells a sink what it
//! finds and comes back with a move; [`Control`] stops it from outside. It knows neither
//! protocols nor clocks of games: limits are plain numbers.
//!
//! | file | what it holds |
//! |---|---|
//! | `limits`, `report`, `control` | what goes in, what comes out, how it is stopped |
//! | `params` | every number that can be tuned, in one table |
//! | `table` | the transposition table |
//! | `time` | how long to think |
//! | `history`, `ordering` | which moves to try first |
//! | `worker`, `iterate` | one thread: its data, deepening |
//! | `node`, `moves`, `lessons`, `quiesce` | the tree: a node, its moves, what it teaches; the leaves |
//! | `prune`, `reduce`, `extend` | the decisions inside a node, one function each |
//! | `repetition` | verdicts of the rules inside the tree |
//! | `pool`, `skill` | all threads together; playing below full strength |

mod control;
mod extend;
mod history;
mod iterate;
mod lessons;
mod limits;
mod moves;
mod node;
mod ordering;
pub mod params;
mod pool;
mod prune;
mod quiesce;
mod reduce;
mod repetition;
mod report;
mod skill;
mod table;
mod threats;
mod time;
mod worker;

pub use control::Control;
pub use limits::{Clock, DrawRule, Limits, SearchOptions};
pub use pool::Pool;
pub use report::{Bound, Info, SearchEvent, SearchResult};
pub use skill::Skill;
pub use table::{Entry, HashError, Table};
