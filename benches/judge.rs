//! What a verdict costs: the search's question at every node, and the referee's full answer.

#![allow(missing_docs)] // criterion's macros make undocumented functions

use std::hint::black_box;

use chuhe::{
    position::Position,
    rules::{self, RuleOptions, Ruleset},
};
use criterion::{Criterion, criterion_group, criterion_main};

fn after(fen: &str, moves: &str) -> Position {
    let mut position = Position::from_fen(fen).expect("a sound position");
    for mv in moves.split(' ') {
        position.make(mv.parse().expect("a move"));
    }
    position
}

fn judge(c: &mut Criterion) {
    let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
    let idle = after(chuhe::position::STARTPOS, shuffle);
    let fresh = after(chuhe::position::STARTPOS, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
    let check = after(
        "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9",
    );
    let chase = after(
        "2bak3r/4a4/4b1n2/P2rp3p/2p1c1p2/4R4/N3P3R/4BC1C1/N3A4/4KAB2 w - - 0 1",
        "f2f6 d6d4 f6f4 d4d6 f4f6 d6d4 f6f4 d4d6 f4f6",
    );
    let options = RuleOptions::default();
    let chinese = RuleOptions {
        ruleset: Ruleset::ChineseRule,
        ..options
    };
    let mut group = c.benchmark_group("judge");
    for (name, position) in [
        ("no repetition", &fresh),
        ("idle", &idle),
        ("check", &check),
        ("chase", &chase),
    ] {
        group.bench_function(format!("search, {name}"), |b| {
            b.iter(|| rules::repetition(black_box(position), 0, &options));
        });
    }
    group.bench_function("referee, chase", |b| {
        b.iter(|| rules::judge(black_box(&chase), &options));
    });
    group.bench_function("referee, chase, Chinese rules", |b| {
        b.iter(|| rules::judge(black_box(&chase), &chinese));
    });
    group.finish();
}

criterion_group!(benches, judge);
criterion_main!(benches);
