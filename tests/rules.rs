//! The referee: verdicts, limits, reasons, texts.

use chuhe::{
    position::Position,
    rules::{
        self, CheckCounting, Game, GameResult, IllegalMove, Language, Offence, Reason,
        RepetitionVerdict, RuleOptions, Ruleset,
    },
    types::{Color, Move},
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn after(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().expect(mv);
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.make(mv);
    }
    position
}

fn under(ruleset: Ruleset) -> RuleOptions {
    RuleOptions {
        ruleset,
        ..RuleOptions::default()
    }
}

/// The result and reason of a cycle played twice.
fn judged(fen: &str, cycle: &str, ruleset: Ruleset) -> (GameResult, Reason) {
    let position = after(fen, &format!("{cycle} {cycle}"));
    let verdict = rules::judge(&position, &under(ruleset)).expect("a third occurrence");
    (verdict.result, verdict.reason)
}

const RED_LOSES: GameResult = GameResult::BlackWins;
const DRAW: GameResult = GameResult::Draw;

#[test]
fn each_ruleset_forbids_more_than_the_one_before() {
    let idle = (DRAW, Reason::Repetition);
    let check = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let checks = "a8a9 d9d8 a9a8 d8d9";
    assert_eq!(judged(check, checks, Ruleset::AlwaysDraw), idle);
    for ruleset in [Ruleset::CheckBan, Ruleset::AsianRule, Ruleset::ChineseRule] {
        let lost = (RED_LOSES, Reason::PerpetualCheck);
        assert_eq!(judged(check, checks, ruleset), lost);
    }
    let chase = "4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1";
    let chases = "a0c0 c4a4 c0a0 a4c4";
    for ruleset in [Ruleset::AlwaysDraw, Ruleset::CheckBan] {
        assert_eq!(judged(chase, chases, ruleset), idle);
    }
    for ruleset in [Ruleset::AsianRule, Ruleset::ChineseRule] {
        let lost = (RED_LOSES, Reason::PerpetualChase);
        assert_eq!(judged(chase, chases, ruleset), lost);
    }
}

#[test]
fn attacks_by_turns_are_forbidden_by_chinese_rules_only() {
    let idle = (DRAW, Reason::Repetition);
    let attack = (RED_LOSES, Reason::PerpetualAttack);
    let threat = (RED_LOSES, Reason::PerpetualThreat);
    let chase = (RED_LOSES, Reason::PerpetualChase);
    let cases = [
        // One check, one chase.
        (
            "3k5/9/9/9/2c6/9/9/9/2R6/5K3 w - - 0 1",
            "c1d1 d9e9 d1c1 e9d9",
            attack,
        ),
        // One check, one idle move.
        (
            "3k5/9/9/9/9/9/8p/9/2R6/5K3 w - - 0 1",
            "c1d1 d9e9 d1c1 e9d9",
            idle,
        ),
        // Threats of mate alone.
        (
            "2b2k3/9/4b2P1/3N5/1R6p/6P2/5p2r/8n/4p4/5K3 w - - 0 1",
            "d6c8 f9f8 c8d6 f8f9",
            threat,
        ),
        // Two rooks chased in turn by one cannon.
        (
            "2b1ka3/4a4/4b4/p2rpC3/4n4/4R4/P3P2p1/4B4/1r2A4/R3KAB2 b - - 0 1",
            "d6d3 f6f1 b1b6 f1f3 d3d1 f3f6 b6b3 f6f1 d1d6 f1f3 b3b1 f3f6",
            chase,
        ),
    ];
    for (fen, cycle, chinese) in cases {
        assert_eq!(judged(fen, cycle, Ruleset::AsianRule), idle, "{fen}");
        assert_eq!(judged(fen, cycle, Ruleset::ChineseRule), chinese, "{fen}");
    }
}

#[test]
fn a_draw_by_repetition_comes_with_the_eighth_ply_of_a_shuffle() {
    let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0";
    let options = RuleOptions::default();
    let start = chuhe::position::STARTPOS;
    assert_eq!(rules::judge(&after(start, shuffle), &options), None);
    let verdict = rules::judge(&after(start, &format!("{shuffle} a8a9")), &options);
    let verdict = verdict.expect("the third occurrence");
    assert_eq!((verdict.result, verdict.reason), (DRAW, Reason::Repetition));
}

#[test]
fn the_verdict_names_the_offence_and_its_evidence() {
    let cycle = "a0c0 c4a4 c0a0 a4c4";
    let position = after(
        "4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1",
        &format!("{cycle} {cycle}"),
    );
    let verdict = rules::judge(&position, &RuleOptions::default()).expect("it is over");
    assert_eq!(verdict.loser(), Some(Color::Red));
    let cycle = verdict.cycle.as_ref().expect("a repetition");
    assert_eq!(cycle.offences[Color::Red], Offence::Chase);
    assert_eq!(cycle.offences[Color::Black], Offence::None);
    assert_eq!(cycle.moves.len(), 8);
    let first = &cycle.moves[0];
    assert_eq!(first.mv.to_string(), "a0c0");
    assert_eq!(first.chases.len(), 1);
    assert_eq!(first.chases[0].at.to_string(), "c4");
    let english = verdict.explain(Language::English);
    assert!(english.starts_with("Black wins: Red loses by perpetual chase."));
    assert!(english.contains("red rook a0c0: chases the cannon on c4 with the rook on c0"));
    let chinese = verdict.explain(Language::Chinese);
    assert!(chinese.starts_with("红方长捉，判负，黑方胜。"));
}

#[test]
fn mate_and_stalemate_lose_before_anything_else_is_asked() {
    let options = RuleOptions::default();
    let mated = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a9");
    let verdict = rules::judge(&mated, &options).expect("mate");
    assert_eq!(
        (verdict.result, verdict.reason),
        (GameResult::RedWins, Reason::Checkmate)
    );
    let quiet = after("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a6");
    let verdict = rules::judge(&quiet, &options).expect("120 plies");
    assert_eq!((verdict.result, verdict.reason), (DRAW, Reason::NoCapture));
    let stalemated = position("3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1");
    let verdict = rules::judge(&stalemated, &options).expect("no move");
    assert_eq!(
        (verdict.result, verdict.reason),
        (GameResult::RedWins, Reason::Stalemate)
    );
}

#[test]
fn the_no_capture_limit_can_be_moved_or_switched_off() {
    let position = position("4k4/9/R8/8R/9/9/9/9/9/3K5 w - - 120 90");
    let limit = |no_capture_plies| RuleOptions {
        no_capture_plies,
        ..RuleOptions::default()
    };
    assert!(rules::is_no_capture_draw(&position, &limit(Some(120))));
    assert!(!rules::is_no_capture_draw(&position, &limit(Some(121))));
    assert!(!rules::is_no_capture_draw(&position, &limit(None)));
}

#[test]
fn useless_checks_count_ten_times_only_if_so_chosen() {
    // Ten rounds of check and answer, each check and answer on fresh points.
    let cycle = "a8a9 d9d8 a9a8 d8d9 ";
    let position = after("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", &cycle.repeat(8));
    assert_eq!(position.rule_plies(), 32);
    let counting = |check_counting, limit| RuleOptions {
        check_counting,
        no_capture_plies: Some(limit),
        ..RuleOptions::default()
    };
    // 16 checks: six of them and their answers do not count.
    let first_ten = |limit| counting(CheckCounting::FirstTen, limit);
    assert!(rules::is_no_capture_draw(
        &position,
        &counting(CheckCounting::All, 32)
    ));
    assert!(!rules::is_no_capture_draw(&position, &first_ten(21)));
    assert!(rules::is_no_capture_draw(&position, &first_ten(20)));
}

#[test]
fn every_rule_of_movement_has_its_reason() {
    let cases = [
        ("e4e5", "there is no piece on e4"),
        ("a9a8", "the black rook on a9 is not red's to move"),
        ("a0a3", "a3 holds an own piece, the red pawn"),
        (
            "b0d1",
            "the horse's leg is blocked by the red elephant on c0",
        ),
        ("a0a4", "the red pawn on a3 is in the way"),
        ("b2b8", "the black cannon on b7 is in the way"),
        (
            "b2b7",
            "a cannon captures over exactly one screen, here are 0",
        ),
        (
            "a3b3",
            "a pawn moves sideways only once it has crossed the river",
        ),
        ("a3a2", "a pawn never moves back"),
        ("a3a5", "no pawn moves from a3 to a5"),
        ("c0d2", "no elephant moves from c0 to d2"),
        ("d0c1", "the advisor may not leave the palace"),
        ("e0e2", "no king moves from e0 to e2"),
    ];
    let start = Position::startpos();
    for (mv, wanted) in cases {
        let why = rules::why_illegal(&start, mv.parse().unwrap()).expect(mv);
        assert_eq!(why.to_string(), wanted, "{mv}");
        assert!(!why.explain(Language::Chinese).is_empty());
    }
    let more = [
        (
            "3k5/9/9/9/9/6B2/9/9/9/4K4 w - - 0 1",
            "g4i6",
            "the elephant may not cross the river",
        ),
        (
            "3k5/9/9/9/9/9/9/4B4/3n5/4K4 w - - 0 1",
            "e2c0",
            "the elephant's eye is blocked by the black horse on d1",
        ),
        (
            "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1",
            "e5d5",
            "the kings would face each other on the e-file",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4A4/3K2r2 w - - 0 1",
            "e1f2",
            "the king on d0 would be in check from the black rook on g0",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "e0d0",
            "the kings would face each other on the d-file",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1",
            "f0g0",
            "the king may not leave the palace",
        ),
        (
            "3k5/9/r8/9/p8/9/p8/C8/9/5K3 w - - 0 1",
            "a2a7",
            "a cannon captures over exactly one screen, here are 2",
        ),
    ];
    for (fen, mv, wanted) in more {
        let why = rules::why_illegal(&position(fen), mv.parse().unwrap()).expect(mv);
        assert_eq!(why.to_string(), wanted, "{fen} {mv}");
    }
}

#[test]
fn a_reason_is_given_for_exactly_the_illegal_moves() {
    let fens = [
        chuhe::position::STARTPOS,
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    ];
    for fen in fens {
        let position = position(fen);
        for from in chuhe::types::Square::all() {
            for to in chuhe::types::Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                let why = rules::why_illegal(&position, mv);
                assert_eq!(
                    why.is_none(),
                    position.is_legal(mv),
                    "{mv} in {fen}: {why:?}"
                );
            }
        }
    }
}

#[test]
fn the_search_counts_two_occurrences_after_the_root_and_three_in_the_game() {
    let fen = "4k4/9/9/9/9/2c6/9/9/9/R4K3 w - - 0 1";
    let once = after(fen, "a0c0 c4a4 c0a0 a4c4");
    let options = RuleOptions::default();
    let ask = |position: &Position, ply| rules::repetition(position, ply, &options);
    assert_eq!(ask(&once, 0), None);
    assert_eq!(ask(&once, 4), None, "the first occurrence was the root");
    assert_eq!(ask(&once, 5), Some(RepetitionVerdict::UsLose));
    let twice = after(fen, "a0c0 c4a4 c0a0 a4c4 a0c0 c4a4 c0a0 a4c4");
    assert_eq!(ask(&twice, 0), Some(RepetitionVerdict::UsLose));
    let idle = after(chuhe::position::STARTPOS, "a0a1 a9a8 a1a0 a8a9");
    assert_eq!(ask(&idle, 5), Some(RepetitionVerdict::Draw));
    let mut null = after(chuhe::position::STARTPOS, "a0a1 a9a8");
    null.make_null();
    null.make_null();
    null.make("a1a0".parse().unwrap());
    null.make("a8a9".parse().unwrap());
    assert_eq!(ask(&null, 9), None, "a null move cuts the history");
}

#[test]
fn a_game_takes_legal_moves_only_and_keeps_its_notes() {
    let mut game = Game::default();
    game.set_tag("Red", "A");
    game.set_tag("Red", "B");
    assert_eq!((game.tag("Red"), game.tags.len()), (Some("B"), 1));
    game.play("h2e2".parse().unwrap()).unwrap();
    let again = game.play("h2e2".parse().unwrap());
    assert!(matches!(again, Err(IllegalMove::NoPiece(_))));
    assert_eq!(game.moves().len(), 1);
    assert_eq!(game.position().side(), Color::Black);
    assert_eq!(game.start().fen(), chuhe::position::STARTPOS);
    assert_eq!(game.judge(&RuleOptions::default()), None);
    game.finish(GameResult::Draw, Reason::Agreement);
    assert_eq!(game.reason.map(Reason::as_str), Some("agreement"));
}
