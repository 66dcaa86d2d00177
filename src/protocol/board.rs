//! `d`: the board drawn in ASCII.

use std::fmt::Write;

use crate::{
    engine::RankBase,
    position::Position,
    rules::{RuleOptions, judge},
    types::{File, Rank, Square},
};

/// The board seen from Red, with FEN, key, checking pieces and the result if the game is over.
#[must_use]
pub fn draw(position: &Position, base: RankBase, rules: &RuleOptions) -> String {
    let first = match base {
        RankBase::Zero => 0,
        RankBase::One => 1,
    };
    let rule = format!(" {}+\n", "+---".repeat(File::COUNT));
    let mut text = rule.clone();
    for rank in Rank::all().rev() {
        for file in File::all() {
            let piece = position.piece_on(Square::new(file, rank));
            let letter = piece.map_or(' ', |piece| piece.letter());
            let _ = write!(text, " | {letter}");
        }
        let _ = writeln!(text, " | {}\n{}", rank.index() + first, rule.trim_end());
    }
    for file in File::all() {
        let _ = write!(text, "   {file}");
    }
    let checkers = position.checkers().iter();
    let checkers: String = checkers
        .map(|square| format!(" {}{}", square.file(), square.rank().index() + first))
        .collect();
    let _ = write!(
        text,
        "\nFen: {}\nKey: {}\nCheckers:{checkers}",
        position.fen(),
        position.key()
    );
    if let Some(verdict) = judge(position, rules) {
        let _ = write!(text, "\nResult: {} ({})", verdict.result, verdict.reason);
    }
    text
}
