//! Text shared by all dialects: lines out, moves in both numberings, words that must not leak.

use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    engine::RankBase,
    types::{File as BoardFile, Move, Rank, Square},
};

/// Where protocol lines go: one lock, one flush for each line, so that threads cannot mix their
/// words and no client waits for a buffer to fill.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sinks>>);

struct Sinks {
    client: Box<dyn Write + Send>,
    copy: Option<File>,
}

impl Output {
    /// Lines go to `client`.
    pub fn new(client: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Sinks {
            client: Box::new(client),
            copy: None,
        })))
    }

    /// Writes a line, or several if `text` holds newlines, and flushes.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn line(&self, text: impl fmt::Display) -> io::Result<()> {
        let mut text = text.to_string();
        log::debug!(target: "chuhe::wire", "<< {text}");
        text.push('\n');
        let mut sinks = self.lock();
        sinks.copy("<< ", &text);
        sinks.client.write_all(text.as_bytes())?;
        sinks.client.flush()
    }

    /// Notes a line that came in, for the log.
    pub fn received(&self, text: &str) {
        log::debug!(target: "chuhe::wire", ">> {text}");
        self.lock().copy(">> ", &format!("{text}\n"));
    }

    /// Copies all lines to a file from here on, or to none.
    ///
    /// # Errors
    /// If the file cannot be opened; the old copy then goes on.
    pub fn copy_to(&self, path: Option<&Path>) -> io::Result<()> {
        let file = match path {
            Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
            None => None,
        };
        self.lock().copy = file;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sinks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sinks {
    /// A full disk must not stop a game: the copy ends, the game goes on.
    fn copy(&mut self, mark: &str, text: &str) {
        if let Some(file) = &mut self.copy
            && write!(file, "{mark}{text}").is_err()
        {
            self.copy = None;
        }
    }
}

/// A move as the client writes it.
#[must_use]
pub fn show_move(mv: Move, base: RankBase) -> String {
    match base {
        RankBase::Zero => mv.to_string(),
        RankBase::One => [mv.from(), mv.to()]
            .map(|square| format!("{}{}", square.file(), square.rank().index() + 1))
            .concat(),
    }
}

/// The `bestmove` line of UCI and UCCI: four words if a reply is expected, else two.
#[must_use]
pub fn best_move(best: Move, ponder: Option<Move>, base: RankBase) -> String {
    let reply = ponder.map(|mv| format!(" ponder {}", show_move(mv, base)));
    format!(
        "bestmove {}{}",
        show_move(best, base),
        reply.unwrap_or_default()
    )
}

/// Moves in a row, each after a blank.
#[must_use]
pub fn show_line(moves: &[Move], base: RankBase) -> String {
    moves
        .iter()
        .map(|&mv| format!(" {}", show_move(mv, base)))
        .collect()
}

/// Reads a move in the given numbering; case and the hyphen of ICCS do not matter.
#[must_use]
pub fn read_move(text: &str, base: RankBase) -> Option<Move> {
    let mut chars = text.chars().filter(|&c| c != '-').peekable();
    let mut square = || {
        let file = (chars.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
        let mut rank = chars.next()?.to_digit(10)? as usize;
        if base == RankBase::One {
            if rank == 1 && chars.peek() == Some(&'0') {
                chars.next();
                rank = 10;
            }
            rank = rank.checked_sub(1)?;
        }
        (file < BoardFile::COUNT && rank < Rank::COUNT)
            .then(|| Square::new(BoardFile::new(file), Rank::new(rank)))
    };
    let (from, to) = (square()?, square()?);
    (chars.next().is_none() && from != to).then(|| Move::new(from, to))
}

/// The numbering that the text of a move proves: a rank 10 or a rank 0 exists in one only.
#[must_use]
pub fn proven_base(text: &str) -> Option<RankBase> {
    let zero = read_move(text, RankBase::Zero).is_some();
    let one = read_move(text, RankBase::One).is_some();
    match (zero, one) {
        (true, false) => Some(RankBase::Zero),
        (false, true) => Some(RankBase::One),
        _ => None,
    }
}

/// Clients search whole lines for these words; they may occur in an answer only where they are
/// meant, never inside a message (which may quote what the client wrote).
const TELLING_WORDS: &[&str] = &["bestmove", "draw", "resign", "nps", "uciok", "ucciok"];

/// A message made harmless: one line of printable ASCII without telling words.
#[must_use]
pub fn harmless(text: &str) -> String {
    let mut plain: String = text
        .chars()
        .map(|c| {
            if c == ' ' || c.is_ascii_graphic() {
                c
            } else {
                '?'
            }
        })
        .collect();
    for word in TELLING_WORDS {
        while let Some(at) = plain.to_ascii_lowercase().find(word) {
            plain.replace_range(at..at + word.len(), "...");
        }
    }
    plain
}

/// What the client wrote, shortened for a message.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numberings_round_trip() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                for base in [RankBase::Zero, RankBase::One] {
                    assert_eq!(read_move(&show_move(mv, base), base), Some(mv));
                }
            }
        }
    }

    #[test]
    fn only_ranks_10_and_0_prove_a_numbering() {
        assert_eq!(proven_base("a10b10"), Some(RankBase::One));
        assert_eq!(proven_base("a9a10"), Some(RankBase::One));
        assert_eq!(proven_base("a0a1"), Some(RankBase::Zero));
        assert_eq!(proven_base("h2e2"), None);
        for bad in [
            "",
            "h2",
            "h2h2",
            "h2e2é",
            "炮二平五",
            "z9z8",
            "a10a11",
            "i-1i0x",
            "a01b0",
        ] {
            assert_eq!(proven_base(bad), None, "{bad}");
            assert_eq!(read_move(bad, RankBase::Zero), None, "{bad}");
        }
        assert_eq!(
            read_move("H2-E2", RankBase::Zero),
            read_move("h2e2", RankBase::Zero)
        );
    }

    #[test]
    fn messages_quote_nothing_a_client_would_obey() {
        assert_eq!(harmless("no `BestMove h2e2` 炮"), "no `... h2e2` ?");
        assert_eq!(harmless("nnpsps"), "n...ps");
    }
}
