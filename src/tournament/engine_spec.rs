//! What a user says about an engine: `cmd=./chuhe,name=new,proto=uci,option.Hash=64,tc=10+0.1`.

use std::{collections::BTreeMap, path::PathBuf, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    client::{Letters, RankBase},
    limits::{Limits, ParseTimeControlError, TimeControl},
};

/// The language an engine is spoken to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Find out: UCI, then UCCI, then CECP.
    #[default]
    Auto,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The Chess Engine Communication Protocol of XBoard.
    Cecp,
}

impl std::fmt::Display for Protocol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Auto => "auto",
            Self::Uci => "UCI",
            Self::Ucci => "UCCI",
            Self::Cecp => "CECP",
        })
    }
}

/// An engine and how to run it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSpec {
    /// Its command line.
    pub cmd: String,
    /// More arguments, split at blanks.
    pub args: String,
    /// Its working directory.
    pub dir: Option<PathBuf>,
    /// Its name in tables and records; what it calls itself if `None`.
    pub name: Option<String>,
    /// Its protocol.
    pub proto: Protocol,
    /// Options to set, by name.
    pub option: BTreeMap<String, String>,
    /// Its rank numbers; found out if `None`.
    pub ranks: Option<RankBase>,
    /// Its piece letters; found out if `None`.
    pub letters: Option<Letters>,
    /// Whether a UCCI engine counts in milliseconds; found out if `None`.
    pub millisec: Option<bool>,
    /// Its clock.
    pub tc: Option<TimeControl>,
    /// Its milliseconds for each move.
    pub movetime: Option<u64>,
    /// Its nodes for each move.
    pub nodes: Option<u64>,
    /// Its depth.
    pub depth: Option<u32>,
    /// Milliseconds it may overstep its time without losing.
    pub margin: Option<u64>,
    /// Whether it thinks in its opponent's time.
    pub ponder: Option<bool>,
}

impl EngineSpec {
    /// Its own limits, empty if it has none.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            tc: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// Why a text does not describe an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseEngineError {
    /// No command is given.
    #[error("engine `{0}` has no cmd=")]
    NoCommand(String),
    /// The value of a key is not one of those possible.
    #[error("`{value}` is no value for {key}: {wanted}")]
    Value {
        /// The key.
        key: String,
        /// What it was set to.
        value: String,
        /// What is possible.
        wanted: &'static str,
    },
    /// The time control cannot be read.
    #[error(transparent)]
    TimeControl(#[from] ParseTimeControlError),
}

const KEYS: [&str; 15] = [
    "cmd", "args", "dir", "name", "proto", "protocol", "ranks", "letters", "millisec", "tc",
    "movetime", "nodes", "depth", "margin", "ponder",
];

/// Whether a text begins with `key=`.
fn begins_with_key(text: &str) -> bool {
    text.split_once('=').is_some_and(|(key, _)| {
        KEYS.contains(&key)
            || key
                .strip_prefix("option.")
                .is_some_and(|name| !name.is_empty())
    })
}

/// Cuts at those commas that a key follows, so that values may hold commas.
fn split_keys(text: &str) -> Vec<(&str, &str)> {
    let mut cuts = vec![0];
    let commas = text.match_indices(',').map(|(i, _)| i + 1);
    cuts.extend(commas.filter(|&i| begins_with_key(&text[i..])));
    cuts.push(text.len() + 1);
    cuts.windows(2)
        .filter_map(|cut| text[cut[0]..cut[1] - 1].split_once('='))
        .collect()
}

impl FromStr for EngineSpec {
    type Err = ParseEngineError;

    /// Reads `key=value,…`; a text that does not begin with a key is a command line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut spec = Self::default();
        if begins_with_key(text) {
            for (key, value) in split_keys(text) {
                spec.set(key, value)?;
            }
        } else {
            text.clone_into(&mut spec.cmd);
        }
        if spec.cmd.trim().is_empty() {
            return Err(ParseEngineError::NoCommand(text.to_owned()));
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseEngineError> {
        let wrong = |wanted| ParseEngineError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            wanted,
        };
        let number = || value.parse().map_err(|_| wrong("a whole number is wanted"));
        let flag = || match value {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(wrong("true or false is wanted")),
        };
        match key {
            "cmd" => value.clone_into(&mut self.cmd),
            "args" => value.clone_into(&mut self.args),
            "dir" => self.dir = Some(value.into()),
            "name" => self.name = Some(value.to_owned()),
            "proto" | "protocol" => {
                self.proto = match value.to_ascii_lowercase().as_str() {
                    "auto" => Protocol::Auto,
                    "uci" => Protocol::Uci,
                    "ucci" => Protocol::Ucci,
                    "cecp" | "xboard" => Protocol::Cecp,
                    _ => return Err(wrong("uci, ucci, cecp or auto is wanted")),
                }
            }
            "ranks" => {
                self.ranks = Some(match value {
                    "0" => RankBase::Zero,
                    "1" => RankBase::One,
                    _ => return Err(wrong("0 or 1, the number of Red's back rank, is wanted")),
                });
            }
            "letters" => {
                self.letters = Some(match value.to_ascii_lowercase().as_str() {
                    "nb" => Letters::Nb,
                    "he" => Letters::He,
                    _ => return Err(wrong("nb or he is wanted")),
                });
            }
            "millisec" => self.millisec = Some(flag()?),
            "tc" => self.tc = Some(value.parse()?),
            "movetime" => self.movetime = Some(number()?),
            "nodes" => self.nodes = Some(number()?),
            "depth" => {
                self.depth = Some(
                    value
                        .parse()
                        .map_err(|_| wrong("a whole number is wanted"))?,
                );
            }
            "margin" => self.margin = Some(number()?),
            "ponder" => self.ponder = Some(flag()?),
            _ => {
                let name = key.strip_prefix("option.").unwrap_or(key);
                self.option.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_are_read() {
        let text = "cmd=/usr/games/fairy-stockfish,name=FSF, 11,proto=uci,option.Hash=16,\
                    option.Skill Level=3,tc=40/60+0.5,ranks=1,letters=he,args=a,b=c,ponder=true";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!(spec.cmd, "/usr/games/fairy-stockfish");
        assert_eq!(spec.name.as_deref(), Some("FSF, 11"));
        assert_eq!(spec.proto, Protocol::Uci);
        assert_eq!(spec.option["Skill Level"], "3");
        assert_eq!(spec.args, "a,b=c");
        assert_eq!(
            (spec.ranks, spec.letters),
            (Some(RankBase::One), Some(Letters::He))
        );
        assert_eq!(spec.limits().tc.unwrap().moves, Some(40));
        assert_eq!(spec.ponder, Some(true));
    }

    #[test]
    fn a_bare_command_is_enough() {
        let spec: EngineSpec = "python3 fake.py a=b,c".parse().unwrap();
        assert_eq!(spec.cmd, "python3 fake.py a=b,c");
        assert_eq!(spec.proto, Protocol::Auto);
    }

    #[test]
    fn faults_name_the_key() {
        let fault = |text: &str| text.parse::<EngineSpec>().unwrap_err().to_string();
        assert_eq!(fault("name=x"), "engine `name=x` has no cmd=");
        assert!(fault("cmd=x,proto=usi").contains("proto"));
        assert!(fault("cmd=x,nodes=many").contains("nodes"));
        assert!(fault("cmd=x,tc=0").contains("time control"));
    }
}
