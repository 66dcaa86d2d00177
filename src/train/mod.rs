//! The trainer: game files in, a network out, on the processor alone.
//!
//! A network this small has few active inputs for a position, so a dense framework spends its
//! time on zeros; here a sample touches just the rows it uses. [`Dataset`] reads and filters
//! games, [`train`] runs the epochs, [`Model::quantise`] makes the network the engine plays with.
//! The same data, seed and number of threads give the same network, bit for bit.
//!
//! From the same games [`fit`](fit::fit) makes better weights of the hand-crafted evaluation.

mod checkpoint;
mod dataset;
pub mod fit;
mod gradient;
mod model;
mod optimizer;
mod plot;
mod run;
mod sample;

pub use checkpoint::{Checkpoint, CheckpointError, Extent};
pub use dataset::{Dataset, DatasetError, Reading};
pub use gradient::{Label, accumulate_gradient, predict, sigmoid};
pub use model::{Layout, Model};
pub use optimizer::{AdamW, Schedule};
pub use plot::loss_curves;
pub use run::{Config, EpochReport, TrainError, Trained, WIDTHS, label, train};
pub use sample::{Inputs, MoverResult, Sample};
