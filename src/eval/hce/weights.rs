//! The weights of the hand-crafted evaluation. `chuhe fit` prints the tables anew.

use super::{Pair, s};

/// Rows from the own back rank up, files a-e; the right wing mirrors the left.
pub(super) type Half = [[Pair; 5]; 10];

/// How many parts of a centipawn the weights of terms are given in.
pub(super) const GRAIN: i32 = 16;

macro_rules! terms {
    ($($name:ident = ($opening:literal, $endgame:literal), $group:literal, $meaning:literal;)*) => {
        /// What the evaluation counts besides pieces on points.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Term {
            $(#[doc = $meaning] $name,)*
        }

        impl Term {
            /// All of them.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Their number.
            pub(super) const COUNT: usize = Self::ALL.len();

            /// The weight of each.
            pub(super) const WEIGHTS: [Pair; Self::COUNT] = [$(s($opening, $endgame)),*];

            /// The row it has in tables for people.
            pub(super) const fn group(self) -> &'static str {
                match self {
                    $(Self::$name => $group,)*
                }
            }

            /// Its row in the source, with another weight.
            pub(super) fn row(self, weight: Pair) -> String {
                let Pair { opening, endgame } = weight;
                let (group, meaning) = match self {
                    $(Self::$name => ($group, $meaning),)*
                };
                format!("{self:?} = ({opening}, {endgame}), {group:?}, {meaning:?};")
            }
        }
    };
}

/// What having the move is worth, in centipawns.
pub(super) const TEMPO: i32 = 10;

terms! {
    RookMobility = (48, 64), "Mobility", "A point a rook can safely go to, from the ninth on.";
    HorseMobility = (144, 160), "Mobility", "A point a horse can safely go to, from the fifth on.";
    CannonMobility = (32, 48), "Mobility", "A point a cannon can safely go to, from the eighth on.";
    CannonTarget = (48, 48), "Mobility", "An enemy piece a cannon can capture.";
    KingAttack = (11, 5), "King attack", "A point of pressure on the enemy palace.";
    HollowCannon = (1120, 640), "Cannon patterns", "A cannon on the file of the enemy king, nothing between.";
    HollowCannonRook = (400, 320), "Cannon patterns", "A rook beside such a cannon.";
    RankCannon = (400, 240), "Cannon patterns", "A cannon on the rank of the enemy king, nothing between.";
    FileScreens = (256, 128), "Cannon patterns", "A cannon on the file of the enemy king, two pieces between.";
    HeartHorse = (384, 160), "Cannon patterns", "An enemy horse in the palace among those two.";
    RankScreens = (224, 128), "Cannon patterns", "A cannon on the rank of the enemy king, two pieces between.";
    ThreeScreens = (96, 32), "Cannon patterns", "A cannon on the file of the enemy king, three pieces between.";
    SunkCannon = (96, 0), "Cannon patterns", "A cannon on the enemy back rank, for each own rook.";
    AdvisorsMissing = (-160, -64), "Palace defence", "A missing advisor, for each enemy horse and twice for each rook.";
    ElephantsMissing = (-128, -64), "Palace defence", "A missing elephant, for each enemy cannon and rook.";
    ScreensMissing = (128, 128), "Palace defence", "A missing advisor, for each enemy cannon, which lacks a screen.";
    OpenPalace = (-192, -128), "Palace defence", "Three guards or more are missing.";
    PawnPair = (192, 256), "Pawns", "Two pawns side by side over the river.";
    PawnStopped = (-48, -32), "Pawns", "A pawn on its own half with a pawn before it.";
    HorseStopped = (-128, -32), "Pawns", "A horse with an own pawn before it.";
}

/// The mean worth of each kind of piece; a king's is of no account.
#[rustfmt::skip]
pub(super) const MATERIAL: [Pair; 7] = [
    s(0, 0), // King
    s(105, 105), // Advisor
    s(100, 110), // Elephant
    s(265, 300), // Horse
    s(610, 640), // Rook
    s(295, 285), // Cannon
    s(35, 45), // Pawn
];

/// What a point adds to the worth of the piece on it.
#[rustfmt::skip]
pub(super) const PLACES: [Half; 7] = [
    // King
    [
        [s(0, 0), s(0, 0), s(0, 0), s(2, 0), s(12, 2)],
        [s(0, 0), s(0, 0), s(0, 0), s(-18, -3), s(-8, -1)],
        [s(0, 0), s(0, 0), s(0, 0), s(-32, -6), s(-24, -4)],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
    ],
    // Advisor
    [
        [s(0, 0); 5],
        [s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(5, 5)],
        [s(0, 0), s(0, 0), s(0, 0), s(-6, -6), s(0, 0)],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
    ],
    // Elephant
    [
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(-6, -6), s(0, 0), s(0, 0), s(0, 0), s(8, 8)],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
    ],
    // Horse
    [
        [s(-22, -17), s(-12, -9), s(-6, -4), s(-8, -6), s(-12, -9)],
        [s(-14, -11), s(-4, -3), s(2, 1), s(4, 3), s(-38, -30)],
        [s(-6, -4), s(2, 1), s(8, 6), s(10, 8), s(0, 0)],
        [s(2, 1), s(12, 9), s(12, 9), s(8, 6), s(12, 9)],
        [s(2, 1), s(14, 11), s(16, 12), s(20, 16), s(16, 12)],
        [s(8, 6), s(18, 14), s(22, 17), s(22, 17), s(24, 19)],
        [s(12, 9), s(20, 16), s(28, 22), s(26, 20), s(28, 22)],
        [s(12, 9), s(26, 20), s(32, 25), s(38, 30), s(22, 17)],
        [s(8, 6), s(22, 17), s(40, 32), s(22, 17), s(-4, -3)],
        [s(-4, -3), s(2, 1), s(8, 6), s(10, 8), s(-6, -4)],
    ],
    // Rook
    [
        [s(-14, -8), s(2, 1), s(0, 0), s(6, 3), s(2, 1)],
        [s(0, 0), s(6, 3), s(4, 2), s(8, 4), s(8, 4)],
        [s(-6, -3), s(4, 2), s(2, 1), s(8, 4), s(8, 4)],
        [s(0, 0), s(6, 3), s(6, 3), s(12, 7), s(12, 7)],
        [s(6, 3), s(12, 7), s(10, 6), s(16, 9), s(16, 9)],
        [s(6, 3), s(14, 8), s(12, 7), s(18, 10), s(18, 10)],
        [s(8, 4), s(14, 8), s(14, 8), s(20, 12), s(22, 13)],
        [s(6, 3), s(12, 7), s(12, 7), s(20, 12), s(24, 14)],
        [s(10, 6), s(16, 9), s(14, 8), s(28, 16), s(30, 18)],
        [s(6, 3), s(10, 6), s(10, 6), s(18, 10), s(16, 9)],
    ],
    // Cannon
    [
        [s(0, 0), s(2, 1), s(6, 3), s(8, 4), s(8, 4)],
        [s(0, 0), s(2, 1), s(6, 3), s(6, 3), s(4, 2)],
        [s(2, 1), s(0, 0), s(8, 4), s(6, 3), s(14, 7)],
        [s(0, 0), s(2, 1), s(4, 2), s(4, 2), s(8, 4)],
        [s(0, 0), s(0, 0), s(2, 1), s(2, 1), s(10, 5)],
        [s(-2, -1), s(0, 0), s(6, 3), s(4, 2), s(12, 6)],
        [s(2, 1), s(2, 1), s(2, 1), s(4, 2), s(14, 7)],
        [s(4, 2), s(2, 1), s(-2, -1), s(-6, -3), s(2, 1)],
        [s(4, 2), s(4, 2), s(0, 0), s(-6, -3), s(-8, -4)],
        [s(10, 5), s(8, 4), s(2, 1), s(-6, -3), s(-8, -4)],
    ],
    // Pawn
    [
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(-4, 2), s(0, 0), s(-2, 2), s(0, 0), s(10, 14)],
        [s(2, 16), s(0, 0), s(8, 22), s(0, 0), s(16, 26)],
        [s(26, 50), s(32, 56), s(40, 64), s(46, 68), s(48, 70)],
        [s(36, 58), s(48, 72), s(58, 84), s(70, 96), s(72, 98)],
        [s(38, 52), s(52, 70), s(70, 94), s(88, 114), s(86, 112)],
        [s(30, 32), s(44, 48), s(66, 76), s(92, 106), s(88, 100)],
        [s(4, -16), s(8, -10), s(12, -4), s(20, 8), s(24, 12)],
    ],
];
