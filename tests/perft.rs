//! Published perft counts and properties of move generation.

#![allow(clippy::print_stdout)] // what was skipped and counted

use std::{fs, path::Path};

use chuhe::{
    movegen::{self, Kind},
    position::Position,
    types::{Move, Square},
};
use proptest::prelude::*;

/// Rows of `../shared/data/perft.tsv` whose counts up to this many nodes are tested.
const MOST_NODES: u64 = 6_000_000;

fn shared(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is absent", path.display());
    }
    text
}

#[test]
fn counts_from_the_start_are_right() {
    let mut position = Position::startpos();
    for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(movegen::perft(&mut position, depth), nodes, "depth {depth}");
    }
}

#[test]
fn parallel_and_hashed_counts_agree() {
    let position = Position::startpos();
    let table = movegen::PerftTable::new(8).expect("8 MiB can be had");
    assert_eq!(movegen::perft_parallel(&position, 4, None), 3_290_240);
    assert_eq!(
        movegen::perft_parallel(&position, 4, Some(&table)),
        3_290_240
    );
    assert_eq!(
        movegen::perft_hashed(&mut position.clone(), 4, &table),
        3_290_240
    );
}

#[test]
fn handed_rows_are_right() {
    let Some(text) = shared("perft.tsv") else {
        return;
    };
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[1] == "published-illegal" {
            assert!(Position::from_fen(fields[2]).is_err(), "{line}");
            continue;
        }
        let position = Position::from_fen(fields[2]).unwrap_or_else(|e| panic!("{line}: {e}"));
        for (depth, nodes) in (1..).zip(fields[3].split(',')) {
            let nodes: u64 = nodes.parse().unwrap();
            if nodes <= MOST_NODES {
                assert_eq!(
                    movegen::perft_parallel(&position, depth, None),
                    nodes,
                    "{} depth {depth}: {}",
                    fields[0],
                    fields[2]
                );
                checked += 1;
            }
        }
    }
    println!("{checked} counts");
}

/// A position some random legal moves into a game from one of a few starts.
fn random_position() -> impl Strategy<Value = (Position, Vec<Move>)> {
    const STARTS: [&str; 5] = [
        chuhe::position::STARTPOS,
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
        "3ak4/4a4/4b4/3N5/2r1c4/6B2/4C4/3AB4/4A4/2RK2n2 w - - 0 1",
    ];
    (0..STARTS.len(), prop::collection::vec(any::<u16>(), 0..120)).prop_map(|(start, choices)| {
        let mut position = Position::from_fen(STARTS[start]).expect("starts are legal");
        let mut played = Vec::new();
        for choice in choices {
            let moves = movegen::legal(&position);
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            position.make(mv);
            played.push(mv);
        }
        (position, played)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn generated_moves_are_those_that_survive_trial((position, _) in random_position()) {
        let mut generated = movegen::legal(&position).to_vec();
        let mut tried = movegen::legal_by_trial(&position);
        generated.sort();
        tried.sort();
        prop_assert_eq!(&generated, &tried, "{}", position);
        prop_assert_eq!(movegen::count(&position) as usize, tried.len());
        let mut parts = movegen::generate(&position, Kind::Captures).to_vec();
        parts.extend(movegen::generate(&position, Kind::Quiets).to_vec());
        parts.sort();
        prop_assert_eq!(parts, tried);
    }

    #[test]
    fn a_move_is_legal_exactly_if_it_is_listed((position, _) in random_position()) {
        let listed = movegen::legal(&position);
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                prop_assert_eq!(position.is_legal(mv), listed.contains(&mv), "{} {}", mv, position);
            }
        }
    }

    #[test]
    fn make_and_undo_are_inverse_and_keys_are_true((position, played) in random_position()) {
        let mut walked = position.clone();
        for mv in &movegen::legal(&position) {
            let key = position.key_after(mv);
            let check = position.gives_check(mv);
            walked.make(mv);
            prop_assert_eq!(walked.check_consistency(), Ok(()));
            prop_assert_eq!(walked.key(), key);
            prop_assert_eq!(walked.in_check(), check, "{} {}", mv, position);
            walked.undo();
            prop_assert_eq!(&walked, &position);
            prop_assert_eq!(walked.state(), position.state());
        }
        for _ in &played {
            walked.undo();
        }
        prop_assert_eq!(walked.history().len(), 1);
        prop_assert_eq!(walked.check_consistency(), Ok(()));
    }

    #[test]
    fn fen_round_trips_and_symmetries_keep_the_moves((position, _) in random_position()) {
        let read = Position::from_fen(&position.fen()).expect("what is written is read");
        prop_assert_eq!(&read, &position);
        prop_assert_eq!(read.key(), position.key());
        for image in [position.flipped(), position.mirrored()] {
            prop_assert_eq!(movegen::count(&image), movegen::count(&position));
        }
        prop_assert_eq!(position.flipped().flipped().fen(), position.fen());
        prop_assert_eq!(position.mirrored().mirrored().fen(), position.fen());
    }
}
