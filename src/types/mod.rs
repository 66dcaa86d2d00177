//! The vocabulary of the crate: colours, pieces, squares, sets of squares, moves and scores.
//!
//! Nothing here knows a rule. The types are small copies that print themselves in the
//! coordinate form every protocol uses (`h2e2`, ranks counted from 0).

mod bitboard;
mod color;
mod key;
mod move_list;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub use key::Key;
pub use move_list::{List, MoveList};
pub use moves::{Move, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use score::{MATE, MAX_PLY, Score};
pub use square::{File, ParseSquareError, Rank, Square};
