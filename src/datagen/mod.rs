//! Self-play: games for the network to learn from.
//!
//! [`file`] and [`record`] are what they are kept in, [`replay`] plays them back and picks the
//! positions worth learning, [`rng`] is the randomness that makes them repeatable.

pub mod file;
pub mod record;
pub mod replay;
pub mod rng;
