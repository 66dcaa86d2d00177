//! King, advisor, elephant, horse and pawn.
//!
//! A horse or an elephant has four ways out, each closed by one piece: the table is indexed by
//! which of the four points are occupied.

use crate::types::{Bitboard, Color, File, Rank, Square};

const ORTHOGONAL: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

type Leaps = [Bitboard; Square::COUNT];
/// Indexed by point and the four blockers; 23 KiB each.
type Blockable = [[Bitboard; 16]; Square::COUNT];

const fn add(set: Bitboard, from: Square, files: i32, ranks: i32) -> Bitboard {
    match from.offset(files, ranks) {
        Some(to) => set.with(to),
        None => set,
    }
}

/// One step in each direction, where the palaces allow it.
const fn palace_steps(directions: [(i32, i32); 4], points: Bitboard) -> Leaps {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let square = Square::from_index(from);
        if points.contains(square) {
            let mut i = 0;
            let mut set = Bitboard::EMPTY;
            while i < 4 {
                set = add(set, square, directions[i].0, directions[i].1);
                i += 1;
            }
            table[from] = Bitboard::from_bits(set.bits() & points.bits());
        }
        from += 1;
    }
    table
}

/// Corners and centres of the two palaces.
const ADVISOR_POINTS: Bitboard = {
    let red = 1 << 3 | 1 << 5 | 1 << 13 | 1 << 21 | 1 << 23;
    Bitboard::from_bits(red | red << 63)
};

const ELEPHANT_POINTS: Bitboard = {
    let red = 1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42;
    Bitboard::from_bits(red | red << 45)
};

static KING: Leaps = palace_steps(ORTHOGONAL, Bitboard::PALACES);
static ADVISOR: Leaps = palace_steps(DIAGONAL, ADVISOR_POINTS);

/// What the four blockers of a table close.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leap {
    Elephant,
    /// Leg beside the start.
    Horse,
    /// Leg beside the end: seen from the end, on a diagonal.
    HorseTo,
}

const fn blockable(leap: Leap) -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let square = Square::from_index(from);
        let mut blockers = 0;
        while blockers < 16 {
            let mut set = Bitboard::EMPTY;
            let mut way = 0;
            while way < 4 {
                if blockers >> way & 1 == 0 {
                    let (files, ranks) = DIAGONAL[way];
                    match leap {
                        Leap::Elephant => {
                            if ELEPHANT_POINTS.contains(square) {
                                set = add(set, square, 2 * files, 2 * ranks);
                            }
                        }
                        Leap::Horse => {
                            let (f, r) = ORTHOGONAL[way];
                            // Two out along the leg, one to either side.
                            set = add(set, square, 2 * f + r, 2 * r + f);
                            set = add(set, square, 2 * f - r, 2 * r - f);
                        }
                        Leap::HorseTo => {
                            set = add(set, square, 2 * files, ranks);
                            set = add(set, square, files, 2 * ranks);
                        }
                    }
                }
                way += 1;
            }
            if matches!(leap, Leap::Elephant) {
                // Neither half's points lead over the river.
                let half = if from < 45 { Color::Red } else { Color::Black };
                set = Bitboard::from_bits(set.bits() & Bitboard::half(half).bits());
            }
            table[from][blockers] = set;
            blockers += 1;
        }
        from += 1;
    }
    table
}

static ELEPHANT: Blockable = blockable(Leap::Elephant);
static HORSE: Blockable = blockable(Leap::Horse);
static HORSE_TO: Blockable = blockable(Leap::HorseTo);

/// The four orthogonal neighbours that are occupied, in the order of `ORTHOGONAL`. Past the
/// edge a bit of the next rank may show: those ways lead nowhere in the tables.
#[inline]
fn orthogonal_index(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.bits() << 9) >> square.index()) as u32;
    (near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8) as usize
}

/// As [`orthogonal_index`], for `DIAGONAL`.
#[inline]
fn diagonal_index(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.bits() << 10) >> square.index()) as u32;
    (near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8) as usize
}

/// The points one orthogonal step away inside the palace.
#[inline]
#[must_use]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// The points one diagonal step away on the palace's lines; none from a point where no advisor
/// can stand.
#[inline]
#[must_use]
pub fn advisor(from: Square) -> Bitboard {
    ADVISOR[from.index()]
}

/// The points an elephant reaches on its half past empty eyes; none from a point where no
/// elephant can stand.
#[inline]
#[must_use]
pub fn elephant(from: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[from.index()][diagonal_index(from, occupied)]
}

/// The fourteen points where an elephant can stand, seven a side.
#[inline]
#[must_use]
pub const fn elephant_points() -> Bitboard {
    ELEPHANT_POINTS
}

/// The point an elephant passes over, if `to` is two steps diagonally from `from`.
#[must_use]
pub fn elephant_eye(from: Square, to: Square) -> Option<Square> {
    DIAGONAL.into_iter().find_map(|(files, ranks)| {
        (from.offset(2 * files, 2 * ranks) == Some(to)).then(|| from.offset(files, ranks))?
    })
}

/// The points a horse reaches past its empty legs.
#[inline]
#[must_use]
pub fn horse(from: Square, occupied: Bitboard) -> Bitboard {
    HORSE[from.index()][orthogonal_index(from, occupied)]
}

/// The points from which a horse reaches `to`.
#[inline]
#[must_use]
pub fn horse_to(to: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[to.index()][diagonal_index(to, occupied)]
}

const fn diagonal_neighbours() -> Leaps {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut to = 0;
    while to < Square::COUNT {
        let mut way = 0;
        while way < 4 {
            let (files, ranks) = DIAGONAL[way];
            table[to] = add(table[to], Square::from_index(to), files, ranks);
            way += 1;
        }
        to += 1;
    }
    table
}

static HORSE_LEGS_TO: Leaps = diagonal_neighbours();

/// The points on which a piece can block a horse's leap to `to`.
#[inline]
#[must_use]
pub fn horse_legs_to(to: Square) -> Bitboard {
    HORSE_LEGS_TO[to.index()]
}

/// The points a horse's leap away, legs ignored.
#[inline]
#[must_use]
pub fn horse_ring(square: Square) -> Bitboard {
    HORSE[square.index()][0]
}

/// The leg of a horse's leap: the point beside `from` that must be empty. `None` if `to` is no
/// horse's leap away.
#[inline]
#[must_use]
pub fn horse_leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    match (files.abs(), ranks.abs()) {
        (1, 2) => from.offset(0, ranks.signum()),
        (2, 1) => from.offset(files.signum(), 0),
        _ => None,
    }
}

const fn pawn_table(to: bool) -> [Leaps; 2] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let color = Color::ALL[side];
        let step = if side == 0 { 1 } else { -1 };
        let mut from = 0;
        while from < Square::COUNT {
            let square = Square::from_index(from);
            let mut set = add(Bitboard::EMPTY, square, 0, if to { -step } else { step });
            // Sideways only beyond the river; start and end share the rank.
            if !Bitboard::half(color).contains(square) {
                set = add(add(set, square, -1, 0), square, 1, 0);
            }
            table[side][from] = set;
            from += 1;
        }
        side += 1;
    }
    table
}

static PAWN: [Leaps; 2] = pawn_table(false);
static PAWN_TO: [Leaps; 2] = pawn_table(true);

/// The points a pawn of this side reaches: ahead, and beyond the river also sideways.
#[inline]
#[must_use]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color.index()][from.index()]
}

/// The points from which a pawn of this side reaches `to`.
#[inline]
#[must_use]
pub fn pawn_to(color: Color, to: Square) -> Bitboard {
    PAWN_TO[color.index()][to.index()]
}

/// The points where a pawn of this side can stand: on its own half only the five files it
/// started on, on the start rank and the next.
#[must_use]
pub const fn pawn_points(color: Color) -> Bitboard {
    let columns = Bitboard::file(File::new(0)).bits() * 0b1_0101_0101;
    let (start, next) = match color {
        Color::Red => (Rank::new(3), Rank::new(4)),
        Color::Black => (Rank::new(6), Rank::new(5)),
    };
    let home = (Bitboard::rank(start).bits() | Bitboard::rank(next).bits()) & columns;
    Bitboard::from_bits(home | Bitboard::half(color.opponent()).bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn set(texts: &str) -> Bitboard {
        texts.split_whitespace().map(square).collect()
    }

    #[test]
    fn horses_are_stopped_by_legs() {
        assert_eq!(horse(square("b0"), set("")), set("a2 c2 d1"));
        assert_eq!(horse(square("b0"), set("b1")), set("d1"));
        assert_eq!(horse(square("e4"), set("e5 f4")), set("c3 c5 d2 f2"));
        assert_eq!(horse_leg(square("e4"), square("f6")), Some(square("e5")));
        assert_eq!(horse_leg(square("e4"), square("e6")), None);
    }

    #[test]
    fn horse_to_is_the_reverse_of_horse() {
        let mut bits = 0x0123_4567_89AB_CDEF_u128;
        for _ in 0..200 {
            bits = bits
                .wrapping_mul(0xDA94_2042_E4DD_58B5)
                .wrapping_add(0x1234_5678_9ABC_DEF1);
            let occupied = Bitboard::from_bits(bits >> 19);
            for from in Square::all() {
                for to in Square::all() {
                    assert_eq!(
                        horse(from, occupied).contains(to),
                        horse_to(to, occupied).contains(from),
                        "{from} {to} {occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn elephants_stay_home_and_need_their_eye() {
        assert_eq!(elephant(square("e2"), set("")), set("c0 g0 c4 g4"));
        assert_eq!(elephant(square("e2"), set("d1 f3")), set("g0 c4"));
        assert_eq!(elephant(square("c4"), set("")), set("a2 e2"));
        assert_eq!(elephant(square("g5"), set("")), set("e7 i7"));
        assert_eq!(elephant(square("d1"), set("")), set(""));
        assert_eq!(elephant_eye(square("e2"), square("c4")), Some(square("d3")));
    }

    #[test]
    fn palace_pieces_stay_inside() {
        assert_eq!(king(square("e1")), set("d1 f1 e0 e2"));
        assert_eq!(king(square("d9")), set("e9 d8"));
        assert_eq!(advisor(square("e8")), set("d7 f7 d9 f9"));
        assert_eq!(advisor(square("d0")), set("e1"));
        assert_eq!(advisor(square("e0")), set(""));
    }

    #[test]
    fn pawns_turn_after_the_river() {
        assert_eq!(pawn(Color::Red, square("e4")), set("e5"));
        assert_eq!(pawn(Color::Red, square("e5")), set("e6 d5 f5"));
        assert_eq!(pawn(Color::Red, square("a9")), set("b9"));
        assert_eq!(pawn(Color::Black, square("e4")), set("e3 d4 f4"));
        for color in Color::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    assert_eq!(
                        pawn(color, from).contains(to),
                        pawn_to(color, to).contains(from)
                    );
                }
            }
        }
        assert_eq!(pawn_points(Color::Red).len(), 55);
        assert!(!pawn_points(Color::Red).contains(square("b3")));
    }
}
