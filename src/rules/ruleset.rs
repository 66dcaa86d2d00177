//! Which book of rules applies.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// What a repetition means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// Every third occurrence is a draw.
    AlwaysDraw,
    /// One side that checks on every move of the cycle loses; all else is a draw. Known as
    /// `ComputerRule` too.
    CheckBan,
    /// The rules of the Asian and World Xiangqi Federations: besides perpetual check, a
    /// one-sided perpetual chase of one unprotected piece loses.
    #[default]
    AsianRule,
    /// The rules of the Chinese Xiangqi Association: check, threat of mate and chase, and any
    /// alternation of them, are forbidden to one side alone.
    ChineseRule,
}

impl Ruleset {
    /// All of them, the most lenient first.
    pub const ALL: [Self; 4] = [
        Self::AlwaysDraw,
        Self::CheckBan,
        Self::AsianRule,
        Self::ChineseRule,
    ];

    /// The name used as a protocol option value.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlwaysDraw => "AlwaysDraw",
            Self::CheckBan => "CheckBan",
            Self::AsianRule => "AsianRule",
            Self::ChineseRule => "ChineseRule",
        }
    }

    /// The name used on the command line.
    #[must_use]
    pub const fn flag(self) -> &'static str {
        match self {
            Self::AlwaysDraw => "always-draw",
            Self::CheckBan => "check-ban",
            Self::AsianRule => "asian",
            Self::ChineseRule => "chinese",
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text names no ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no ruleset: always-draw, check-ban, asian or chinese is wanted")]
pub struct ParseRulesetError(pub String);

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    /// Reads the option values, the command line's names and the abbreviations of the
    /// federations, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let letters = text.chars().filter(|c| c.is_ascii_alphanumeric());
        let plain: String = letters.map(|c| c.to_ascii_lowercase()).take(20).collect();
        Ok(match plain.as_str() {
            "alwaysdraw" | "draw" => Self::AlwaysDraw,
            "checkban" | "computerrule" | "computer" => Self::CheckBan,
            "asianrule" | "asian" | "axf" | "wxf" => Self::AsianRule,
            "chineserule" | "chinese" | "cxa" => Self::ChineseRule,
            _ => return Err(ParseRulesetError(text.chars().take(20).collect())),
        })
    }
}

/// How checks count towards the no-capture limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CheckCounting {
    /// Every ply counts.
    #[default]
    All,
    /// Of each side's checks since the last capture only the first ten count; each further
    /// check and its answer do not, so that nobody reaches the limit by giving useless checks.
    FirstTen,
}

/// Everything about the rules that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    /// What repetitions mean.
    pub ruleset: Ruleset,
    /// After how many plies without a capture the game is drawn; `None` for never.
    pub no_capture_plies: Option<u32>,
    /// How checks count towards that limit.
    pub check_counting: CheckCounting,
    /// Whether a game in which nobody can win is ended as a draw.
    pub bare_material: bool,
}

impl Default for RuleOptions {
    fn default() -> Self {
        Self {
            ruleset: Ruleset::default(),
            no_capture_plies: Some(120),
            check_counting: CheckCounting::default(),
            bare_material: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for ruleset in Ruleset::ALL {
            assert_eq!(ruleset.name().parse(), Ok(ruleset));
            assert_eq!(ruleset.flag().parse(), Ok(ruleset));
        }
        assert_eq!("ComputerRule".parse(), Ok(Ruleset::CheckBan));
        assert_eq!("WXF".parse(), Ok(Ruleset::AsianRule));
        assert!("".parse::<Ruleset>().is_err());
    }
}
