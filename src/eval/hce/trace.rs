//! The evaluation as a function of its weights: how often each counts in a position.
//!
//! For fixed pieces the score is linear in the weights of the opening and in those of the
//! endgame, so its gradient is the counts. They come from the same code that evaluates.

use std::fmt::Write as _;

use super::{
    MAX_PHASE, Pair, phase_of, places,
    terms::{self, Counts, WHOLE},
    weights::{GRAIN, Half, MATERIAL, PLACES, TEMPO, Term},
};
use crate::{
    position::{Position, standing_points},
    types::{Color, File, Piece, PieceKind, Rank, Square},
};

/// Points of a half table.
const HALF: usize = 50;
/// Pairs of weights: the terms, then the points of each kind of piece.
const PAIRS: usize = Term::COUNT + PieceKind::ALL.len() * HALF;
/// Most pieces on a board.
const PIECES: usize = 32;
/// Marks a piece of the side not to move.
const THEIRS: u16 = 1 << 15;
/// Marks an empty slot.
const NONE: u16 = u16::MAX;

/// All weights as one list of numbers, in centipawns: opening and endgame of each pair, then the
/// worth of having the move. Points hold material and place together.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f64>);

/// How often each weight counts in a position, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The place in the list of each piece's pair.
    places: [u16; PIECES],
    counts: [i16; Term::COUNT],
    phase: u8,
    /// What is kept of the score if the side to move is ahead, and if it is behind.
    kept: [u8; 2],
}

impl Trace {
    /// The trace of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (us, them) = (position.side(), !position.side());
        let mut trace = Self {
            places: [NONE; PIECES],
            counts: [0; Term::COUNT],
            phase: 0,
            kept: [us, them].map(|ahead| terms::winnable(position, ahead) as u8),
        };
        let mut phase = 0;
        for (slot, square) in trace.places.iter_mut().zip(position.occupied()) {
            let piece = position.piece_on(square).expect("the point is occupied");
            let side = if piece.color() == us { 0 } else { THEIRS };
            *slot = pair_of(piece, square) as u16 | side;
            phase += phase_of(piece.kind());
        }
        trace.phase = phase.clamp(0, MAX_PHASE) as u8;
        let [mut ours, mut theirs] = [Counts::default(); 2];
        terms::count(position, us, &mut ours);
        terms::count(position, them, &mut theirs);
        for (count, (a, b)) in trace.counts.iter_mut().zip(ours.0.iter().zip(theirs.0)) {
            *count = (a - b) as i16;
        }
        trace
    }

    /// Pairs of weights with how often they count.
    fn pairs(&self) -> impl Iterator<Item = (usize, f64)> {
        let terms = self.counts.iter().enumerate();
        let terms = terms.map(|(at, &count)| (at, f64::from(count)));
        let places = self.places.iter().take_while(|&&place| place != NONE);
        let places = places.map(|&place| {
            let sign = if place & THEIRS == 0 { 1.0 } else { -1.0 };
            (usize::from(place & !THEIRS), sign)
        });
        terms.filter(|&(_, count)| count != 0.0).chain(places)
    }

    /// The shares of opening and endgame.
    fn shares(&self) -> [f64; 2] {
        let opening = f64::from(self.phase) / f64::from(MAX_PHASE);
        [opening, 1.0 - opening]
    }

    /// The score without the move, before what is kept of it, and what is.
    fn score_and_kept(&self, weights: &Weights) -> (f64, f64) {
        let [opening, endgame] = self.shares();
        let score = self.pairs().fold(0.0, |sum, (at, count)| {
            let pair = opening * weights.0[2 * at] + endgame * weights.0[2 * at + 1];
            sum + count * pair
        });
        let kept = self.kept[usize::from(score <= 0.0)];
        (score, f64::from(kept) / f64::from(WHOLE))
    }

    /// The score with these weights, in centipawns for the side to move.
    #[must_use]
    pub fn score(&self, weights: &Weights) -> f64 {
        let (score, kept) = self.score_and_kept(weights);
        score * kept + weights.0[2 * PAIRS]
    }

    /// Adds the gradient of the score, times `slope`, to `gradient`.
    ///
    /// # Panics
    /// If `gradient` is not as long as the list of weights.
    pub fn add_gradient(&self, weights: &Weights, slope: f64, gradient: &mut [f64]) {
        assert_eq!(gradient.len(), weights.0.len(), "one slope for each weight");
        let (_, kept) = self.score_and_kept(weights);
        let [opening, endgame] = self.shares().map(|share| share * kept * slope);
        for (at, count) in self.pairs() {
            gradient[2 * at] += opening * count;
            gradient[2 * at + 1] += endgame * count;
        }
        gradient[2 * PAIRS] += slope;
    }
}

fn pair_of(piece: Piece, square: Square) -> usize {
    let (rank, file) = places::half(square.relative(piece.color()));
    Term::COUNT + piece.kind().index() * HALF + rank * 5 + file
}

/// The places in the list of a kind's points, for the opening (0) or the endgame (1).
fn points(kind: PieceKind, part: usize) -> impl Iterator<Item = usize> {
    let first = Term::COUNT + kind.index() * HALF;
    (first..first + HALF).map(move |at| 2 * at + part)
}

impl Weights {
    /// The weights the engine plays with.
    #[must_use]
    pub fn current() -> Self {
        let points = MATERIAL.iter().zip(&PLACES).flat_map(|(&material, half)| {
            let places = half.iter().flatten();
            places.map(move |&place| material + place)
        });
        let terms = Term::WEIGHTS.iter().map(|&pair| (pair, GRAIN));
        let pairs = terms.chain(points.map(|pair| (pair, 1)));
        let numbers = pairs.flat_map(|(pair, grain)| {
            [pair.opening, pair.endgame].map(|number| f64::from(number) / f64::from(grain))
        });
        Self(numbers.chain([f64::from(TEMPO)]).collect())
    }

    /// The list of numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// The list of numbers, to be changed.
    #[must_use]
    pub fn numbers_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }

    /// The weights as the engine would play with them: whole parts of a centipawn.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let grain = |at: usize| {
            if at < 2 * Term::COUNT {
                f64::from(GRAIN)
            } else {
                1.0
            }
        };
        let numbers = self.0.iter().enumerate();
        Self(
            numbers
                .map(|(at, x)| (x * grain(at)).round() / grain(at))
                .collect(),
        )
    }

    /// How much use positions make of each weight of a point.
    #[must_use]
    pub fn usage<'a>(traces: impl Iterator<Item = &'a Trace>) -> Vec<f64> {
        let mut usage = vec![0.0; 2 * PAIRS + 1];
        for trace in traces {
            let [opening, endgame] = trace.shares();
            for (at, _) in trace.pairs().filter(|&(at, _)| at >= Term::COUNT) {
                usage[2 * at] += opening;
                usage[2 * at + 1] += endgame;
            }
        }
        usage
    }

    /// The mean worth of a piece of each kind with this usage, opening and endgame.
    #[must_use]
    pub fn material(&self, usage: &[f64]) -> [[f64; 2]; 7] {
        PieceKind::ALL.map(|kind| {
            [0, 1].map(|part| {
                let (sum, count) = points(kind, part).fold((0.0, 0.0), |(sum, count), at| {
                    (sum + self.0[at] * usage[at], count + usage[at])
                });
                if count > 0.0 { sum / count } else { 0.0 }
            })
        })
    }

    /// The tables of weights as source text, with this material; places hold the rest. Both sides
    /// always have a king, so its material is left out.
    #[must_use]
    pub fn source(&self, material: &[[f64; 2]; 7]) -> String {
        let pair = |at: usize, grain: i32| {
            let [opening, endgame] =
                [0, 1].map(|part| (self.0[2 * at + part] * f64::from(grain)).round() as i32);
            Pair { opening, endgame }
        };
        let material = material.map(|[opening, endgame]| Pair {
            opening: opening.round() as i32,
            endgame: endgame.round() as i32,
        });
        let show = |Pair { opening, endgame }: Pair| format!("s({opening}, {endgame})");
        let tempo = self.0[2 * PAIRS].round() as i32;
        let mut text = format!(
            "/// What having the move is worth, in centipawns.\n\
             pub(super) const TEMPO: i32 = {tempo};\n\nterms! {{\n"
        );
        for &term in Term::ALL {
            let _ = writeln!(text, "    {}", term.row(pair(term as usize, GRAIN)));
        }
        text += "}\n\n/// The mean worth of each kind of piece; a king's is of no account.\n\
                 #[rustfmt::skip]\npub(super) const MATERIAL: [Pair; 7] = [\n";
        for (kind, &material) in PieceKind::ALL.iter().zip(&material) {
            let of_account = *kind != PieceKind::King;
            let shown = if of_account {
                material
            } else {
                Pair::default()
            };
            let _ = writeln!(text, "    {}, // {kind:?}", show(shown));
        }
        text += "];\n\n/// What a point adds to the worth of the piece on it.\n\
                 #[rustfmt::skip]\npub(super) const PLACES: [Half; 7] = [\n";
        for (kind, &material) in PieceKind::ALL.iter().zip(&material) {
            let stands = standing_points(Piece::new(Color::Red, *kind));
            let _ = writeln!(text, "    // {kind:?}\n    [");
            for rank in 0..10 {
                let first = Term::COUNT + kind.index() * HALF + rank * 5;
                let row = [0, 1, 2, 3, 4].map(|file| {
                    let square = Square::new(File::new(file), Rank::new(rank));
                    if stands.contains(square) {
                        pair(first + file, 1) - material
                    } else {
                        Pair::default()
                    }
                });
                if row.iter().all(|&place| place == Pair::default()) {
                    text += "        [s(0, 0); 5],\n";
                } else {
                    let _ = writeln!(text, "        [{}],", row.map(show).join(", "));
                }
            }
            text += "    ],\n";
        }
        text + "];\n"
    }
}

const _: () = assert!(size_of::<Half>() == HALF * size_of::<Pair>());
const _: () = assert!(PAIRS < NONE as usize & !(THEIRS as usize));

#[cfg(test)]
mod tests {
    use super::{super::Evaluation, *};
    use crate::types::Move;

    /// Positions of random games.
    fn positions() -> Vec<Position> {
        let mut seed = 3_u64;
        let mut positions = Vec::new();
        for _ in 0..8 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves: Vec<Move> = Square::all()
                    .flat_map(|from| Square::all().map(move |to| (from, to)))
                    .filter(|(from, to)| from != to)
                    .map(|(from, to)| Move::new(from, to))
                    .filter(|&mv| position.is_legal(mv))
                    .collect();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // Captures first, so that endgames are reached.
                let captures: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|mv| position.piece_on(mv.to()).is_some())
                    .collect();
                let choice = match &captures[..] {
                    captures if !captures.is_empty() && seed >> 62 == 0 => captures,
                    _ => &moves,
                };
                position.make(choice[(seed >> 33) as usize % choice.len()]);
                positions.push(position.clone());
            }
        }
        positions
    }

    #[test]
    fn counts_times_weights_are_the_evaluation() {
        let weights = Weights::current();
        let positions = positions();
        assert!(positions.iter().any(|p| p.occupied().len() < 10));
        for position in positions {
            let score = Evaluation::new(&position).evaluate(&position);
            let traced = Trace::of(&position).score(&weights);
            // The evaluation cuts off fractions twice.
            assert!(
                (traced - f64::from(score.0)).abs() < 2.0,
                "{traced} {score:?} {}",
                position.fen()
            );
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_score() {
        let weights = Weights::current();
        for position in positions().iter().step_by(97) {
            let trace = Trace::of(position);
            let mut gradient = vec![0.0; weights.0.len()];
            trace.add_gradient(&weights, 2.0, &mut gradient);
            for (at, wanted) in gradient.into_iter().enumerate() {
                let mut moved = weights.clone();
                moved.0[at] += 1e-3;
                let slope = (trace.score(&moved) - trace.score(&weights)) / 1e-3;
                assert!((2.0 * slope - wanted).abs() < 1e-6, "weight {at}");
            }
        }
    }

    #[test]
    fn the_source_is_that_of_the_engine() {
        let material = MATERIAL.map(|pair| [pair.opening, pair.endgame].map(f64::from));
        let source = Weights::current().source(&material);
        let file = include_str!("weights.rs");
        for part in source.split("\n\n") {
            assert!(file.contains(part), "{part}");
        }
    }
}
