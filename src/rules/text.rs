//! The referee's words, in English and Chinese.

use std::fmt::Write;

use super::{
    illegal::IllegalMove,
    verdict::{Chase, CycleMove, GameResult, Offence, Reason, Verdict},
};
use crate::types::{Color, PieceKind};

/// A language to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Verdict {
    /// The verdict in one sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match (language, self.loser()) {
            (Language::English, None) => format!("Draw by {}.", reason(self.reason, language)),
            (Language::English, Some(loser)) => {
                let winner = capital(!loser);
                let loser = capital(loser);
                let reason = reason(self.reason, language);
                format!("{winner} wins: {loser} loses by {reason}.")
            }
            (Language::Chinese, None) => format!("{}，和棋。", reason(self.reason, language)),
            (Language::Chinese, Some(loser)) => {
                let (winner, loser) = (side(!loser), side(loser));
                match self.reason {
                    Reason::Checkmate | Reason::Stalemate => {
                        format!("{loser}被{}，{winner}胜。", reason(self.reason, language))
                    }
                    _ => format!(
                        "{loser}{}，判负，{winner}胜。",
                        reason(self.reason, language)
                    ),
                }
            }
        }
    }

    /// The sentence, and below it what each move of the cycle does and what each side did
    /// throughout.
    #[must_use]
    pub fn explain(&self, language: Language) -> String {
        let mut text = self.sentence(language);
        let Some(cycle) = &self.cycle else {
            return text;
        };
        for mv in &cycle.moves {
            text.push_str("\n  ");
            text.push_str(&cycle_move(mv, language));
        }
        for color in Color::ALL {
            let did = offence(cycle.offences[color], language);
            let _ = match language {
                Language::English => write!(text, "\n{}: {did}", capital(color)),
                Language::Chinese => write!(text, "\n{}：{did}", side(color)),
            };
        }
        text
    }
}

impl IllegalMove {
    /// The reason in words.
    #[must_use]
    pub fn explain(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Chinese => illegal_in_chinese(self),
        }
    }
}

impl Reason {
    /// The reason as a noun.
    #[must_use]
    pub fn explain(self, language: Language) -> &'static str {
        reason(self, language)
    }
}

impl GameResult {
    /// The result in words.
    #[must_use]
    pub const fn explain(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::RedWins, Language::English) => "Red wins",
            (Self::BlackWins, Language::English) => "Black wins",
            (Self::Draw, Language::English) => "draw",
            (Self::RedWins, Language::Chinese) => "红胜",
            (Self::BlackWins, Language::Chinese) => "黑胜",
            (Self::Draw, Language::Chinese) => "和棋",
        }
    }
}

const fn reason(reason: Reason, language: Language) -> &'static str {
    if matches!(language, Language::English) {
        return reason.as_str();
    }
    match reason {
        Reason::Checkmate => "将死",
        Reason::Stalemate => "困毙",
        Reason::PerpetualCheck => "长将",
        Reason::PerpetualChase => "长捉",
        Reason::PerpetualThreat => "长杀",
        Reason::PerpetualAttack => "将、杀、捉交替长打",
        Reason::Repetition => "局面三次重复，双方不变",
        Reason::NoCapture => "自然限着",
        Reason::BareMaterial => "双方无可胜之子",
        Reason::Resignation => "认输",
        Reason::Agreement => "议和",
        Reason::TimeForfeit => "超时",
        Reason::IllegalMove => "走子违规",
        Reason::Disconnect => "断线",
        Reason::Stall => "无应答",
        Reason::Adjudication => "裁定",
    }
}

const fn offence(offence: Offence, language: Language) -> &'static str {
    match (offence, language) {
        (Offence::None, Language::English) => "nothing forbidden throughout",
        (Offence::Chase, Language::English) => "perpetual chase",
        (Offence::Threat, Language::English) => "perpetual threat of mate",
        (Offence::Attack, Language::English) => "check, threat and chase by turns",
        (Offence::Check, Language::English) => "perpetual check",
        (Offence::None, Language::Chinese) => "允许着法",
        (Offence::Chase, Language::Chinese) => "长捉",
        (Offence::Threat, Language::Chinese) => "长杀",
        (Offence::Attack, Language::Chinese) => "将、杀、捉交替",
        (Offence::Check, Language::Chinese) => "长将",
    }
}

/// One move of a cycle: who, what, and what it does.
fn cycle_move(step: &CycleMove, language: Language) -> String {
    let mut deeds = Vec::new();
    let word = |english, chinese| match language {
        Language::English => String::from(english),
        Language::Chinese => String::from(chinese),
    };
    if step.check {
        deeds.push(word("checks", "将军"));
    }
    if step.threat {
        deeds.push(word("threatens mate", "叫杀"));
    }
    deeds.extend(step.chases.iter().map(|hunt| chase(hunt, language)));
    if deeds.is_empty() {
        deeds.push(word("idles", "闲着"));
    }
    match language {
        Language::English => {
            format!("{} {}: {}", step.piece, step.mv, deeds.join(", "))
        }
        Language::Chinese => format!(
            "{}{} {}：{}",
            side(step.side),
            step.piece.chinese(),
            step.mv,
            deeds.join("，")
        ),
    }
}

fn chase(chase: &Chase, language: Language) -> String {
    let Chase {
        attacker,
        from,
        victim,
        at,
    } = *chase;
    match language {
        Language::English => format!(
            "chases the {} on {at} with the {} on {from}",
            victim.kind(),
            attacker.kind()
        ),
        Language::Chinese => format!(
            "以 {from} {}捉 {at} {}",
            attacker.chinese(),
            victim.chinese()
        ),
    }
}

fn illegal_in_chinese(why: &IllegalMove) -> String {
    use IllegalMove as Why;
    match *why {
        Why::NoPiece(at) => format!("{at} 无子"),
        Why::WrongSide(man, at) => {
            format!(
                "{at} 的{}属{}，未轮到其走子",
                man.chinese(),
                side(man.color())
            )
        }
        Why::OwnPiece(man, at) => format!("{at} 有己方的{}", man.chinese()),
        Why::Shape(kind, from, to) => format!("{}不能从 {from} 走到 {to}", kind_in_chinese(kind)),
        Why::OutsidePalace(kind) => format!("{}不得出九宫", kind_in_chinese(kind)),
        Why::OverRiver => "相（象）不得过河".to_owned(),
        Why::BlockedLeg(man, at) => format!("蹩马腿：{at} 有{}", man.chinese()),
        Why::BlockedEye(man, at) => format!("塞象眼：{at} 有{}", man.chinese()),
        Why::PawnBack => "兵（卒）不得后退".to_owned(),
        Why::PawnSideways => "兵（卒）未过河不得横走".to_owned(),
        Why::Blocked(man, at) => format!("{at} 的{}阻挡去路", man.chinese()),
        Why::Screens(count) => format!("炮吃子须隔一子，此处隔 {count} 子"),
        Why::KingsFacing(file) => format!("将帅在 {file} 线照面"),
        Why::InCheck {
            king,
            checker,
            from,
        } => format!("{king} 的将（帅）将被 {from} 的{}将军", checker.chinese()),
    }
}

const fn capital(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

const fn kind_in_chinese(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "将（帅）",
        PieceKind::Advisor => "士（仕）",
        PieceKind::Elephant => "象（相）",
        PieceKind::Horse => "马",
        PieceKind::Rook => "车",
        PieceKind::Cannon => "炮",
        PieceKind::Pawn => "兵（卒）",
    }
}
