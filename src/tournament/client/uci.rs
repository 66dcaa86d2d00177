//! UCI, with the few differences of the engines that speak it for xiangqi.

use super::{super::limits::Clock, DeclaredOption, Dialect, Identity, Info, Message, Turn, Wire};
use crate::types::Color;

/// UCI.
#[derive(Debug, Default)]
pub struct Uci;

/// Splits off the first word.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    line.split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Reads `bestmove …` (without that word) as UCI and UCCI have it.
pub(super) fn best_move(rest: &str) -> Message {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words.first() {
        None | Some(&("(none)" | "none" | "null" | "0000" | "resign")) => {
            if words.first() == Some(&"resign") {
                return Message::Resign;
            }
            Message::NoMove(format!("bestmove {rest}").trim_end().to_owned())
        }
        Some(&text) => {
            let ponder = words.iter().position(|&w| w == "ponder");
            let ponder = ponder.and_then(|at| words.get(at + 1));
            Message::Move {
                text: text.to_owned(),
                ponder: ponder.map(|&p| p.to_owned()),
                offers_draw: words.contains(&"draw"),
                resigns: words.contains(&"resign"),
            }
        }
    }
}

/// The clock part of a UCI `go`.
fn clock_words(turn: &Turn) -> String {
    let [red, black] = match turn.side() {
        Color::Red => [turn.ours, turn.theirs],
        Color::Black => [turn.theirs, turn.ours],
    };
    let millis = |clock: &Clock| clock.left().as_millis();
    let mut words = format!(" wtime {} btime {}", millis(red), millis(black));
    let (winc, binc) = (red.increment().as_millis(), black.increment().as_millis());
    if winc + binc > 0 {
        words += &format!(" winc {winc} binc {binc}");
    }
    if let Some(moves) = turn.ours.moves_left() {
        words += &format!(" movestogo {moves}");
    }
    words
}

/// The parameters of `go` for limits that UCI can say.
fn go_words(turn: &Turn) -> String {
    let limits = turn.ours.limits();
    let mut words = String::new();
    if limits.tc.is_some() {
        words += &clock_words(turn);
    }
    if let Some(ms) = limits.movetime {
        words += &format!(" movetime {ms}");
    }
    if let Some(nodes) = limits.nodes {
        words += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        words += &format!(" depth {depth}");
    }
    words
}

impl Dialect for Uci {
    fn greeting(&self) -> Vec<String> {
        vec!["uci".into()]
    }

    fn hear_greeting(&mut self, line: &str, identity: &mut Identity) -> bool {
        match first_word(line) {
            ("id", rest) => {
                if let Some(name) = rest.strip_prefix("name ") {
                    name.trim().clone_into(&mut identity.name);
                }
            }
            ("option", rest) => {
                if let Some((name, rest)) = rest
                    .strip_prefix("name ")
                    .and_then(|rest| rest.split_once(" type "))
                {
                    identity.options.push(DeclaredOption {
                        name: name.trim().to_owned(),
                        rest: rest.to_owned(),
                    });
                }
            }
            ("uciok", _) => return true,
            _ => {}
        }
        false
    }

    fn set_option(&self, identity: &Identity, name: &str, value: &str) -> Vec<String> {
        let name = identity.option(name).map_or(name, |o| o.name.as_str());
        vec![if value.is_empty() {
            format!("setoption name {name}")
        } else {
            format!("setoption name {name} value {value}")
        }]
    }

    fn prepare(&mut self, identity: &Identity, ponder: bool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        if let Some(variant) = identity.option("UCI_Variant")
            && variant.rest.split_whitespace().any(|w| w == "var")
        {
            if !variant.offers("xiangqi") {
                return Err("its UCI_Variant has no xiangqi".to_owned());
            }
            lines.push(format!("setoption name {} value xiangqi", variant.name));
        }
        if let Some(option) = identity.option("Ponder") {
            lines.push(format!("setoption name {} value {ponder}", option.name));
        }
        Ok(lines)
    }

    fn ping(&mut self) -> Option<(String, String)> {
        Some(("isready".into(), "readyok".into()))
    }

    fn new_game(&mut self, _: Wire, _: &Turn) -> Vec<String> {
        vec!["ucinewgame".into()]
    }

    fn go(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        vec![
            turn.position(wire, Some("startpos")),
            format!("go{}", go_words(turn)),
        ]
    }

    fn ponder(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        vec![
            turn.position(wire, Some("startpos")),
            format!("go ponder{}", go_words(turn)),
        ]
    }

    fn hear(&mut self, line: &str) -> Message {
        match first_word(line) {
            ("info", rest) => Info::parse(rest).map_or(Message::Other, Message::Info),
            ("bestmove", rest) => best_move(rest),
            _ => Message::Other,
        }
    }

    fn game_over(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn unsupported(&self, _: &Clock) -> Option<&'static str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{super::super::limits::Limits, *};
    use crate::types::Move;

    fn turn<'a>(moves: &'a [Move], ours: &'a Clock, theirs: &'a Clock) -> Turn<'a> {
        Turn {
            start: None,
            moves,
            first: Color::Red,
            ours,
            theirs,
            draw_offered: false,
        }
    }

    #[test]
    fn clocks_are_told_by_colour() {
        let clock = |tc: &str| {
            let tc = Some(tc.parse().unwrap());
            Clock::new(Limits {
                tc,
                ..Limits::default()
            })
        };
        let (ours, theirs) = (clock("40/60+0.5"), clock("10"));
        let moves = ["h2e2".parse().unwrap()];
        assert_eq!(
            Uci.go(Wire::default(), &turn(&moves, &ours, &theirs)),
            [
                "position startpos moves h2e2",
                "go wtime 10000 btime 60000 winc 0 binc 500 movestogo 40"
            ]
        );
    }

    #[test]
    fn answers_are_understood() {
        let plain = |text: &str, ponder: Option<&str>| Message::Move {
            text: text.into(),
            ponder: ponder.map(str::to_owned),
            offers_draw: false,
            resigns: false,
        };
        assert_eq!(Uci.hear("bestmove h2e2"), plain("h2e2", None));
        assert_eq!(
            Uci.hear("bestmove h2e2 ponder h9g7"),
            plain("h2e2", Some("h9g7"))
        );
        assert_eq!(
            Uci.hear("bestmove (none)"),
            Message::NoMove("bestmove (none)".into())
        );
        assert_eq!(Uci.hear("bestmove"), Message::NoMove("bestmove".into()));
        assert_eq!(Uci.hear("info string bestmove a0a9"), Message::Other);
        assert!(matches!(
            Uci.hear("bestmove a0a1 resign"),
            Message::Move { resigns: true, .. }
        ));
    }

    #[test]
    fn options_are_declared_and_set_by_their_own_names() {
        let mut identity = Identity::default();
        for line in [
            "id name Fake 1",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_Variant type combo default chess var chess var xiangqi",
            "option name Ponder type check default true",
        ] {
            assert!(!Uci.hear_greeting(line, &mut identity));
        }
        assert!(Uci.hear_greeting("uciok", &mut identity));
        assert_eq!(identity.name, "Fake 1");
        assert_eq!(
            Uci.set_option(&identity, "skill_level", "3"),
            ["setoption name Skill Level value 3"]
        );
        assert_eq!(
            Uci.prepare(&identity, false).unwrap(),
            [
                "setoption name UCI_Variant value xiangqi",
                "setoption name Ponder value false"
            ]
        );
    }
}
