//! The commands of UCI and UCCI.

use super::{
    board,
    go::{Go, Unit},
    session::Session,
    setup::{legal_move, set_up},
    ucci, uci,
    voice::{Dialect, Voice},
    wire::{quoted, show_move},
};
use crate::{
    engine::{
        BENCH_DEPTH, BENCH_HASH, BENCH_POSITIONS, Bench, Change, Face, OptionError, RankBase, find,
        is_ignored, same_name,
    },
    movegen,
    position::Position,
    search::Control,
    types::{Color, Move},
};

/// The answer to `help`.
const HELP: &str = "\
Chuhe plays xiangqi and speaks UCI, UCCI and CECP. Commands, in any order:
  uci | ucci | xboard             choose a protocol; UCI is spoken until then
  position startpos | fen FEN [moves h2e2 ...]     files a-i, ranks 0-9 from Red's side
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [mate N] [infinite] [ponder] [searchmoves M ...]
  go [time T] [increment T] [movestogo N]          UCCI clocks
  go perft N                      count the leaves of the move tree
  banmoves M ...                  moves not to play from this position
  stop | ponderhit | isready | ucinewgame | quit
  setoption [name] NAME [value] VALUE
  d | eval | flip | bench [DEPTH] | compiler | help
The manual is in the folder `book`.";

impl Session {
    /// Obeys a line while nothing runs.
    pub(super) fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return;
        };
        let verb = first.to_ascii_lowercase();
        if self.dialect == Dialect::Cecp && self.obey_cecp(line, &verb, rest) {
            return;
        }
        match verb.as_str() {
            "uci" => self.greet(Dialect::Uci, &uci::banner()),
            "ucci" => self.greet(Dialect::Ucci, &ucci::banner()),
            "xboard" | "protover" => self.start_cecp(&verb),
            "isready" => self.say("readyok"),
            "setoption" => self.set_option(line),
            "ucinewgame" | "uccinewgame" | "newgame" => self.engine.new_game(),
            "position" => self.set_position(rest),
            "fen" | "startpos" => self.set_position(&words),
            "banmoves" => self.ban(rest),
            "go" => self.go(rest),
            "stop" if self.dialect == Dialect::Ucci => self.say("nobestmove"),
            "stop" | "ponderhit" | "debug" | "register" | "ucicyclone" => {}
            "probe" => self.probe(rest),
            "quit" => self.quit(),
            "d" => self.draw(),
            "eval" => self.explain(),
            "flip" => self.flip(),
            "bench" => self.bench(rest),
            "compiler" => self.say(compiler()),
            "help" | "license" => self.say(HELP),
            _ if first.starts_with('#') => {}
            _ => self.tell(format!(
                "unknown command `{}`; `help` lists them all",
                quoted(line)
            )),
        }
    }

    fn greet(&mut self, dialect: Dialect, banner: &str) {
        self.dialect = dialect;
        self.say(banner);
    }

    /// How a search is told from here on.
    pub(super) fn voice(&self) -> Voice {
        let options = self.engine.options();
        Voice {
            dialect: self.dialect,
            base: self.base,
            wdl: options.show_wdl,
            bare: options.bare_score,
            multipv: options.multipv > 1,
            post: self.game.posts(),
            can_move: movegen::any(self.engine.position()),
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        match set_up(words, self.base) {
            Ok(setup) => {
                self.engine.set_position(setup.position);
                if setup.base != self.base {
                    self.base = setup.base;
                    let ranks = match self.base {
                        RankBase::Zero => "0-9",
                        RankBase::One => "1-10",
                    };
                    self.tell(format!(
                        "these moves count ranks {ranks}: so do the answers now"
                    ));
                }
                if let Some(problem) = setup.problem {
                    self.tell(format!("{problem}; the position before it is set up"));
                }
            }
            Err(error) => self.tell(format!("{error}; the old position stays")),
        }
    }

    /// Reads moves for the root; the ones that are illegal are named in one message.
    fn root_moves(&mut self, texts: &[String]) -> Vec<Move> {
        let position = self.engine.position();
        let (mut moves, mut bad) = (Vec::new(), Vec::new());
        for text in texts {
            match legal_move(position, text, 1, self.base) {
                Ok(mv) => moves.push(mv),
                Err(_) => bad.push(text.as_str()),
            }
        }
        if !bad.is_empty() {
            let bad = quoted(&bad.join(" "));
            self.tell(format!("no legal moves here, left out: {bad}"));
        }
        moves
    }

    fn ban(&mut self, words: &[&str]) {
        let texts: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
        let moves = self.root_moves(&texts);
        self.engine.ban(moves);
    }

    fn go(&mut self, words: &[&str]) {
        let go = Go::parse(words);
        if let Some(depth) = go.perft {
            return self.count_leaves(depth);
        }
        if self.dialect == Dialect::Ucci && go.is_static() {
            return self.static_score();
        }
        self.milliseconds |= go.proves_milliseconds();
        let agreed = self.engine.options().milliseconds || self.milliseconds;
        let unit = if agreed {
            Unit::Milliseconds
        } else {
            Unit::Seconds
        };
        let mut limits = go.limits(self.engine.position().side(), unit);
        if let Some(texts) = &go.search_moves {
            let moves = self.root_moves(texts);
            if moves.is_empty() && !texts.is_empty() {
                return self.say(match self.dialect {
                    Dialect::Ucci => "nobestmove",
                    _ => "bestmove (none)",
                });
            }
            limits.search_moves = Some(moves).filter(|moves| !moves.is_empty());
        }
        self.start_search(limits, self.voice());
    }

    /// `go depth 0` of UCCI: the value of the position as it stands, and no move.
    fn static_score(&mut self) {
        let score = ucci::score(self.engine.source().evaluate(self.engine.position()));
        self.say(format!("info depth 0 score {score}"));
        self.say("nobestmove");
    }

    /// Counts in the background; `stop` ends it with what is counted so far.
    fn count_leaves(&mut self, depth: i64) {
        let depth = depth.clamp(1, 99) as u32;
        let (mut position, base) = (self.engine.position().clone(), self.base);
        self.start_work(move |control| {
            let (mut text, mut total) = (String::new(), 0);
            for mv in &movegen::legal(&position.clone()) {
                if control.is_stopped() {
                    break;
                }
                position.make(mv);
                let nodes = leaves(&mut position, depth - 1, control);
                position.undo();
                total += nodes;
                text.push_str(&format!("{}: {nodes}\n", show_move(mv, base)));
            }
            format!("{text}\nNodes searched: {total}\n")
        });
    }

    /// `probe`: what the table knows of the position given, or of the present one.
    fn probe(&mut self, words: &[&str]) {
        let position = match set_up(words, self.base) {
            Ok(setup) => setup.position,
            Err(_) => self.engine.position().clone(),
        };
        let entry = self.engine.probe(&position);
        self.say(ucci::pophash(entry.as_ref(), self.base));
    }

    fn draw(&mut self) {
        let rules = self.engine.options().rules();
        self.say(board::draw(self.engine.position(), self.base, &rules));
    }

    fn explain(&mut self) {
        let position = self.engine.position();
        let source = self.engine.source();
        let score = source.evaluate(position);
        let red = match position.side() {
            Color::Red => score,
            Color::Black => -score,
        };
        let text = source.explain(position);
        self.say(format!(
            "{}\nFinal evaluation      {:+.2} (white side)",
            text.trim_end(),
            f64::from(red.0) / 100.0
        ));
    }

    /// The same position with the sides changed.
    fn flip(&mut self) {
        let flipped = self.engine.position().flipped();
        self.engine.set_position(flipped);
    }

    fn bench(&mut self, words: &[&str]) {
        let depth = words
            .first()
            .and_then(|word| word.parse().ok())
            .unwrap_or(BENCH_DEPTH);
        let dialect = self.dialect;
        let out = self.out.clone();
        self.start_work(move |control: &Control| {
            let all = BENCH_POSITIONS.len();
            let done = Bench::run(depth, 1, BENCH_HASH, control, |number, fen, nodes| {
                let text = format!("position {number}/{all} nodes {nodes} fen {fen}");
                // If nobody reads any more the last line will find out.
                let _ = out.line(dialect.message(&text));
            });
            match done {
                Ok(bench) => bench.signature(),
                Err(error) => dialect.message(&error.to_string()),
            }
        });
    }

    /// `setoption` in any of its forms.
    fn set_option(&mut self, line: &str) {
        let text = skip_word(line).1;
        let (keyword, rest) = skip_word(text);
        let named = keyword.eq_ignore_ascii_case("name");
        let text = if named { rest } else { text };
        let face = if named && self.dialect != Dialect::Ucci {
            Face::Uci
        } else {
            Face::Ucci
        };
        let (name, value) = split_option(text);
        // Clients that count ranks from 1 set this option without being offered it.
        if same_name(name, "UCI_Chess960") {
            self.base = RankBase::One;
        }
        self.change_option(name, face, value);
    }

    /// Sets an option and says so only if it did not work.
    pub(super) fn change_option(&mut self, name: &str, face: Face, value: Option<&str>) {
        if name.is_empty() {
            return self.tell("`setoption` needs the name of an option");
        }
        let Some(spec) = find(name) else {
            if !is_ignored(name) && !tuned(name, value) {
                self.tell(OptionError::Unknown(quoted(name)));
            }
            return;
        };
        match self.engine.set(spec, face, value) {
            Ok(Change::DebugLog) => {
                let path = self.engine.options().debug_log.clone();
                if let Err(error) = self.out.copy_to(path.as_deref()) {
                    let path = path.unwrap_or_default();
                    self.tell(format!("cannot write the log {}: {error}", path.display()));
                }
            }
            Ok(Change::RankBase) => self.base = self.engine.options().rank_base,
            Ok(_) => {}
            Err(error) => self.tell(error),
        }
    }
}

/// Counts leaves, listening for `stop` between sub-trees that take a moment each.
fn leaves(position: &mut Position, depth: u32, control: &Control) -> u64 {
    const MOMENT: u32 = 4;
    if depth <= MOMENT {
        return movegen::perft(position, depth);
    }
    let mut nodes = 0;
    for mv in &movegen::legal(position) {
        if control.is_stopped() {
            break;
        }
        position.make(mv);
        nodes += leaves(position, depth - 1, control);
        position.undo();
    }
    nodes
}

/// Sets a number of the search by its name, in builds for tuning.
#[cfg(feature = "tune")]
fn tuned(name: &str, value: Option<&str>) -> bool {
    let value = value.and_then(|text| text.trim().parse().ok());
    value.is_some_and(|value| crate::search::params::set(name, value).is_ok())
}

/// Only builds for tuning have numbers to set.
#[cfg(not(feature = "tune"))]
fn tuned(_name: &str, _value: Option<&str>) -> bool {
    false
}

/// The first word of a text and what follows it.
fn skip_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// Cuts `NAME value VALUE`, `NAME VALUE` and `NAME`: without the keyword the longest name that
/// is known counts.
fn split_option(text: &str) -> (&str, Option<&str>) {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (word, rest) = skip_word(&text[at..]);
        let rest_at = text.len() - rest.len();
        if word.eq_ignore_ascii_case("value") {
            return (text[..at].trim(), Some(rest));
        }
        ends.push(rest_at);
        at = rest_at;
    }
    let known = |&&end: &&usize| {
        let name = text[..end].trim();
        find(name).is_some() || is_ignored(name)
    };
    match ends.iter().rev().find(known).or(ends.first()) {
        Some(&end) => (
            text[..end].trim(),
            Some(&text[end..]).filter(|value| !value.is_empty()),
        ),
        None => ("", None),
    }
}

/// The answer to `compiler`.
fn compiler() -> String {
    format!(
        "Chuhe {} for {} {}, compiled by rustc ({})",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        if cfg!(debug_assertions) {
            "with assertions"
        } else {
            "optimised"
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_cut_in_both_syntaxes() {
        for (text, name, value) in [
            ("Hash value 32", "Hash", Some("32")),
            ("Hash 13", "Hash", Some("13")),
            ("Hash", "Hash", None),
            ("Hash value", "Hash", Some("")),
            ("Clear Hash", "Clear Hash", None),
            ("newgame null", "newgame", Some("null")),
            ("Move  Overhead 30", "Move  Overhead", Some("30")),
            (
                "Debug Log File value /tmp/a  b/log.txt",
                "Debug Log File",
                Some("/tmp/a  b/log.txt"),
            ),
            ("pruning  large", "pruning", Some("large")),
            ("no such thing", "no", Some("such thing")),
            ("value", "", Some("")),
            ("", "", None),
        ] {
            assert_eq!(split_option(text), (name, value), "{text}");
        }
    }
}
