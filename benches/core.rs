//! Attacks, generation, making moves, counting, exchanges.

#![allow(missing_docs)] // criterion's macros make undocumented functions

use std::hint::black_box;

use chuhe::{
    attacks,
    movegen::{self, Kind},
    position::Position,
    types::{Bitboard, Square},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const POSITIONS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
];

fn positions() -> Vec<Position> {
    POSITIONS
        .iter()
        .map(|fen| Position::from_fen(fen).expect("the FEN is legal"))
        .collect()
}

fn attack_tables(c: &mut Criterion) {
    let mut group = c.benchmark_group("attacks");
    let occupied: Vec<Bitboard> = positions().iter().map(Position::occupied).collect();
    group.throughput(Throughput::Elements(
        (occupied.len() * Square::COUNT) as u64,
    ));
    type Attack = fn(Square, Bitboard) -> Bitboard;
    let pieces: [(&str, Attack); 4] = [
        ("rook", attacks::rook),
        ("cannon", attacks::cannon),
        ("horse", attacks::horse),
        ("horse_to", attacks::horse_to),
    ];
    for (name, attack) in pieces {
        group.bench_function(name, |b| {
            b.iter(|| {
                for &occupied in &occupied {
                    for square in Square::all() {
                        black_box(attack(square, occupied));
                    }
                }
            });
        });
    }
    group.finish();
}

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generation");
    let positions = positions();
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, kind) in [
        ("all", Kind::All),
        ("captures", Kind::Captures),
        ("quiets", Kind::Quiets),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(movegen::generate(position, kind));
                }
            });
        });
    }
    group.bench_function("count", |b| {
        b.iter(|| positions.iter().map(movegen::count).sum::<u32>());
    });
    group.finish();
}

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("moves");
    let mut position = positions().swap_remove(1);
    let list = movegen::legal(&position);
    group.throughput(Throughput::Elements(list.len() as u64));
    group.bench_function("make and undo", |b| {
        b.iter(|| {
            for mv in &list {
                position.make(black_box(mv));
                position.undo();
            }
        });
    });
    let position = position.clone();
    group.bench_function("gives check", |b| {
        b.iter(|| list.iter().filter(|&&mv| position.gives_check(mv)).count());
    });
    group.bench_function("exchange", |b| {
        b.iter(|| list.iter().filter(|&&mv| position.see_ge(mv, 0)).count());
    });
    group.finish();
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let mut start = Position::startpos();
    group.throughput(Throughput::Elements(3_290_240));
    group.sample_size(20);
    group.bench_function("start, 4 plies", |b| {
        b.iter(|| movegen::perft(&mut start, 4))
    });
    group.finish();
}

criterion_group!(benches, attack_tables, generation, moves, perft);
criterion_main!(benches);
