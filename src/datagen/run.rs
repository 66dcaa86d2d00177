//! A run: many games on many threads, written in order, continued after a crash.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
        mpsc,
    },
    thread,
};

use thiserror::Error;

use super::{
    file::{Chunk, MAGIC, Reader, RecordError, crc32, push_game, push_provenance},
    record::{GameRecord, Provenance},
    selfplay::{Player, Settings},
};
use crate::{eval::Source, search::HashError};

/// Games a thread may be ahead of the one that is to be written next.
const AHEAD: u32 = 64;

/// How much to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// So many games.
    Games(u64),
    /// So many positions with a score, to the end of the game that reaches it.
    Positions(u64),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Positions with a score in the file.
    pub positions: u64,
}

impl Target {
    /// Whether there is enough.
    #[must_use]
    pub fn is_met(self, progress: Progress) -> bool {
        match self {
            Self::Games(games) => progress.games >= games,
            Self::Positions(positions) => progress.positions >= positions,
        }
    }
}

/// Why a run cannot begin or go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// What is in the file is no sound game file.
    #[error("the file cannot be continued: {0}")]
    Record(#[from] RecordError),
    /// The file holds games of another run.
    #[error(
        "the file holds games of another run ({found}), this one would be {expected}; \
         choose another file"
    )]
    OtherRun {
        /// Who played the games in the file.
        found: Box<Provenance>,
        /// Who would play now.
        expected: Box<Provenance>,
    },
    /// No memory for a player's table.
    #[error(transparent)]
    Hash(#[from] HashError),
}

/// A game file being written.
#[derive(Debug)]
pub struct Output {
    file: File,
    progress: Progress,
    next_index: u32,
    torn: usize,
}

impl Output {
    /// Opens a file for the games of `provenance`, new or to be continued. A torn tail is cut
    /// off.
    ///
    /// # Errors
    /// If the file cannot be used or belongs to another run.
    pub fn open(path: &Path, provenance: &Provenance) -> Result<Self, RunError> {
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut reader = match MAGIC.starts_with(&bytes) {
            true => Reader::new(&[])?,
            false => Reader::new(&bytes)?,
        };
        let mut output = Self {
            file,
            progress: Progress::default(),
            next_index: 0,
            torn: 0,
        };
        let mut known = false;
        for chunk in reader.by_ref() {
            match chunk? {
                Chunk::Provenance(found) if *found == *provenance => known = true,
                Chunk::Provenance(found) => {
                    return Err(RunError::OtherRun {
                        found: Box::new(Provenance::clone(&found)),
                        expected: Box::new(provenance.clone()),
                    });
                }
                Chunk::Game(game) => {
                    output.progress.games += 1;
                    output.progress.positions += game.plies.len() as u64;
                    output.next_index = game.index + 1;
                }
            }
        }
        output.torn = reader.torn_bytes();
        let sound = reader.position() as u64;
        output.file.set_len(sound)?;
        output.file.seek(SeekFrom::Start(sound))?;
        if !known {
            let mut bytes = if sound == 0 {
                MAGIC.to_vec()
            } else {
                Vec::new()
            };
            push_provenance(&mut bytes, provenance);
            output.file.write_all(&bytes)?;
        }
        Ok(output)
    }

    /// What is in the file.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Bytes of an unfinished game that were cut off.
    #[must_use]
    pub fn torn_bytes(&self) -> usize {
        self.torn
    }

    fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        let mut bytes = Vec::new();
        push_game(&mut bytes, game);
        // One write for one game: a crash leaves at most one torn.
        self.file.write_all(&bytes)?;
        self.progress.games += 1;
        self.progress.positions += game.plies.len() as u64;
        self.next_index = game.index + 1;
        Ok(())
    }
}

/// What to play and with whom.
#[derive(Clone, Debug)]
pub struct Run {
    /// How games are played.
    pub settings: Settings,
    /// The evaluation.
    pub source: Source,
    /// Positions some games begin from, as sound FENs.
    pub starts: Vec<String>,
    /// Determines all games.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
    /// When to end.
    pub target: Target,
}

impl Run {
    /// The provenance of the games of this run.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        Provenance {
            engine: format!("chuhe {}{}", env!("CARGO_PKG_VERSION"), self.openings()),
            network: match &self.source {
                Source::HandCrafted => 0,
                Source::Network(network) => network.id(),
            },
            nodes: self.settings.nodes,
            seed: self.seed,
        }
    }

    /// What is unusual about the openings, in words; nothing by default.
    fn openings(&self) -> String {
        let mut words = String::new();
        let (least, most) = self.settings.random_plies;
        if (least, most) != Settings::default().random_plies {
            words += &format!(" with {least} to {most} random plies");
        }
        if !self.starts.is_empty() {
            let positions = self.starts.join("\n");
            let (count, checksum) = (self.starts.len(), crc32(&[positions.as_bytes()]));
            words += &format!(" from {count} positions ({checksum:08x})");
        }
        words
    }

    /// Plays until the target is met or `stop` is set. Games are written in the order of their
    /// numbers, so the file does not depend on the number of threads.
    ///
    /// # Errors
    /// If the file cannot be written or there is no memory for the tables.
    pub fn play(
        &self,
        output: &mut Output,
        stop: &AtomicBool,
        mut on_game: impl FnMut(Progress),
    ) -> Result<(), RunError> {
        let mut players = (0..self.threads.max(1))
            .map(|_| Player::new(&self.source, &self.settings, &self.starts))
            .collect::<Result<Vec<_>, _>>()?;
        let next = AtomicU32::new(output.next_index);
        let written = AtomicU32::new(output.next_index);
        let done = AtomicBool::new(self.target.is_met(output.progress));
        let ended = || done.load(Relaxed) || stop.load(Relaxed);
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for player in &mut players {
                let (send, next, written) = (send.clone(), &next, &written);
                scope.spawn(move || {
                    while !ended() {
                        let index = next.fetch_add(1, Relaxed);
                        while index > written.load(Relaxed) + AHEAD && !ended() {
                            thread::yield_now();
                        }
                        let game = player.play(self.seed, index);
                        if send.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            for game in receive {
                waiting.insert(game.index, game);
                while let Some(game) = waiting.remove(&output.next_index) {
                    if ended() {
                        break;
                    }
                    if let Err(error) = output.write(&game) {
                        done.store(true, Relaxed);
                        return Err(error.into());
                    }
                    written.store(output.next_index, Relaxed);
                    on_game(output.progress);
                    if self.target.is_met(output.progress) {
                        done.store(true, Relaxed);
                    }
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, games: u64) -> Run {
        Run {
            settings: Settings {
                nodes: 40,
                longest: 24,
                ..Settings::default()
            },
            source: Source::HandCrafted,
            starts: Vec::new(),
            seed: 9,
            threads,
            target: Target::Games(games),
        }
    }

    fn play(run: &Run, path: &Path) {
        let mut output = Output::open(path, &run.provenance()).unwrap();
        run.play(&mut output, &AtomicBool::new(false), |_| ())
            .unwrap();
    }

    #[test]
    fn a_continued_run_gives_the_file_of_an_uninterrupted_one() {
        let folder = std::env::temp_dir().join(format!("chuhe-run-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (whole, parts) = (folder.join("whole"), folder.join("parts"));
        play(&run(1, 6), &whole);
        play(&run(3, 4), &parts);
        let bytes = std::fs::read(&parts).unwrap();
        std::fs::write(&parts, &bytes[..bytes.len() - 5]).unwrap();
        play(&run(2, 6), &parts);
        assert_eq!(
            std::fs::read(&whole).unwrap(),
            std::fs::read(&parts).unwrap()
        );

        for change in [
            |run: &mut Run| run.settings.random_plies = (0, 4),
            |run: &mut Run| run.starts = vec!["4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1".to_owned()],
        ] {
            let mut other = run(1, 6);
            change(&mut other);
            let refused = Output::open(&whole, &other.provenance());
            assert!(matches!(refused, Err(RunError::OtherRun { .. })));
        }
        let mut other = run(1, 6).provenance();
        other.nodes += 1;
        let refused = Output::open(&whole, &other);
        assert!(matches!(refused, Err(RunError::OtherRun { .. })));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
