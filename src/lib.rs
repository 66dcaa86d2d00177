//! Chuhe (楚河), a xiangqi engine.
//!
//! The crate is a stack of layers; a module uses only what lies below it, and
//! `tests/architecture.rs` holds it to that:
//!
//! | layer | module | what it knows |
//! |---|---|---|
//! | 0 | [`types`] | colours, pieces, points, sets of points, moves, scores |

pub mod types;
