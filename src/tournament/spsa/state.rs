//! A tuning on disk: one JSON object, replaced as a whole after every pair of games, so that a
//! killed run loses no more than the games in progress.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Spsa;

/// The version of the form.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct State {
    chuhe_spsa: u32,
    /// What decides the games.
    fingerprint: String,
    /// The checksum of the openings; `None` if they are random, or if the file is from a time
    /// when it was not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    openings: Option<u32>,
    #[serde(flatten)]
    tuning: Spsa,
}

/// Why a tuning cannot be kept or continued.
#[derive(Debug, Error)]
pub enum StateError {
    /// The operating system refused.
    #[error("cannot {what} {path}: {error}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// The file is not one of ours.
    #[error("{path} is not the state of a tuning: {fault}")]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
    /// The file is of a run with other parameters, gains, limits, openings or seed.
    #[error("{0} holds a different tuning: use another file, or the same settings")]
    OtherRun(PathBuf),
    /// The file of openings has the same name and holds something else now.
    #[error(
        "{0} holds a tuning with other openings: the openings have changed since it was begun; \
         use another file, or the old openings"
    )]
    OtherOpenings(PathBuf),
}

/// The file of a run and what decides its games.
#[derive(Clone, Debug)]
pub struct StateFile {
    path: PathBuf,
    fingerprint: String,
    openings: Option<u32>,
}

impl StateFile {
    /// The file at this path, for runs with this fingerprint and this checksum of the openings.
    #[must_use]
    pub const fn new(path: PathBuf, fingerprint: String, openings: Option<u32>) -> Self {
        Self {
            path,
            fingerprint,
            openings,
        }
    }

    fn io(&self, what: &'static str) -> impl FnOnce(io::Error) -> StateError {
        let path = self.path.clone();
        move |error| StateError::Io { what, path, error }
    }

    /// `fresh` as far as it had come, if the file is there.
    ///
    /// # Errors
    /// If the file cannot be read, or holds another tuning.
    pub fn resume(&self, fresh: Spsa) -> Result<Spsa, StateError> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(fresh),
            text => text.map_err(self.io("read"))?,
        };
        let form = |fault: String| StateError::Form {
            path: self.path.clone(),
            fault,
        };
        let state: State = serde_json::from_str(&text).map_err(|e| form(e.to_string()))?;
        if state.chuhe_spsa != VERSION {
            return Err(form(format!("version {} is not known", state.chuhe_spsa)));
        }
        if state.fingerprint != self.fingerprint || !state.tuning.is_same_as(&fresh) {
            return Err(StateError::OtherRun(self.path.clone()));
        }
        if state.openings.is_some() && state.openings != self.openings {
            return Err(StateError::OtherOpenings(self.path.clone()));
        }
        Ok(state.tuning)
    }

    /// Replaces the file, by way of one with `.part` behind its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, tuning: &Spsa) -> Result<(), StateError> {
        let state = State {
            chuhe_spsa: VERSION,
            fingerprint: self.fingerprint.clone(),
            openings: self.openings,
            tuning: tuning.clone(),
        };
        let mut text = serde_json::to_string_pretty(&state).expect("a tuning is plain data");
        text.push('\n');
        let part = part_of(&self.path);
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()?;
            fs::rename(&part, &self.path)
        };
        write().map_err(self.io("write"))
    }
}

/// The file that is written before it takes the place of the old one.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Gains, parameter::Parameter},
        *,
    };
    use crate::tournament::random::Random;

    fn tuning(seed: u64) -> Spsa {
        let lines = ["a, int, 10, 0, 90, 3, 0.05", "b, int, 7, -9, 20, 1.5, 0.05"];
        let parameters = lines.map(|line| line.parse::<Parameter>().unwrap());
        Spsa::new(parameters.to_vec(), Gains::new(300), seed).unwrap()
    }

    /// Goes on to iteration `end`, with results that depend on the iteration alone.
    fn go(spsa: &mut Spsa, end: u64) {
        while let Some(iteration) = spsa.next_after(0).filter(|&k| k <= end) {
            let result = Random::new(iteration).below(5) as u8;
            spsa.learn(&spsa.trial(iteration), result);
        }
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chuhe-spsa-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_run_in_parts_is_the_run_as_a_whole() {
        let file = StateFile::new(temporary("parts"), "f".into(), None);
        let mut whole = tuning(1);
        go(&mut whole, 300);
        let mut parts = file.resume(tuning(1)).unwrap();
        for end in [1, 40, 41, 177, 300] {
            go(&mut parts, end);
            file.save(&parts).unwrap();
            parts = file.resume(tuning(1)).unwrap();
            assert_eq!(parts.done(), end);
        }
        assert_eq!(parts, whole);
        fs::remove_file(&file.path).unwrap();
    }

    #[test]
    fn another_tuning_is_refused() {
        let path = temporary("other");
        let file = StateFile::new(path.clone(), "f".into(), Some(1));
        file.save(&tuning(1)).unwrap();
        let changed = StateFile::new(path.clone(), "f".into(), Some(2));
        assert!(matches!(
            changed.resume(tuning(1)),
            Err(StateError::OtherOpenings(_))
        ));
        let other = StateFile::new(path.clone(), "g".into(), Some(1));
        assert!(matches!(
            other.resume(tuning(1)),
            Err(StateError::OtherRun(_))
        ));
        assert!(matches!(
            file.resume(tuning(2)),
            Err(StateError::OtherRun(_))
        ));
        fs::write(&path, "{}").unwrap();
        assert!(matches!(
            file.resume(tuning(1)),
            Err(StateError::Form { .. })
        ));
        fs::remove_file(&path).unwrap();
        assert_eq!(file.resume(tuning(1)).unwrap(), tuning(1));
    }
}
