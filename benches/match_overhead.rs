//! What the match runner adds to each move: from asking an engine that answers at once to having
//! its move, and a whole game between two such engines with judging and records.
//!
//! The engine is this program itself, started with an argument of its own.
#![allow(missing_docs)]

use std::{
    env,
    io::{BufRead, Write, stdin, stdout},
    time::Duration,
};

use chuhe::{
    rules::RuleOptions,
    tournament::{
        adjudicate::Adjudication,
        client::{Answer, Client, Turn},
        config::Config,
        contender::Contender,
        limits::Clock,
        openings::Opening,
        play::{Conditions, Seat, play},
        process::Stop,
    },
    types::{ByColor, Color},
};
use criterion::{Criterion, criterion_group};

const ENGINE_ARGUMENT: &str = "--answer-at-once";

/// Shuffles a rook from the start position, without thinking.
fn answer_at_once() {
    let mut moves = 0;
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.first().copied() {
            Some("uci") => "id name instant\nuciok",
            Some("isready") => "readyok",
            Some("position") => {
                moves = words.iter().skip_while(|w| **w != "moves").skip(1).count();
                continue;
            }
            Some("go") => [
                "bestmove a0a1",
                "bestmove a9a8",
                "bestmove a1a0",
                "bestmove a8a9",
            ][moves % 4],
            Some("quit") => return,
            _ => continue,
        };
        let mut out = stdout().lock();
        if writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}

fn contenders() -> Vec<Contender> {
    let program = env::current_exe().expect("this program has a file");
    let engine = format!("cmd={},args={ENGINE_ARGUMENT},proto=uci", program.display());
    let config = Config {
        engines: vec![engine.parse().expect("an engine"); 2],
        movetime: Some(10_000),
        ..Config::default()
    };
    Contender::all(&config).expect("this program exists")
}

fn start(contender: &Contender) -> Client {
    contender
        .start("bench", &Stop::default())
        .expect("it answers")
}

fn overhead(c: &mut Criterion) {
    let contenders = contenders();
    let mut client = start(&contenders[0]);
    let clock = Clock::new(contenders[0].limits);
    let turn = Turn {
        start: None,
        moves: &[],
        first: Color::Red,
        ours: &clock,
        theirs: &clock,
        draw_offered: false,
    };
    c.bench_function("one move", |b| {
        b.iter(|| {
            let thought = client.think(&turn, Duration::from_secs(10));
            assert!(matches!(thought.answer, Answer::Move { .. }));
        });
    });
    let mut opponent = start(&contenders[1]);
    let conditions = Conditions {
        rules: RuleOptions::default(),
        adjudication: Adjudication::default(),
        stall: Duration::from_secs(10),
    };
    c.bench_function("a game of 8 moves", |b| {
        b.iter(|| {
            let mut seats = ByColor([
                Seat {
                    contender: &contenders[0],
                    client: &mut client,
                },
                Seat {
                    contender: &contenders[1],
                    client: &mut opponent,
                },
            ]);
            let game = play(&mut seats, &Opening::default(), &conditions);
            assert_eq!(game.expect("it ends").moves.len(), 8);
        });
    });
    client.quit();
    opponent.quit();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(2));
    targets = overhead
}

fn main() {
    if env::args().any(|arg| arg == ENGINE_ARGUMENT) {
        return answer_at_once();
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
