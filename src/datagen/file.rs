//! The game file: chunks that can be appended, joined and torn off.
//!
//! Eight bytes of magic and then chunks: a tag, a length, a CRC-32 and the payload. A provenance
//! chunk says who played the games behind it and how; a game chunk holds one game. So a run is
//! continued by writing more chunks, files are merged by joining theirs, and a tail torn off by
//! a crash is recognised and dropped. Games are kept whole; which positions are worth training
//! on is decided when they are read.

use std::sync::Arc;

use thiserror::Error;

use super::record::{GameRecord, Provenance};
use crate::types::Move;

/// The first bytes of a game file; the last is the format version.
pub const MAGIC: [u8; 8] = *b"CHUHEGM1";

const CHUNK_HEADER: usize = 7;
const TAG_PROVENANCE: u8 = b'P';
const TAG_GAME: u8 = b'G';

/// What is wrong with a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It starts with something else.
    #[error("not a game file: it does not start with `CHUHEGM1`")]
    Magic,
    /// A chunk whose checksum is wrong although more follows it.
    #[error("damaged at byte {at}: the checksum of a chunk is wrong")]
    Checksum {
        /// Where the chunk starts.
        at: usize,
    },
    /// A chunk that is intact and still makes no sense.
    #[error("chunk at byte {at} cannot be read: {what}")]
    Content {
        /// Where the chunk starts.
        at: usize,
        /// What was expected.
        what: &'static str,
    },
}

/// One readable chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// The games behind this one come from here.
    Provenance(Arc<Provenance>),
    /// A game.
    Game(GameRecord),
}

/// CRC-32 as in Ethernet and zip. Source: IEEE 802.3.
pub(crate) fn crc32(parts: &[&[u8]]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = if crc & 1 != 0 {
                    crc >> 1 ^ 0xEDB8_8320
                } else {
                    crc >> 1
                };
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    !parts.iter().copied().flatten().fold(!0, |crc, &byte| {
        TABLE[((crc ^ u32::from(byte)) & 0xFF) as usize] ^ crc >> 8
    })
}

fn push_chunk(out: &mut Vec<u8>, tag: u8, payload: &[u8]) {
    let len = u16::try_from(payload.len()).expect("a game has at most a few hundred plies");
    let head = [tag, len.to_le_bytes()[0], len.to_le_bytes()[1]];
    out.extend(head);
    out.extend(crc32(&[&head, payload]).to_le_bytes());
    out.extend(payload);
}

/// Appends a provenance chunk.
pub fn push_provenance(out: &mut Vec<u8>, provenance: &Provenance) {
    push_chunk(out, TAG_PROVENANCE, &provenance.to_payload());
}

/// Appends a game chunk.
///
/// # Panics
/// If the game is longer than 15 000 plies.
pub fn push_game(out: &mut Vec<u8>, game: &GameRecord) {
    push_chunk(out, TAG_GAME, &game.to_payload());
}

/// Takes values off the front of a payload.
pub(super) struct Payload<'a>(&'a [u8]);

impl Payload<'_> {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk()?;
        self.0 = tail;
        Some(*head)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.bytes().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(super) fn mv(&mut self) -> Option<Move> {
        Move::from_bits(self.u16()?)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let len = usize::from(self.u8()?);
        let (head, tail) = self.0.split_at_checked(len)?;
        self.0 = tail;
        String::from_utf8(head.to_vec()).ok()
    }
}

/// Walks over the chunks of a game file held in memory.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    failed: bool,
}

impl<'a> Reader<'a> {
    /// Starts at the first chunk. An empty file is one with no chunks.
    ///
    /// # Errors
    /// If the bytes are not a game file.
    pub fn new(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let at = if bytes.is_empty() { 0 } else { MAGIC.len() };
        if !bytes.is_empty() && !bytes.starts_with(&MAGIC) {
            return Err(RecordError::Magic);
        }
        let failed = false;
        Ok(Self { bytes, at, failed })
    }

    /// Bytes of complete chunks so far, magic included. After the last chunk: where an appender
    /// goes on.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Bytes behind the last complete chunk. Meaningful after the iterator has ended.
    #[must_use]
    pub fn torn_bytes(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn read_chunk(&self) -> Option<Result<(Chunk, usize), RecordError>> {
        let at = self.at;
        let (head, tail) = self.bytes[at..].split_first_chunk::<CHUNK_HEADER>()?;
        let len = usize::from(u16::from_le_bytes([head[1], head[2]]));
        let (payload, rest) = tail.split_at_checked(len)?;
        let crc = u32::from_le_bytes([head[3], head[4], head[5], head[6]]);
        if crc != crc32(&[&head[..3], payload]) {
            // The very last chunk may be a page that never reached the disk.
            return (!rest.is_empty()).then_some(Err(RecordError::Checksum { at }));
        }
        let payload = Payload(payload);
        let chunk = match head[0] {
            TAG_PROVENANCE => Provenance::from_payload(payload)
                .map(|provenance| Chunk::Provenance(Arc::new(provenance)))
                .ok_or("a provenance is expected"),
            TAG_GAME => GameRecord::from_payload(payload)
                .map(Chunk::Game)
                .ok_or("a game is expected"),
            _ => Err("unknown kind of chunk"),
        };
        Some(match chunk {
            Ok(chunk) => Ok((chunk, at + CHUNK_HEADER + len)),
            Err(what) => Err(RecordError::Content { at, what }),
        })
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Chunk, RecordError>;

    /// The next chunk. Ends at the end of the file or where its torn tail begins, and after the
    /// first error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let chunk = self.read_chunk()?;
        match &chunk {
            Ok((_, next)) => self.at = *next,
            Err(_) => self.failed = true,
        }
        Some(chunk.map(|(chunk, _)| chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::record::{Ending, Outcome, ScoredMove};

    fn sample(index: u32) -> GameRecord {
        GameRecord {
            index,
            start: (index % 2 == 1).then(|| "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1".to_string()),
            opening: vec!["h2e2".parse().unwrap()],
            plies: (0..index as i16)
                .map(|i| ScoredMove {
                    mv: "b9c7".parse().unwrap(),
                    score: -300 + i,
                })
                .collect(),
            outcome: Outcome::Draw,
            ending: Ending::PlyLimit,
        }
    }

    fn file(games: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let provenance = Provenance {
            engine: "chuhe 0.1.0".to_string(),
            network: 7,
            nodes: 1000,
            seed: 42,
        };
        push_provenance(&mut bytes, &provenance);
        (0..games).for_each(|index| push_game(&mut bytes, &sample(index)));
        bytes
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(&[b"1234", b"56789"]), 0xCBF4_3926);
    }

    #[test]
    fn games_survive_the_file_at_four_bytes_a_ply() {
        let bytes = file(5);
        let chunks: Vec<Chunk> = Reader::new(&bytes).unwrap().map(Result::unwrap).collect();
        assert!(matches!(&chunks[0], Chunk::Provenance(p) if p.nodes == 1000 && p.seed == 42));
        for (index, chunk) in chunks[1..].iter().enumerate() {
            assert_eq!(chunk, &Chunk::Game(sample(index as u32)));
        }
        let (mut short, mut long) = (Vec::new(), Vec::new());
        push_game(&mut short, &sample(10));
        push_game(&mut long, &sample(20));
        assert_eq!(long.len() - short.len(), 40);
    }

    #[test]
    fn a_torn_tail_is_dropped_and_the_rest_read() {
        let whole = file(3);
        let two = file(2).len();
        for len in two..whole.len() {
            let mut reader = Reader::new(&whole[..len]).unwrap();
            assert_eq!(reader.by_ref().filter(Result::is_ok).count(), 3);
            assert_eq!((reader.position(), reader.torn_bytes()), (two, len - two));
        }
    }

    #[test]
    fn damage_in_the_middle_is_reported_with_its_place() {
        let mut bytes = file(3);
        let at = file(1).len();
        bytes[at + CHUNK_HEADER + 1] ^= 4;
        let last = Reader::new(&bytes).unwrap().last();
        assert_eq!(last, Some(Err(RecordError::Checksum { at })));
        assert_eq!(Reader::new(b"PGN").unwrap_err(), RecordError::Magic);
    }
}
