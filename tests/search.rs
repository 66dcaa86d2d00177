//! What the search finds, says and keeps to.

#![allow(clippy::unwrap_used)] // a test that cannot set up its case has failed

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use chuhe::{
    movegen,
    position::Position,
    search::{Control, Info, Limits, Pool, SearchEvent, SearchOptions, SearchResult},
    types::{Move, Score},
};

fn position(fen: &str, moves: &str) -> Position {
    let mut position = Position::from_fen(fen).unwrap();
    for mv in moves.split_whitespace() {
        position.make(mv.parse().unwrap());
    }
    position
}

struct Found {
    result: SearchResult,
    infos: Vec<Info>,
}

fn search_with(
    pool: &mut Pool,
    position: &Position,
    limits: Limits,
    options: &SearchOptions,
) -> Found {
    let control = Control::new();
    let mut infos = Vec::new();
    let result = pool.search(position, &limits, options, &control, &mut |event| {
        if let SearchEvent::Info(info) = event {
            infos.push(info);
        }
    });
    for info in &infos {
        let mut walked = position.clone();
        for &mv in &info.pv {
            assert!(walked.is_legal(mv), "{mv} of {:?} in {position}", info.pv);
            walked.make(mv);
        }
    }
    Found { result, infos }
}

fn depth(fen: &str, moves: &str, depth: u32) -> Found {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let position = position(fen, moves);
    search_with(
        &mut Pool::new(1, 16).unwrap(),
        &position,
        limits,
        &SearchOptions::default(),
    )
}

#[test]
fn mates_are_found_and_counted_in_moves() {
    for (fen, moves) in [
        ("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 0 1", 1),
        ("4k4/8R/R8/9/9/9/9/9/9/3K5 b - - 0 1", -1),
        ("4k4/9/R8/8R/9/9/9/9/9/3K5 w - - 0 1", 2),
    ] {
        let found = depth(fen, "", 8);
        assert_eq!(found.result.score.mate_moves(), Some(moves), "{fen}");
    }
    let mate = depth("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 0 1", "", 60);
    assert_eq!(mate.result.ponder, None, "no reply to a mate");
}

#[test]
fn a_repeated_root_does_not_hide_a_mate() {
    let found = depth(
        "4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 0 1",
        "a7a6 e9f9 a6a7 f9e9",
        6,
    );
    assert_eq!(found.result.score.mate_moves(), Some(1));
}

#[test]
fn the_no_capture_limit_comes_after_mate() {
    let found = depth("4k4/8R/R8/9/9/9/9/9/9/3K5 w - - 119 90", "", 4);
    assert_eq!(found.result.score.mate_moves(), Some(1));
    let drawn = depth("4k4/9/R8/8R/9/9/9/9/9/3K5 w - - 119 90", "", 4);
    assert_eq!(drawn.result.score, Score::ZERO);
}

#[test]
fn a_block_that_turns_one_screen_into_two_is_seen() {
    for fen in [
        "c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w - - 0 1",
        "c3k2C1/4anR2/9/3NP4/9/6n2/9/1r1p5/4p4/3K5 w - - 0 1",
    ] {
        assert_ne!(
            depth(fen, "", 6).result.score.mate_moves(),
            Some(1),
            "{fen}"
        );
    }
}

#[test]
fn repetition_rules_are_never_announced_as_mate() {
    for fen in [
        "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
        "3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b - - 0 1",
    ] {
        let found = depth(fen, "", 12);
        assert_eq!(found.result.score.mate_moves(), None, "{fen}");
    }
}

#[test]
fn scores_are_from_the_side_to_move() {
    let board = "3k5/9/9/9/9/9/9/9/9/R3K4";
    assert!(depth(&format!("{board} w"), "", 4).result.score.0 > 0);
    assert!(depth(&format!("{board} b"), "", 4).result.score.0 < 0);
}

#[test]
fn no_move_is_no_best_move() {
    let found = depth("4k3R/8R/9/9/9/9/9/9/9/3K5 b - - 0 1", "", 5);
    assert_eq!(
        (found.result.best, found.result.score),
        (None, Score::mated_in(0))
    );
}

#[test]
fn one_thread_is_deterministic() {
    let start = Position::startpos();
    let limits = Limits {
        depth: Some(8),
        ..Limits::default()
    };
    let options = SearchOptions::default();
    let mut pool = Pool::new(1, 16).unwrap();
    let first = search_with(&mut pool, &start, limits.clone(), &options);
    search_with(
        &mut pool,
        &position(&start.fen(), "h2e2"),
        limits.clone(),
        &options,
    );
    pool.clear();
    let again = search_with(&mut pool, &start, limits, &options);
    assert_eq!(first.result, again.result);
}

#[test]
fn lines_are_distinct_ordered_and_all_told() {
    let options = SearchOptions {
        multipv: 4,
        ..SearchOptions::default()
    };
    let limits = Limits {
        depth: Some(7),
        ..Limits::default()
    };
    let found = search_with(
        &mut Pool::new(1, 16).unwrap(),
        &Position::startpos(),
        limits,
        &options,
    );
    for depth in 1..=7 {
        let lines: Vec<&Info> = found
            .infos
            .iter()
            .filter(|info| info.depth == depth)
            .collect();
        assert_eq!(
            lines.iter().map(|line| line.multipv).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{lines:?}");
        let mut firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
    }
    let one = position("c3k1RC1/4a4/9/9/9/9/9/9/9/3K5 b - - 0 1", "");
    let options = SearchOptions {
        multipv: 10,
        ..SearchOptions::default()
    };
    let limits = Limits {
        depth: Some(8),
        ..Limits::default()
    };
    let found = search_with(&mut Pool::new(1, 16).unwrap(), &one, limits, &options);
    assert!(found.infos.iter().all(|info| info.multipv == 1));
    assert_eq!(found.result.depth, 8);
}

#[test]
fn only_wanted_root_moves_are_looked_at() {
    let moves = |text: &str| {
        text.split(' ')
            .map(|mv| mv.parse().unwrap())
            .collect::<Vec<Move>>()
    };
    let mut pool = Pool::new(1, 16).unwrap();
    let start = Position::startpos();
    let options = SearchOptions::default();
    let only = Limits {
        depth: Some(5),
        search_moves: Some(moves("a0a1 i0i1")),
        ..Limits::default()
    };
    let best = search_with(&mut pool, &start, only, &options)
        .result
        .best
        .unwrap();
    assert!(moves("a0a1 i0i1").contains(&best));
    let banned = moves("h2e2 b2e2 h0g2 b0c2");
    let limits = Limits {
        depth: Some(5),
        banned: banned.clone(),
        ..Limits::default()
    };
    let best = search_with(&mut pool, &start, limits, &options)
        .result
        .best
        .unwrap();
    assert!(!banned.contains(&best));
    let all = movegen::legal(&start).to_vec();
    let none = Limits {
        depth: Some(5),
        banned: all,
        ..Limits::default()
    };
    assert_eq!(
        search_with(&mut pool, &start, none, &options).result.best,
        None
    );
}

#[test]
fn tiny_limits_still_bring_a_line() {
    let limits = [
        Limits {
            nodes: Some(0),
            ..Limits::default()
        },
        Limits {
            nodes: Some(1),
            ..Limits::default()
        },
        Limits {
            movetime: Some(Duration::ZERO),
            ..Limits::default()
        },
        Limits {
            depth: Some(0),
            ..Limits::default()
        },
    ];
    for limits in limits {
        let mut pool = Pool::new(1, 1).unwrap();
        let found = search_with(
            &mut pool,
            &Position::startpos(),
            limits,
            &SearchOptions::default(),
        );
        assert!(found.result.best.is_some());
        assert!(!found.infos.is_empty() && !found.infos[0].pv.is_empty());
    }
}

#[test]
fn node_limits_are_kept() {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut pool = Pool::new(1, 16).unwrap();
    let found = search_with(
        &mut pool,
        &Position::startpos(),
        limits,
        &SearchOptions::default(),
    );
    assert!(
        (20_000..20_100).contains(&found.result.nodes),
        "{}",
        found.result.nodes
    );
}

#[test]
fn many_threads_stop_when_told() {
    let control = Arc::new(Control::new());
    control.reset(false);
    let asked = Arc::new(AtomicBool::new(false));
    let stopper = {
        let (control, asked) = (Arc::clone(&control), Arc::clone(&asked));
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            asked.store(true, SeqCst);
            control.stop();
        })
    };
    let mut pool = Pool::new(3, 16).unwrap();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let options = SearchOptions::default();
    let result = pool.search(
        &Position::startpos(),
        &limits,
        &options,
        &control,
        &mut |_| {},
    );
    assert!(result.best.is_some());
    assert!(asked.load(SeqCst), "infinite waits for the stop");
    stopper.join().unwrap();
}

#[test]
fn a_stop_before_the_start_is_not_lost() {
    let control = Control::new();
    control.reset(false);
    control.stop();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let mut pool = Pool::new(1, 1).unwrap();
    let options = SearchOptions::default();
    let result = pool.search(
        &Position::startpos(),
        &limits,
        &options,
        &control,
        &mut |_| {},
    );
    assert!(result.best.is_some());
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let control = Control::new();
    control.reset(true);
    control.ponderhit();
    let limits = Limits {
        ponder: true,
        movetime: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    let mut pool = Pool::new(1, 1).unwrap();
    let options = SearchOptions::default();
    let result = pool.search(
        &Position::startpos(),
        &limits,
        &options,
        &control,
        &mut |_| {},
    );
    assert!(result.best.is_some());
}
