//! Lines in: bytes to text, whatever the client sends.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read whole: a game of hundreds of thousands of moves.
const LONGEST: u64 = 4 << 20;

/// Calls `each` for every line until the input ends: LF or CRLF, bytes that are no UTF-8
/// replaced, a last line without its end included; a line longer than any game is cut.
/// `each` returns whether to go on.
///
/// # Errors
/// If reading fails.
pub fn read_lines(input: impl Read, mut each: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        let line = String::from_utf8_lossy(&bytes);
        if !each(line.trim_matches(is_blank).to_string()) {
            return Ok(());
        }
    }
}

/// Blanks at the ends of a line, the marks of line ends and of byte order among them.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\0' || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        })
        .unwrap();
        lines
    }

    #[test]
    fn any_line_end_and_any_byte_is_read() {
        assert_eq!(lines(b"uci\r\n  go \t\n\nquit"), ["uci", "go", "", "quit"]);
        assert_eq!(lines(b"\xff\xfeuci\n"), ["\u{fffd}\u{fffd}uci"]);
        assert_eq!(lines("\u{feff}uci".as_bytes()), ["uci"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_very_long_line_stays_whole() {
        let long = "a0a1 ".repeat(50_000);
        assert_eq!(lines(long.as_bytes())[0].len(), 249_999);
        let endless = [vec![b'x'; LONGEST as usize + 10], b"\nuci\n".to_vec()].concat();
        assert_eq!(lines(&endless)[1], "uci");
    }
}
