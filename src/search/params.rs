//! Every number of the search that can be tuned, in one table.
//!
//! Without the feature `tune` each is a constant to the compiler; with it each can be set while
//! the program runs, by name. Units are centipawns, plies or history points as the meaning says.

/// One tunable number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, as in the source.
    pub name: &'static str,
    /// The value in use by default.
    pub value: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A step that should just be felt in play.
    pub step: i32,
    /// What it does.
    pub meaning: &'static str,
}

impl Param {
    /// Its row of the table, with another value.
    #[must_use]
    pub fn row(&self, value: i32) -> String {
        let Self {
            name,
            min,
            max,
            step,
            meaning,
            ..
        } = self;
        format!("{name} = {value}, {min}..={max}, {step}, {meaning:?};")
    }
}

macro_rules! params {
    ($($name:ident = $value:literal, $min:literal..=$max:literal, $step:literal, $meaning:literal;)*) => {
        /// All tunable numbers.
        pub static TABLE: &[Param] = &[$(Param {
            name: stringify!($name),
            value: $value,
            min: $min,
            max: $max,
            step: $step,
            meaning: $meaning,
        }),*];

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// Sets a number by name.
        ///
        /// # Errors
        /// If there is none of this name, or the value is out of its range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> Result<(), String> {
            let param = TABLE
                .iter()
                .find(|param| param.name == name)
                .ok_or_else(|| format!("there is no parameter `{name}`"))?;
            if !(param.min..=param.max).contains(&value) {
                return Err(format!("{name} must lie in {}..={}", param.min, param.max));
            }
            match name {
                $(stringify!($name) => values::$name.store(value, std::sync::atomic::Ordering::Relaxed),)*
                _ => {}
            }
            Ok(())
        }

        $(
            #[doc = $meaning]
            #[inline]
            #[must_use]
            pub fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return values::$name.load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tune"))]
                $value
            }
        )*
    };
}

params! {
    aspiration_window = 16, 4..=60, 3, "Half width of the first aspiration window, centipawns.";
    rfp_depth = 8, 3..=12, 1, "Reverse futility: largest depth.";
    rfp_margin = 36, 20..=200, 8, "Reverse futility: margin for each ply of depth.";
    razor_base = 203, 50..=600, 25, "Razoring: margin at depth 0.";
    razor_slope = 241, 50..=500, 25, "Razoring: margin for each ply squared.";
    null_margin = 140, 0..=800, 30, "Null move: how far below beta the static score may be, at depth 0.";
    null_slope = 38, 0..=80, 6, "Null move: how much of that goes with each ply.";
    null_base = 3, 2..=5, 1, "Null move: plies of reduction.";
    null_divisor = 4, 2..=8, 1, "Null move: one more ply of reduction for this many of depth.";
    null_eval = 143, 50..=400, 20, "Null move: one more ply for so many centipawns above beta.";
    probcut_margin = 174, 80..=400, 15, "ProbCut: how far above beta a capture must come out.";
    futility_base = 84, 20..=300, 12, "Futility: margin at depth 0.";
    futility_slope = 117, 20..=200, 8, "Futility: margin for each ply of reduced depth.";
    see_quiet = 35, 5..=80, 5, "Exchange pruning of quiet moves: centipawns for each ply squared.";
    see_capture = 140, 20..=250, 10, "Exchange pruning of captures: centipawns for each ply.";
    history_prune = 3387, 1000..=8000, 400, "History pruning: points below zero for each ply.";
    lmr_base = 100, 0..=200, 10, "Reductions: hundredths of a ply for all moves.";
    lmr_divisor = 218, 120..=400, 12, "Reductions: larger reduces less.";
    lmr_history = 9777, 3000..=20000, 800, "Reductions: history points that make one ply.";
    lmr_pv = 1116, 0..=3000, 150, "Reductions: less on a principal variation, 1024ths of a ply.";
    lmr_cut = 1326, 0..=3000, 150, "Reductions: more where a fail-high is expected, 1024ths.";
    lmr_improving = 348, 0..=2000, 120, "Reductions: more if the evaluation did not rise, 1024ths.";
    lmr_in_check = 931, 0..=2500, 150, "Reductions: less in check, 1024ths.";
    lmr_check = 1445, 0..=2500, 150, "Reductions: less for checks, 1024ths.";
    lmr_killer = 746, 0..=2500, 150, "Reductions: less for killers, 1024ths.";
    lmr_table_capture = 545, 0..=2500, 150, "Reductions: more if the table's move captures, 1024ths.";
    lmr_cutoffs = 230, 0..=2500, 150, "Reductions: more if children failed high often, 1024ths.";
    lmr_capture = 241, 0..=2500, 150, "Reductions: less for captures, 1024ths.";
    raise_drop = 1, 0..=3, 1, "Plies less for the moves after one that raised alpha.";
    late_slope = 163, 40..=250, 12, "Late move pruning: hundredths of a move for each ply squared.";
    singular_margin = 23, 4..=48, 3, "Singular extension: eighths of a centipawn for each ply.";
    double_margin = 17, 5..=80, 5, "Double extension: how far below the singular bound.";
    history_bonus = 149, 50..=400, 15, "History: points for each ply of depth.";
    history_limit = 1548, 500..=3000, 150, "History: most points for one cutoff.";
    history_malus = 230, 30..=500, 20, "History: points taken for each ply of depth from moves that failed.";
    malus_limit = 1190, 300..=3000, 150, "History: most points taken at once.";
    prior_share = 189, 0..=300, 20, "History: hundredths of the bonus, for the move into a node that fails low.";
    pawn_share = 178, 0..=300, 20, "History by pawns: hundredths of it that count for the order of moves.";
    check_bonus = 13459, 0..=24000, 1500, "Order of quiet moves: points for a check that loses no more than a little.";
    check_exchange = 86, 0..=600, 50, "Order of quiet moves: what such a check may lose, centipawns.";
    threat_bonus = 13028, 0..=32000, 1500, "Order of quiet moves: points for a rook that leaves a lesser attacker, half for horse and cannon.";
    eval_lesson = 13, 0..=40, 3, "History: points a quiet move gets for each centipawn it wins at once.";
    correction_structure = 82, 0..=400, 20, "Correction by pawns and by defenders, 256ths of what was learned.";
    correction_attackers = 119, 0..=400, 20, "Correction by the attackers, 256ths.";
    correction_move = 96, 0..=400, 20, "Correction by the last move, 256ths.";
    delta_margin = 189, 50..=400, 20, "Quiescence: what a capture may win besides its victim.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges_and_names_are_unique() {
        for (index, param) in TABLE.iter().enumerate() {
            assert!(
                (param.min..=param.max).contains(&param.value),
                "{}",
                param.name
            );
            assert!(
                param.step > 0 && param.step <= param.max - param.min,
                "{}",
                param.name
            );
            assert!(TABLE[..index].iter().all(|other| other.name != param.name));
        }
    }

    #[test]
    fn a_row_is_the_one_of_the_source() {
        for param in TABLE {
            let row = format!("    {}\n", param.row(param.value));
            assert!(include_str!("params.rs").contains(&row), "{row}");
        }
    }
}
