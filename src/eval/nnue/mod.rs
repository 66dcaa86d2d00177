//! The neural network evaluation: a small network whose first layer follows the moves.
//!
//! After Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi" (2018). A position is 22 or so active inputs of 689 for each side's view; their weight
//! rows sum to an accumulator, a move changes two or three rows of it; the two accumulators,
//! clipped and squared, are weighed by one of eight output rows.
//!
//! [`arch`] fixes the shape, [`features`] numbers the inputs, [`Network`] holds the weights,
//! [`Accumulators`] follow a line of play, [`Kernel`] does the arithmetic.

pub mod arch;
pub mod features;

mod accumulator;
mod explain;
mod loader;
mod network;
mod simd;

pub use accumulator::Accumulators;
pub use loader::{NetworkError, embedded};
pub use network::{Network, Weights};
pub use simd::{KERNEL_VARIABLE, Kernel, KernelError};
