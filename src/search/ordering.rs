//! Which move to try next.
//!
//! Moves come in stages, each made only when reached: the table's move, captures that do not
//! lose material by exchange, killers, quiet moves by their histories, and the losing captures.

use super::{
    history::{Context, Histories},
    params,
    threats::Threats,
};
use crate::{
    movegen::{self, Kind},
    position::{Position, Restraints, exchange_value},
    types::{List, Move},
};

/// What the picker is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All moves.
    All,
    /// Captures whose exchange comes out at this many centipawns or more.
    Captures {
        /// Least result of the exchange.
        threshold: i32,
    },
}

/// Last quiet moves that cut off at this ply, and the moves before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    /// From the transposition table; must be legal.
    pub table: Option<Move>,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// The moves one, two and four plies ago.
    pub contexts: [Option<Context>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Killers,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Gives out the legal moves of one position, best guesses first, none twice.
pub struct MovePicker<'a> {
    restraints: &'a Restraints,
    mode: Mode,
    hints: Hints,
    stage: Stage,
    list: List<Scored>,
    next: usize,
    bad: List<Move>,
    skip_quiets: bool,
}

impl<'a> MovePicker<'a> {
    /// A picker for a position with these restraints and hints.
    #[inline]
    #[must_use]
    pub fn new(mode: Mode, restraints: &'a Restraints, hints: Hints) -> Self {
        Self {
            restraints,
            mode,
            hints,
            stage: Stage::Table,
            list: List::new(),
            next: 0,
            bad: List::new(),
            skip_quiets: false,
        }
    }

    /// From now on only captures are given out.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, `None` at the end.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    if let Some(mv) = self.hints.table
                        && (self.mode == Mode::All || position.is_capture(mv))
                    {
                        return Some(mv);
                    }
                }
                Stage::MakeCaptures => {
                    self.make_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.pick() {
                    Some(Scored { mv, score }) => {
                        // A capture whose points say it is good must still not lose much.
                        let threshold = match self.mode {
                            Mode::All => -score.clamp(0, 1600) / 32,
                            Mode::Captures { threshold } => threshold,
                        };
                        if position.see_ge(mv, threshold) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.mode == Mode::All => {
                        self.stage = Stage::Killers;
                        self.next = 0;
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Killers => match self.next_killer(position) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.list.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        self.make_quiets(position, histories);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.pick() {
                    Some(Scored { mv, .. }) if !self.skip_quiets => return Some(mv),
                    _ => {
                        self.stage = Stage::BadCaptures;
                        self.next = 0;
                    }
                },
                Stage::BadCaptures => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// The best of what is left in the list.
    #[inline]
    fn pick(&mut self) -> Option<Scored> {
        let rest = self.list.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].score, usize::MAX - index))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        while let Some(&killer) = self.hints.killers.get(self.next) {
            self.next += 1;
            let Some(mv) = killer else { continue };
            if !self.skip_quiets
                && Some(mv) != self.hints.table
                && !position.is_capture(mv)
                && position.is_pseudo_legal(mv)
                && position.is_legal_under(self.restraints, mv)
            {
                return Some(mv);
            }
        }
        None
    }

    /// Most valuable victim first, cheaper attacker and history between equals.
    fn make_captures(&mut self, position: &Position, histories: &Histories) {
        for mv in &movegen::generate_under(position, self.restraints, Kind::Captures) {
            if Some(mv) == self.hints.table {
                continue;
            }
            let piece = position
                .piece_on(mv.from())
                .expect("generated moves start on a piece");
            let captured = position
                .piece_on(mv.to())
                .expect("captures land on a piece");
            let score = 8 * exchange_value(captured.kind())
                + histories.capture(piece, mv, captured) / 4
                - exchange_value(piece.kind()).min(1000) / 8;
            self.list.push(Scored { mv, score });
        }
    }

    /// Histories first; checks and moves out of a threat are put before what they say.
    fn make_quiets(&mut self, position: &Position, histories: &Histories) {
        let side = position.side();
        let threats = Threats::of(position);
        for mv in &movegen::generate_under(position, self.restraints, Kind::Quiets) {
            if Some(mv) == self.hints.table || self.hints.killers.contains(&Some(mv)) {
                continue;
            }
            let piece = position
                .piece_on(mv.from())
                .expect("generated moves start on a piece");
            let mut score = histories.quiet(side, piece, mv, &self.hints.contexts)
                + histories.with_pawns(position, piece, mv) * params::pawn_share() / 100
                + threats.points(piece.kind(), mv);
            if threats.is_direct_check(piece.kind(), mv)
                && position.see_ge(mv, -params::check_exchange())
            {
                score += params::check_bonus();
            }
            self.list.push(Scored { mv, score });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(fen: &str, mode: Mode, hints: Hints) -> Vec<Move> {
        let position = Position::from_fen(fen).unwrap();
        let histories = Histories::default();
        let restraints = Restraints::of(&position);
        let mut picker = MovePicker::new(mode, &restraints, hints);
        std::iter::from_fn(|| picker.next(&position, &histories)).collect()
    }

    const MIDDLE: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";

    #[test]
    fn every_legal_move_comes_once_and_the_table_move_first() {
        let position = Position::from_fen(MIDDLE).unwrap();
        let mut expected = movegen::legal(&position).to_vec();
        expected.sort();
        for &first in &expected {
            let hints = Hints {
                table: Some(first),
                killers: [Some(expected[3]), Some(expected[11])],
                ..Hints::default()
            };
            let mut moves = all(MIDDLE, Mode::All, hints);
            assert_eq!(moves[0], first);
            moves.sort();
            assert_eq!(moves, expected);
        }
    }

    #[test]
    fn quiescence_sees_captures_that_do_not_lose() {
        let fen = "3k5/4a4/9/2p1p4/9/9/2R1R4/9/9/4K4 w - - 0 1";
        let moves = all(fen, Mode::Captures { threshold: 0 }, Hints::default());
        let expected: Vec<Move> = ["c3c6", "e3e6"].map(|mv| mv.parse().unwrap()).to_vec();
        assert_eq!(moves, expected);
        assert_eq!(
            all(fen, Mode::Captures { threshold: 61 }, Hints::default()),
            []
        );
    }
}
