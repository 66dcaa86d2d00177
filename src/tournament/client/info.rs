//! What engines tell while they think.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

/// An engine's opinion of the position, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eval {
    /// In hundredths of a pawn, or whatever unit the engine has.
    Cp(i32),
    /// Mate in so many moves, negative if against it.
    Mate(i32),
}

impl Eval {
    /// One number to compare evaluations by: mates beyond all else, the sooner the farther.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Cp(cp) => cp.clamp(-29_000, 29_000),
            Self::Mate(n) if n > 0 => 30_000 - n.min(500),
            Self::Mate(n) => -30_000 - n.max(-500),
        }
    }
}

impl fmt::Display for Eval {
    /// `+0.35`, `-M4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(cp) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
            Self::Mate(n) if n > 0 => write!(f, "+M{n}"),
            Self::Mate(n) => write!(f, "-M{}", n.unsigned_abs()),
        }
    }
}

/// The state of a search as last told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Opinion of the position.
    pub eval: Option<Eval>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The time it says it took.
    pub time: Option<Duration>,
    /// The expected line, in the engine's own text.
    pub pv: Vec<String>,
}

impl Info {
    /// Takes over what a newer report says.
    pub fn update(&mut self, newer: Self) {
        self.depth = newer.depth.or(self.depth);
        self.seldepth = newer.seldepth.or(self.seldepth);
        self.eval = newer.eval.or(self.eval);
        self.nodes = newer.nodes.or(self.nodes);
        self.nps = newer.nps.or(self.nps);
        self.time = newer.time.or(self.time);
        if !newer.pv.is_empty() {
            self.pv = newer.pv;
        }
    }

    /// Nodes per second as told, or else from the nodes and a time.
    #[must_use]
    pub fn speed(&self, elapsed: Duration) -> Option<u64> {
        let seconds = self.time.unwrap_or(elapsed).as_secs_f64();
        let computed = || Some((self.nodes? as f64 / seconds) as u64);
        self.nps
            .or_else(|| if seconds > 0.0 { computed() } else { None })
    }

    /// Reads an `info` line of UCI or UCCI without its first word.
    ///
    /// Returns `None` for lines that are not about the best line: `info string`, UCCI's
    /// `message`, and all but the first line of several.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut info = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "string" | "message" => return None,
                "multipv" if words.next().is_some_and(|n| n != "1") => return None,
                "depth" => info.depth = number(words.next()),
                "seldepth" => info.seldepth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "nps" => info.nps = number(words.next()),
                "time" => info.time = number(words.next()).map(Duration::from_millis),
                "score" => {
                    info.eval = match words.next()? {
                        "cp" => number(words.next()).map(Eval::Cp),
                        "mate" => number(words.next()).map(Eval::Mate),
                        bare => number(Some(bare)).map(Eval::Cp),
                    }
                }
                "pv" => {
                    info.pv = words.map(str::to_owned).collect();
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// Reads a line of thinking of CECP: depth, score, centiseconds, nodes, line.
    #[must_use]
    pub fn parse_cecp(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']);
        let depth = number(Some(depth))?;
        let score: i32 = number(words.next())?;
        let centiseconds: u64 = number(words.next())?;
        let nodes = number(words.next())?;
        let eval = match score {
            100_000.. => Eval::Mate(score - 100_000),
            ..=-100_000 => Eval::Mate(score + 100_000),
            cp => Eval::Cp(cp),
        };
        Some(Self {
            depth: Some(depth),
            eval: Some(eval),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(centiseconds * 10)),
            pv: words.map(str::to_owned).collect(),
            ..Self::default()
        })
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_and_ucci_lines_are_read() {
        let info = Info::parse("depth 8 seldepth 12 multipv 1 score cp -28 nodes 14520 nps 403333 time 36 pv h2e2 h9g7").unwrap();
        assert_eq!((info.depth, info.eval), (Some(8), Some(Eval::Cp(-28))));
        assert_eq!((info.nodes, info.nps), (Some(14520), Some(403_333)));
        assert_eq!(info.pv, ["h2e2", "h9g7"]);
        let info = Info::parse("depth 5 score 31 pv h2e2").unwrap();
        assert_eq!(info.eval, Some(Eval::Cp(31)));
        let info = Info::parse("score mate -3").unwrap();
        assert_eq!(info.eval, Some(Eval::Mate(-3)));
        assert_eq!(Info::parse("string score cp 5"), None);
        assert_eq!(Info::parse("depth 3 multipv 2 score cp 5"), None);
        assert_eq!(Info::parse("depth x score"), None);
    }

    #[test]
    fn cecp_lines_are_read() {
        let info = Info::parse_cecp("  6 -3 48 25890 1. ... Hg7").unwrap();
        assert_eq!((info.depth, info.eval), (Some(6), Some(Eval::Cp(-3))));
        assert_eq!(info.speed(Duration::ZERO), Some(53937));
        let mate = Info::parse_cecp("9. 100003 5 77 a0a1").unwrap();
        assert_eq!(mate.eval, Some(Eval::Mate(3)));
        for other in ["move h2e2", "# 1 2 3 4", "1 2 x 4", ""] {
            assert_eq!(Info::parse_cecp(other), None);
        }
    }

    #[test]
    fn a_mate_for_a_side_is_never_a_loss() {
        assert!(Eval::Mate(1).centipawns() > Eval::Mate(9).centipawns());
        assert!(Eval::Mate(9).centipawns() > Eval::Cp(32_000).centipawns());
        assert!(Eval::Mate(-1).centipawns() < Eval::Mate(-9).centipawns());
        assert!(Eval::Mate(0).centipawns() < Eval::Cp(-32_000).centipawns());
        assert_eq!(Eval::Cp(35).to_string(), "+0.35");
        assert_eq!(Eval::Mate(-4).to_string(), "-M4");
    }
}
