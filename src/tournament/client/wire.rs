//! How an engine writes points, pieces and moves: the two numberings of ranks and the two
//! alphabets that are in use.

use serde::{Deserialize, Serialize};

use crate::types::Move;

/// The number of Red's back rank in an engine's move text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RankBase {
    /// Ranks 0-9, as nearly everywhere.
    #[default]
    #[serde(rename = "0")]
    Zero,
    /// Ranks 1-10, as engines for many variants do under UCI.
    #[serde(rename = "1")]
    One,
}

/// The letters of horse and elephant in an engine's FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Letters {
    /// N and B.
    #[default]
    Nb,
    /// H and E.
    He,
}

/// An engine's way to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wire {
    /// Its rank numbers.
    pub ranks: RankBase,
    /// Its piece letters.
    pub letters: Letters,
}

impl Wire {
    /// A move as the engine writes it.
    #[must_use]
    pub fn move_text(self, mv: Move) -> String {
        match self.ranks {
            RankBase::Zero => mv.to_string(),
            RankBase::One => [mv.from(), mv.to()]
                .map(|square| format!("{}{}", square.file(), square.rank().index() + 1))
                .concat(),
        }
    }

    /// Moves as the engine writes them, blanks between.
    #[must_use]
    pub fn move_list(self, moves: &[Move]) -> String {
        let texts: Vec<_> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        texts.join(" ")
    }

    /// The move an engine's text means, if it means one.
    #[must_use]
    pub fn parse_move(self, text: &str) -> Option<Move> {
        match self.ranks {
            RankBase::Zero => text.parse().ok(),
            RankBase::One => {
                let second = text.rfind(|c: char| c.is_ascii_alphabetic())?;
                let (from, to) = text.split_at_checked(second)?;
                let down = |point: &str| {
                    let rank: u32 = point.get(1..)?.parse().ok()?;
                    Some(format!("{}{}", point.get(..1)?, rank.checked_sub(1)?))
                };
                format!("{}{}", down(from)?, down(to)?).parse().ok()
            }
        }
    }

    /// A FEN as the engine writes it.
    #[must_use]
    pub fn fen(self, fen: &str) -> String {
        if self.letters == Letters::Nb {
            return fen.to_owned();
        }
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let swap = |c| match c {
            'N' => 'H',
            'n' => 'h',
            'B' => 'E',
            'b' => 'e',
            other => other,
        };
        let board: String = board.chars().map(swap).collect();
        format!("{board} {rest}").trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_one_go_both_ways() {
        let wire = Wire {
            ranks: RankBase::One,
            letters: Letters::He,
        };
        for (ours, theirs) in [("h2e2", "h3e3"), ("h9g7", "h10g8"), ("a9a0", "a10a1")] {
            let mv: Move = ours.parse().unwrap();
            assert_eq!(wire.move_text(mv), theirs);
            assert_eq!(wire.parse_move(theirs), Some(mv));
        }
        for bad in ["", "a0a1", "a1", "zzzz", "a11a1", "é3h4", "a1a", "(none)"] {
            assert_eq!(wire.parse_move(bad), None, "{bad}");
        }
        assert_eq!(wire.fen("rnb3bnr/9 b - - 0 1"), "rhe3ehr/9 b - - 0 1");
    }
}
