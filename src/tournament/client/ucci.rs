//! UCCI, version 3.0 and what engines make of it.

use std::time::Duration;

use super::{
    super::limits::Clock,
    DeclaredOption, Dialect, Identity, Info, Message, Turn, Wire,
    uci::{best_move, first_word},
};

/// UCCI.
#[derive(Debug)]
pub struct Ucci {
    /// Whether times are told in milliseconds; `None` until it is known.
    millisec: Option<bool>,
}

impl Ucci {
    /// An engine that counts in milliseconds or seconds, or says so itself.
    #[must_use]
    pub fn new(millisec: Option<bool>) -> Self {
        Self { millisec }
    }

    fn time(&self, time: Duration) -> u128 {
        if self.millisec == Some(false) {
            time.as_secs_f64().round() as u128
        } else {
            time.as_millis()
        }
    }

    /// `time …` with its increment or moves to go; `prefix` is empty or `opp`.
    fn clock_words(&self, clock: &Clock, prefix: &str) -> String {
        let mut words = format!(" {prefix}time {}", self.time(clock.left()));
        match clock.moves_left() {
            Some(moves) => words += &format!(" {prefix}movestogo {moves}"),
            None => words += &format!(" {prefix}increment {}", self.time(clock.increment())),
        }
        words
    }

    /// UCCI has one limit per search: the clock comes first, then fixed time, nodes, depth.
    fn go_words(&self, turn: &Turn) -> String {
        let limits = turn.ours.limits();
        if limits.tc.is_some() {
            let mut words = self.clock_words(turn.ours, "");
            if turn.theirs.limits().tc.is_some() {
                words += &self.clock_words(turn.theirs, "opp");
            }
            words
        } else if let Some(ms) = limits.movetime {
            format!(" time {} movestogo 1", self.time(Duration::from_millis(ms)))
        } else if let Some(nodes) = limits.nodes {
            format!(" nodes {nodes}")
        } else {
            limits
                .depth
                .map_or_else(|| " infinite".to_owned(), |d| format!(" depth {d}"))
        }
    }
}

impl Dialect for Ucci {
    fn greeting(&self) -> Vec<String> {
        vec!["ucci".into()]
    }

    fn hear_greeting(&mut self, line: &str, identity: &mut Identity) -> bool {
        match first_word(line) {
            ("id", rest) => {
                if let Some(name) = rest.strip_prefix("name ") {
                    name.trim().clone_into(&mut identity.name);
                }
            }
            ("option", rest) => {
                let rest = rest.strip_prefix("name ").unwrap_or(rest);
                if let Some((name, rest)) = rest.split_once(" type ") {
                    identity.options.push(DeclaredOption {
                        name: name.trim().to_owned(),
                        rest: rest.to_owned(),
                    });
                }
            }
            ("ucciok", _) => return true,
            _ => {}
        }
        false
    }

    fn set_option(&self, identity: &Identity, name: &str, value: &str) -> Vec<String> {
        let usual = match name.to_ascii_lowercase().as_str() {
            "hash" => "hashsize",
            _ => name,
        };
        let declared = identity.option(name).or_else(|| identity.option(usual));
        let name = declared.map_or(usual, |o| o.name.as_str());
        vec![format!("setoption {name} {value}").trim_end().to_owned()]
    }

    fn prepare(&mut self, identity: &Identity, ponder: bool) -> Result<Vec<String>, String> {
        let declared = identity.option("usemillisec").is_some();
        // Fairy-Stockfish 11.1 counts in milliseconds without saying so.
        let known = identity.name.starts_with("Fairy-Stockfish");
        let millisec = *self.millisec.get_or_insert(declared || known);
        let mut lines = Vec::new();
        if declared {
            lines.push(format!("setoption usemillisec {millisec}"));
        }
        if let Some(option) = identity.option("ponder") {
            lines.push(format!("setoption {} {ponder}", option.name));
        }
        Ok(lines)
    }

    fn ping(&mut self) -> Option<(String, String)> {
        Some(("isready".into(), "readyok".into()))
    }

    fn new_game(&mut self, _: Wire, _: &Turn) -> Vec<String> {
        vec!["setoption newgame".into()]
    }

    fn go(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        let draw = if turn.draw_offered { " draw" } else { "" };
        vec![
            turn.position(wire, None),
            format!("go{draw}{}", self.go_words(turn)),
        ]
    }

    fn ponder(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        vec![
            turn.position(wire, None),
            format!("go ponder{}", self.go_words(turn)),
        ]
    }

    fn hear(&mut self, line: &str) -> Message {
        match first_word(line) {
            ("info", rest) => Info::parse(rest).map_or(Message::Other, Message::Info),
            ("bestmove", rest) => best_move(rest),
            ("nobestmove", _) => Message::NoMove("nobestmove".into()),
            _ => Message::Other,
        }
    }

    fn game_over(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn unsupported(&self, ours: &Clock) -> Option<&'static str> {
        let limits = ours.limits();
        let kinds = [
            limits.tc.is_some(),
            limits.movetime.is_some(),
            limits.nodes.is_some(),
            limits.depth.is_some(),
        ];
        let several = kinds.iter().filter(|&&set| set).count() > 1;
        several.then_some("UCCI can say only one kind of limit")
    }
}

#[cfg(test)]
mod tests {
    use super::{super::super::limits::Limits, *};
    use crate::types::Color;

    fn go(dialect: &mut Ucci, limits: Limits) -> String {
        let clock = Clock::new(limits);
        let turn = Turn {
            start: None,
            moves: &["h2e2".parse().unwrap()],
            first: Color::Red,
            ours: &clock,
            theirs: &clock,
            draw_offered: false,
        };
        let lines = dialect.go(Wire::default(), &turn);
        assert_eq!(
            lines[0],
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 \
             moves h2e2"
        );
        lines[1].clone()
    }

    #[test]
    fn clocks_are_told_in_the_unit_of_the_engine() {
        let clock = Limits {
            tc: Some("60+0.5".parse().unwrap()),
            ..Limits::default()
        };
        let mut ms = Ucci::new(None);
        let mut identity = Identity::default();
        ms.hear_greeting("option usemillisec type check default false", &mut identity);
        assert_eq!(
            ms.prepare(&identity, false).unwrap(),
            ["setoption usemillisec true"]
        );
        assert_eq!(
            go(&mut ms, clock),
            "go time 60000 increment 500 opptime 60000 oppincrement 500"
        );
        let mut seconds = Ucci::new(None);
        assert!(
            seconds
                .prepare(&Identity::default(), false)
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            go(&mut seconds, clock),
            "go time 60 increment 1 opptime 60 oppincrement 1"
        );
    }

    #[test]
    fn a_fixed_time_is_a_clock_for_one_move() {
        let limits = Limits {
            movetime: Some(50),
            ..Limits::default()
        };
        assert_eq!(
            go(&mut Ucci::new(Some(true)), limits),
            "go time 50 movestogo 1"
        );
    }

    #[test]
    fn options_follow_the_declared_names() {
        let mut identity = Identity::default();
        let mut ucci = Ucci::new(None);
        ucci.hear_greeting(
            "option hashsize type spin min 0 max 1024 default 0",
            &mut identity,
        );
        assert_eq!(
            ucci.set_option(&identity, "Hash", "64"),
            ["setoption hashsize 64"]
        );
        assert_eq!(
            ucci.set_option(&identity, "newgame", ""),
            ["setoption newgame"]
        );
        assert!(ucci.hear_greeting("ucciok", &mut identity));
    }
}
