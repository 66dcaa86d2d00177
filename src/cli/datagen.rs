//! `chuhe datagen`: plays games against itself for the trainer.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    slice,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chuhe::{
    datagen::{
        rng::Rng,
        run::{Output, Progress, Run, Target},
        selfplay::{Player, Settings},
    },
    eval::{Source, nnue::Network},
    position::Position,
};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Answer, Outcome, aside::tell, output::try_outputs};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// How often progress is told when standard error is not a terminal.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// Play games against itself, for the trainer; an unfinished file is continued
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game file to write or continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Stop after so many games
    #[arg(long, value_name = "N", required_unless_present = "positions")]
    games: Option<u64>,

    /// Stop after so many positions
    #[arg(long, value_name = "N", conflicts_with = "games")]
    positions: Option<u64>,

    /// Nodes for a move, as a soft limit: the iteration is finished
    #[arg(long, default_value_t = 1000)]
    nodes: u32,

    /// Games played at a time; 0 means one for each processor
    #[arg(long, default_value_t = 0)]
    threads: usize,

    /// Determines the games; give every machine its own
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Begin one game in twenty from a position of this file (a FEN on each line)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Fewest and most random plies at the start
    #[arg(long, value_name = "N", num_args = 2, default_values_t = [6, 10])]
    random_plies: Vec<usize>,

    /// Play with this network instead of the built-in evaluation
    #[arg(long, value_name = "FILE", conflicts_with = "hand_crafted")]
    network: Option<PathBuf>,

    /// Play with the hand-crafted evaluation
    #[arg(long)]
    hand_crafted: bool,
}

impl Args {
    fn source(&self) -> Result<Source, Fault> {
        Ok(match &self.network {
            _ if self.hand_crafted => Source::HandCrafted,
            None => Source::default(),
            Some(path) => {
                let network = Network::load(path);
                let network = network.map_err(|error| format!("{}: {error}", path.display()))?;
                Source::Network(Arc::new(network))
            }
        })
    }

    fn run(&self) -> Result<Run, Fault> {
        let random_plies = (self.random_plies[0], self.random_plies[1]);
        if random_plies.0 > random_plies.1 {
            return Err("--random-plies takes the fewest first, then the most".into());
        }
        let threads = match self.threads {
            0 => std::thread::available_parallelism()?.get(),
            threads => threads,
        };
        Ok(Run {
            settings: Settings {
                nodes: self.nodes,
                random_plies,
                ..Settings::default()
            },
            source: self.source()?,
            starts: match &self.openings {
                Some(path) => read_positions(path)?,
                None => Vec::new(),
            },
            seed: self.seed,
            threads,
            target: match (self.games, self.positions) {
                (Some(games), _) => Target::Games(games),
                (None, positions) => Target::Positions(positions.unwrap_or(0)),
            },
        })
    }
}

/// The FENs of a file, one on a line, what follows a `;` or the sixth field ignored.
fn read_positions(path: &Path) -> Result<Vec<String>, Fault> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fen: Vec<&str> = line.split([';', '|']).take(1).collect();
        let fen: Vec<&str> = fen[0].split_whitespace().take(6).collect();
        if fen.is_empty() || fen[0].starts_with('#') {
            continue;
        }
        let position = Position::from_fen(&fen.join(" "))
            .map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))?;
        positions.push(position.fen());
    }
    if positions.is_empty() {
        return Err(format!("{}: there is no position in it", path.display()).into());
    }
    Ok(positions)
}

/// Plays.
pub fn run(args: Args) -> Outcome {
    let inputs: Vec<PathBuf> = args.openings.iter().chain(&args.network).cloned().collect();
    try_outputs(slice::from_ref(&args.out), &inputs)?;
    let run = args.run()?;
    let mut output = Output::open(&args.out, &run.provenance())
        .map_err(|error| format!("{}: {error}", args.out.display()))?;
    if output.torn_bytes() > 0 {
        tell!(
            "an unfinished game of {} bytes was cut off",
            output.torn_bytes()
        );
    }
    let before = output.progress();
    if before.games > 0 {
        tell!("continued after {} games", before.games);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed))?;
    let mut meter = Meter::new(run.target, before);
    run.play(&mut output, &stop, |progress| meter.show(progress))?;
    meter.bar.finish_and_clear();
    let Progress { games, positions } = output.progress();
    writeln!(
        io::stdout(),
        "{}: {games} games, {positions} positions; {} of them now, {}",
        args.out.display(),
        positions - before.positions,
        meter.speed(output.progress())
    )?;
    let met = run.target.is_met(output.progress());
    Ok(if met { Answer::Yes } else { Answer::No })
}

/// Tells how far the run is: a bar on a terminal, else a line now and then.
struct Meter {
    bar: ProgressBar,
    target: Target,
    before: Progress,
    begin: Instant,
    told: Instant,
}

impl Meter {
    fn new(target: Target, before: Progress) -> Self {
        let length = match target {
            Target::Games(count) | Target::Positions(count) => count,
        };
        let template = "{wide_bar} {human_pos}/{human_len} {msg}";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(length);
        Self {
            bar: style.map_or_else(|_| ProgressBar::hidden(), |style| bar.with_style(style)),
            target,
            before,
            begin: Instant::now(),
            told: Instant::now(),
        }
    }

    fn speed(&self, now: Progress) -> String {
        let seconds = self.begin.elapsed().as_secs_f64().max(1e-3);
        let played = (now.positions - self.before.positions) as f64;
        format!("{:.0} positions/s", played / seconds)
    }

    fn time_left(&self, now: Progress) -> Duration {
        let count = |progress: Progress| match self.target {
            Target::Games(_) => progress.games,
            Target::Positions(_) => progress.positions,
        };
        let length = self.bar.length().unwrap_or(0);
        let left = length.saturating_sub(count(now)) as f64;
        let done = (count(now) - count(self.before)).max(1) as f64;
        self.begin.elapsed().mul_f64(left / done)
    }

    fn show(&mut self, now: Progress) {
        let left = self.time_left(now).as_secs();
        let message = format!(
            "{}, {}:{:02} min left",
            self.speed(now),
            left / 60,
            left % 60
        );
        self.bar.set_position(match self.target {
            Target::Games(_) => now.games,
            Target::Positions(_) => now.positions,
        });
        if self.bar.is_hidden() {
            if self.told.elapsed() >= REPORT_EVERY {
                self.told = Instant::now();
                tell!(
                    "{} games, {} positions, {message}",
                    now.games,
                    now.positions
                );
            }
        } else {
            self.bar.set_message(message);
        }
    }
}

/// Answers `genfens N seed S book FILE|None ...`, OpenBench's request for start positions: `N`
/// lines `info string genfens FEN`.
pub fn genfens(request: &str) -> Outcome {
    let words: Vec<&str> = request.split_whitespace().collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let number = |name: &str| -> Result<u64, Fault> {
        let text = after(name).ok_or_else(|| format!("genfens: `{name}` is missing"))?;
        let value = text.parse();
        value.map_err(|_| format!("genfens: `{text}` after `{name}` is not a number").into())
    };
    let (count, seed) = (number("genfens")?, number("seed")?);
    let starts = match after("book") {
        None | Some("None") => Vec::new(),
        Some(path) => read_positions(Path::new(path))?,
    };
    let settings = Settings {
        start_every: if starts.is_empty() { 20 } else { 1 },
        ..Settings::default()
    };
    let mut player = Player::new(&Source::default(), &settings, &starts)?;
    let mut rng = Rng::new(seed);
    let mut out = io::stdout().lock();
    for _ in 0..count {
        writeln!(
            out,
            "info string genfens {}",
            player.balanced_start(&mut rng).fen()
        )?;
    }
    Ok(Answer::Yes)
}
