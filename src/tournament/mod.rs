//! Matches between engines: any number of them, in UCI, UCCI or CECP, under xiangqi rules.
//!
//! It runs processes and knows nothing of the inside of an engine, ours included. From the
//! bottom: [`process`] talks to a child in lines; [`client`] speaks an engine's dialect over
//! it; [`play`] plays one game between two clients, with [`limits`] and [`adjudicate`]; [`schedule`] and [`openings`] say which games there are; [`runner`] plays
//! them side by side; [`record`], [`state`] and [`pgn`] keep what was played; [`standings`],
//! [`elo`], [`sprt`] and [`report`] make sense of it.
//! Apart from all that, [`check`] tests one engine's protocol, and [`spsa`] tunes the options of
//! an engine by games against itself.

pub mod adjudicate;
pub mod check;
pub mod client;
pub mod config;
pub mod contender;
pub mod elo;
pub mod engine_spec;
pub mod limits;
pub mod openings;
pub mod outcome;
pub mod pgn;
mod pipes;
pub mod play;
pub mod process;
pub mod random;
pub mod record;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod spsa;
pub mod standings;
pub mod state;
