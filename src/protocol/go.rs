//! `go`: the words of UCI and UCCI in one grammar, in any order.
//!
//! A keyword without a number is skipped and the next word read as a keyword again, so that
//! `go wtime btime 50000` still hears of Black's clock.

use std::time::Duration;

use crate::{
    search::{Clock, Limits},
    types::{ByColor, Color},
};

/// UCCI clocks above this many seconds are milliseconds, whatever was agreed: no game gives
/// three hours, and clients exist that never say which unit they use.
const LONGEST_SECONDS: i64 = 10_000;

/// The words of a `go` line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Go {
    depth: Option<i64>,
    nodes: Option<i64>,
    mate: Option<i64>,
    movetime: Option<i64>,
    /// Depth of a count instead of a search.
    pub perft: Option<i64>,
    infinite: bool,
    ponder: bool,
    /// UCI: milliseconds.
    time: ByColor<Option<i64>>,
    increment: ByColor<Option<i64>>,
    /// UCCI: the clock of the side to move, in the agreed unit.
    own_time: Option<i64>,
    own_increment: Option<i64>,
    moves_to_go: Option<i64>,
    /// The only moves to search, as written; `None` if the word does not occur.
    pub search_moves: Option<Vec<String>>,
}

/// Unit of the clocks in UCCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// As the specification has it.
    Seconds,
    /// After `setoption usemillisec true`.
    Milliseconds,
}

impl Go {
    /// Reads the words after `go`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let word = word.to_ascii_lowercase();
            match word.as_str() {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.search_moves = Some(Vec::new()),
                _ => {
                    if let Some(field) = go.field(&word) {
                        let number = words.peek().and_then(|text| number(text));
                        if number.is_some() {
                            *field = number;
                            words.next();
                        }
                    } else if let Some(moves) = &mut go.search_moves
                        && word != "draw"
                    {
                        moves.push(word);
                    }
                }
            }
        }
        go
    }

    /// Where the number after `word` belongs. What is known of the opponent's clock in UCCI is
    /// read over.
    fn field(&mut self, word: &str) -> Option<&mut Option<i64>> {
        Some(match word {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "perft" => &mut self.perft,
            "wtime" => &mut self.time[Color::Red],
            "btime" => &mut self.time[Color::Black],
            "winc" => &mut self.increment[Color::Red],
            "binc" => &mut self.increment[Color::Black],
            "time" => &mut self.own_time,
            "increment" => &mut self.own_increment,
            "movestogo" => &mut self.moves_to_go,
            _ => return None,
        })
    }

    /// Whether it is the `go depth 0` of UCCI: the static score and no move.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.depth == Some(0)
    }

    /// Whether the clock shows that the client counts milliseconds.
    #[must_use]
    pub fn proves_milliseconds(&self) -> bool {
        self.own_time.is_some_and(|time| time > LONGEST_SECONDS)
    }

    /// The limits for the side to move. Zero and less mean the least there is: one ply, one
    /// node, one millisecond. A time for this move goes before the clock; without any limit the
    /// search is infinite.
    #[must_use]
    pub fn limits(&self, side: Color, unit: Unit) -> Limits {
        let mate = self.mate.filter(|&moves| moves > 0);
        let depth = self.depth.or(self.mate.filter(|&moves| moves <= 0));
        let mut limits = Limits {
            depth: depth.map(at_least_one),
            nodes: self.nodes.map(|n| n.max(1) as u64),
            movetime: self.movetime.map(|ms| milliseconds(ms.max(1))),
            mate: mate.map(at_least_one),
            ponder: self.ponder,
            ..Limits::default()
        };
        if limits.movetime.is_none() && !self.infinite {
            limits.clock = self.clock(side, unit);
        }
        limits.infinite = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.movetime.is_none()
            && limits.mate.is_none()
            && limits.clock.is_none();
        limits
    }

    fn clock(&self, side: Color, unit: Unit) -> Option<Clock> {
        let factor = if unit == Unit::Seconds && !self.proves_milliseconds() {
            1000
        } else {
            1
        };
        let own = |time: i64| time.saturating_mul(factor);
        let (remaining, increment) = match self.own_time {
            Some(time) => (own(time), self.own_increment.map(own)),
            None => (self.time[side]?, self.increment[side]),
        };
        Some(Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment.unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&n| n > 0).map(at_least_one),
        })
    }
}

/// A whole number, cut to the range of the type.
fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

fn at_least_one(n: i64) -> u32 {
    u32::try_from(n.max(1)).unwrap_or(u32::MAX)
}

/// A year is longer than any game and short enough to add up.
fn milliseconds(n: i64) -> Duration {
    const YEAR: i64 = 365 * 24 * 3600 * 1000;
    Duration::from_millis(n.clamp(0, YEAR) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(line: &str) -> Limits {
        let words: Vec<_> = line.split_whitespace().collect();
        Go::parse(&words).limits(Color::Red, Unit::Seconds)
    }

    fn clock(line: &str) -> Option<(u64, u64, Option<u32>)> {
        limits(line).clock.map(|clock| {
            let ms = |time: Duration| time.as_millis() as u64;
            (ms(clock.remaining), ms(clock.increment), clock.moves_to_go)
        })
    }

    #[test]
    fn keywords_come_in_any_order_and_bad_numbers_are_skipped() {
        assert_eq!(
            clock("binc 5 wtime 900 movestogo 3 winc 7"),
            Some((900, 7, Some(3)))
        );
        assert_eq!(clock("ponder wtime 1000 btime 2000"), Some((1000, 0, None)));
        assert!(limits("ponder wtime 1000").ponder);
        assert_eq!(clock("wtime btime 50000"), None);
        assert_eq!(limits("foo 5 depth 3").depth, Some(3));
        assert_eq!(limits("depth nodes 7").nodes, Some(7));
    }

    #[test]
    fn no_limit_means_infinite() {
        for line in [
            "",
            "infinite",
            "btime 885300",
            "depth",
            "wtime btime 50000",
            "ponder",
        ] {
            assert!(limits(line).infinite, "{line}");
        }
        for line in [
            "depth 3",
            "infinite depth 3",
            "nodes 1",
            "wtime 5",
            "time 1",
            "mate 2",
        ] {
            assert!(!limits(line).infinite, "{line}");
        }
    }

    #[test]
    fn zero_and_negative_limits_are_the_least_there_is() {
        for n in ["0", "-3", "-99999999999999999999"] {
            assert_eq!(limits(&format!("depth {n}")).depth, Some(1));
            assert_eq!(limits(&format!("nodes {n}")).nodes, Some(1));
            assert_eq!(limits(&format!("mate {n}")).depth, Some(1));
            let movetime = limits(&format!("movetime {n}")).movetime;
            assert_eq!(movetime, Some(Duration::from_millis(1)));
        }
        assert_eq!(clock("time -6 movestogo 40"), Some((0, 0, Some(40))));
        assert_eq!(
            clock("wtime 1000 winc -5 movestogo 0"),
            Some((1000, 0, None))
        );
        assert!(limits("depth 99999999999999999999").depth.unwrap() > 1000);
    }

    #[test]
    fn a_time_for_the_move_goes_before_the_clock() {
        let limits = limits("btime -1 wtime 0 movetime 100");
        assert_eq!((limits.clock.is_none(), limits.infinite), (true, false));
    }

    #[test]
    fn ucci_clocks_are_in_seconds_until_proven_otherwise() {
        assert_eq!(
            clock("time 60 increment 2 opptime 9"),
            Some((60_000, 2000, None))
        );
        assert_eq!(clock("time 60000 increment 500"), Some((60_000, 500, None)));
        let go = Go::parse(&["time", "60", "increment", "1"]);
        let clock = go.limits(Color::Black, Unit::Milliseconds).clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(60));
    }

    #[test]
    fn moves_to_search_end_at_the_next_keyword() {
        let go = Go::parse(&["searchmoves", "h2e2", "B0C2", "depth", "4", "draw"]);
        assert_eq!(go.search_moves, Some(vec!["h2e2".into(), "b0c2".into()]));
        assert_eq!(go.depth, Some(4));
    }
}
