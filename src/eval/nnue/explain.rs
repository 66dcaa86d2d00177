//! What the network sees, for people: each piece's worth on its point.

use std::fmt::Write;

use super::{
    arch::bucket,
    features,
    network::Network,
    simd::{Block, Kernel},
};
use crate::{
    position::Position,
    types::{Color, File, PieceKind, Rank, Square},
};

impl Network {
    /// How much the score of the piece's side falls when the piece on `square` is taken off the
    /// board, in centipawns; `None` for kings and empty points.
    #[must_use]
    pub fn piece_value(&self, position: &Position, square: Square) -> Option<i32> {
        let piece = position.piece_on(square)?;
        if piece.kind() == PieceKind::King {
            return None;
        }
        let owner = piece.color();
        let sides = [owner, !owner];
        let mut with = sides.map(|_| vec![Block::ZERO; self.row_len()]);
        let mut without = with.clone();
        for (at, side) in sides.into_iter().enumerate() {
            let orientation = features::orientation(position, side);
            let row = self.row(features::index(side, orientation, piece, square));
            self.refresh(Kernel::Scalar, position, side, &mut with[at]);
            Kernel::Scalar.update(&mut without[at], &with[at], &[], &[row]);
        }
        let pieces = position.occupied().len();
        let score =
            |sums: &[Vec<Block>; 2]| self.output(Kernel::Scalar, &sums[0], &sums[1], pieces).0;
        Some(score(&with) - score(&without))
    }

    /// A board with the worth of every piece, and the score, for people.
    #[must_use]
    pub fn explain(&self, position: &Position) -> String {
        let mut text = format!(
            "network {} ({} hidden neurons a side, id {:016x})\n\
             worth of each piece in centipawns: the score without it is that much lower\n",
            self.name(),
            self.width(),
            self.id()
        );
        for rank in Rank::all().rev() {
            for kind in [RowKind::Letters, RowKind::Values] {
                let row = self.board_row(position, rank, kind);
                if !row.is_empty() {
                    text.push_str(&row);
                    text.push('\n');
                }
            }
        }
        let score = self.evaluate(position);
        let for_red = match position.side() {
            Color::Red => score,
            Color::Black => -score,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "output row {}, score {for_red} for red, {score} for the side to move",
            bucket(position.occupied().len())
        );
        text
    }

    fn board_row(&self, position: &Position, rank: Rank, kind: RowKind) -> String {
        let head = match kind {
            RowKind::Letters => rank.to_string(),
            RowKind::Values => " ".to_string(),
        };
        let cells = File::all().map(|file| {
            let square = Square::new(file, rank);
            match kind {
                RowKind::Letters => position
                    .piece_on(square)
                    .map_or(".".to_string(), |piece| piece.letter().to_string()),
                RowKind::Values => self
                    .piece_value(position, square)
                    .map_or(String::new(), |value| value.to_string()),
            }
        });
        let line = cells.fold(head, |line, cell| line + &format!("{cell:>7}"));
        line.trim_end().to_string()
    }
}

/// The two lines of a rank.
#[derive(Clone, Copy)]
enum RowKind {
    Letters,
    Values,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_but_the_kings_has_a_worth() {
        let network = Network::noise(32, 1);
        let position = Position::startpos();
        let valued = Square::all()
            .filter(|&square| network.piece_value(&position, square).is_some())
            .count();
        assert_eq!(valued, 30);
        let text = network.explain(&position);
        assert!(
            text.contains("network noise") && text.contains("score"),
            "{text}"
        );
    }
}
