//! The verdicts the manual prints are those the referee gives.

use chuhe::{
    position::Position,
    rules::{self, RuleOptions},
    types::{Color, Move},
};

const MANUAL: &str = include_str!("../book/src/rules.md");

/// A position, its cycle and what the manual says of it.
struct Claim {
    fen: String,
    cycle: Vec<Move>,
    said: String,
}

/// Reads claims off the text: a FEN, moves, and a verdict after `|` or `chuhe:`.
fn claims() -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut open: Option<Claim> = None;
    for line in MANUAL.lines() {
        let cells: Vec<&str> = line.split('|').collect();
        let text = cells.get(1).map_or(line, |cell| cell);
        if cells.len() > 1 {
            open = None; // a row of a table stands for itself
        }
        let words: Vec<&str> = text.split([' ', '`']).filter(|w| !w.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            if word.matches('/').count() == 9 {
                let side = words[at + 1];
                open = Some(Claim {
                    fen: format!("{word} {side} - - 0 1"),
                    cycle: Vec::new(),
                    said: String::new(),
                });
            } else if let (Some(claim), Ok(mv)) = (&mut open, word.parse()) {
                claim.cycle.push(mv);
            }
        }
        let said = cells
            .get(3)
            .copied()
            .or_else(|| line.split_once("chuhe: ").map(|(_, said)| said));
        let Some(said) = said else { continue };
        if let Some(mut claim) = open.take_if(|claim| !claim.cycle.is_empty()) {
            claim.said = said.trim().to_owned();
            claims.push(claim);
        }
    }
    claims
}

#[test]
fn every_verdict_of_the_manual_is_given() {
    let claims = claims();
    assert!(
        claims.len() >= 18,
        "only {} claims were found",
        claims.len()
    );
    for claim in claims {
        let mut position = Position::from_fen(&claim.fen).expect(&claim.fen);
        for &mv in claim.cycle.iter().chain(&claim.cycle) {
            assert!(position.is_legal(mv), "{mv} in {position}");
            position.make(mv);
        }
        let verdict = rules::judge(&position, &RuleOptions::default()).expect("it is over");
        let given = match verdict.loser() {
            None => "draw",
            Some(Color::Red) => "Red loses",
            Some(Color::Black) => "Black loses",
        };
        assert!(
            claim.said.starts_with(given),
            "{}: said {}, given {given}",
            claim.fen,
            claim.said
        );
    }
}
