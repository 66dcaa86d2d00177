//! What is said in UCI: the banner, lines of progress, the best move.
//!
//! Source: Stefan Meyer-Kahlen, "Description of the Universal Chess Interface"; order and words
//! as Pikafish prints them, because that is what xiangqi clients were written against.

use std::fmt::Write;

use super::{
    voice::Voice,
    wire::{best_move, show_line, show_move},
};
use crate::{
    engine::{Kind, Spec, TABLE},
    search::{Bound, Info, SearchEvent, SearchResult},
    types::Score,
};

/// The answer to `uci`.
#[must_use]
pub fn banner() -> String {
    let mut text = format!(
        "id name Chuhe {}\nid author the Chuhe authors\n",
        env!("CARGO_PKG_VERSION")
    );
    for spec in TABLE {
        if let Some(line) = option_line(spec) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    #[cfg(feature = "tune")]
    for param in crate::search::params::TABLE {
        text.push_str(&format!(
            "option name {} type spin default {} min {} max {}\n",
            param.name, param.value, param.min, param.max
        ));
    }
    text + "uciok"
}

/// Default first and the range after it: some clients read by place. A text that is empty shows
/// as `<empty>`, because some cut the line at the word `default`.
fn option_line(spec: &Spec) -> Option<String> {
    let mut line = format!("option name {} type ", spec.uci?);
    match spec.kind {
        Kind::Button => line.push_str("button"),
        Kind::Check(on) => line.push_str(&format!("check default {on}")),
        Kind::Spin { default, min, max } => {
            line.push_str(&format!("spin default {default} min {min} max {max}"));
        }
        Kind::Combo(words) => {
            line.push_str(&format!("combo default {}", words.first()?));
            for word in words {
                line.push_str(&format!(" var {word}"));
            }
        }
        Kind::Text => line.push_str("string default <empty>"),
    }
    Some(line)
}

/// An `info` line.
#[must_use]
pub fn event(voice: &Voice, event: &SearchEvent) -> Option<String> {
    match event {
        SearchEvent::Info(info) if info.pv.is_empty() => None,
        SearchEvent::Info(info) => Some(info_line(voice, info)),
        SearchEvent::CurrentMove { depth, mv, number } => Some(format!(
            "info depth {depth} currmove {} currmovenumber {number}",
            show_move(*mv, voice.base)
        )),
    }
}

fn info_line(voice: &Voice, info: &Info) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(voice, info.score)
    );
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => line.push_str(" lowerbound"),
        Bound::Upper => line.push_str(" upperbound"),
    }
    if voice.wdl {
        let [win, draw, loss] = chances(info.score);
        line.push_str(&format!(" wdl {win} {draw} {loss}"));
    }
    // Writing to a text cannot fail.
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits 0 time {} pv{}",
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time.as_millis(),
        show_line(&info.pv, voice.base)
    );
    line
}

/// Mates in moves, everything else (verdicts of the repetition rules too) in centipawns.
fn score(voice: &Voice, score: Score) -> String {
    match score.mate_moves() {
        _ if voice.bare => score.to_string(),
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    }
}

/// The `bestmove` line, after a line that says so if the side to move has lost already.
#[must_use]
pub fn answer(voice: &Voice, result: &SearchResult) -> String {
    match (result.best, result.ponder) {
        (Some(best), ponder) => best_move(best, ponder, voice.base),
        (None, _) if voice.can_move => "bestmove (none)".to_string(),
        (None, _) => {
            format!(
                "info depth 0 score {}\nbestmove (none)",
                score(voice, Score::mated_in(0))
            )
        }
    }
}

/// Chances of win, draw and loss per mille: a logistic curve of the score, with a margin that
/// counts as a draw. Fitted to 17 000 games the network played against itself at 300 nodes a
/// move (`chuhe data stats` shows how positions of each score ended).
#[must_use]
pub fn chances(score: Score) -> [u32; 3] {
    const MARGIN: f64 = 400.0;
    const SLOPE: f64 = 260.0;
    if score.is_decisive() {
        return if score > Score::ZERO {
            [1000, 0, 0]
        } else {
            [0, 0, 1000]
        };
    }
    let at_least = |x: f64| (1000.0 / (1.0 + ((MARGIN - x) / SLOPE).exp())).round() as u32;
    let x = f64::from(score.0);
    let (win, loss) = (at_least(x), at_least(-x));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_lines_can_be_cut_at_every_keyword() {
        for line in banner().lines().filter(|line| line.starts_with("option")) {
            assert_eq!(line.matches(" type ").count(), 1, "{line}");
            assert!(line.matches("default").count() <= 1, "{line}");
            assert!(!line.ends_with("default"), "{line}");
            assert!(line.is_ascii());
        }
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for cp in (-3000..3000).step_by(7) {
            let [win, draw, loss] = chances(Score(cp));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(Score(-cp)), [loss, draw, win]);
        }
        assert_eq!(chances(Score::mate_in(3)), [1000, 0, 0]);
    }
}
