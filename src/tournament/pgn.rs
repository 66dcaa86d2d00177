//! Games as PGN text, each written when it ends.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::{
    play::{PlayedGame, PlayedMove},
    schedule::Fixture,
};
use crate::{
    notation::Notation,
    position::Position,
    types::{Color, Move},
};

/// The file that games are appended to.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    /// What separates the first game written from what was there.
    gap: &'static str,
}

impl GameFile {
    /// Opens or begins a file. `keep` cuts what a killed run had written after its last
    /// recorded game. If what is left does not end in an empty line, the first game added is
    /// preceded by one.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn open(path: &Path, keep: Option<u64>) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if let Some(keep) = keep
            && file.metadata()?.len() > keep
        {
            file.set_len(keep)?;
        }
        let gap = if file.metadata()?.is_file() {
            gap_after(&last_bytes(path)?)
        } else {
            ""
        };
        Ok(Self { file, gap })
    }

    /// Appends a game; the length of the file with it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, text: &str) -> io::Result<u64> {
        let gap = std::mem::take(&mut self.gap);
        self.file.write_all(format!("{gap}{text}").as_bytes())?;
        Ok(self.file.metadata()?.len())
    }
}

/// The end of a file, long enough to see an empty line.
fn last_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is missing after a text that ends so, until the tags of a game may follow.
fn gap_after(end: &[u8]) -> &'static str {
    let blanks = end.iter().rev().take_while(|b| b.is_ascii_whitespace());
    match blanks.filter(|&&b| b == b'\n').count() {
        _ if end.is_empty() => "",
        lines => &"\n\n"[lines.min(2)..],
    }
}

/// What is said of a game besides its moves.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// The event.
    pub event: &'a str,
    /// The names of Red and Black.
    pub names: [&'a str; 2],
    /// Their limits.
    pub limits: [&'a str; 2],
    /// How moves are written.
    pub notation: Notation,
}

/// A game as PGN, an empty line at its end.
#[must_use]
pub fn text(fixture: &Fixture, game: &PlayedGame, labels: &Labels) -> String {
    let mut out = String::new();
    let result = game.conclusion.result.as_str();
    let (date, start_time) = utc(game.started);
    let (end_date, end_time) = utc(game.ended);
    let plies = game.opening.moves.len() + game.moves.len();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    tag("Game", "Chinese Chess");
    tag("Event", labels.event);
    tag("Site", "?");
    tag("Date", &date);
    tag("Round", &format!("{}.{}", fixture.round, fixture.number));
    tag("Red", labels.names[0]);
    tag("Black", labels.names[1]);
    tag("Result", result);
    if let Some(fen) = &game.opening.start {
        tag("FEN", fen);
    }
    tag("Format", labels.notation.name());
    tag("UTCDate", &date);
    tag("UTCTime", &start_time);
    tag("EndDate", &end_date);
    tag("EndTime", &end_time);
    if labels.limits[0] == labels.limits[1] {
        tag("TimeControl", labels.limits[0]);
    } else {
        tag("RedTimeControl", labels.limits[0]);
        tag("BlackTimeControl", labels.limits[1]);
    }
    tag("PlyCount", &plies.to_string());
    tag("Termination", game.conclusion.ending.pgn());
    out.push('\n');
    let mut body = Body::new(game.opening.position(), labels.notation);
    for &mv in &game.opening.moves {
        body.add(mv, "book".to_owned());
    }
    for played in &game.moves {
        body.add(played.mv, comment(played));
    }
    body.words(&braced(&game.conclusion.to_string()));
    body.word(result);
    out + &body.text + "\n\n"
}

/// A comment; braces inside would end it.
fn braced(text: &str) -> String {
    let inner = text.replace('{', "(").replace('}', ")");
    format!("{{{inner}}}")
}

/// `+0.35/12 0.104s 51234`: score, depth, time, nodes.
fn comment(played: &PlayedMove) -> String {
    let mut words = Vec::new();
    if let Some(eval) = played.eval {
        let depth = played.depth.map_or_else(String::new, |d| format!("/{d}"));
        words.push(format!("{eval}{depth}"));
    }
    words.push(format!("{:.3}s", played.elapsed.as_secs_f64()));
    words.extend(played.nodes.map(|nodes| format!("{nodes}n")));
    words.join(" ")
}

/// Move text in lines of up to 80 letters.
struct Body {
    text: String,
    column: usize,
    notation: Notation,
    position: Position,
    number: u32,
    numbered: bool,
}

impl Body {
    fn new(position: Position, notation: Notation) -> Self {
        Self {
            text: String::new(),
            column: 0,
            notation,
            position,
            number: 1,
            numbered: false,
        }
    }

    fn add(&mut self, mv: Move, comment: String) {
        let side = self.position.side();
        match side {
            Color::Red => self.word(&format!("{}.", self.number)),
            Color::Black if !self.numbered => self.word(&format!("{}...", self.number)),
            Color::Black => {}
        }
        self.numbered = true;
        let text = self.notation.write(&self.position, mv);
        self.word(&text);
        self.words(&braced(&comment));
        self.number += u32::from(side == Color::Black);
        self.position.make(mv);
    }

    fn words(&mut self, text: &str) {
        text.split_whitespace().for_each(|word| self.word(word));
    }

    fn word(&mut self, word: &str) {
        let letters = word.chars().count();
        if self.column > 0 && self.column + 1 + letters > 80 {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += letters;
    }
}

/// Date and time of day in UTC, as PGN has them.
///
/// Source of the calendar: E. G. Richards, "Mapping Time", by days from 1 March of year 0.
fn utc(time: SystemTime) -> (String, String) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let seconds = since.as_secs();
    let days = seconds / 86_400 + 719_468;
    let era_day = days % 146_097;
    let year_of_era = (era_day - era_day / 1460 + era_day / 36_524 - era_day / 146_096) / 365;
    let year_day = era_day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * year_day + 2) / 153;
    let day = year_day - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = days / 146_097 * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    (
        format!("{year:04}.{month:02}.{day:02}"),
        format!("{hour:02}:{minute:02}:{second:02}"),
    )
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            client::Eval,
            openings::Opening,
            outcome::{Conclusion, Ending},
        },
        *,
    };

    #[test]
    fn dates_are_right() {
        let at = |s| utc(UNIX_EPOCH + Duration::from_secs(s));
        assert_eq!(at(0), ("1970.01.01".into(), "00:00:00".into()));
        assert_eq!(at(951_782_400).0, "2000.02.29");
        assert_eq!(at(1_709_251_199), ("2024.02.29".into(), "23:59:59".into()));
        assert_eq!(at(1_767_225_600).0, "2026.01.01");
    }

    const FIXTURE: Fixture = Fixture {
        number: 3,
        round: 2,
        pair: 2,
        red: 0,
        black: 1,
    };

    fn game(moves: Vec<PlayedMove>, conclusion: Conclusion) -> PlayedGame {
        PlayedGame {
            opening: Opening {
                start: None,
                moves: vec!["h2e2".parse().unwrap()],
            },
            moves,
            conclusion,
            started: UNIX_EPOCH,
            ended: UNIX_EPOCH,
        }
    }

    const LABELS: Labels = Labels {
        event: "a \"b\"",
        names: ["x", "y"],
        limits: ["1+0", "1+0"],
        notation: Notation::Iccs,
    };

    #[test]
    fn moves_have_comments_and_the_end_has_its_reason() {
        let reply = PlayedMove {
            mv: "h9g7".parse().unwrap(),
            eval: Some(Eval::Cp(-35)),
            depth: Some(12),
            nodes: Some(5000),
            nps: None,
            elapsed: Duration::from_millis(104),
            ponder_hit: None,
        };
        let text = text(
            &FIXTURE,
            &game(
                vec![reply],
                Conclusion::lost(Color::Red, Ending::IllegalMove, "`a0{a9`"),
            ),
            &LABELS,
        );
        assert!(text.contains("[Event \"a \\\"b\\\"\"]\n"));
        assert!(text.contains("[Result \"0-1\"]\n"));
        assert!(text.contains("[Termination \"rules infraction\"]\n"));
        assert!(text.ends_with(
            "\n\n1. H2-E2 {book} H9-G7 {-0.35/12 0.104s 5000n} {black wins by illegal move:\n\
             `a0(a9`} 0-1\n\n"
        ));
    }

    #[test]
    fn moves_are_written_in_the_notation_asked_for() {
        let game = game(Vec::new(), Conclusion::drawn(Ending::Repetition, "x"));
        for (notation, format, first) in [
            (Notation::Iccs, "ICCS", "H2-E2"),
            (Notation::Wxf, "WXF", "C2.5"),
            (Notation::Chinese, "Chinese", "炮二平五"),
        ] {
            let text = text(&FIXTURE, &game, &Labels { notation, ..LABELS });
            assert!(text.contains(&format!("[Format \"{format}\"]\n")), "{text}");
            assert!(text.contains(&format!("\n\n1. {first} {{book}}")), "{text}");
        }
    }

    #[test]
    fn games_are_separated_from_whatever_was_in_the_file() {
        let path = std::env::temp_dir().join(format!("chuhe-gap-{}.pgn", std::process::id()));
        for (before, gap) in [
            ("", ""),
            ("1. H2-E2 *", "\n\n"),
            ("1. H2-E2 *\n", "\n"),
            ("1. H2-E2 *\r\n", "\n"),
            ("1. H2-E2 *\n\n", ""),
            ("1. H2-E2 *\r\n\r\n", ""),
            ("*", "\n\n"),
            ("\n", "\n"),
        ] {
            std::fs::write(&path, before).unwrap();
            let mut file = GameFile::open(&path, None).unwrap();
            let read = || std::fs::read_to_string(&path).unwrap();
            assert_eq!(read(), before, "opening alone changes nothing");
            let first = file.add("[Game \"a\"]\n\n*\n\n").unwrap();
            file.add("[Game \"b\"]\n\n*\n\n").unwrap();
            let games = "[Game \"a\"]\n\n*\n\n[Game \"b\"]\n\n*\n\n";
            assert_eq!(read(), format!("{before}{gap}{games}"), "{before:?}");
            assert_eq!(first as usize + games.len() / 2, read().len());
            let again = GameFile::open(&path, Some(first)).unwrap();
            assert_eq!((again.gap, read().len()), ("", first as usize));
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_game_without_a_move_is_still_a_game() {
        let mut game = game(
            Vec::new(),
            Conclusion::lost(Color::Black, Ending::Crash, "gone"),
        );
        game.opening.moves.clear();
        let text = text(&FIXTURE, &game, &LABELS);
        assert!(text.ends_with("\n\n{red wins by crash: gone} 1-0\n\n"));
    }
}
