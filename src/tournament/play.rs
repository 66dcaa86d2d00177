//! One game between two running engines.

use std::time::{Duration, SystemTime};

use super::{
    adjudicate::{Adjudication, Adjudicator},
    client::{Answer, Client, Eval, Thought, Trouble, Turn},
    contender::Contender,
    limits::Clock,
    openings::Opening,
    outcome::{Conclusion, Ending},
    process::Exit,
};
use crate::{
    position::Position,
    rules::{self, GameResult, RuleOptions},
    types::{ByColor, Color, Move},
};

/// What is the same for all games of a run.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The rules of the game.
    pub rules: RuleOptions,
    /// How games are ended early.
    pub adjudication: Adjudication,
    /// How long an engine without a clock may think.
    pub stall: Duration,
}

/// A player: who it is and its running program.
pub struct Seat<'a> {
    /// The participant.
    pub contender: &'a Contender,
    /// Its program.
    pub client: &'a mut Client,
}

/// A move with what its engine thought.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The engine's opinion, from its own side.
    pub eval: Option<Eval>,
    /// The depth it reached.
    pub depth: Option<u32>,
    /// The nodes it searched.
    pub nodes: Option<u64>,
    /// Its nodes per second.
    pub nps: Option<u64>,
    /// The time it took.
    pub elapsed: Duration,
    /// Whether it had foreseen its opponent's move, if it pondered.
    pub ponder_hit: Option<bool>,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// How it began.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub conclusion: Conclusion,
    /// When it began.
    pub started: SystemTime,
    /// When it ended.
    pub ended: SystemTime,
}

struct Table<'a> {
    position: Position,
    opening: &'a Opening,
    first: Color,
    moves: Vec<Move>,
    played: Vec<PlayedMove>,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    conditions: &'a Conditions,
    /// Whether the side that moved last offered a draw.
    offered: bool,
}

/// Plays a game; `None` if the run was interrupted.
pub fn play(
    seats: &mut ByColor<Seat>,
    opening: &Opening,
    conditions: &Conditions,
) -> Option<PlayedGame> {
    let started = SystemTime::now();
    let position = opening.position();
    let mut table = Table {
        first: position.side(),
        position,
        opening,
        moves: Vec::new(),
        played: Vec::new(),
        clocks: ByColor(Color::ALL.map(|c| Clock::new(seats[c].contender.limits))),
        adjudicator: Adjudicator::new(conditions.adjudication),
        conditions,
        offered: false,
    };
    for &mv in &opening.moves {
        table.position.make(mv);
        table.moves.push(mv);
    }
    let conclusion = table.run(seats)?;
    for color in Color::ALL {
        let result = format!("{} {{{}}}", conclusion.result, conclusion.ending);
        seats[color].client.game_over(&result);
    }
    Some(PlayedGame {
        opening: opening.clone(),
        moves: table.played,
        conclusion,
        started,
        ended: SystemTime::now(),
    })
}

/// A loss by trouble with the program; `None` if the run was interrupted.
#[must_use]
pub fn conclusion_of_trouble(loser: Color, trouble: Trouble) -> Option<Conclusion> {
    Some(match trouble {
        Trouble::Stalled => Conclusion::lost(loser, Ending::Stall, "no sign of life"),
        Trouble::Gone { exit, words } => crashed(loser, exit, &words),
        Trouble::Interrupted => return None,
    })
}

fn crashed(loser: Color, exit: Exit, words: &str) -> Conclusion {
    let mut detail = format!("disconnected ({exit})");
    if !words.is_empty() {
        detail += ": ";
        detail.extend(words.chars().take(200));
    }
    Conclusion::lost(loser, Ending::Crash, detail)
}

/// A text an engine wrote, fit to be shown.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if shown.is_empty() {
        shown.push_str("(empty)");
    }
    shown
}

impl Table<'_> {
    /// The end of the game by its rules, if it has ended.
    fn judge(&self) -> Option<Conclusion> {
        rules::judge(&self.position, &self.conditions.rules).map(Conclusion::from)
    }

    fn turn(&self, side: Color) -> Turn<'_> {
        Turn {
            start: self.opening.start.as_deref(),
            moves: &self.moves,
            first: self.first,
            ours: &self.clocks[side],
            theirs: &self.clocks[!side],
            draw_offered: self.offered,
        }
    }

    fn run(&mut self, seats: &mut ByColor<Seat>) -> Option<Conclusion> {
        for color in Color::ALL {
            let seat = &mut seats[color];
            let patience = seat.contender.patience();
            if let Err(trouble) = seat.client.new_game(&self.turn(color), patience) {
                return conclusion_of_trouble(color, trouble);
            }
        }
        if let Some(conclusion) = self.judge() {
            return Some(conclusion);
        }
        loop {
            let side = self.position.side();
            let seat = &mut seats[side];
            let allowance = self.clocks[side].allowance();
            let allowed = allowance.map_or(self.conditions.stall, |t| t + seat.contender.margin);
            let thought = seat.client.think(&self.turn(side), allowed);
            match self.take(side, seat, thought) {
                Step::GoOn => {}
                Step::Over(conclusion) => return Some(conclusion),
                Step::Interrupted => return None,
            }
        }
    }

    /// Takes in an answer.
    fn take(&mut self, side: Color, seat: &mut Seat, thought: Thought) -> Step {
        let lost = |ending, detail: String| Step::Over(Conclusion::lost(side, ending, detail));
        match &thought.answer {
            Answer::Interrupted => Step::Interrupted,
            Answer::Gone { exit, words } => Step::Over(crashed(side, *exit, words)),
            Answer::Resign => lost(Ending::Resignation, String::new()),
            Answer::Claim(words) => Step::Over(claimed(side, words)),
            Answer::NoMove(words) => {
                let detail = format!("`{}` with legal moves left", shown(words));
                lost(Ending::IllegalMove, detail)
            }
            Answer::Silence { late } => self.too_late(side, *late, &thought.complaint),
            Answer::Move {
                text,
                mv,
                ponder,
                offers_draw,
            } => {
                let margin = seat.contender.margin;
                if let Err(over) = self.clocks[side].spend(thought.elapsed, margin) {
                    let detail = format!("{} ms over", over.0.as_millis());
                    return lost(Ending::Time, detail);
                }
                let Some(mv) = mv.filter(|&mv| self.position.is_legal(mv)) else {
                    let why = mv.and_then(|mv| rules::why_illegal(&self.position, mv));
                    let why = why.map_or_else(String::new, |why| format!(": {why}"));
                    return lost(Ending::IllegalMove, format!("`{}`{why}", shown(text)));
                };
                let (ponder, offers_draw) = (*ponder, *offers_draw);
                let step = self.make(side, mv, offers_draw, thought);
                if let (Step::GoOn, Some(reply)) = (&step, ponder) {
                    self.let_ponder(side, seat, reply);
                }
                step
            }
        }
    }

    fn too_late(&self, side: Color, late: Option<Duration>, complaint: &str) -> Step {
        let allowance = self.clocks[side].allowance();
        let ending = if allowance.is_some() {
            Ending::Time
        } else {
            Ending::Stall
        };
        let mut detail = match (allowance, late) {
            (Some(allowed), Some(took)) => {
                format!("{} ms over", took.saturating_sub(allowed).as_millis())
            }
            (None, Some(took)) => format!("no move for {:.1} s", took.as_secs_f64()),
            (_, None) => "no move, not even when told to stop".to_owned(),
        };
        if !complaint.is_empty() {
            detail += &format!("; it says `{}`", shown(complaint));
        }
        Step::Over(Conclusion::lost(side, ending, detail))
    }

    fn make(&mut self, side: Color, mv: Move, offers_draw: bool, thought: Thought) -> Step {
        self.position.make(mv);
        self.moves.push(mv);
        let nps = thought.info.speed(thought.elapsed);
        self.played.push(PlayedMove {
            mv,
            eval: thought.info.eval,
            depth: thought.info.depth,
            nodes: thought.info.nodes,
            nps,
            elapsed: thought.elapsed,
            ponder_hit: thought.ponder_hit,
        });
        let agreed = offers_draw && self.offered;
        self.offered = offers_draw;
        if let Some(conclusion) = self.judge() {
            return Step::Over(conclusion);
        }
        if agreed {
            return Step::Over(Conclusion::drawn(Ending::Agreement, ""));
        }
        let ply = self.moves.len() as u32;
        self.adjudicator
            .judge(side, ply, thought.info.eval)
            .map_or(Step::GoOn, Step::Over)
    }

    fn let_ponder(&mut self, side: Color, seat: &mut Seat, reply: Move) {
        if seat.contender.ponder && self.position.is_legal(reply) {
            self.moves.push(reply);
            seat.client.ponder(&self.turn(side));
            self.moves.pop();
        }
    }
}

enum Step {
    GoOn,
    Over(Conclusion),
    Interrupted,
}

/// The end of a game in which an engine announced a result instead of a move, although the game
/// was not over: a loss it sees coming is a resignation, all else is wrong.
fn claimed(side: Color, words: &str) -> Conclusion {
    let loss = GameResult::win(!side).as_str();
    let said = format!("`{}`", shown(words));
    if words.starts_with(loss) {
        Conclusion::lost(side, Ending::Resignation, said)
    } else {
        Conclusion::lost(side, Ending::WrongClaim, said)
    }
}
