//! `chuhe train`: makes a network from self-play games.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chuhe::train::{
    Checkpoint, CheckpointError, Config, Dataset, EpochReport, Extent, loss_curves, train,
};

use super::{
    Answer, Outcome,
    aside::tell,
    output::{replaced, try_outputs, write},
    reading::{ReadingArgs, not_negative, share},
};

/// Weight decay of AdamW.
const DECAY: f32 = 0.01;

/// Train a network on self-play games
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of self-play games
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// The network file to write; the float weights go beside it as FILE.float
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Name kept in the network file; the name of the output file if not given
    #[arg(long)]
    name: Option<String>,

    /// Hidden neurons of each perspective: 64, 128, 256 or 512
    #[arg(long, default_value_t = 256)]
    width: usize,

    /// Passes over the data
    #[arg(long, default_value_t = 16)]
    epochs: u32,

    /// Positions in a step; by default 4096 up to five million positions, else 16384
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,

    /// Highest learning rate
    #[arg(long, default_value_t = 2e-3, value_parser = not_negative)]
    rate: f64,

    /// Share of the game result in the target, the rest is the search score
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    lambda: f32,

    /// Stop after this many epochs without a better validation error
    #[arg(long, default_value_t = 6)]
    patience: u32,

    /// Seed of start weights, order and mirroring
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads; the result depends on their number
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Start from these float weights (of the same width)
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    warm_start: Option<PathBuf>,

    /// Write the state of the run here after every epoch
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Go on from the state in the checkpoint file, if it is there
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// Draw the loss curves into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// Loads, trains, quantises, writes.
pub fn run(args: Args) -> Outcome {
    args.try_outputs()?;
    let dataset = Dataset::load(&args.data, args.reading.reading())?;
    tell!(
        "{} games, {} positions: {} to train on, {} to validate on",
        dataset.games,
        dataset.raw,
        dataset.training.len(),
        dataset.validation.len()
    );
    let config = args.config(dataset.training.len());
    let start = args.start(&config)?;
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed))?;
    let mut fault = None;
    let trained = train(&config, dataset, start, &stop, &mut |report, state| {
        print(report);
        if let Some(path) = &args.checkpoint
            && let Err(error) = state.save(path, Extent::WholeRun)
        {
            let complaint = format!("cannot write {}: {error}", path.display());
            tell!("{complaint}");
            fault = Some(complaint);
        }
    })?;
    if trained.epochs.is_empty() {
        return Err("no epoch was finished: nothing is written".into());
    }
    let name = args.name.clone().unwrap_or_else(|| stem(&args.out));
    let network = trained.best.quantise(&name)?;
    write(&args.out, network.to_bytes())?;
    let float = Checkpoint {
        model: trained.best,
        epochs: 0,
        optimizer: None,
    };
    let weights = args.float();
    float
        .save(&weights, Extent::WeightsOnly)
        .map_err(|error| format!("cannot write {}: {error}", weights.display()))?;
    if let Some(path) = &args.plot {
        write(path, loss_curves(&name, &trained.epochs))?;
    }
    writeln!(
        io::stdout(),
        "{}: width {}, validation error {:.6}, id {:016x}",
        args.out.display(),
        config.width,
        trained.error,
        network.id()
    )?;
    // The network is worth keeping even where its checkpoint was not to be.
    fault.map_or(Ok(Answer::Yes), |fault| Err(fault.into()))
}

impl Args {
    /// The float weights go beside the network.
    fn float(&self) -> PathBuf {
        self.out.with_extension("float")
    }

    fn try_outputs(&self) -> Result<(), String> {
        let mut outputs = vec![self.out.clone()];
        outputs.extend(replaced(&self.float()));
        outputs.extend(self.checkpoint.iter().flat_map(|path| replaced(path)));
        outputs.extend(self.plot.clone());
        try_outputs(&outputs, &self.data)
    }

    fn config(&self, positions: usize) -> Config {
        let batch = if positions > 5_000_000 { 16_384 } else { 4096 };
        Config {
            width: self.width,
            epochs: self.epochs,
            batch: self.batch.map_or(batch, |batch| batch as usize),
            rate: self.rate as f32,
            decay: DECAY,
            lambda: self.lambda,
            patience: self.patience.max(1),
            seed: self.seed,
            threads: usize::from(self.threads),
        }
    }

    /// The state to start from, if not from nothing.
    fn start(&self, config: &Config) -> Result<Option<Checkpoint>, CheckpointError> {
        let resumed = self
            .checkpoint
            .as_ref()
            .filter(|file| self.resume && file.exists());
        let Some(path) = self.warm_start.as_ref().or(resumed) else {
            return Ok(None);
        };
        let mut checkpoint = Checkpoint::load(path, DECAY)?;
        let found = checkpoint.model.width();
        if found != config.width {
            let expected = config.width;
            return Err(CheckpointError::Width { expected, found });
        }
        if self.warm_start.is_some() {
            checkpoint.epochs = 0;
            checkpoint.optimizer = None;
        }
        Ok(Some(checkpoint))
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

fn print(report: &EpochReport) {
    tell!(
        "epoch {:3}  training {:.6}  validation {:.6}  rate {:.6}  {:.2} M positions/s",
        report.epoch,
        report.training,
        report.validation,
        report.rate,
        report.speed / 1e6
    );
}
