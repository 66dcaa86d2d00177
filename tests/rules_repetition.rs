//! Every public case of repetition, judged in all four symmetric forms and from every starting
//! point of its cycle.

#![allow(clippy::print_stderr)] // what was skipped

use std::{collections::BTreeMap, fs};

use chuhe::{
    position::Position,
    rules::{self, GameResult, RepetitionVerdict, RuleOptions, Ruleset},
    types::{Color, Move, Square},
};

/// The four forms of a position that must be judged alike.
const FORMS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

fn transform_square(square: Square, (mirror, flip): (bool, bool)) -> Square {
    let square = if mirror { square.mirror() } else { square };
    if flip { square.flip() } else { square }
}

fn transform_move(mv: Move, form: (bool, bool)) -> Move {
    Move::new(
        transform_square(mv.from(), form),
        transform_square(mv.to(), form),
    )
}

/// Mirrors the ranks, and to flip reverses their order, the case of the letters and the side.
fn transform_fen(fen: &str, (mirror, flip): (bool, bool)) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let mut ranks: Vec<String> = fields[0].split('/').map(str::to_owned).collect();
    if mirror {
        ranks = ranks.iter().map(|r| r.chars().rev().collect()).collect();
    }
    if flip {
        ranks.reverse();
        let swap = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        ranks = ranks
            .iter()
            .map(|r| r.chars().map(swap).collect())
            .collect();
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    }
    fields[0] = ranks.join("/");
    fields.join(" ")
}

/// A cycle: the moves before it and its moves, ending where the verdict is asked for.
struct Case {
    id: String,
    ruleset: Ruleset,
    start: String,
    lead: Vec<Move>,
    cycle: Vec<Move>,
    wanted: String,
}

fn parse_moves(text: &str) -> Vec<Move> {
    text.split(' ')
        .map(|m| m.parse().expect("a move"))
        .collect()
}

fn replay(fen: &str, moves: impl IntoIterator<Item = Move>) -> Position {
    let mut position = Position::from_fen(fen).expect(fen);
    for mv in moves {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.make(mv);
    }
    position
}

/// Cuts the moves where the last position occurred last but two.
fn split(fen: &str, moves: &[Move]) -> (Vec<Move>, Vec<Move>) {
    let last = replay(fen, moves.iter().copied()).key();
    let mut position = Position::from_fen(fen).expect(fen);
    let mut seen = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if position.key() == last {
            seen.push(ply);
        }
        position.make(mv);
    }
    let from = seen[seen.len() - 2];
    (moves[..from].to_vec(), moves[from..].to_vec())
}

fn data() -> Option<Vec<Vec<String>>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/repetition.tsv");
    let Ok(text) = fs::read_to_string(path) else {
        eprintln!("skipped: no test data at {path}");
        return None;
    };
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    Some(
        rows.map(|row| row.split('\t').map(str::to_owned).collect())
            .collect(),
    )
}

/// The verdicts on contested rows, as the manual explains them.
fn contested() -> BTreeMap<&'static str, &'static str> {
    BTreeMap::from([
        ("fsf-031", "draw"),
        ("pr466-07", "win"),
        ("pr466-12", "draw"),
        ("pr466-17", "win"),
        ("px0-03", "win"),
        ("chessdb7-1", "loss"),
        ("chessdb7-2", "loss"),
        ("chessdb7-3", "draw"),
        ("cxa-chase-rook-CXA", "draw"),
        ("cxa-chase-rook-AXF", "draw"),
        ("cxa-checkchase-AXF", "draw"),
        ("cxa-checkchase-CXA", "draw"),
    ])
}

fn cases() -> Option<Vec<Case>> {
    let contested = contested();
    let mut cases = Vec::new();
    for row in data()? {
        let [id, rules, fen, _, _, wanted, _, moves, ..] = row.as_slice() else {
            panic!("short row {row:?}");
        };
        if moves.is_empty() {
            continue;
        }
        let ruleset = if rules == "CXA 2020" {
            Ruleset::ChineseRule
        } else {
            Ruleset::AsianRule
        };
        let (lead, cycle) = split(fen, &parse_moves(moves));
        let wanted = contested.get(id.as_str()).map_or(wanted.as_str(), |w| w);
        cases.push(Case {
            id: id.clone(),
            ruleset,
            start: fen.clone(),
            lead,
            cycle,
            wanted: wanted.to_owned(),
        });
    }
    Some(cases)
}

fn in_words(result: GameResult, side: Color) -> &'static str {
    match result.winner() {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
    }
}

#[test]
fn every_case_is_judged_right_in_every_form_from_every_point() {
    let Some(cases) = cases() else { return };
    let mut wrong = Vec::new();
    for case in &cases {
        let options = RuleOptions {
            ruleset: case.ruleset,
            ..RuleOptions::default()
        };
        for form in FORMS {
            let start = transform_fen(&case.start, form);
            for shift in 0..case.cycle.len() {
                let rounds = case.cycle.iter().cycle().take(2 * case.cycle.len() + shift);
                let moves = case.lead.iter().chain(rounds);
                let position = replay(&start, moves.map(|&mv| transform_move(mv, form)));
                let verdict = rules::judge(&position, &options).expect("a third occurrence");
                // The verdict for the side that was to move at the cycle's start.
                let side = if shift % 2 == 0 {
                    position.side()
                } else {
                    !position.side()
                };
                let said = in_words(verdict.result, side);
                if said != case.wanted {
                    wrong.push(format!(
                        "{} form {form:?} shift {shift}: {said}, wanted {}",
                        case.id, case.wanted
                    ));
                }
                let hint = rules::repetition(&position, 0, &options);
                let hint = match hint.expect("the search sees it as well") {
                    RepetitionVerdict::Draw => GameResult::Draw,
                    RepetitionVerdict::UsWin => GameResult::win(position.side()),
                    RepetitionVerdict::UsLose => GameResult::win(!position.side()),
                };
                assert_eq!(hint, verdict.result, "{}", case.id);
            }
        }
    }
    assert!(cases.len() > 160, "only {} cases", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
