//! The endings called drawn for want of material, counted out: no position of theirs is a mate
//! or stalemate, so no game can leave them but by captures into others of the list.

use chuhe::{
    movegen,
    position::{Builder, Position},
    rules,
    types::{Bitboard, Color, Piece, Square},
};

/// Where a piece of this letter can stand, cannons anywhere.
fn points(letter: char) -> Vec<Square> {
    let palace = |color| Bitboard::palace(color).iter().collect();
    let named = |points: &str| {
        points
            .split(' ')
            .map(|p| p.parse().expect("a point"))
            .collect()
    };
    match letter {
        'K' => palace(Color::Red),
        'k' => palace(Color::Black),
        'A' => named("d0 f0 e1 d2 f2"),
        'a' => named("d9 f9 e8 d7 f7"),
        'B' => named("c0 g0 a2 e2 i2 c4 g4"),
        'b' => named("c9 g9 a7 e7 i7 c5 g5"),
        _ => Square::all().collect(),
    }
}

/// Calls `visit` with every legal position of these pieces, both sides to move. Equal pieces
/// are not told apart twice.
fn each(letters: &[char], builder: &Builder, used: Bitboard, visit: &mut impl FnMut(&Position)) {
    let Some((&letter, rest)) = letters.split_first() else {
        for side in Color::ALL {
            if let Ok(position) = builder.clone().side(side).build() {
                visit(&position);
            }
        }
        return;
    };
    let piece = Piece::from_letter(letter);
    for square in points(letter) {
        if !used.contains(square) {
            let mut next = builder.clone();
            next.put(square, piece);
            each(rest, &next, used.with(square), visit);
        }
    }
}

/// How many positions the pieces have, and how many of them end the game.
fn count(pieces: &str) -> (u32, u32) {
    let letters: Vec<char> = pieces.chars().collect();
    let (mut positions, mut ended) = (0, 0);
    let bare = rules::is_bare;
    let mut called_bare = true;
    each(
        &letters,
        &Builder::new(),
        Bitboard::EMPTY,
        &mut |position| {
            positions += 1;
            called_bare &= bare(position);
            if !movegen::any(position) {
                ended += 1;
            }
        },
    );
    assert_eq!(called_bare, ended == 0, "{pieces}: {ended} of {positions}");
    (positions, ended)
}

fn nobody_is_ever_mated(pieces: &str) {
    let (positions, ended) = count(pieces);
    assert!(
        positions > 9_000 && ended == 0,
        "{pieces}: {positions}, {ended}"
    );
}

fn somebody_can_be_mated(pieces: &str) {
    let (positions, ended) = count(pieces);
    assert!(
        positions > 9_000 && ended > 0,
        "{pieces}: {positions}, {ended}"
    );
}

#[test]
fn nobody_can_be_mated_where_the_material_is_called_bare() {
    for pieces in ["KCk", "KCBk", "KCkb", "KCka"] {
        nobody_is_ever_mated(pieces);
    }
}

#[test]
fn one_more_screen_and_a_mate_exists() {
    for pieces in ["KCAk", "Kkca"] {
        somebody_can_be_mated(pieces);
    }
}

#[test]
#[ignore = "counts millions of positions"]
fn the_larger_endings_are_counted_out_too() {
    for pieces in ["KCBkb", "KCBBkb", "KCBkbb", "KCkab", "KCkabb", "KCkc"] {
        nobody_is_ever_mated(pieces);
    }
    for pieces in ["KCBka", "KCkaa", "KCBkc"] {
        somebody_can_be_mated(pieces);
    }
}

#[test]
fn pieces_that_cannot_cross_the_river_win_nothing() {
    for fen in [
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "2bakab2/9/9/9/9/9/9/4B4/9/2BAKA3 w - - 0 1",
    ] {
        assert!(rules::is_bare(&Position::from_fen(fen).unwrap()), "{fen}");
    }
    for fen in [
        "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1",
        "4k4/9/9/9/9/9/9/N8/9/3K5 w - - 0 1",
        "4k4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1",
        "4k4/9/9/9/9/9/9/CC7/9/3K5 w - - 0 1",
    ] {
        assert!(!rules::is_bare(&Position::from_fen(fen).unwrap()), "{fen}");
    }
}
