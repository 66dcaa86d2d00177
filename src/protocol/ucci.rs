//! What is said in UCCI: the banner, lines of progress, the best move or none.
//!
//! Source: "UCCI: Universal Chinese Chess Protocol", version 3.0 (xqbase, 2007). Clients of this
//! protocol look for `draw`, `resign` and `bestmove` anywhere in our output, so these words
//! stand in no option and no message.

use super::{
    voice::Voice,
    wire::{best_move, show_line, show_move},
};
use crate::{
    engine::{Kind, RankBase, Spec, TABLE},
    search::{Bound, Entry, Info, SearchEvent, SearchResult},
    types::{MATE, Score},
};

/// The value of a mate on the board. Clients know mates by scores near 30000, the distance in
/// plies taken off.
const MATE_VALUE: i32 = 30_000;

/// The answer to `ucci`.
#[must_use]
pub fn banner() -> String {
    let mut text = format!(
        "id name Chuhe {}\nid copyright 2026 the Chuhe authors\nid author the Chuhe authors\n\
         id user unknown\n",
        env!("CARGO_PKG_VERSION")
    );
    for spec in TABLE {
        if let Some(line) = option_line(spec) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text + "ucciok"
}

fn option_line(spec: &Spec) -> Option<String> {
    let name = spec.ucci?;
    Some(match spec.kind {
        Kind::Button => format!("option {name} type button"),
        Kind::Check(on) => format!("option {name} type check default {on}"),
        // 0 stands for a choice of our own where 0 itself makes no sense.
        Kind::Spin { default, min, max } => {
            let min = if spec.automatic { 0 } else { min };
            format!("option {name} type spin min {min} max {max} default {default}")
        }
        Kind::Combo(words) => {
            let mut line = format!("option {name} type combo");
            for word in words.iter().filter(|word| !word.contains("Draw")) {
                line.push_str(&format!(" var {word}"));
            }
            format!("{line} default {}", words.first()?)
        }
        Kind::Text => format!("option {name} type string"),
    })
}

/// An `info` line. Scores that are mere bounds have no form in UCCI and are left out.
#[must_use]
pub fn event(voice: &Voice, event: &SearchEvent) -> Option<String> {
    match event {
        SearchEvent::Info(info) if info.pv.is_empty() || info.bound != Bound::Exact => None,
        SearchEvent::Info(info) => Some(info_line(voice, info)),
        SearchEvent::CurrentMove { mv, .. } => {
            Some(format!("info currmove {}", show_move(*mv, voice.base)))
        }
    }
}

fn info_line(voice: &Voice, info: &Info) -> String {
    let mut line = format!("info depth {} seldepth {}", info.depth, info.seldepth);
    if voice.multipv {
        line.push_str(&format!(" multipv {}", info.multipv));
    }
    line.push_str(&format!(
        " score {} nodes {} nps {} hashfull {} time {} pv{}",
        score(info.score),
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time.as_millis(),
        show_line(&info.pv, voice.base)
    ));
    line
}

/// A plain number; a mate in `n` plies is 30000 - `n`.
#[must_use]
pub fn score(score: Score) -> i32 {
    if score.is_mate() {
        score.0 - score.0.signum() * (MATE - MATE_VALUE)
    } else {
        score.0
    }
}

/// The `bestmove` line, or `nobestmove`.
#[must_use]
pub fn answer(voice: &Voice, result: &SearchResult) -> String {
    match (result.best, result.ponder) {
        (Some(best), ponder) => best_move(best, ponder, voice.base),
        (None, _) => "nobestmove".to_string(),
    }
}

/// The answer to `probe`: the stored move and the bounds of the score.
#[must_use]
pub fn pophash(entry: Option<&Entry>, base: RankBase) -> String {
    let Some(entry) = entry else {
        return "pophash".to_string();
    };
    let mut line = "pophash".to_string();
    if let Some(mv) = entry.mv {
        line.push_str(&format!(" bestmove {}", show_move(mv, base)));
    }
    let (value, depth) = (score(entry.score), entry.depth);
    if entry.bound != Bound::Upper {
        line.push_str(&format!(" lowerbound {value} depth {depth}"));
    }
    if entry.bound != Bound::Lower {
        line.push_str(&format!(" upperbound {value} depth {depth}"));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_banner_holds_no_word_that_means_something() {
        let banner = banner().to_ascii_lowercase();
        for word in ["draw", "resign", "bestmove"] {
            assert!(!banner.contains(word), "{word}");
        }
        assert!(banner.is_ascii());
        assert!(banner.contains("option usemillisec type check"));
        assert!(banner.contains("option hashsize type spin min 0 "));
    }

    #[test]
    fn mates_are_large_numbers() {
        assert_eq!(score(Score::mate_in(3)), 29_997);
        assert_eq!(score(Score::mated_in(2)), -29_998);
        assert_eq!(score(Score(-40)), -40);
        assert!(score(Score::rule_win(1)) < 20_000);
    }
}
