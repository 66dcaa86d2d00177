//! All that decides a run, from a file or from the command line.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    adjudicate::{Adjudication, DrawRule, ResignRule},
    engine_spec::EngineSpec,
    limits::{Limits, TimeControl},
    openings::{Order, Source},
    play::Conditions,
    schedule::{Format, Shard},
    sprt::Sprt,
};
use crate::{
    notation::Notation,
    rules::{RuleOptions, Ruleset},
};

/// A run: who plays, how, how long, and what is written where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSpec>,
    /// The clock of all engines without limits of their own.
    pub tc: Option<TimeControl>,
    /// Milliseconds for each move of those engines.
    pub movetime: Option<u64>,
    /// Nodes for each move of those engines.
    pub nodes: Option<u64>,
    /// Search depth of those engines.
    pub depth: Option<u32>,
    /// Milliseconds an engine may overstep its time without losing.
    pub margin: u64,
    /// Seconds after which an engine without a clock is given up.
    pub stall: f64,
    /// Seconds an engine may take to start.
    #[serde(alias = "start-timeout")]
    pub start_timeout: f64,
    /// Who meets whom.
    pub format: Format,
    /// Games for each pairing; `None` is two, or no end with an SPRT.
    pub games: Option<u64>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Where games begin.
    pub openings: Source,
    /// In which order.
    pub order: Order,
    /// The cut of opening moves, or the number of random ones.
    pub plies: Option<usize>,
    /// What all random choices come from.
    pub seed: u64,
    /// Whether engines think in their opponents' time.
    pub ponder: bool,
    /// The sequential test, for two engines.
    pub sprt: Option<Sprt>,
    /// What a repetition means.
    #[serde(with = "ruleset_name")]
    pub rules: Ruleset,
    /// Plies without a capture after which a game is drawn, 0 for never.
    #[serde(alias = "move-limit")]
    pub move_limit: u32,
    /// Draws by the engines' scores.
    pub draw: Option<DrawRule>,
    /// Losses by the engines' scores.
    pub resign: Option<ResignRule>,
    /// The length at which a game is drawn.
    pub maxplies: Option<u32>,
    /// Whether to go on after a crash.
    pub recover: bool,
    /// Milliseconds between games.
    pub wait: u64,
    /// The part of the schedule that is played.
    pub shard: Option<Shard>,
    /// Where games are written to.
    pub pgn: Option<PathBuf>,
    /// How moves are written there.
    pub notation: Notation,
    /// Where results are kept to resume from.
    pub resume: Option<PathBuf>,
    /// The name of the event in the records.
    pub event: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            tc: None,
            movetime: None,
            nodes: None,
            depth: None,
            margin: 100,
            stall: 60.0,
            start_timeout: 15.0,
            format: Format::default(),
            games: None,
            concurrency: 1,
            openings: Source::default(),
            order: Order::default(),
            plies: None,
            seed: 1,
            ponder: false,
            sprt: None,
            rules: Ruleset::default(),
            move_limit: 120,
            draw: None,
            resign: None,
            maxplies: None,
            recover: false,
            wait: 0,
            shard: None,
            pgn: None,
            notation: Notation::default(),
            resume: None,
            event: "chuhe match".to_owned(),
        }
    }
}

/// Rulesets as the command line names them.
mod ruleset_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::rules::Ruleset;

    pub(super) fn serialize<S: Serializer>(rules: &Ruleset, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rules.flag())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Ruleset, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Why a run cannot be made of what was asked for.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: std::io::Error,
    },
    /// The file is not TOML or JSON of the right form.
    #[error("{path}: {fault}")]
    Form {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        fault: String,
    },
    /// Something needed is missing or does not fit together.
    #[error("{0}")]
    Sense(&'static str),
}

impl Config {
    /// Reads a file: JSON if its name ends so, else TOML.
    ///
    /// # Errors
    /// If it cannot be read or understood.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError::Read {
            path: path.to_owned(),
            error,
        })?;
        let parsed = if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("json"))
        {
            serde_json::from_str(&text).map_err(|e| e.to_string())
        } else {
            toml::from_str(&text).map_err(|e| e.to_string())
        };
        parsed.map_err(|fault| ConfigError::Form {
            path: path.to_owned(),
            fault,
        })
    }

    /// The limits of engines without their own.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            tc: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// The rules of the game.
    fn rule_options(&self) -> RuleOptions {
        RuleOptions {
            ruleset: self.rules,
            no_capture_plies: Some(self.move_limit).filter(|&plies| plies > 0),
            ..RuleOptions::default()
        }
    }

    /// How games are ended early.
    fn adjudication(&self) -> Adjudication {
        Adjudication {
            draw: self.draw,
            resign: self.resign,
            maxplies: self.maxplies,
        }
    }

    /// What is the same for all games.
    ///
    /// # Panics
    /// If `stall` is no time in seconds, which [`check`](Self::check) refuses.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        Conditions {
            rules: self.rule_options(),
            adjudication: self.adjudication(),
            stall: Duration::from_secs_f64(self.stall),
        }
    }

    /// Games for each pairing; `None` if the run ends by its test alone.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        match (self.games, self.sprt) {
            (None, None) => Some(2),
            (games, _) => games,
        }
    }

    /// Checks what no type can.
    ///
    /// # Errors
    /// If it makes no sense together.
    pub fn check(&self) -> Result<(), ConfigError> {
        let limited = |spec: &EngineSpec| !spec.limits().or(self.limits()).is_empty();
        let fault = match self.sprt {
            _ if self.engines.len() < 2 => "two engines are needed at least",
            _ if !self.engines.iter().all(limited) => {
                "a limit is needed: tc, movetime, nodes or depth"
            }
            _ if self.concurrency == 0 => "concurrency must be 1 or more",
            _ if !(self.stall > 0.0 && self.stall < 1e9) => "stall must be a time in seconds",
            _ if !(self.start_timeout > 0.0 && self.start_timeout < 1e9) => {
                "the start timeout must be a time in seconds"
            }
            Some(_) if self.engines.len() != 2 => "an SPRT needs exactly two engines",
            Some(_) if self.shard.is_some() => {
                "an SPRT cannot be sharded: play a fixed number of games and merge"
            }
            Some(test) if !test.is_sensible() => {
                "an SPRT needs elo0 < elo1 and alpha, beta between 0 and 1 with a sum below 1"
            }
            _ => return Ok(()),
        };
        Err(ConfigError::Sense(fault))
    }

    /// What decides the games, as text: two runs of the same text can share results.
    ///
    /// The number of games, the concurrency and the files may change between them.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let decisive = Self {
            games: None,
            concurrency: 1,
            shard: None,
            pgn: None,
            notation: Notation::default(),
            resume: None,
            sprt: None,
            recover: false,
            wait: 0,
            event: String::new(),
            ..self.clone()
        };
        serde_json::to_string(&decisive).expect("a configuration is plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toml_file_says_everything() {
        let text = r#"
            tc = "10+0.1"
            games = 100
            concurrency = 2
            openings = "random"
            format = "gauntlet"
            shard = "1/4"
            [sprt]
            elo0 = 0
            elo1 = 5
            model = "logistic"
            [resign]
            score = 900
            [[engine]]
            cmd = "./chuhe"
            option = { Hash = "64" }
            [[engine]]
            cmd = "fairy-stockfish"
            ranks = "1"
            nodes = 1000
        "#;
        let config: Config = toml::from_str(text).unwrap();
        assert_eq!(config.engines.len(), 2);
        assert_eq!(config.sprt.unwrap().alpha, 0.05);
        assert_eq!(config.resign.unwrap().movecount, 4);
        assert_eq!(
            config.engines[1].limits().or(config.limits()).nodes,
            Some(1000)
        );
        let json = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&json).unwrap(), config);
        assert!(toml::from_str::<Config>("conurrency = 2").is_err());
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let mut config = Config::default();
        assert!(config.check().is_err());
        config.engines = vec!["a".parse().unwrap(), "b".parse().unwrap()];
        assert!(config.check().unwrap_err().to_string().contains("limit"));
        config.movetime = Some(10);
        assert!(config.check().is_ok());
        config.sprt = serde_json::from_str(r#"{"elo0": 5, "elo1": 0}"#).ok();
        assert!(config.check().is_err());
    }

    #[test]
    fn the_fingerprint_follows_what_decides_the_games() {
        let base = Config::default();
        let longer = Config {
            games: Some(50),
            concurrency: 4,
            ..base.clone()
        };
        assert_eq!(base.fingerprint(), longer.fingerprint());
        let other = Config {
            seed: 2,
            ..base.clone()
        };
        assert_ne!(base.fingerprint(), other.fingerprint());
    }
}
