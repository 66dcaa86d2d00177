//! The options that decide how games are played, common to all commands that play them.

use chuhe::{
    rules::Ruleset,
    tournament::{
        adjudicate::{DrawRule, ResignRule},
        config::Config,
        limits::TimeControl,
        openings::Order,
    },
};
use clap::ValueEnum;

use super::Fault;

/// How games are played.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct GameArgs {
    /// Clock: [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 10+0.1 or 40/60+0.5
    #[arg(long, help_heading = "Time")]
    tc: Option<TimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", help_heading = "Time")]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, help_heading = "Time")]
    nodes: Option<u64>,

    /// Depth of each search
    #[arg(long, help_heading = "Time")]
    depth: Option<u32>,

    /// Milliseconds an engine may overstep its time [default: 100]
    #[arg(
        long,
        visible_alias = "timemargin",
        value_name = "MS",
        help_heading = "Time"
    )]
    margin: Option<u64>,

    /// Seconds after which an engine without a clock is given up [default: 60]
    #[arg(long, value_name = "S", help_heading = "Time")]
    stall: Option<f64>,

    /// Seconds an engine may take to start [default: 15]
    #[arg(long, value_name = "S", help_heading = "Time")]
    start_timeout: Option<f64>,

    /// Games at the same time [default: 1]
    #[arg(long, short, value_name = "N", help_heading = "Schedule")]
    concurrency: Option<usize>,

    /// builtin, random, start, or a file of FEN, EPD or move lists [default: builtin]
    #[arg(long, value_name = "SOURCE", help_heading = "Openings")]
    openings: Option<String>,

    /// Order of the openings [default: random]
    #[arg(long, help_heading = "Openings")]
    order: Option<OrderArg>,

    /// Cut openings after so many moves; the number of random ones
    #[arg(long, value_name = "N", help_heading = "Openings")]
    plies: Option<usize>,

    /// The seed of all random choices [default: 1]
    #[arg(long, help_heading = "Openings")]
    seed: Option<u64>,

    /// Rules of repetition: always-draw, check-ban, asian or chinese [default: asian]
    #[arg(long, help_heading = "Ends")]
    rules: Option<Ruleset>,

    /// Plies without a capture that make a draw, 0 for never [default: 120]
    #[arg(long, value_name = "N", help_heading = "Ends")]
    move_limit: Option<u32>,

    /// Count drawn games by both scores: [movenumber=40 movecount=8 score=10]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Ends")]
    draw: Option<Vec<String>>,

    /// Count lost games by both scores: [movecount=4 score=600 twosided=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Ends")]
    resign: Option<Vec<String>>,

    /// Count games of so many plies as drawn
    #[arg(long, value_name = "N", help_heading = "Ends")]
    maxplies: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    Random,
    Sequential,
}

/// Reads `key=value` words (split at blanks or commas) into a settings type.
pub(in crate::cli) fn settings<T: serde::de::DeserializeOwned>(
    words: &[String],
) -> Result<T, Fault> {
    let pairs = words.iter().flat_map(|word| word.split(','));
    let mut map = serde_json::Map::new();
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}`: key=value is wanted"))?;
        let number = value.parse::<i64>().map(serde_json::Value::from);
        let number = number.or_else(|_| value.parse::<f64>().map(serde_json::Value::from));
        let plain = match value {
            "true" => true.into(),
            "false" => false.into(),
            _ => value.into(),
        };
        map.insert(key.to_owned(), number.unwrap_or(plain));
    }
    serde_json::from_value(map.into()).map_err(|e| format!("{}: {e}", words.join(" ")).into())
}

impl GameArgs {
    /// Puts what was given in place of what `config` says.
    pub(in crate::cli) fn apply(self, config: &mut Config) -> Result<(), Fault> {
        if self.tc.is_some() || self.movetime.is_some() {
            (config.tc, config.movetime) = (self.tc, self.movetime);
        }
        config.nodes = self.nodes.or(config.nodes);
        config.depth = self.depth.or(config.depth);
        config.margin = self.margin.unwrap_or(config.margin);
        config.stall = self.stall.unwrap_or(config.stall);
        config.start_timeout = self.start_timeout.unwrap_or(config.start_timeout);
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
        if let Some(openings) = self.openings {
            config.openings = openings.into();
        }
        config.order = self.order.map_or(config.order, |order| match order {
            OrderArg::Random => Order::Random,
            OrderArg::Sequential => Order::Sequential,
        });
        config.plies = self.plies.or(config.plies);
        config.seed = self.seed.unwrap_or(config.seed);
        config.rules = self.rules.unwrap_or(config.rules);
        config.move_limit = self.move_limit.unwrap_or(config.move_limit);
        if let Some(words) = &self.draw {
            config.draw = Some(settings::<DrawRule>(words)?);
        }
        if let Some(words) = &self.resign {
            config.resign = Some(settings::<ResignRule>(words)?);
        }
        config.maxplies = self.maxplies.or(config.maxplies);
        Ok(())
    }
}
