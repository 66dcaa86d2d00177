//! Results on disk: a file of JSON lines that a killed run resumes from and shards merge by.
//!
//! The first line is a header, each further one a finished game, written and flushed when the
//! game ends. A kill can at worst leave half a line at the end, which is cut off at the next
//! start; that game is then played again. The header holds what decides the games, so that
//! results of different runs are never mixed.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::Record;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub chuhe_match: u32,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// What decides the games.
    pub fingerprint: String,
    /// The checksum of the openings; `None` if they are random, or if the file is from a time
    /// when it was not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<u32>,
}

impl Header {
    /// Whether the results in the file at `path`, which begins with `other`, belong to these.
    ///
    /// # Errors
    /// If they are of another run, or from other openings.
    pub fn check(&self, other: &Self, path: &Path) -> Result<(), StateError> {
        let settings = |header: &Self| Self {
            openings: None,
            ..header.clone()
        };
        if settings(self) != settings(other) {
            return Err(StateError::OtherRun(path.to_owned()));
        }
        match (self.openings, other.openings) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                Err(StateError::OtherOpenings(path.to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// A line after the first.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    record: Record,
    /// The length of the game file when the game was in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pgn_end: Option<u64>,
}

/// The version written.
const VERSION: u32 = 1;

/// Why results cannot be read or written.
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
    #[error("{path}, line {line}: {fault}")]
    Form {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// The file is of a run with other engines, limits, openings or seed.
    #[error("{0} holds the results of a different run: use another file, or the same settings")]
    OtherRun(PathBuf),
    /// The file of openings has the same name and holds something else now.
    #[error(
        "{0} holds the results of games from other openings: the openings have changed since it \
         was begun; use another file, or the old openings"
    )]
    OtherOpenings(PathBuf),
}

/// What a file holds.
#[derive(Debug)]
pub struct Saved {
    /// Its first line.
    pub header: Header,
    /// Its games.
    pub records: Vec<Record>,
    /// The length of the game file up to the last game here, if there is one.
    pub pgn_end: Option<u64>,
    /// The length of its whole lines.
    length: u64,
}

/// Reads a file of results.
///
/// # Errors
/// If it cannot be read or is not such a file.
pub fn read(path: &Path) -> Result<Saved, StateError> {
    let mut text = Vec::new();
    let mut file = File::open(path).map_err(io_error("open", path))?;
    file.read_to_end(&mut text)
        .map_err(io_error("read", path))?;
    let whole = text
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |end| end + 1);
    let form = |line: usize, fault: String| StateError::Form {
        path: path.to_owned(),
        line,
        fault,
    };
    let mut lines = text[..whole]
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let header: Header =
        serde_json::from_slice(first).map_err(|_| form(1, "not a file of match results".into()))?;
    if header.chuhe_match != VERSION {
        let fault = format!("version {} is not known", header.chuhe_match);
        return Err(form(1, fault));
    }
    let mut saved = Saved {
        header,
        records: Vec::new(),
        pgn_end: None,
        length: whole as u64,
    };
    for (index, line) in lines.enumerate() {
        let entry: Entry =
            serde_json::from_slice(line).map_err(|e| form(index + 2, e.to_string()))?;
        saved.pgn_end = entry.pgn_end.or(saved.pgn_end);
        saved.records.push(entry.record);
    }
    Ok(saved)
}

fn io_error(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StateError {
    let path = path.to_owned();
    move |error| StateError::Io { what, path, error }
}

/// The file of a run in progress.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins a file, or continues one of the same run; with what it holds already.
    ///
    /// # Errors
    /// If it cannot be read or written, or belongs to another run.
    pub fn open(
        path: &Path,
        engines: &[String],
        fingerprint: &str,
        openings: Option<u32>,
    ) -> Result<(Self, Option<Saved>), StateError> {
        let header = Header {
            chuhe_match: VERSION,
            engines: engines.to_vec(),
            fingerprint: fingerprint.to_owned(),
            openings,
        };
        let begun = std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
        let saved = if begun { Some(read(path)?) } else { None };
        if let Some(saved) = &saved {
            header.check(&saved.header, path)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(io_error("open", path))?;
        let length = saved.as_ref().map_or(0, |saved| saved.length);
        file.set_len(length).map_err(io_error("write", path))?;
        file.seek(SeekFrom::End(0))
            .map_err(io_error("write", path))?;
        let mut journal = Self {
            file,
            path: path.to_owned(),
        };
        if saved.is_none() {
            journal.write_line(&header)?;
        }
        Ok((journal, saved))
    }

    /// Adds a finished game; `pgn_end` is the length of the game file with it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &Record, pgn_end: Option<u64>) -> Result<(), StateError> {
        self.write_line(&Entry {
            record: record.clone(),
            pgn_end,
        })
    }

    fn write_line(&mut self, line: &impl Serialize) -> Result<(), StateError> {
        let mut text = serde_json::to_string(line).expect("records are plain data");
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(io_error("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            outcome::{Conclusion, Ending},
            record::Effort,
        },
        *,
    };

    fn record(number: u64) -> Record {
        Record {
            number,
            round: 1,
            pair: number.div_ceil(2),
            red: 0,
            black: 1,
            conclusion: Conclusion::drawn(Ending::Repetition, "x"),
            plies: 9,
            effort: [Effort::default(); 2],
        }
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chuhe-state-{}-{name}", std::process::id()))
    }

    #[test]
    fn half_a_line_is_cut_off_and_the_rest_kept() {
        let path = temporary("half");
        let names = ["a".to_owned(), "b".to_owned()];
        let (mut journal, saved) = Journal::open(&path, &names, "f", None).unwrap();
        assert!(saved.is_none());
        journal.add(&record(1), Some(100)).unwrap();
        journal.add(&record(2), Some(200)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let (mut journal, saved) = Journal::open(&path, &names, "f", None).unwrap();
        let saved = saved.unwrap();
        assert_eq!((saved.records, saved.pgn_end), (vec![record(1)], Some(100)));
        journal.add(&record(2), Some(200)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn results_of_another_run_are_refused() {
        let path = temporary("other");
        let names = ["a".to_owned(), "b".to_owned()];
        Journal::open(&path, &names, "f", Some(1)).unwrap();
        assert!(matches!(
            Journal::open(&path, &names, "g", Some(1)),
            Err(StateError::OtherRun(_))
        ));
        assert!(matches!(
            Journal::open(&path, &names, "f", Some(2)),
            Err(StateError::OtherOpenings(_))
        ));
        assert!(Journal::open(&path, &names, "f", Some(1)).is_ok());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace(",\"openings\":1", "")).unwrap();
        let older = Journal::open(&path, &names, "f", Some(2)).unwrap().1;
        assert_eq!(older.unwrap().header.openings, None);
        std::fs::write(&path, "[Event \"x\"]\n").unwrap();
        assert!(matches!(read(&path), Err(StateError::Form { line: 1, .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
