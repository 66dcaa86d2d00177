//! CECP, the protocol of XBoard: the engine keeps the game, and is told moves and clocks.

use std::time::Duration;

use super::{
    super::limits::{Clock, Limits},
    DeclaredOption, Dialect, Identity, Info, Letters, Message, Turn, Wire,
    dialect::START_FEN,
    uci::first_word,
};
use crate::types::Color;

/// CECP, versions 1 and 2.
#[derive(Debug, Default)]
pub struct Cecp {
    features: Features,
    /// Moves of the game the engine knows; `None` outside a game.
    known: Option<usize>,
    /// Whether it would answer a move at once: it plays, it does not only watch.
    playing: bool,
    pings: u32,
    ponder: bool,
    /// The `level` told last in this game.
    told: Option<Limits>,
}

#[derive(Debug, Default)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    colors: Option<bool>,
    memory: bool,
    smp: bool,
    no_time: bool,
    variants: Option<String>,
}

/// The `key=value` pairs of a `feature` line; values may be quoted.
fn features(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((key, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        pairs.push((key.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    pairs
}

impl Cecp {
    fn learn(&mut self, key: &str, value: &str, identity: &mut Identity) -> bool {
        let on = value == "1";
        let features = &mut self.features;
        match key {
            "ping" => features.ping = on,
            "setboard" => features.setboard = on,
            "usermove" => features.usermove = on,
            "colors" => features.colors = Some(on),
            "memory" => features.memory = on,
            "smp" => features.smp = on,
            "time" => features.no_time = !on,
            "variants" => features.variants = Some(value.to_owned()),
            "myname" => value.clone_into(&mut identity.name),
            "option" => {
                if let Some((name, rest)) = value.split_once(" -") {
                    identity.options.push(DeclaredOption {
                        name: name.to_owned(),
                        rest: rest.to_owned(),
                    });
                }
            }
            "done" => return on,
            _ => {}
        }
        false
    }

    fn move_line(&self, text: &str) -> String {
        let prefix = if self.features.usermove {
            "usermove "
        } else {
            ""
        };
        format!("{prefix}{text}")
    }

    /// Sets up a position that is not the start position.
    fn set_up(&self, wire: Wire, fen: &str) -> Vec<String> {
        // What speaks CECP knows the letters H and E, as XBoard sends them.
        let he = Wire {
            letters: Letters::He,
            ..wire
        };
        if self.features.setboard {
            return vec![format!("setboard {}", he.fen(fen))];
        }
        let fen = he.fen(fen);
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let mut lines = Vec::new();
        if fields.next() == Some("b") {
            lines.push(self.move_line("a3a4")); // a position being edited keeps the side to move
        }
        lines.extend(["edit".to_owned(), "#".to_owned()]);
        for color in Color::ALL {
            lines.extend(placements(board, color));
            lines.push(if color == Color::Red { "c" } else { "." }.to_owned());
        }
        lines
    }

    /// The line that tells the time control.
    fn level(limits: &Limits) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(tc) = limits.tc {
            let minutes = clock_face(tc.base);
            let increment = tc.increment.as_secs_f64();
            lines.push(format!(
                "level {} {minutes} {increment}",
                tc.moves.unwrap_or(0)
            ));
        } else if let Some(ms) = limits.movetime {
            lines.push(if ms % 1000 == 0 {
                format!("st {}", ms / 1000)
            } else {
                // `st` takes whole seconds: one move in a session of that length.
                format!("level 1 {} 0", clock_face(Duration::from_millis(ms)))
            });
        } else {
            lines.push("level 0 600 0".to_owned());
        }
        if let Some(depth) = limits.depth {
            lines.push(format!("sd {depth}"));
        }
        lines
    }

    fn time_lines(&self, turn: &Turn) -> Vec<String> {
        if self.features.no_time {
            return Vec::new();
        }
        let centis = |clock: &Clock| {
            let hours = Duration::from_secs(36_000);
            clock.allowance().unwrap_or(hours).as_millis() / 10
        };
        vec![
            format!("time {}", centis(turn.ours)),
            format!("otim {}", centis(turn.theirs)),
        ]
    }
}

/// `minutes:seconds`, at least a second.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000).max(1);
    if seconds.is_multiple_of(60) {
        format!("{}", seconds / 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// The pieces of one side as `edit` takes them: letter and point.
fn placements(board: &str, color: Color) -> Vec<String> {
    let mut lines = Vec::new();
    for (row, text) in board.split('/').enumerate().take(10) {
        let mut file = b'a';
        for c in text.chars() {
            if let Some(blanks) = c.to_digit(10) {
                file += blanks as u8;
                continue;
            }
            if c.is_ascii_uppercase() == (color == Color::Red) {
                let point = char::from(file);
                lines.push(format!("{}{point}{}", c.to_ascii_uppercase(), 9 - row));
            }
            file += 1;
        }
    }
    lines
}

impl Dialect for Cecp {
    fn greeting(&self) -> Vec<String> {
        vec!["xboard".into(), "protover 2".into()]
    }

    fn hear_greeting(&mut self, line: &str, identity: &mut Identity) -> bool {
        let ("feature", rest) = first_word(line) else {
            return false;
        };
        let mut done = false;
        for (key, value) in features(rest) {
            done |= self.learn(&key, &value, identity);
        }
        done
    }

    fn set_option(&self, identity: &Identity, name: &str, value: &str) -> Vec<String> {
        let line = match (name.to_ascii_lowercase().as_str(), identity.option(name)) {
            ("hash" | "memory", None) => format!("memory {value}"),
            ("threads" | "cores", None) => format!("cores {value}"),
            (_, declared) => {
                let name = declared.map_or(name, |o| o.name.as_str());
                let value = match value {
                    "true" => "1",
                    "false" => "0",
                    other => other,
                };
                if value.is_empty() {
                    format!("option {name}")
                } else {
                    format!("option {name}={value}")
                }
            }
        };
        vec![line]
    }

    fn prepare(&mut self, _: &Identity, ponder: bool) -> Result<Vec<String>, String> {
        self.ponder = ponder;
        match &self.features.variants {
            Some(list) if !list.split(',').any(|v| v.trim() == "xiangqi") => {
                Err("its variants do not include xiangqi".to_owned())
            }
            _ => Ok(Vec::new()),
        }
    }

    fn ping(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        let n = self.pings;
        self.features
            .ping
            .then(|| (format!("ping {n}"), format!("pong {n}")))
    }

    fn new_game(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        let mut lines = vec!["new".to_owned(), "variant xiangqi".to_owned()];
        lines.push(if self.ponder { "hard" } else { "easy" }.to_owned());
        lines.extend(["post".to_owned(), "force".to_owned()]);
        if let Some(fen) = turn.start.filter(|&fen| fen != START_FEN) {
            lines.extend(self.set_up(wire, fen));
        }
        self.known = Some(0);
        self.playing = false;
        self.told = None;
        lines
    }

    fn go(&mut self, wire: Wire, turn: &Turn) -> Vec<String> {
        let known = self.known.unwrap_or(0).min(turn.moves.len());
        let new = &turn.moves[known..];
        self.known = Some(turn.moves.len() + 1);
        let mut lines = Vec::new();
        let moves: Vec<_> = new
            .iter()
            .map(|&mv| self.move_line(&wire.move_text(mv)))
            .collect();
        let level =
            (self.told != Some(*turn.ours.limits())).then(|| Self::level(turn.ours.limits()));
        self.told = Some(*turn.ours.limits());
        if self.playing && new.len() == 1 {
            lines.extend(self.time_lines(turn));
            lines.extend(moves);
            return lines;
        }
        if self.playing {
            lines.push("force".to_owned());
        }
        lines.extend(level.into_iter().flatten());
        lines.extend(moves);
        lines.extend(self.time_lines(turn));
        if self.features.colors.unwrap_or(true) {
            lines.push(
                if turn.side() == Color::Red {
                    "white"
                } else {
                    "black"
                }
                .to_owned(),
            );
            lines.extend(self.time_lines(turn)); // `white` and `black` may exchange the clocks
        }
        lines.push("go".to_owned());
        self.playing = true;
        lines
    }

    fn ponder(&mut self, _: Wire, _: &Turn) -> Vec<String> {
        Vec::new()
    }

    fn stop(&self) -> &'static str {
        "?"
    }

    fn hear(&mut self, line: &str) -> Message {
        let (word, rest) = first_word(line);
        let is_result = matches!(word, "1-0" | "0-1" | "1/2-1/2");
        match word {
            "move" => match rest.split_whitespace().next() {
                Some(text) => Message::Move {
                    text: text.to_owned(),
                    ponder: None,
                    offers_draw: false,
                    resigns: false,
                },
                None => Message::NoMove("move".to_owned()),
            },
            "resign" => Message::Resign,
            "offer" if rest.starts_with("draw") => Message::OfferDraw,
            "result" => Message::Claim(rest.to_owned()),
            "Illegal" | "Error" => Message::Complaint(line.to_owned()),
            _ if is_result => Message::Claim(line.to_owned()),
            _ => Info::parse_cecp(line).map_or(Message::Other, Message::Info),
        }
    }

    fn game_over(&mut self, result: &str) -> Vec<String> {
        self.known = None;
        self.playing = false;
        vec![format!("result {result}"), "force".to_owned()]
    }

    fn unsupported(&self, ours: &Clock) -> Option<&'static str> {
        let nodes = ours.limits().nodes.is_some();
        nodes.then_some("CECP cannot limit nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    fn turn<'a>(moves: &'a [Move], clock: &'a Clock) -> Turn<'a> {
        Turn {
            start: None,
            moves,
            first: Color::Red,
            ours: clock,
            theirs: clock,
            draw_offered: false,
        }
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|m| m.parse().unwrap()).collect()
    }

    #[test]
    fn features_are_read_with_their_quotes() {
        let mut cecp = Cecp::default();
        let mut identity = Identity::default();
        assert!(!cecp.hear_greeting(
            "feature myname=\"Max Qi\" ping=1 setboard=0 variants=\"chess,xiangqi\" done=0",
            &mut identity
        ));
        assert!(!cecp.hear_greeting(
            "feature option=\"Skill Level -spin 20 0 20\"",
            &mut identity
        ));
        assert!(cecp.hear_greeting("feature done=1", &mut identity));
        assert_eq!(identity.name, "Max Qi");
        assert_eq!(identity.option("skilllevel").unwrap().rest, "spin 20 0 20");
        assert!(cecp.prepare(&identity, false).is_ok());
        assert_eq!(cecp.ping(), Some(("ping 1".into(), "pong 1".into())));
        cecp.hear_greeting("feature variants=\"chess\"", &mut identity);
        assert!(cecp.prepare(&identity, false).is_err());
    }

    #[test]
    fn a_game_is_fed_once_and_then_played_on() {
        let mut cecp = Cecp::default();
        let mut identity = Identity::default();
        cecp.hear_greeting("feature colors=0 usermove=1 time=1", &mut identity);
        let clock = Clock::new(Limits {
            tc: Some("90+0.5".parse().unwrap()),
            ..Limits::default()
        });
        let played = moves("h2e2 h9g7 h0g2 i9h9");
        let wire = Wire::default();
        assert_eq!(
            cecp.new_game(wire, &turn(&[], &clock)),
            ["new", "variant xiangqi", "easy", "post", "force"]
        );
        assert_eq!(
            cecp.go(wire, &turn(&played[..1], &clock)),
            [
                "level 0 1:30 0.5",
                "usermove h2e2",
                "time 9000",
                "otim 9000",
                "go"
            ]
        );
        assert_eq!(
            cecp.go(wire, &turn(&played[..3], &clock)),
            ["time 9000", "otim 9000", "usermove h0g2"]
        );
    }

    #[test]
    fn a_position_is_set_up_with_or_without_setboard() {
        let clock = Clock::new(Limits::default());
        let mut game = turn(&[], &clock);
        game.start = Some("4k4/9/9/9/9/9/9/9/4A4/2B1K4 b - - 0 1");
        let mut cecp = Cecp::default();
        let lines = cecp.new_game(Wire::default(), &game);
        assert_eq!(
            lines[5..],
            ["a3a4", "edit", "#", "Ae1", "Ec0", "Ke0", "c", "Ke9", "."]
        );
        cecp.hear_greeting("feature setboard=1", &mut Identity::default());
        let lines = cecp.new_game(Wire::default(), &game);
        assert_eq!(
            lines[5..],
            ["setboard 4k4/9/9/9/9/9/9/9/4A4/2E1K4 b - - 0 1"]
        );
    }

    #[test]
    fn answers_are_understood() {
        let mut cecp = Cecp::default();
        assert!(matches!(cecp.hear("move h2e2"), Message::Move { .. }));
        assert_eq!(cecp.hear("resign"), Message::Resign);
        assert_eq!(cecp.hear("offer draw"), Message::OfferDraw);
        assert!(matches!(cecp.hear("1-0 {Red mates}"), Message::Claim(_)));
        assert!(matches!(
            cecp.hear("Illegal move: h2e2"),
            Message::Complaint(_)
        ));
        assert_eq!(cecp.hear("# comment"), Message::Other);
    }
}
