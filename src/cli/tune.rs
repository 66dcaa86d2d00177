//! `chuhe tune`: SPSA over the options of an engine.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write},
    path::PathBuf,
    str::FromStr,
    time::{Duration, Instant},
};

use chuhe::{
    search::params,
    tournament::{
        config::Config,
        contender::Contender,
        engine_spec::EngineSpec,
        openings::Book,
        process::Stop,
        runner::Control,
        spsa::{Gains, Spsa, parameter::Parameter, run::Run, state::StateFile},
    },
};
use serde::Serialize;

use super::{
    Answer, Outcome,
    aside::tell,
    live::Live,
    match_::GameArgs,
    output::{replaced, try_outputs},
};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Tune options of an engine by games against itself (SPSA)
#[derive(Debug, clap::Args)]
#[command(after_help = "See the manual, chapter `Tune`, for a worked example.")]
pub struct Args {
    /// The engine, as `chuhe match` takes it; chuhe itself must be built with `--features tune`
    #[arg(long, short, value_name = "ENGINE", required_unless_present = "print")]
    engine: Option<EngineSpec>,

    /// An option to tune: NAME=START,MIN,MAX,STEP, or the NAME of a search parameter of chuhe
    #[arg(long, value_name = "NAME", help_heading = "Parameters")]
    param: Vec<ParamArg>,

    /// Lines `name, int, start, min, max, c_end, r_end` of options to tune
    #[arg(long, value_name = "FILE", help_heading = "Parameters")]
    params: Option<PathBuf>,

    /// Tune all search parameters of chuhe
    #[arg(long, help_heading = "Parameters")]
    all: bool,

    /// How far the last result moves a parameter, as a share of its step
    #[arg(long, default_value_t = 0.002, help_heading = "Parameters")]
    r_end: f64,

    /// Print the parameters as lines for --params, and do nothing else
    #[arg(long, help_heading = "Parameters")]
    print: bool,

    /// Pairs of games to play
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "print",
        help_heading = "Steps"
    )]
    iterations: Option<u64>,

    /// The exponent by which steps shrink
    #[arg(long, help_heading = "Steps")]
    alpha: Option<f64>,

    /// The exponent by which distances shrink
    #[arg(long, help_heading = "Steps")]
    gamma: Option<f64>,

    /// The stability constant A, as a share of the iterations
    #[arg(long, help_heading = "Steps")]
    a_ratio: Option<f64>,

    #[command(flatten)]
    play: GameArgs,

    /// Keep the tuning in FILE; if it is there, go on from it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    state: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// `NAME` or `NAME=START,MIN,MAX,STEP`.
#[derive(Clone, Debug)]
struct ParamArg {
    name: String,
    numbers: Option<String>,
}

impl FromStr for ParamArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, numbers) = match text.split_once('=') {
            Some((name, numbers)) => (name, Some(numbers.to_owned())),
            None => (text, None),
        };
        let name = name.trim().to_owned();
        Ok(Self { name, numbers })
    }
}

/// The parameter of a row of the table of the search.
fn of_search(row: &params::Param, r_end: f64) -> Parameter {
    Parameter {
        name: row.name.to_owned(),
        start: row.value,
        min: row.min,
        max: row.max,
        c_end: f64::from(row.step),
        r_end,
    }
}

fn search_param(name: &str) -> Option<&'static params::Param> {
    params::TABLE.iter().find(|row| row.name == name)
}

impl ParamArg {
    fn parameter(&self, r_end: f64) -> Result<Parameter, Fault> {
        let Self { name, numbers } = self;
        if let Some(numbers) = numbers {
            let line = format!("{name}, int, {numbers}, {r_end}");
            return line.parse().map_err(|error| {
                format!("--param {name}={numbers} (start, min, max, step): {error}").into()
            });
        }
        let row = search_param(name).ok_or_else(|| {
            format!("`{name}` is no search parameter of chuhe: give {name}=START,MIN,MAX,STEP")
        })?;
        Ok(of_search(row, r_end))
    }
}

impl Args {
    fn parameters(&self) -> Result<Vec<Parameter>, Fault> {
        let mut parameters = Vec::new();
        if let Some(path) = &self.params {
            let text = fs::read_to_string(path).map(|text| text.replace('\u{FEFF}', ""));
            let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            for (number, line) in text.lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default().trim();
                if !line.is_empty() {
                    parameters.push(line.parse::<Parameter>().map_err(|error| {
                        format!("{}, line {}: {error}", path.display(), number + 1)
                    })?);
                }
            }
        }
        for param in &self.param {
            parameters.push(param.parameter(self.r_end)?);
        }
        let nothing = parameters.is_empty();
        if self.all || (self.print && nothing && self.params.is_none()) {
            parameters.extend(params::TABLE.iter().map(|row| of_search(row, self.r_end)));
        }
        if parameters.is_empty() {
            return Err("nothing to tune: give --param, --params or --all".into());
        }
        Ok(parameters)
    }

    fn gains(&self) -> Gains {
        let usual = Gains::new(self.iterations.unwrap_or(1));
        Gains {
            alpha: self.alpha.unwrap_or(usual.alpha),
            gamma: self.gamma.unwrap_or(usual.gamma),
            a_ratio: self.a_ratio.unwrap_or(usual.a_ratio),
            ..usual
        }
    }

    /// The settings of the games: the engine against itself.
    fn config(self) -> Result<Config, Fault> {
        let mut config = Config::default();
        if let Some(engine) = self.engine {
            config.engines = ["plus", "minus"]
                .map(|side| EngineSpec {
                    name: Some(side.to_owned()),
                    ..engine.clone()
                })
                .to_vec();
        }
        self.play.apply(&mut config)?;
        config.check()?;
        Ok(config)
    }
}

/// Tunes.
pub fn run(args: Args) -> Outcome {
    let parameters = args.parameters()?;
    let gains = args.gains();
    if args.print {
        return print_lines(parameters);
    }
    let (json, state, lines) = (args.json, args.state.clone(), args.params.clone());
    let config = args.config()?;
    if let Some(path) = &state {
        let inputs: Vec<_> = lines.into_iter().chain(config.openings.file()).collect();
        try_outputs(&replaced(path), &inputs)?;
    }
    let fresh = Spsa::new(parameters, gains, config.seed)?;
    let run = prepare(&config)?;
    let openings = run.book.checksum();
    let state = state.map(|path| StateFile::new(path, config.fingerprint(), openings));
    let mut tuning = match &state {
        Some(file) => file.resume(fresh)?,
        None => fresh,
    };
    let stop = Stop::default();
    let handler = stop.clone();
    ctrlc::set_handler(move || handler.request())?;
    tell!(
        "{} parameters, {} pairs of games, {} at a time, {}",
        tuning.parameters().len(),
        tuning.iterations(),
        config.concurrency,
        config.limits()
    );
    if tuning.done() > 0 {
        tell!("{} pairs were played before", tuning.done());
    }
    let (mut live, began, before) = (Live::new(), Instant::now(), tuning.done());
    let mut fault = None;
    let outcome = run.go(&mut tuning, &stop, |tuning, trial, half_points| {
        log::info!(
            "iteration {}: {half_points} half points for plus {:?} against minus {:?}: {:?}",
            trial.iteration,
            trial.plus,
            trial.minus,
            tuning.values()
        );
        live.show(&progress(tuning, before, began.elapsed()));
        match state.as_ref().map_or(Ok(()), |file| file.save(tuning)) {
            Ok(()) => Control::GoOn,
            Err(error) => {
                fault = Some(error);
                Control::Stop
            }
        }
    });
    live.end();
    let mut out = io::stdout().lock();
    if json {
        let report = serde_json::to_string_pretty(&Report::of(&tuning))?;
        writeln!(out, "{report}")?;
    } else {
        write!(out, "{}", report(&tuning))?;
    }
    if let Some(fault) = fault {
        return Err(fault.into());
    }
    outcome?;
    let whole = tuning.done() == tuning.iterations();
    Ok(if whole { Answer::Yes } else { Answer::No })
}

fn print_lines(parameters: Vec<Parameter>) -> Outcome {
    let mut out = io::stdout().lock();
    for parameter in parameters {
        writeln!(out, "{parameter}")?;
    }
    Ok(Answer::Yes)
}

fn prepare(config: &Config) -> Result<Run, Fault> {
    let sides: [Contender; 2] = Contender::all(config)?
        .try_into()
        .map_err(|_| "two sides are needed")?;
    Ok(Run {
        sides,
        book: Book::load(&config.openings, config.order, config.seed, config.plies)?,
        conditions: config.conditions(),
        concurrency: config.concurrency,
    })
}

fn progress(tuning: &Spsa, before: u64, elapsed: Duration) -> String {
    let (done, all) = (tuning.done(), tuning.iterations());
    let pace = elapsed.as_secs_f64() / (done - before).max(1) as f64;
    let left = (pace * (all - done) as f64) as u64;
    format!(
        "{done}/{all} pairs {:?}, {pace:.2} s a pair, {}:{:02}:{:02} h left",
        tuning.pairs(),
        left / 3600,
        left / 60 % 60,
        left % 60
    )
}

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    iterations: u64,
    done: u64,
    /// By the half points of the plus side.
    pairs: [u64; 5],
    parameters: Vec<ReportRow<'a>>,
}

#[derive(Serialize)]
struct ReportRow<'a> {
    #[serde(flatten)]
    parameter: &'a Parameter,
    value: f64,
}

impl<'a> Report<'a> {
    fn of(tuning: &'a Spsa) -> Self {
        let rows = tuning.parameters().iter().zip(tuning.values());
        Self {
            iterations: tuning.iterations(),
            done: tuning.done(),
            pairs: tuning.pairs(),
            parameters: rows
                .map(|(parameter, &value)| ReportRow { parameter, value })
                .collect(),
        }
    }
}

/// The result for readers: a table, and the lines to paste, into the source where the parameter
/// is one of our search.
fn report(tuning: &Spsa) -> String {
    let rows = || tuning.parameters().iter().zip(tuning.values());
    let width = rows().map(|(p, _)| p.name.chars().count()).max();
    let width = width.unwrap_or(0).max("parameter".len());
    let mut text = format!(
        "{} of {} pairs, {:?}\n\n{:width$} {:>7} {:>9} {:>8}\n",
        tuning.done(),
        tuning.iterations(),
        tuning.pairs(),
        "parameter",
        "start",
        "end",
        "steps"
    );
    for (parameter, value) in rows() {
        let (name, start) = (&parameter.name, parameter.start);
        let steps = (value - f64::from(start)) / parameter.c_end;
        let _ = writeln!(text, "{name:width$} {start:>7} {value:>9.2} {steps:>+8.2}");
    }
    text.push('\n');
    for (parameter, value) in rows() {
        let start = value.round() as i32;
        let line = match search_param(&parameter.name) {
            Some(row) => row.row(start),
            None => Parameter {
                start,
                ..parameter.clone()
            }
            .to_string(),
        };
        let _ = writeln!(text, "{line}");
    }
    text
}
