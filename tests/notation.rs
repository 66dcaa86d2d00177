//! Moves as people write them: WXF, Chinese and ICCS, both ways.

use std::collections::HashMap;

use chuhe::{
    datagen::rng::Rng,
    movegen,
    notation::{self, Notation, ReadError},
    position::{Builder, Position},
    rules::IllegalMove,
    types::{Color, File, Move, Piece, PieceKind, Rank, Square},
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn mv(text: &str) -> Move {
    text.parse().expect(text)
}

/// Each move is written like this, and read back.
#[track_caller]
fn written(fen: &str, notation: Notation, moves: &[(&str, &str)]) {
    let position = position(fen);
    for &(coordinates, text) in moves {
        assert_eq!(notation.write(&position, mv(coordinates)), text, "{fen}");
        assert_eq!(notation.read(&position, text), Ok(mv(coordinates)), "{fen}");
    }
}

/// Each text is read as this move, in the notation it looks to be in.
#[track_caller]
fn read(fen: &str, texts: &[(&str, &str)]) {
    let position = position(fen);
    for &(text, coordinates) in texts {
        let found = notation::read(&position, text);
        assert_eq!(found, Ok(mv(coordinates)), "{text} in {fen}");
    }
}

#[track_caller]
fn fault(fen: &str, notation: Notation, text: &str) -> ReadError {
    notation.read(&position(fen), text).expect_err(text)
}

/// All legal moves have their own text in each notation and are read back.
fn check_all(position: &Position) {
    for notation in Notation::ALL {
        let mut seen = HashMap::new();
        for &mv in movegen::legal(position).iter() {
            let text = notation.write(position, mv);
            assert_eq!(
                notation.read(position, &text),
                Ok(mv),
                "{text} in {position}"
            );
            assert_eq!(Notation::of(&text), notation, "{text}");
            if let Some(other) = seen.insert(text.clone(), mv) {
                panic!("{mv} and {other} are both {text} in {position}");
            }
        }
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
const TWO_FILES: &str = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1";
const THREE: &str = "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w - - 0 1";
const FOUR: &str = "4k4/6P2/6P2/6P2/6P2/9/9/9/9/3K5 w - - 0 1";
const FIVE: &str = "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b - - 0 1";
const ROOKS: &str = "4k4/9/9/9/9/R8/9/9/9/R2K5 w - - 0 1";
const GUARDS: &str = "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w - - 0 1";

#[test]
fn each_side_counts_files_from_its_right() {
    let red = [
        ("h2e2", "C2.5", "炮二平五"),
        ("h0g2", "H2+3", "马二进三"),
        ("a0a2", "R9+2", "车九进二"),
        ("c0e2", "E7+5", "相七进五"),
        ("d0e1", "A6+5", "仕六进五"),
        ("e0e1", "K5+1", "帅五进一"),
        ("g3g4", "P3+1", "兵三进一"),
        ("b2b9", "C8+7", "炮八进七"),
        ("b2b1", "C8-1", "炮八退一"),
    ];
    let black = [
        ("h9g7", "H8+7", "马8进7"),
        ("h7e7", "C8.5", "炮8平5"),
        ("g9e7", "E7+5", "象7进5"),
        ("f9e8", "A6+5", "士6进5"),
        ("e9e8", "K5+1", "将5进1"),
        ("c6c5", "P3+1", "卒3进1"),
        ("h7h1", "C8+6", "炮8进6"),
        ("i9i8", "R9+1", "车9进1"),
    ];
    for (fen, moves) in [(START, &red[..]), (BLACK, &black[..])] {
        for &(coordinates, wxf, chinese) in moves {
            written(fen, Notation::Wxf, &[(coordinates, wxf)]);
            written(fen, Notation::Chinese, &[(coordinates, chinese)]);
            let iccs = format!("{}-{}", &coordinates[..2], &coordinates[2..]).to_uppercase();
            written(fen, Notation::Iccs, &[(coordinates, &iccs)]);
        }
    }
}

#[test]
fn letters_signs_and_characters_of_other_programs_are_read() {
    read(
        START,
        &[
            ("h2e2", "h2e2"),
            ("H2E2", "h2e2"),
            ("H2-E2", "h2e2"),
            ("h2-e2", "h2e2"),
            ("C2=5", "h2e2"),
            ("c2.5", "h2e2"),
            ("Ｃ２＝５", "h2e2"),
            ("N2+3", "h0g2"),
            ("h2+3", "h0g2"),
            ("B7+5", "c0e2"),
            ("e7+5", "c0e2"),
            ("G5+1", "e0e1"),
            ("S3+1", "g3g4"),
            ("C8–1", "b2b1"),
            ("砲二平五", "h2e2"),
            ("包二平五", "h2e2"),
            ("炮２平５", "h2e2"),
            ("傌二進三", "h0g2"),
            ("俥九進二", "a0a2"),
            ("帥五進一", "e0e1"),
            ("象七进五", "c0e2"),
            ("士六进五", "d0e1"),
        ],
    );
    read(
        BLACK,
        &[
            ("h8+7", "h9g7"),
            ("马８进７", "h9g7"),
            ("馬八進七", "h9g7"),
            ("將5进1", "e9e8"),
            ("相７进５", "g9e7"),
        ],
    );
}

#[test]
fn an_opening_is_read_in_each_notation() {
    let coordinates = "h2e2 h9g7 h0g2 i9h9";
    for text in [
        "C2.5 h8+7 H2+3 r9.8",
        "C2=5 H8+7 H2+3 R9=8",
        "炮二平五 马８进７ 马二进三 车９平８",
        "砲二平五 馬8進7 傌二進三 車9平8",
        "H2-E2 H9-G7 H0-G2 I9-H9",
    ] {
        let mut position = Position::startpos();
        for (word, expected) in text.split(' ').zip(coordinates.split(' ')) {
            let found = notation::read(&position, word).expect(word);
            assert_eq!(found, mv(expected), "{word}");
            position.make(found);
        }
    }
}

#[test]
fn front_and_rear_are_marked() {
    let wxf = [("a4d4", "R+.6"), ("a4a9", "R++5"), ("a4a2", "R+-2")];
    written(ROOKS, Notation::Wxf, &wxf);
    written(ROOKS, Notation::Wxf, &[("a0c0", "R-.7"), ("a0a3", "R-+3")]);
    let chinese = [("a4d4", "前车平六"), ("a4a9", "前车进五")];
    written(ROOKS, Notation::Chinese, &chinese);
    written(ROOKS, Notation::Chinese, &[("a0c0", "后车平七")]);
    read(
        ROOKS,
        &[
            ("+R.6", "a4d4"),
            ("-R=7", "a0c0"),
            ("－ｒ＋３", "a0a3"),
            ("後車平七", "a0c0"),
            ("车后平七", "a0c0"),
            ("R9-2", "a4a2"), // only one of them can
            ("车九退二", "a4a2"),
        ],
    );
    let two = fault(ROOKS, Notation::Wxf, "R9.7");
    assert!(matches!(two, ReadError::Ambiguous { .. }), "{two}");
}

#[test]
fn advisors_and_elephants_need_no_mark() {
    written(GUARDS, Notation::Wxf, &[("d2e1", "A6-5"), ("d0e1", "A6+5")]);
    let elephants = [("c4a2", "相七退九"), ("c0a2", "相七进九")];
    written(GUARDS, Notation::Chinese, &elephants);
    read(
        GUARDS,
        &[("A+-5", "d2e1"), ("-A+5", "d0e1"), ("前仕退五", "d2e1")],
    );
}

#[test]
fn three_pawns_have_one_between() {
    let wxf = [("e7e8", "P++1"), ("e6d6", "P5.6"), ("e5d5", "P-.6")];
    written(THREE, Notation::Wxf, &wxf);
    let chinese = [
        ("e7e8", "前兵进一"),
        ("e6d6", "中兵平六"),
        ("e5d5", "后兵平六"),
    ];
    written(THREE, Notation::Chinese, &chinese);
    read(
        THREE,
        &[
            ("15+1", "e7e8"),
            ("25=6", "e6d6"),
            ("Pc.6", "e5d5"),
            ("一兵进一", "e7e8"),
            ("二兵平六", "e6d6"),
            ("三兵平六", "e5d5"),
            ("兵五进一", "e7e8"), // the others are blocked
        ],
    );
}

#[test]
fn four_and_five_pawns_are_counted_from_both_ends() {
    let wxf = [
        ("g8f8", "++.4"),
        ("g7f7", "P+.4"),
        ("g6f6", "P-.4"),
        ("g5f5", "--.4"),
    ];
    written(FOUR, Notation::Wxf, &wxf);
    let chinese = [
        ("g8g9", "一兵进一"),
        ("g6h6", "三兵平二"),
        ("g5h5", "四兵平二"),
    ];
    written(FOUR, Notation::Chinese, &chinese);
    let wxf = [("a0b0", "++.2"), ("a1b1", "P+.2"), ("a2b2", "P1.2")];
    written(FIVE, Notation::Wxf, &wxf);
    written(FIVE, Notation::Wxf, &[("a3b3", "P-.2"), ("a4b4", "--.2")]);
    let chinese = [
        ("a0b0", "一卒平2"),
        ("a2b2", "三卒平2"),
        ("a4b4", "五卒平2"),
    ];
    written(FIVE, Notation::Chinese, &chinese);
    read(
        FIVE,
        &[
            ("前卒平2", "a0b0"),
            ("後卒平２", "a4b4"),
            ("５卒平２", "a4b4"),
        ],
    );
}

#[test]
fn pawns_on_two_files_name_the_file() {
    let wxf = [
        ("c7c8", "7++1"),
        ("c6b6", "7-.8"),
        ("g7h7", "3+.2"),
        ("g6f6", "3-.4"),
    ];
    written(TWO_FILES, Notation::Wxf, &wxf);
    let chinese = [
        ("g7h7", "一兵平二"),
        ("g6f6", "二兵平四"),
        ("c7c8", "三兵进一"),
    ];
    written(TWO_FILES, Notation::Chinese, &chinese);
    read(
        TWO_FILES,
        &[
            ("17+1", "c7c8"),
            ("27=8", "c6b6"),
            ("Pd.8", "c6b6"),
            ("前七进一", "c7c8"),
            ("後兵七平八", "c6b6"),
            ("P+.2", "g7h7"), // only one of the two in front gets there
        ],
    );
    let both = fault(TWO_FILES, Notation::Wxf, "P++1");
    let text = "`P++1` is ambiguous: c7c8 or g7g8";
    assert_eq!(both.to_string(), text);
    let all = movegen::legal(&position(TWO_FILES));
    assert_eq!(all.len(), 11);
    let three_and_two = "4k4/2P6/2P6/2P3P2/6P2/9/9/9/9/3K5 w - - 0 1";
    let wxf = [
        ("c8b8", "7+.8"),
        ("c7b7", "77.8"),
        ("c6b6", "7-.8"),
        ("g5f5", "3-.4"),
    ];
    written(three_and_two, Notation::Wxf, &wxf);
}

#[test]
fn errors_say_what_is_wrong() {
    use Notation::{Chinese, Wxf};
    let says = |fen, notation, text, words: &str| {
        let fault = fault(fen, notation, text).to_string();
        assert_eq!(fault, words);
    };
    says(
        START,
        Wxf,
        "X2.5",
        "`X` in `X2.5` means nothing in WXF notation",
    );
    says(
        START,
        Wxf,
        "炮二平五",
        "`炮` in `炮二平五` means nothing in WXF notation",
    );
    says(
        START,
        Chinese,
        "炮二冲五",
        "`冲` in `炮二冲五` means nothing in Chinese notation",
    );
    let form = "is not a move in WXF notation: a form such as C2.5 is wanted";
    for text in [
        "", "C", "C2", "C2.", "C2.0", "Che2", "C22.5", "....", "++++",
    ] {
        says(START, Wxf, text, &format!("`{text}` {form}"));
    }
    let form = "is not a move in Chinese notation: a form such as 炮二平五 is wanted";
    for text in ["炮", "炮二平", "炮二五平", "前中后炮平五"] {
        says(START, Chinese, text, &format!("`{text}` {form}"));
    }
    says(START, Wxf, "R2+1", "`R2+1`: red has no such piece there");
    says(
        BLACK,
        Chinese,
        "前车进1",
        "`前车进1`: black has no such piece there",
    );
    says(START, Wxf, "P3+9", "`P3+9`: no such point lies that way");
    says(
        START,
        Wxf,
        "R9.8",
        "a0b0 is illegal: b0 holds an own piece, the red horse",
    );
    says(
        START,
        Wxf,
        "H2+4",
        "h0f1 is illegal: the horse's leg is blocked by the red elephant on g0",
    );
    says(
        START,
        Chinese,
        "兵三平四",
        "g3f3 is illegal: a pawn moves sideways only once it has crossed the river",
    );
    let facing = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1";
    assert!(matches!(
        fault(facing, Wxf, "C5.4"),
        ReadError::Illegal {
            why: IllegalMove::KingsFacing(_),
            ..
        }
    ));
    assert!(matches!(
        fault(START, Notation::Iccs, "h2h2"),
        ReadError::Coordinates(_)
    ));
}

#[test]
fn what_cannot_move_is_written_in_coordinates() {
    let start = Position::startpos();
    for notation in Notation::ALL {
        assert_eq!(notation.write(&start, mv("e4e5")), "E4-E5");
    }
    assert_eq!(Notation::Wxf.write(&start, mv("a0b2")), "A0-B2");
}

#[test]
fn no_text_makes_it_panic() {
    let signs: Vec<char> = "CRHEAKPNB123456789+-.=前中后一二三兵炮车马进退平x é\u{ff0b}"
        .chars()
        .collect();
    let mut rng = Rng::new(5);
    let position = position(TWO_FILES);
    for _ in 0..100_000 {
        let length = rng.below(6);
        let text: String = (0..length).map(|_| signs[rng.below(signs.len())]).collect();
        for notation in Notation::ALL {
            if let Ok(mv) = notation.read(&position, &text) {
                assert!(position.is_legal(mv), "{text}");
            }
        }
    }
}

#[test]
fn every_legal_move_of_random_games_round_trips() {
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        let mut position = Position::startpos();
        for _ in 0..120 {
            let legal = movegen::legal(&position);
            if legal.is_empty() {
                break;
            }
            check_all(&position);
            position.make(legal[rng.below(legal.len())]);
        }
    }
}

/// Pieces of one kind crowded on two files, up to five pawns each.
fn crowded(rng: &mut Rng) -> Option<Position> {
    let mut builder = Builder::new();
    let mut free: Vec<Square> = Square::all().collect();
    rng.shuffle(&mut free);
    let mut put = |piece: Piece, fits: &dyn Fn(Square) -> bool| {
        let at = free.iter().position(|&s| fits(s.relative(piece.color())));
        if let Some(at) = at {
            builder.put(free.swap_remove(at), Some(piece));
        }
    };
    for color in Color::ALL {
        let files = [rng.below(9), rng.below(9)].map(File::new);
        let palace = |s: Square| s.rank() < Rank::new(3) && (3..6).contains(&s.file().index());
        put(Piece::new(color, PieceKind::King), &palace);
        let crowd = |s: Square| files.contains(&s.file());
        for _ in 0..rng.below(6) {
            let pawn = Piece::new(color, PieceKind::Pawn);
            put(pawn, &|s| crowd(s) && s.rank() > Rank::new(4));
        }
        for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon] {
            for _ in 0..rng.below(3) {
                put(Piece::new(color, kind), &crowd);
            }
        }
        for point in [(3, 0), (3, 2)] {
            let here = |s: Square| (s.file().index(), s.rank().index()) == point;
            put(Piece::new(color, PieceKind::Advisor), &here);
        }
    }
    builder.side(Color::ALL[rng.below(2)]);
    builder.build().ok()
}

#[test]
fn every_legal_move_of_crowded_files_round_trips() {
    let mut rng = Rng::new(2);
    let mut seen = 0;
    while seen < 2000 {
        if let Some(position) = crowded(&mut rng) {
            check_all(&position);
            seen += 1;
        }
    }
}
