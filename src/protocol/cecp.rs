//! What is said in CECP, the protocol of XBoard and WinBoard: features, thinking, moves, results.
//!
//! Source: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol", version 2.

use std::time::Instant;

use super::{
    voice::Voice,
    wire::{show_line, show_move},
};
use crate::{
    engine::{Kind, RankBase, Spec, TABLE},
    search::{Bound, SearchEvent, SearchResult},
    types::{Color, Move, Score},
};

/// The value from which XBoard reads a mate, the moves to it added.
const MATE_VALUE: i32 = 100_000;

/// Options that XBoard sets by commands of its own, or that concern other protocols.
const ELSEWHERE: &[&str] = &[
    "Threads",
    "Hash",
    "Ponder",
    "UCI_ShowWDL",
    "UCI_Variant",
    "Rank Base",
    "Bare Score",
    "MultiPV",
];

/// The answer to `protover`.
#[must_use]
pub fn features() -> String {
    let mut text = format!(
        "feature done=0\nfeature myname=\"Chuhe {}\" variants=\"xiangqi\" ping=1 setboard=1 \
         usermove=1 time=1 colors=0\nfeature sigint=0 sigterm=0 reuse=1 analyze=1 draw=1 name=1 \
         memory=1 smp=1 playother=1 san=0 debug=1 nps=0 ics=0 egt=\"\"\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in TABLE.iter().filter_map(option_feature) {
        text.push_str(&line);
        text.push('\n');
    }
    text + "feature done=1"
}

fn option_feature(spec: &Spec) -> Option<String> {
    let name = spec.uci.filter(|name| !ELSEWHERE.contains(name))?;
    let kind = match spec.kind {
        Kind::Button => "-button".to_string(),
        Kind::Check(on) => format!("-check {}", i32::from(on)),
        Kind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
        Kind::Combo(words) => format!("-combo *{}", words.join(" /// ")),
        Kind::Text => "-file ".to_string(),
    };
    Some(format!("feature option=\"{name} {kind}\""))
}

/// A line of thinking: depth, score, time in centiseconds, nodes, moves.
#[must_use]
pub fn event(voice: &Voice, event: &SearchEvent) -> Option<String> {
    let SearchEvent::Info(info) = event else {
        return None;
    };
    if !voice.post || info.pv.is_empty() || info.bound != Bound::Exact {
        return None;
    }
    Some(format!(
        "{} {} {} {}{}",
        info.depth,
        score(info.score),
        info.time.as_millis() / 10,
        info.nodes,
        show_line(&info.pv, voice.base)
    ))
}

/// How far a search is, for whoever asks with `.`.
#[derive(Clone, Debug)]
pub struct Progress {
    start: Instant,
    /// Legal moves at the root.
    moves: usize,
    depth: u32,
    nodes: u64,
    /// The root move looked at and its place in the order, from 1.
    current: Option<(Move, usize)>,
}

impl Progress {
    /// A search that begins now, with so many legal moves.
    #[must_use]
    pub fn new(moves: usize) -> Self {
        Self {
            start: Instant::now(),
            moves,
            depth: 0,
            nodes: 0,
            current: None,
        }
    }

    /// Keeps what an event tells.
    pub fn follow(&mut self, event: &SearchEvent) {
        match event {
            SearchEvent::Info(info) => {
                (self.depth, self.nodes) = (info.depth, info.nodes);
            }
            &SearchEvent::CurrentMove { depth, mv, number } => {
                (self.depth, self.current) = (depth, Some((mv, number)));
            }
        }
    }

    /// The answer: time in centiseconds, nodes as last told, depth, moves left, all moves, and
    /// the move looked at once that is known.
    #[must_use]
    pub fn show(&self, base: RankBase) -> String {
        let time = self.start.elapsed().as_millis() / 10;
        let number = self.current.map_or(0, |(_, number)| number);
        let left = self.moves.saturating_sub(number);
        let mv = self.current.map(|(mv, _)| show_move(mv, base));
        format!(
            "stat01: {time} {} {} {left} {} {}",
            self.nodes,
            self.depth,
            self.moves,
            mv.unwrap_or_default()
        )
        .trim_end()
        .to_string()
    }
}

fn score(score: Score) -> i32 {
    match score.mate_moves() {
        Some(moves) if score > Score::ZERO => MATE_VALUE + moves,
        Some(moves) => moves - MATE_VALUE,
        None => score.0,
    }
}

/// The move, if there is one; how the game ended is told by the game.
#[must_use]
pub fn answer(voice: &Voice, result: &SearchResult) -> String {
    match result.best {
        Some(best) => format!("move {}", show_move(best, voice.base)),
        None => "# no move".to_string(),
    }
}

/// The result line when `side` is to move and cannot: mate and stalemate lose alike.
#[must_use]
pub fn no_move(side: Color, in_check: bool) -> String {
    let (result, winner) = match side {
        Color::Red => ("0-1", "Black"),
        Color::Black => ("1-0", "Red"),
    };
    let how = if in_check { "mates" } else { "stalemates" };
    format!("{result} {{{winner} {how}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_in_moves_from_a_large_number() {
        assert_eq!(score(Score::mate_in(5)), 100_003);
        assert_eq!(score(Score::mated_in(4)), -100_002);
        assert_eq!(score(Score(12)), 12);
    }

    #[test]
    fn features_are_lines_of_name_and_value() {
        for line in features().lines() {
            assert!(
                line.starts_with("feature ") && line.matches('"').count() % 2 == 0,
                "{line}"
            );
            assert!(line.is_ascii());
        }
    }
}
