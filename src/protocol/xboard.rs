//! The commands of CECP, and the game that this protocol makes the engine keep.
//!
//! Other than UCI, CECP sends moves one by one and expects the engine to know whose turn it is
//! and when to think. Thinking on the opponent's time is not done, so `hard` changes nothing.

use std::time::Duration;

use super::{
    cecp,
    session::Session,
    setup::legal_move,
    voice::Dialect,
    wire::{quoted, read_move},
};
use crate::{
    engine::{Face, RankBase},
    movegen,
    position::{Builder, Position},
    search::{Clock, Limits, SearchResult},
    types::{Color, Piece, Square},
};

/// What the engine is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// Watch.
    #[default]
    Force,
    /// Play this side.
    Plays(Color),
    /// Think about every position.
    Analyzes,
}

/// The clock as `level` sets it and `time` corrects it.
#[derive(Clone, Copy, Debug, Default)]
struct TimeControl {
    moves: u32,
    base: Duration,
    increment: Duration,
    left: Option<Duration>,
}

/// The state that CECP needs beyond the position.
#[derive(Default)]
pub struct Game {
    role: Role,
    /// Whether the engine is to move as soon as it is its turn.
    on_turn: bool,
    silent: bool,
    control: TimeControl,
    movetime: Option<Duration>,
    depth: Option<u32>,
    /// The position being edited and the side whose pieces come next.
    edit: Option<(Builder, Color)>,
}

/// What a line means to the search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// It is obeyed meanwhile.
    Obey,
    /// The move is wanted now.
    MoveNow,
    /// The move is no longer wanted.
    Abandon,
    /// It waits for the move.
    Wait,
}

impl Game {
    /// Whether thinking is shown.
    #[must_use]
    pub fn posts(&self) -> bool {
        !self.silent || self.role == Role::Analyzes
    }

    /// What `line` means to the search that runs.
    #[must_use]
    pub fn interrupt(&self, line: &str) -> Interrupt {
        let verb = line.split_whitespace().next().unwrap_or_default();
        let analyzes = self.role == Role::Analyzes;
        match verb.to_ascii_lowercase().as_str() {
            "" | "." => Interrupt::Obey,
            "ping" if analyzes => Interrupt::Obey,
            "?" if analyzes => Interrupt::Obey,
            "?" => Interrupt::MoveNow,
            _ if analyzes => Interrupt::Abandon,
            "new" | "force" | "result" | "setboard" | "edit" | "undo" | "remove" | "analyze"
            | "go" | "playother" | "usermove" | "variant" | "uci" | "ucci" | "position" => {
                Interrupt::Abandon
            }
            _ => Interrupt::Wait,
        }
    }
}

/// Words that XBoard says and that need no answer.
const HEARD: &[&str] = &[
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "otim",
    "white", "black", "hint", "bk", "draw", "egtpath", "nps", "pause", "resume", "result", "?",
    "xboard",
];

impl Session {
    /// Begins a conversation in CECP.
    pub(super) fn start_cecp(&mut self, verb: &str) {
        self.dialect = Dialect::Cecp;
        self.base = RankBase::Zero;
        self.game = Game::default();
        if verb == "protover" {
            self.say(cecp::features());
        }
    }

    /// Obeys a command of CECP; `false` if it is none.
    pub(super) fn obey_cecp(&mut self, line: &str, verb: &str, rest: &[&str]) -> bool {
        if self.edit(line) {
            return true;
        }
        let first = rest.first().copied().unwrap_or_default();
        match verb {
            "protover" => self.say(cecp::features()),
            "new" => self.new_game(),
            "setboard" => self.set_board(&rest.join(" ")),
            "edit" => {
                let builder = self.engine.position().to_builder();
                self.game.edit = Some((builder, Color::Red));
            }
            "force" => self.game.role = Role::Force,
            "go" if rest.is_empty() => self.take_side(self.engine.position().side()),
            "playother" => {
                self.game.role = Role::Plays(self.engine.position().side().opponent());
            }
            "analyze" => self.game.role = Role::Analyzes,
            "exit" => self.game.role = Role::Force,
            "usermove" => self.user_move(first),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "ping" => self.say(format!("pong {first}")),
            "post" => self.game.silent = false,
            "nopost" => self.game.silent = true,
            "level" => self.set_level(rest),
            "st" => self.game.movetime = seconds(first),
            "sd" => self.game.depth = first.parse().ok(),
            "time" => {
                let left = first
                    .parse::<i64>()
                    .map_or(0, |cs| cs.clamp(0, 1 << 32) as u64);
                self.game.control.left = Some(Duration::from_millis(left * 10));
            }
            "memory" => self.change_option("Hash", Face::Ucci, Some(first)),
            "cores" => self.change_option("Threads", Face::Ucci, Some(first)),
            "option" => self.set_named(line),
            "." => self.tell_progress(),
            "variant" if first == "xiangqi" => {}
            "variant" => self.say(format!("Error (unsupported variant): {}", quoted(first))),
            _ if HEARD.contains(&verb) => {}
            _ if rest.is_empty() && self.looks_like_move(verb) => self.user_move(verb),
            _ => return false,
        }
        true
    }

    fn looks_like_move(&self, text: &str) -> bool {
        read_move(text, self.base).is_some()
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.engine.set_position(Position::startpos());
        self.game.role = Role::Plays(Color::Black);
        self.game.on_turn = false;
        self.game.depth = None;
        self.game.control.left = None;
    }

    fn take_side(&mut self, side: Color) {
        self.game.role = Role::Plays(side);
        self.game.on_turn = true;
    }

    fn set_board(&mut self, fen: &str) {
        match Position::from_fen(fen) {
            Ok(position) => self.engine.set_position(position),
            Err(error) => self.say(format!("tellusererror Illegal position: {error}")),
        }
    }

    fn user_move(&mut self, text: &str) {
        match legal_move(self.engine.position(), text, 1, self.base) {
            Ok(mv) => {
                let mut position = self.engine.position().clone();
                position.make(mv);
                self.engine.set_position(position);
                self.game.on_turn = true;
                self.tell_end();
            }
            Err(_) => self.say(format!("Illegal move: {}", quoted(text))),
        }
    }

    fn take_back(&mut self, plies: usize) {
        let mut position = self.engine.position().clone();
        for _ in 0..plies.min(position.history().len() - 1) {
            position.undo();
        }
        self.engine.set_position(position);
        self.game.on_turn = false;
    }

    /// `level MOVES BASE INCREMENT`: moves in a session, minutes or minutes and seconds, seconds.
    fn set_level(&mut self, words: &[&str]) {
        let [moves, base, increment, ..] = words else {
            return self.say("Error (too few parameters): level");
        };
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                seconds(minutes).and_then(|minutes| Some(minutes.checked_mul(60)? + seconds(rest)?))
            }
            None => seconds(base).and_then(|minutes| minutes.checked_mul(60)),
        };
        self.game.control = TimeControl {
            moves: moves.parse().unwrap_or(0),
            base: base.unwrap_or_default(),
            increment: seconds(increment).unwrap_or_default(),
            left: None,
        };
        self.game.movetime = None;
    }

    /// `option NAME=VALUE`.
    fn set_named(&mut self, line: &str) {
        let text = line.trim_start().get("option".len()..).unwrap_or_default();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        self.change_option(name.trim(), Face::Uci, value);
    }

    /// One line of edit mode; `false` if it is none, or the mode is off.
    fn edit(&mut self, line: &str) -> bool {
        let Some((builder, color)) = &mut self.game.edit else {
            return false;
        };
        match line.trim() {
            "#" => {
                let side = self.engine.position().side();
                *builder = Builder::new();
                builder.side(side);
            }
            "c" => *color = color.opponent(),
            "." => {
                let built = builder.build();
                self.game.edit = None;
                match built {
                    Ok(position) => self.engine.set_position(position),
                    Err(error) => self.say(format!("tellusererror Illegal position: {error}")),
                }
            }
            text => match edit_item(text, *color) {
                Some((piece, square)) => {
                    builder.put(square, piece);
                }
                None => return false,
            },
        }
        true
    }

    /// Starts to think if that is what the role asks for.
    pub(super) fn think_if_wanted(&mut self) {
        if self.is_busy() || self.game.edit.is_some() {
            return;
        }
        let position = self.engine.position();
        let limits = match self.game.role {
            Role::Analyzes if movegen::any(position) => Limits {
                infinite: true,
                ..Limits::default()
            },
            Role::Plays(side) if side == position.side() && self.game.on_turn => {
                self.game.on_turn = false;
                if !movegen::any(position) {
                    return;
                }
                self.game.limits(position)
            }
            _ => return,
        };
        self.start_search(limits, self.voice());
    }

    /// Plays the move that has just been told.
    pub(super) fn play_own_move(&mut self, result: &SearchResult) {
        if let Some(best) = result.best
            && self.game.role != Role::Analyzes
        {
            let mut position = self.engine.position().clone();
            position.make(best);
            self.engine.set_position(position);
        }
        self.tell_end();
    }

    /// Tells the result if the side to move has no move.
    fn tell_end(&mut self) {
        let position = self.engine.position();
        if !movegen::any(position) {
            let text = cecp::no_move(position.side(), position.in_check());
            self.say(text);
        }
    }
}

impl Game {
    /// The limits of the move to make: a time for each move goes before the clock.
    fn limits(&self, position: &Position) -> Limits {
        let control = &self.control;
        let clock = Clock {
            remaining: control.left.unwrap_or(control.base),
            increment: control.increment,
            moves_to_go: control.moves_left(position.move_number()),
        };
        let timed = clock.remaining > Duration::ZERO || clock.increment > Duration::ZERO;
        let by_clock = self.movetime.is_none() && timed;
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            movetime: self.movetime.map(|time| time.max(Duration::from_millis(1))),
            clock: by_clock.then_some(clock),
            ..Limits::default()
        };
        if limits.depth.is_none() && limits.movetime.is_none() && limits.clock.is_none() {
            // Nothing was agreed: a move must come all the same.
            limits.movetime = Some(Duration::from_secs(1));
        }
        limits
    }
}

impl TimeControl {
    /// Moves to the next session, the one to make included.
    fn moves_left(&self, move_number: u32) -> Option<u32> {
        let played = move_number.checked_sub(1)? % self.moves.max(1);
        (self.moves > 0).then(|| self.moves - played)
    }
}

/// A number of seconds, with or without a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e8)).ok()
}

/// `Pa3` puts a piece, `xa3` clears the point.
fn edit_item(text: &str, color: Color) -> Option<(Option<Piece>, Square)> {
    let letter = text.chars().next()?;
    let square = text.get(1..)?.parse().ok()?;
    if letter.eq_ignore_ascii_case(&'x') {
        return Some((None, square));
    }
    let kind = Piece::from_letter(letter)?.kind();
    Some((Some(Piece::new(color, kind)), square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_a_session_are_counted_down_and_start_again() {
        let control = TimeControl {
            moves: 40,
            ..TimeControl::default()
        };
        for (number, left) in [(1, 40), (40, 1), (41, 40)] {
            assert_eq!(control.moves_left(number), Some(left));
        }
        assert_eq!(TimeControl::default().moves_left(7), None);
    }

    #[test]
    fn edit_lines_put_pieces_of_the_side_in_turn() {
        let square = "b0".parse().unwrap();
        let horse = edit_item("Hb0", Color::Black);
        assert_eq!(horse, Some((Some(Piece::BlackHorse), square)));
        assert_eq!(edit_item("xb0", Color::Red), Some((None, square)));
        for bad in ["", "P", "P炮", "Qa0", "Pz9", "Pa10", "ping 1"] {
            assert_eq!(edit_item(bad, Color::Red), None, "{bad}");
        }
    }
}
