//! The search under the repetition rules: it fears its own perpetuals and counts on the
//! opponent's, and never calls either a mate.

use chuhe::{
    position::Position,
    rules::{RuleOptions, Ruleset},
    search::{Control, Limits, Pool, SearchOptions, SearchResult},
};

/// A search to a depth, one thread, from this position under these rules.
fn search(fen: &str, moves: &str, depth: u32, ruleset: Ruleset) -> SearchResult {
    let mut position = Position::from_fen(fen).expect(fen);
    for mv in moves.split_whitespace() {
        position.make(mv.parse().expect(mv));
    }
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let options = SearchOptions {
        rules: RuleOptions {
            ruleset,
            ..RuleOptions::default()
        },
        ..SearchOptions::default()
    };
    let mut pool = Pool::new(1, 16).expect("16 MiB can be had");
    pool.search(&position, &limits, &options, &Control::new(), &mut |_| {})
}

/// Red is about to be mated and has nothing but checks, which never end.
const ONLY_CHECKS: &str = "3k5/R8/9/9/8r/9/9/9/7r1/4K4 w - - 0 1";

#[test]
fn perpetual_check_saves_only_where_it_is_allowed() {
    let free = search(ONLY_CHECKS, "", 9, Ruleset::AlwaysDraw);
    assert_eq!(free.score.0, 0);
    for ruleset in [Ruleset::CheckBan, Ruleset::AsianRule, Ruleset::ChineseRule] {
        let banned = search(ONLY_CHECKS, "", 9, ruleset);
        assert!(banned.score.0 < -200, "{ruleset}: {}", banned.score);
    }
}

#[test]
fn the_opponents_duty_to_deviate_wins() {
    let checked = "3k5/R8/9/9/8r/9/9/9/7r1/4K4 w - - 0 1";
    let free = search(checked, "a8a9", 9, Ruleset::AlwaysDraw);
    assert_eq!(free.score.0, 0);
    let bound = search(checked, "a8a9", 9, Ruleset::AsianRule);
    assert!(bound.score.0 > 200, "{}", bound.score);
}

#[test]
fn a_losing_perpetual_is_left_for_a_draw() {
    let even = "3k5/R8/9/9/9/9/8r/9/9/4K4 w - - 0 1";
    let rounds = "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8";
    let found = search(even, rounds, 8, Ruleset::AsianRule);
    let best = found.best.expect("there are moves");
    assert_ne!(best.to_string(), "a9a8", "the third time loses");
    assert!(found.score.0.abs() < 1_000, "{}", found.score);
}

#[test]
fn a_win_by_the_rules_is_never_called_a_mate() {
    let cases = [
        (
            "1rbaka3/3r5/n1c1b4/p1p1R3p/9/2c3P2/P3P3P/2NC2N2/4A4/R1BAK1B2 b - - 0 12",
            "d8d5 d2f2 d5f5 c0e2 c4c3 a3a4 b9b8 e6e4 f5f3 g2h4 b8h8 g4g5 f3g3 g5f5 g3h3 h4g6 h8h6 \
             f5f6 h3f3 g6h4 f3h3",
        ),
        (
            "3ak1b2/4a4/9/8p/3P5/4R3P/7n1/4B4/1Cr1A4/3AK1B2 w - - 0 1",
            "b1b9 c1c9 b9b1 c9c1 b1b9 c1c9",
        ),
        (ONLY_CHECKS, "a8a9 d9d8 a9a8"),
    ];
    for (fen, moves) in &cases[..2] {
        let found = search(fen, moves, 8, Ruleset::AsianRule);
        assert_ne!(found.score.mate_moves(), Some(1), "{fen}");
    }
    let (fen, moves) = cases[2];
    let found = search(fen, moves, 4, Ruleset::AsianRule);
    assert_eq!(found.score.mate_moves(), None);
}

#[test]
fn a_warm_table_tells_the_same_from_another_path() {
    // The same position with and without the history that forbids the next round.
    let fen = "3k5/R8/9/9/9/9/8r/9/9/4K4 w - - 0 1";
    let mut pool = Pool::new(1, 16).expect("16 MiB can be had");
    let limits = Limits {
        depth: Some(8),
        ..Limits::default()
    };
    let mut ask = |moves: &str| {
        let mut position = Position::from_fen(fen).expect(fen);
        for mv in moves.split_whitespace() {
            position.make(mv.parse().expect(mv));
        }
        let options = SearchOptions::default();
        let found = pool.search(&position, &limits, &options, &Control::new(), &mut |_| {});
        assert!(!found.score.is_decisive(), "{moves}: {}", found.score);
    };
    ask("a8a9 d9d8 a9a8 d8d9 a8a9 d9d8");
    ask("a8a9 d9d8");
    ask("a8a9 d9d8 a9a8 d8d9");
    ask("");
}
