//! The rows of the option table.
//!
//! Names and values follow Pikafish and its relatives for UCI and ElephantEye for UCCI, so that
//! clients that set options blindly find what they expect.

use std::{path::PathBuf, time::Duration};

use crate::{rules::Ruleset, search::Skill};

use super::{Change, DrawRule, Kind, RankBase, Spec, Value};

pub(super) const DEFAULT_HASH: usize = 16;
pub(super) const AUTOMATIC_HASH: usize = 64;
pub(super) const LARGEST_HASH: i64 = 33_554_432;
pub(super) const LARGEST_THREADS: i64 = 256;
pub(super) const DEFAULT_OVERHEAD: u64 = 10;
pub(super) const DEFAULT_RULE60: u32 = 120;
pub(super) const FULL_SKILL: u32 = Skill::MAX;
pub(super) const LOWEST_ELO: u32 = Skill::MIN_ELO;

/// A row to start from.
const BLANK: Spec = Spec {
    uci: None,
    ucci: None,
    aliases: &[],
    kind: Kind::Button,
    automatic: false,
    synonyms: &[],
    help: "",
    store: |_, _| Change::Stored,
};

/// The words for the four rulesets, the first being the default.
const RULES: &[&str] = &["AsianRule", "ChineseRule", "ComputerRule", "AlwaysDraw"];
/// Names of rulesets in other engines.
const RULE_SYNONYMS: &[(&str, &str)] = &[
    ("Asian", "AsianRule"),
    ("SkyRule", "AsianRule"),
    ("Chinese", "ChineseRule"),
    ("YitianRule", "ChineseRule"),
    ("CheckBan", "ComputerRule"),
    ("Computer", "ComputerRule"),
    ("AllowChase", "ComputerRule"),
    ("NoJudgement", "AlwaysDraw"),
];

/// Every option, in the order in which it is shown.
pub static TABLE: &[Spec] = &[
    Spec {
        uci: Some("Debug Log File"),
        kind: Kind::Text,
        help: "File to which every protocol line is appended.",
        store: |options, value| {
            options.debug_log = path(value);
            Change::DebugLog
        },
        ..BLANK
    },
    Spec {
        uci: Some("Threads"),
        ucci: Some("threads"),
        aliases: &["cores", "cpus"],
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: LARGEST_THREADS,
        },
        automatic: true,
        help: "Number of search threads. In UCCI 0 means one for each processor.",
        store: |options, value| {
            options.threads = size(value);
            Change::Threads
        },
        ..BLANK
    },
    Spec {
        uci: Some("Hash"),
        ucci: Some("hashsize"),
        kind: Kind::Spin {
            default: DEFAULT_HASH as i64,
            min: 1,
            max: LARGEST_HASH,
        },
        automatic: true,
        help: "Size of the transposition table in MiB. In UCCI 0 means 64.",
        store: |options, value| {
            options.hash = size(value);
            Change::Hash
        },
        ..BLANK
    },
    Spec {
        uci: Some("Clear Hash"),
        help: "Empties the transposition table.",
        store: |_, _| Change::ClearHash,
        ..BLANK
    },
    Spec {
        ucci: Some("newgame"),
        help: "Begins a new game: forgets what earlier searches learnt.",
        store: |_, _| Change::NewGame,
        ..BLANK
    },
    Spec {
        uci: Some("Ponder"),
        ucci: Some("ponder"),
        kind: Kind::Check(false),
        help: "Tells the time manager that the client lets the engine think on the opponent's time.",
        store: |options, value| {
            options.ponder = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("MultiPV"),
        ucci: Some("multipv"),
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 128,
        },
        help: "Number of best lines to report.",
        store: |options, value| {
            options.multipv = size(value).unwrap_or(1);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Move Overhead"),
        ucci: Some("moveoverhead"),
        kind: Kind::Spin {
            default: DEFAULT_OVERHEAD as i64,
            min: 0,
            max: 5000,
        },
        help: "Milliseconds kept back for each move, for the way to the client and back.",
        store: |options, value| {
            options.move_overhead = Duration::from_millis(size(value).unwrap_or(0) as u64);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("UCI_ShowWDL"),
        kind: Kind::Check(false),
        help: "Adds the chances of win, draw and loss, per mille, to the `info` lines of UCI.",
        store: |options, value| {
            options.show_wdl = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Skill Level"),
        ucci: Some("skilllevel"),
        kind: Kind::Spin {
            default: FULL_SKILL as i64,
            min: 0,
            max: FULL_SKILL as i64,
        },
        help: "Strength: 0 is weakest, 20 plays at full strength.",
        store: |options, value| {
            options.skill_level = count(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("UCI_LimitStrength"),
        ucci: Some("limitstrength"),
        kind: Kind::Check(false),
        help: "Whether UCI_Elo limits the strength; it then goes before Skill Level.",
        store: |options, value| {
            options.limit_strength = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("UCI_Elo"),
        ucci: Some("elo"),
        kind: Kind::Spin {
            default: LOWEST_ELO as i64,
            min: LOWEST_ELO as i64,
            max: Skill::MAX_ELO as i64,
        },
        help: "The rating to play at when UCI_LimitStrength is set.",
        store: |options, value| {
            options.elo = count(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Repetition Rule"),
        ucci: Some("repetition"),
        kind: Kind::Combo(RULES),
        synonyms: RULE_SYNONYMS,
        help: "How repetitions are judged; ComputerRule bans perpetual check only.",
        store: |options, value| {
            options.repetition = repetition(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Sixty Move Rule"),
        aliases: &["Rule60"],
        kind: Kind::Check(true),
        help: "Whether a long game without captures is a draw.",
        store: |options, value| {
            options.sixty_move_rule = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Rule60MaxPly"),
        kind: Kind::Spin {
            default: DEFAULT_RULE60 as i64,
            min: 1,
            max: 300,
        },
        help: "Plies without a capture after which it is.",
        store: |options, value| {
            options.rule60_max_ply = count(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("Draw Rule"),
        kind: Kind::Combo(&[
            "None",
            "DrawAsBlackWin",
            "DrawAsRedWin",
            "DrawRepAsBlackWin",
            "DrawRepAsRedWin",
        ]),
        help: "Who gains when a game is drawn: any draw, or one by repetition (Rep).",
        store: |options, value| {
            options.draw_rule = match value {
                Value::Choice(1) => DrawRule::BlackWins,
                Value::Choice(2) => DrawRule::RedWins,
                Value::Choice(3) => DrawRule::RepetitionBlackWins,
                Value::Choice(4) => DrawRule::RepetitionRedWins,
                _ => DrawRule::None,
            };
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        uci: Some("EvalFile"),
        kind: Kind::Text,
        help: "A network file to use instead of the built-in one; `hand-crafted` for none.",
        store: |options, value| {
            options.eval_file = path(value);
            Change::EvalFile
        },
        ..BLANK
    },
    Spec {
        uci: Some("UCI_Variant"),
        kind: Kind::Combo(&["xiangqi"]),
        help: "Tells clients that this engine plays xiangqi; it plays nothing else.",
        ..BLANK
    },
    Spec {
        uci: Some("Rank Base"),
        kind: Kind::Spin {
            default: 0,
            min: 0,
            max: 1,
        },
        help: "Number of Red's back rank in moves: 0 for ranks 0-9, 1 for ranks 1-10.",
        store: |options, value| {
            options.rank_base = match value {
                Value::Number(1) => RankBase::One,
                _ => RankBase::Zero,
            };
            Change::RankBase
        },
        ..BLANK
    },
    Spec {
        uci: Some("Bare Score"),
        kind: Kind::Check(false),
        help: "Prints UCI scores as plain numbers, as old Cyclone clients want them.",
        store: |options, value| {
            options.bare_score = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        ucci: Some("usemillisec"),
        kind: Kind::Check(false),
        help: "Whether the clocks in UCCI are in milliseconds; else they are in seconds.",
        store: |options, value| {
            options.milliseconds = on(value);
            Change::Stored
        },
        ..BLANK
    },
    Spec {
        ucci: Some("batch"),
        kind: Kind::Check(false),
        help: "Whether `quit` waits for a search that ends by itself.",
        store: |options, value| {
            options.batch = on(value);
            Change::Stored
        },
        ..BLANK
    },
];

/// Options of other engines that clients set without asking.
pub(super) const IGNORED: &[&str] = &[
    "NumaPolicy",
    "nodestime",
    "Slow Mover",
    "Contempt",
    "Analysis Contempt",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_Opponent",
    "UCI_EngineAbout",
    "UCI_WDLCentipawn",
    "LU_Output",
    "ScoreType",
    "Mate Threat Depth",
    "MaxCheckCount",
    "Strict3Fold",
    "Strict Three Fold",
    "Repetition Fold",
    "Use NNUE",
    "OwnBook",
    "Book File",
    "Best Book Move",
    "SyzygyPath",
    "VariantPath",
    "Protocol",
    "usehash",
    "usebook",
    "useegtb",
    "bookfiles",
    "egtbpaths",
    "evalapi",
    "loadbook",
    "idle",
    "promotion",
    "pruning",
    "knowledge",
    "randomness",
    "selectivity",
    "style",
    "drawmoves",
    "debug",
];

fn on(value: Value<'_>) -> bool {
    value == Value::Check(true)
}

/// A size or number; `None` if the engine is to choose.
fn size(value: Value<'_>) -> Option<usize> {
    match value {
        Value::Number(n) => usize::try_from(n).ok(),
        _ => None,
    }
}

fn count(value: Value<'_>) -> u32 {
    size(value).and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

fn path(value: Value<'_>) -> Option<PathBuf> {
    match value {
        Value::Text(text) if !text.is_empty() => Some(text.into()),
        _ => None,
    }
}

fn repetition(value: Value<'_>) -> Ruleset {
    match value {
        Value::Choice(1) => Ruleset::ChineseRule,
        Value::Choice(2) => Ruleset::CheckBan,
        Value::Choice(3) => Ruleset::AlwaysDraw,
        _ => Ruleset::AsianRule,
    }
}
