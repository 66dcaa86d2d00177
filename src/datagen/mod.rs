//! Self-play: games for the network to learn from.
//!
//! [`selfplay`] plays one game, [`run`] as many as are wanted. [`file`] and [`record`] are what
//! they are kept in, [`replay`] plays them back and picks the positions worth learning, [`stats`]
//! counts, [`rng`] is the randomness that makes it all repeatable.

pub mod file;
pub mod record;
pub mod replay;
pub mod rng;
pub mod run;
pub mod selfplay;
pub mod stats;
