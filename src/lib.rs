//! Chuhe (楚河), a xiangqi engine.
//!
//! The crate is a stack of layers; a module uses only what lies below it, and
//! `tests/architecture.rs` holds it to that:
//!
//! | layer | module | what it knows |
//! |---|---|---|
//! | 0 | [`types`] | colours, pieces, points, sets of points, moves, scores |
//! | 1 | [`attacks`] | what a piece reaches from a point, given blockers |
//! | 2 | [`position`] | one position: FEN, make and undo, legality, exchanges |
//! | 3 | [`movegen`] | all legal moves of a position, and counting them |
//! | 4 | [`rules`] | what ends a game and who is to blame; the record of a game |
//! | 5 | [`notation`] | moves as people write them: ICCS, WXF, Chinese |
//! | 5 | [`eval`] | a score for a position as it stands |
//! | 6 | [`search`] | which move is best |
//! | 7 | [`engine`] | position, options and search of one player |
//! | 8 | [`protocol`] | UCI, UCCI and CECP around the engine |
//! | 8 | [`datagen`] | games of self-play and the files they are kept in |
//! | 9 | [`train`] | a network, or better weights, made from such games |
//! | 9 | [`tournament`] | matches between engines of any kind |
//!
//! ```
//! use chuhe::{movegen, position::Position};
//!
//! let position = Position::startpos();
//! assert_eq!(movegen::legal(&position).len(), 44);
//! assert_eq!(movegen::perft(&mut position.clone(), 3), 79_666);
//! ```

pub mod attacks;
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tournament;
pub mod train;
pub mod types;
