//! `chuhe data`: looks at, checks, joins and divides game files.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use chuhe::{
    datagen::{
        file::{Chunk, MAGIC, Reader, push_game, push_provenance},
        record::{GameRecord, Provenance},
        replay::Filter,
        stats::Stats,
    },
    position::Position,
};
use rayon::prelude::*;

use super::{
    Answer, Outcome,
    aside::tell,
    output::{try_outputs, write},
};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Look at, check, join and divide files of self-play games
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Count games, results, positions and what a training filter keeps
    Stats {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print the numbers as JSON
        #[arg(long)]
        json: bool,
    },
    /// Play every game back and check every chunk; exit code 1 if anything is wrong
    Verify {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Deal the games of a file out to several
    Split {
        /// Game file
        file: PathBuf,
        /// Number of parts, 2 to 1000
        #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1000))]
        parts: u32,
        /// Parts are named PREFIX-0.games, PREFIX-1.games, ...
        #[arg(long, value_name = "PREFIX")]
        out: String,
    },
    /// Join files into one, provenance and all
    Merge {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Print the first games: moves in coordinates, each with its score
    Head {
        /// Game file
        file: PathBuf,
        /// How many games
        #[arg(short, default_value_t = 3)]
        n: usize,
        /// Print the positions a training filter keeps as FEN and score instead
        #[arg(long)]
        positions: bool,
    },
}

/// Does what was asked.
pub fn run(args: Args) -> Outcome {
    match args.action {
        Action::Stats { files, json } => stats(&files, json),
        Action::Verify { files } => verify(&files),
        Action::Split { file, parts, out } => split(&file, parts, &out),
        Action::Merge { files, out } => merge(&files, &out),
        Action::Head { file, n, positions } => head(&file, n, positions),
    }
}

/// All chunks of a file and the bytes of its torn tail.
fn read(path: &Path) -> Result<(Vec<Chunk>, usize), Fault> {
    let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|e| fault(&e))?;
    let mut reader = Reader::new(&bytes).map_err(|e| fault(&e))?;
    let chunks = reader
        .by_ref()
        .collect::<Result<_, _>>()
        .map_err(|e| fault(&e))?;
    Ok((chunks, reader.torn_bytes()))
}

fn games(chunks: &[Chunk]) -> Vec<&GameRecord> {
    chunks
        .iter()
        .filter_map(|chunk| match chunk {
            Chunk::Game(game) => Some(game),
            Chunk::Provenance(_) => None,
        })
        .collect()
}

fn describe(provenance: &Provenance) -> String {
    let network = match provenance.network {
        0 => "hand-crafted evaluation".to_string(),
        id => format!("network {id:016x}"),
    };
    format!(
        "{}, {network}, {} nodes a move, seed {}",
        provenance.engine, provenance.nodes, provenance.seed
    )
}

fn stats(files: &[PathBuf], json: bool) -> Outcome {
    let mut total = Stats::default();
    let mut sources = Vec::new();
    for path in files {
        let (chunks, torn) = read(path)?;
        if torn > 0 {
            tell!("{}: torn tail of {torn} bytes ignored", path.display());
        }
        for chunk in &chunks {
            if let Chunk::Provenance(provenance) = chunk {
                let source = describe(provenance);
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        let parts = games(&chunks)
            .par_iter()
            .map(|game| {
                let mut stats = Stats::default();
                stats.count(game, &Filter::default()).map(|()| stats)
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        parts.iter().for_each(|part| total.add(part));
    }
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, &total)?;
        writeln!(out)?;
        return Ok(Answer::Yes);
    }
    for source in sources {
        writeln!(out, "played by   {source}")?;
    }
    write!(out, "{total}")?;
    Ok(Answer::Yes)
}

fn verify(files: &[PathBuf]) -> Outcome {
    let mut sound = true;
    for path in files {
        let checked = read(path).and_then(|(chunks, torn)| {
            let games = games(&chunks);
            games
                .par_iter()
                .try_for_each(|game| game.replay(|_, _| ()).map(drop))?;
            Ok((games.len(), torn))
        });
        let line = match checked {
            Ok((games, 0)) => format!("{}: {games} games, all sound", path.display()),
            Ok((games, torn)) => {
                sound = false;
                let path = path.display();
                format!("{path}: {games} sound games, then {torn} bytes of an unfinished one")
            }
            Err(error) => {
                sound = false;
                format!("{}: {error}", path.display())
            }
        };
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(if sound { Answer::Yes } else { Answer::No })
}

fn split(file: &Path, parts: u32, prefix: &str) -> Outcome {
    let names: Vec<PathBuf> = (0..parts)
        .map(|part| format!("{prefix}-{part}.games").into())
        .collect();
    must_be_new(&names)?;
    let (chunks, _) = read(file)?;
    let mut files = vec![MAGIC.to_vec(); names.len()];
    let mut dealt = 0;
    for chunk in &chunks {
        match chunk {
            Chunk::Provenance(provenance) => {
                files
                    .iter_mut()
                    .for_each(|out| push_provenance(out, provenance));
            }
            Chunk::Game(game) => {
                push_game(&mut files[dealt % names.len()], game);
                dealt += 1;
            }
        }
    }
    for (name, bytes) in names.iter().zip(files) {
        write(name, bytes)?;
    }
    writeln!(io::stdout(), "{dealt} games into {parts} files")?;
    Ok(Answer::Yes)
}

/// Games cost hours: no file of them is lost to a slip of the pen.
fn must_be_new(outputs: &[PathBuf]) -> Result<(), String> {
    match outputs.iter().find(|path| path.exists()) {
        Some(path) => Err(format!(
            "{} is there already: it is not overwritten",
            path.display()
        )),
        None => try_outputs(outputs, &[]),
    }
}

fn merge(files: &[PathBuf], out: &Path) -> Outcome {
    must_be_new(&[out.to_owned()])?;
    // All inputs are read before anything is written.
    let mut bytes = MAGIC.to_vec();
    let mut count = 0;
    for path in files {
        let (chunks, _) = read(path)?;
        for chunk in &chunks {
            match chunk {
                Chunk::Provenance(provenance) => push_provenance(&mut bytes, provenance),
                Chunk::Game(game) => push_game(&mut bytes, game),
            }
        }
        count += games(&chunks).len();
    }
    write(out, &bytes)?;
    writeln!(io::stdout(), "{count} games in {}", out.display())?;
    Ok(Answer::Yes)
}

fn head(file: &Path, count: usize, positions: bool) -> Outcome {
    let (chunks, _) = read(file)?;
    let mut out = io::stdout().lock();
    for game in games(&chunks).into_iter().take(count) {
        if positions {
            print_positions(&mut out, game)?;
        } else {
            print_game(&mut out, game)?;
        }
    }
    Ok(Answer::Yes)
}

fn print_positions(out: &mut impl Write, game: &GameRecord) -> Result<(), Fault> {
    let filter = Filter::default();
    let mut lines = Vec::new();
    game.replay(|position: &Position, ply| {
        if filter.keeps(position, ply) {
            lines.push(format!("{} | {} | {}", position.fen(), ply.mv, ply.score));
        }
    })?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn print_game(out: &mut impl Write, game: &GameRecord) -> io::Result<()> {
    let start = game.start.as_deref().unwrap_or("startpos");
    let ended = game.ending.name();
    writeln!(
        out,
        "game {}: {:?}, {ended}; from {start}",
        game.index, game.outcome
    )?;
    write!(out, " ")?;
    for mv in &game.opening {
        write!(out, " {mv}")?;
    }
    for ply in &game.plies {
        write!(out, " {}/{}", ply.mv, ply.score)?;
    }
    writeln!(out)
}
