//! The checks themselves.

use std::time::{Duration, Instant};

use super::{
    super::{
        client::{Answer, Info, Message, START_FEN, Thought, Turn},
        engine_spec::Protocol,
        limits::{Clock, Limits},
        process::Heard,
    },
    Checker, Verdict,
};
use crate::{
    movegen,
    position::Position,
    types::{Color, Move},
};

/// How long anything but thinking may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A position with Black to move, as clients write it.
const BLACK_TO_MOVE: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 4 4";

/// Black is mated by two rooks.
const MATED: &str = "3k5/R8/1R7/9/9/9/9/9/9/4K4 b - - 0 1";

type Check = fn(&mut Checker) -> Verdict;

/// All checks, in the order in which they are made.
pub(super) const ALL: &[(&str, Check)] = &[
    ("plays a legal first move", |c| c.depth_one(None, &[])),
    ("survives unknown commands", Checker::unknown_commands),
    ("survives an unknown option", Checker::unknown_option),
    ("plays a legal move for Black from a FEN", |c| {
        c.depth_one(Some(BLACK_TO_MOVE), &[])
    }),
    ("follows a list of moves", Checker::move_list),
    ("keeps a fixed time", Checker::fixed_time),
    ("keeps a clock", Checker::clock),
    ("limits nodes", Checker::nodes),
    ("answers while it thinks", Checker::thinking),
    ("says what it thinks, in legal lines", Checker::lines),
    ("ponders and is told that it was right", Checker::ponder_hit),
    (
        "ponders and is told that it was wrong",
        Checker::ponder_miss,
    ),
    ("has no move when mated", Checker::mated),
    ("is silent when stopped while idle", Checker::idle_stop),
    ("copes with a game of 600 plies", Checker::long_game),
];

fn clock_of(limits: Limits) -> Clock {
    Clock::new(limits)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn position_after(start: Option<&str>, moves: &[Move]) -> Position {
    let mut position = start.map_or_else(Position::startpos, |fen| {
        Position::from_fen(fen).expect("the positions of the checks are legal")
    });
    moves.iter().for_each(|&mv| position.make(mv));
    position
}

impl Checker {
    /// Asks for a move in a position; the position and what came back.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[Move],
        limits: Limits,
        allowed: Duration,
    ) -> Result<(Position, Thought), String> {
        let clock = clock_of(limits);
        let position = position_after(start, moves);
        let first = position_after(start, &[]).side();
        let turn = Turn {
            start,
            moves,
            first,
            ours: &clock,
            theirs: &clock,
            draw_offered: false,
        };
        if let Some(fault) = self.client.unsupported(&clock) {
            return Err(fault.to_owned());
        }
        self.client
            .new_game(&turn, PATIENCE)
            .map_err(|_| "no sign of life before the search".to_owned())?;
        let thought = self.client.think(&turn, allowed);
        Ok((position, thought))
    }

    /// The move that came back, if it is legal.
    fn legal_move(position: &Position, thought: &Thought) -> Result<Move, String> {
        match &thought.answer {
            Answer::Move { mv: Some(mv), .. } if position.is_legal(*mv) => Ok(*mv),
            Answer::Move { text, .. } => Err(format!(
                "`{text}` is not a legal move in {}",
                position.fen()
            )),
            Answer::Silence { late: Some(took) } => Err(format!("{} ms", took.as_millis())),
            Answer::Silence { late: None } => {
                Err(format!("no move; it says `{}`", thought.complaint))
            }
            Answer::Gone { exit, words } => Err(format!("it is gone ({exit}) {words}")),
            other => Err(format!("{other:?}")),
        }
    }

    fn depth_one(&mut self, start: Option<&str>, moves: &[Move]) -> Verdict {
        let (position, thought) = self.think(start, moves, depth(1), PATIENCE)?;
        Self::legal_move(&position, &thought).map(|_| None)
    }

    fn unknown_commands(&mut self) -> Verdict {
        for line in ["", "   ", "xyzzy plugh 42"] {
            self.client.say(line);
        }
        Ok(None)
    }

    fn unknown_option(&mut self) -> Verdict {
        let line = match self.client.protocol() {
            Protocol::Ucci => "setoption nosuchoption 1",
            Protocol::Cecp => "option No Such Option=1",
            _ => "setoption name No Such Option value 1",
        };
        self.client.say(line);
        Ok(None)
    }

    fn move_list(&mut self) -> Verdict {
        let moves = ["h2e2", "h9g7", "h0g2", "i9h9"].map(|m| m.parse().expect("a move"));
        self.depth_one(None, &moves)
    }

    fn fixed_time(&mut self) -> Verdict {
        let limits = Limits {
            movetime: Some(if self.is_cecp() { 1000 } else { 200 }),
            ..Limits::default()
        };
        let allowed = Duration::from_millis(limits.movetime.unwrap_or(0));
        let margin = Duration::from_millis(500);
        let (position, thought) = self.think(None, &[], limits, allowed + margin)?;
        Self::legal_move(&position, &thought)?;
        let over = thought.elapsed.saturating_sub(allowed);
        let remark = format!("{} ms over", over.as_millis());
        Ok((over > Duration::from_millis(30)).then_some(remark))
    }

    fn clock(&mut self) -> Verdict {
        let limits = Limits {
            tc: "1+0.1".parse().ok(),
            ..Limits::default()
        };
        let (position, thought) = self.think(None, &[], limits, Duration::from_secs(1))?;
        Self::legal_move(&position, &thought).map(|_| None)
    }

    fn nodes(&mut self) -> Verdict {
        if self.is_cecp() {
            return Ok(None); // CECP has no such limit
        }
        let limits = Limits {
            nodes: Some(5000),
            ..Limits::default()
        };
        let (position, thought) = self.think(None, &[], limits, PATIENCE)?;
        Self::legal_move(&position, &thought)?;
        let nodes = thought.info.nodes.unwrap_or(0);
        Ok((nodes > 50_000).then(|| format!("{nodes} nodes instead of 5000")))
    }

    fn lines(&mut self) -> Verdict {
        let (position, thought) = self.think(None, &[], depth(5), Duration::from_secs(20))?;
        Self::legal_move(&position, &thought)?;
        let Info {
            depth, eval, pv, ..
        } = thought.info;
        if depth.is_none() || eval.is_none() || pv.is_empty() {
            return Ok(Some("depth, score and line are not all told".into()));
        }
        if self.is_cecp() {
            return Ok(None); // its lines may be in any notation
        }
        let mut position = position;
        for text in &pv {
            match self.client.wire().parse_move(text) {
                Some(mv) if position.is_legal(mv) => position.make(mv),
                _ => {
                    return Err(format!(
                        "`{text}` of the line {} is not legal",
                        pv.join(" ")
                    ));
                }
            }
        }
        Ok(None)
    }

    /// Starts thinking without an end, by raw lines; `None` where the protocol has no such word.
    fn go_infinite(&mut self) -> bool {
        if self.is_cecp() {
            return false;
        }
        let start = if self.client.protocol() == Protocol::Ucci {
            format!("position fen {}", START_FEN)
        } else {
            "position startpos".to_owned()
        };
        self.client.say(&start);
        self.client.say("go infinite");
        true
    }

    /// Waits for a move; the time it took.
    fn wait_for_move(&mut self, patience: Duration) -> Result<Duration, String> {
        let started = Instant::now();
        loop {
            match self.client.hear(started + patience, &self.stop) {
                Heard::Line(line, _) => match self.client.meaning(&line) {
                    Message::Move { .. } => return Ok(started.elapsed()),
                    Message::NoMove(words) => return Err(format!("`{words}`")),
                    _ => {}
                },
                Heard::Nothing => return Err(format!("no move within {} s", patience.as_secs())),
                _ => return Err("it is gone".to_owned()),
            }
        }
    }

    fn thinking(&mut self) -> Verdict {
        if !self.go_infinite() {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(200));
        let asked = Instant::now();
        self.client.say("isready");
        let ready = loop {
            match self.client.hear(asked + PATIENCE, &self.stop) {
                Heard::Line(line, _) if line.trim() == "readyok" => break Some(asked.elapsed()),
                Heard::Line(line, _) if line.starts_with("bestmove") => {
                    return Err("it moves although told to think without end".into());
                }
                Heard::Line(..) => {}
                _ => break None,
            }
        };
        self.client.say("stop");
        let took = self.wait_for_move(PATIENCE)?;
        match ready {
            None => Err("no `readyok` while it thinks".into()),
            Some(_) if took > Duration::from_millis(500) => {
                Ok(Some(format!("{} ms from stop to move", took.as_millis())))
            }
            Some(_) => Ok(None),
        }
    }

    fn ponder_start(&mut self) -> Option<Duration> {
        if self.is_cecp() {
            return None;
        }
        let clock = clock_of(Limits {
            tc: "2+0".parse().ok(),
            ..Limits::default()
        });
        let moves = ["h2e2", "h9g7"].map(|m| m.parse().expect("a move"));
        let turn = Turn {
            start: None,
            moves: &moves,
            first: Color::Red,
            ours: &clock,
            theirs: &clock,
            draw_offered: false,
        };
        self.client.ponder(&turn);
        Some(Duration::from_millis(300))
    }

    /// Whether it moves before it is told how the game went on.
    fn moves_too_early(&mut self, wait: Duration) -> bool {
        let end = Instant::now() + wait;
        while let Heard::Line(line, _) = self.client.hear(end, &self.stop) {
            if matches!(self.client.meaning(&line), Message::Move { .. }) {
                return true;
            }
        }
        false
    }

    fn ponder_hit(&mut self) -> Verdict {
        let Some(wait) = self.ponder_start() else {
            return Ok(None);
        };
        if self.moves_too_early(wait) {
            return Err("it moves before its opponent has".into());
        }
        self.client.say("ponderhit");
        self.wait_for_move(PATIENCE).map(|_| None)
    }

    fn ponder_miss(&mut self) -> Verdict {
        let Some(wait) = self.ponder_start() else {
            return Ok(None);
        };
        if self.moves_too_early(wait) {
            return Err("it moves before its opponent has".into());
        }
        self.client.say("stop");
        self.wait_for_move(PATIENCE).map(|_| None)
    }

    fn mated(&mut self) -> Verdict {
        if self.is_cecp() {
            return self.mated_in_cecp();
        }
        let (position, thought) = self.think(Some(MATED), &[], depth(3), PATIENCE)?;
        debug_assert!(movegen::legal(&position).is_empty(), "{}", position.fen());
        match thought.answer {
            Answer::NoMove(_) | Answer::Resign | Answer::Claim(_) => Ok(None),
            Answer::Move { text, .. } => Err(format!("it plays `{text}`")),
            Answer::Gone { .. } => Err("it is gone".into()),
            _ => Ok(Some("it does not answer at all".into())),
        }
    }

    /// CECP knows no answer of having no move: it may announce the result or say nothing.
    fn mated_in_cecp(&mut self) -> Verdict {
        let clock = clock_of(depth(3));
        let turn = Turn {
            start: Some(MATED),
            moves: &[],
            first: Color::Black,
            ours: &clock,
            theirs: &clock,
            draw_offered: false,
        };
        self.client
            .new_game(&turn, PATIENCE)
            .map_err(|_| "no sign of life before the search".to_owned())?;
        self.client.say("go");
        let end = Instant::now() + Duration::from_secs(1);
        while let Heard::Line(line, _) = self.client.hear(end, &self.stop) {
            if let Message::Move { text, .. } = self.client.meaning(&line) {
                return Err(format!("it plays `{text}`"));
            }
        }
        Ok(None)
    }

    fn idle_stop(&mut self) -> Verdict {
        if self.is_cecp() {
            return Ok(None);
        }
        self.client.say("stop");
        let end = Instant::now() + Duration::from_millis(300);
        let mut heard = None;
        while let Heard::Line(line, _) = self.client.hear(end, &self.stop) {
            heard.get_or_insert(line);
        }
        match heard {
            Some(line) if line == "nobestmove" && self.client.protocol() == Protocol::Ucci => {
                Ok(None)
            }
            Some(line) => Ok(Some(format!("it says `{line}`"))),
            None => Ok(None),
        }
    }

    fn long_game(&mut self) -> Verdict {
        let cycle = ["a0a1", "a9a8", "a1a0", "a8a9"].map(|m| m.parse().expect("a move"));
        let moves: Vec<Move> = cycle.into_iter().cycle().take(600).collect();
        let (position, thought) = self.think(None, &moves, depth(1), PATIENCE)?;
        match thought.answer {
            // A game that was drawn long ago need not be played on.
            Answer::NoMove(words) | Answer::Claim(words) => Ok(Some(format!("`{words}`"))),
            _ => Self::legal_move(&position, &thought).map(|_| None),
        }
    }
}
