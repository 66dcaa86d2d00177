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
pub(super) const TEMPO: i32 = 12;

terms! {
    RookMobility = (20, 27), "Mobility", "A point a rook can safely go to, from the ninth on.";
    HorseMobility = (77, 61), "Mobility", "A point a horse can safely go to, from the fifth on.";
    CannonMobility = (16, 25), "Mobility", "A point a cannon can safely go to, from the eighth on.";
    CannonTarget = (72, 277), "Mobility", "An enemy piece a cannon can capture.";
    KingAttack = (8, 8), "King attack", "A point of pressure on the enemy palace.";
    HollowCannon = (1292, -44), "Cannon patterns", "A cannon on the file of the enemy king, nothing between.";
    HollowCannonRook = (54, 122), "Cannon patterns", "A rook beside such a cannon.";
    RankCannon = (-52, 39), "Cannon patterns", "A cannon on the rank of the enemy king, nothing between.";
    FileScreens = (68, 446), "Cannon patterns", "A cannon on the file of the enemy king, two pieces between.";
    HeartHorse = (388, 1075), "Cannon patterns", "An enemy horse in the palace among those two.";
    RankScreens = (-249, 469), "Cannon patterns", "A cannon on the rank of the enemy king, two pieces between.";
    ThreeScreens = (6, 186), "Cannon patterns", "A cannon on the file of the enemy king, three pieces between.";
    SunkCannon = (-1, 554), "Cannon patterns", "A cannon on the enemy back rank, for each own rook.";
    AdvisorsMissing = (-204, -296), "Palace defence", "A missing advisor, for each enemy horse and twice for each rook.";
    ElephantsMissing = (-73, -151), "Palace defence", "A missing elephant, for each enemy cannon and rook.";
    ScreensMissing = (109, 26), "Palace defence", "A missing advisor, for each enemy cannon, which lacks a screen.";
    OpenPalace = (186, -46), "Palace defence", "Three guards or more are missing.";
    PawnPair = (181, -6), "Pawns", "Two pawns side by side over the river.";
    PawnStopped = (173, 444), "Pawns", "A pawn on its own half with a pawn before it.";
    HorseStopped = (-65, -196), "Pawns", "A horse with an own pawn before it.";
}

/// The mean worth of each kind of piece; a king's is of no account.
#[rustfmt::skip]
pub(super) const MATERIAL: [Pair; 7] = [
    s(0, 0), // King
    s(62, 93), // Advisor
    s(107, 103), // Elephant
    s(219, 346), // Horse
    s(598, 739), // Rook
    s(259, 303), // Cannon
    s(36, 89), // Pawn
];

/// What a point adds to the worth of the piece on it.
#[rustfmt::skip]
pub(super) const PLACES: [Half; 7] = [
    // King
    [
        [s(0, 0), s(0, 0), s(0, 0), s(-16, -4), s(10, -4)],
        [s(0, 0), s(0, 0), s(0, 0), s(-72, 8), s(-37, 8)],
        [s(0, 0), s(0, 0), s(0, 0), s(-144, 32), s(-149, 60)],
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
        [s(0, 0), s(0, 0), s(0, 0), s(-5, 0), s(0, 0)],
        [s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(18, 2)],
        [s(0, 0), s(0, 0), s(0, 0), s(-42, -4), s(0, 0)],
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
        [s(0, 0), s(0, 0), s(-5, 1), s(0, 0), s(0, 0)],
        [s(0, 0); 5],
        [s(-17, -6), s(0, 0), s(0, 0), s(0, 0), s(23, 1)],
        [s(0, 0); 5],
        [s(0, 0), s(0, 0), s(-28, -2), s(0, 0), s(0, 0)],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
    ],
    // Horse
    [
        [s(-17, -89), s(-38, -32), s(-1, -41), s(10, -17), s(-1, -31)],
        [s(-19, -68), s(-23, -13), s(-21, -31), s(-7, -24), s(16, -48)],
        [s(2, -21), s(-21, 11), s(2, -11), s(29, 5), s(24, -20)],
        [s(-34, 18), s(-40, 24), s(-14, 13), s(1, 11), s(18, 11)],
        [s(-12, 31), s(10, 15), s(49, 12), s(27, 14), s(15, 26)],
        [s(-1, 29), s(26, 26), s(16, 18), s(52, 12), s(29, 15)],
        [s(1, 20), s(89, 12), s(32, 10), s(91, 7), s(21, 12)],
        [s(45, 31), s(22, 28), s(27, 9), s(87, 1), s(76, 20)],
        [s(12, 28), s(11, 31), s(100, 4), s(68, 7), s(65, -37)],
        [s(-1, 22), s(5, 25), s(28, 24), s(21, 10), s(45, -25)],
    ],
    // Rook
    [
        [s(-27, -46), s(8, -18), s(-8, -12), s(11, -21), s(-6, -91)],
        [s(-17, -14), s(8, -9), s(-8, -5), s(1, -7), s(-16, -8)],
        [s(-22, 1), s(13, -3), s(-14, 19), s(9, -1), s(-4, 22)],
        [s(-10, 27), s(20, 13), s(12, 21), s(23, 9), s(35, 19)],
        [s(3, 14), s(20, 9), s(23, 14), s(23, 4), s(21, 19)],
        [s(1, 14), s(12, 17), s(34, 11), s(21, 4), s(25, 17)],
        [s(20, 7), s(24, 8), s(40, 8), s(31, 0), s(25, 12)],
        [s(2, 7), s(21, 2), s(23, 9), s(51, 2), s(69, -22)],
        [s(19, -7), s(47, -8), s(35, -6), s(51, -16), s(110, -29)],
        [s(21, 0), s(37, -7), s(34, -4), s(82, -45), s(78, -20)],
    ],
    // Cannon
    [
        [s(-32, 19), s(-14, 12), s(20, -5), s(4, 27), s(30, 45)],
        [s(-3, 10), s(-16, 16), s(10, 6), s(-13, 16), s(22, 13)],
        [s(9, 5), s(-10, 8), s(9, 2), s(6, 4), s(29, -8)],
        [s(-1, 9), s(-19, 11), s(6, 2), s(-6, -3), s(14, -12)],
        [s(2, -6), s(4, -12), s(10, -16), s(0, -3), s(15, -9)],
        [s(-2, 9), s(-33, 5), s(-18, -1), s(-29, 8), s(7, -19)],
        [s(-7, 7), s(-24, 4), s(-8, -4), s(-25, 4), s(-30, -2)],
        [s(-26, 8), s(-21, -1), s(-27, -6), s(-31, -21), s(-108, 10)],
        [s(-8, 9), s(-35, 12), s(-44, 12), s(-36, 0), s(-144, 15)],
        [s(55, -23), s(0, -13), s(-14, -17), s(-50, -27), s(19, -62)],
    ],
    // Pawn
    [
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(0, 0); 5],
        [s(-16, -22), s(0, 0), s(-10, -29), s(0, 0), s(15, -24)],
        [s(-10, -11), s(0, 0), s(9, -12), s(0, 0), s(8, 6)],
        [s(13, 13), s(27, 29), s(35, 17), s(63, 44), s(56, 48)],
        [s(35, 20), s(46, 40), s(74, 40), s(91, 42), s(102, 43)],
        [s(6, 12), s(61, 36), s(84, 37), s(139, 62), s(111, 63)],
        [s(31, 7), s(100, 29), s(153, 28), s(213, 44), s(195, 111)],
        [s(14, -34), s(41, -35), s(53, -34), s(42, -35), s(38, -38)],
    ],
];
