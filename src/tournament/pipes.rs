//! The three pipes of a child process, each served by a thread of its own until it closes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::ChildStdin,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, SyncSender},
    },
    time::Instant,
};

/// Lines are cut here; what follows up to the line end is dropped.
const LONGEST_LINE: usize = 64 << 10;

/// Writes lines until the child is gone or nobody sends any more.
pub fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return; // the child is gone
        }
    }
}

/// Passes lines on, each with its time of arrival, until the pipe closes.
pub fn read_output(stdout: impl Read, lines: &SyncSender<(String, Instant)>) {
    let mut reader = BufReader::new(stdout);
    while let Some(line) = read_line(&mut reader) {
        if lines.send((line, Instant::now())).is_err() {
            return; // nobody listens any more
        }
    }
}

/// Logs lines of standard error and keeps the last one that is not empty.
pub fn read_errors(stderr: impl Read, label: &str, last_words: &Mutex<String>) {
    let mut reader = BufReader::new(stderr);
    while let Some(line) = read_line(&mut reader) {
        log::debug!("{label} stderr: {line}");
        if !line.is_empty() {
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

/// The next line, without its end and blanks before that, whatever bytes it holds; the last one
/// may lack the end.
fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let limit = LONGEST_LINE as u64;
    let read = reader.by_ref().take(limit).read_until(b'\n', &mut line);
    if read.ok()? == 0 {
        return None;
    }
    if line.len() == LONGEST_LINE && line.last() != Some(&b'\n') {
        reader.skip_until(b'\n').ok()?;
    }
    let text = String::from_utf8_lossy(&line);
    Some(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_bad_bytes_replaced() {
        let mut bytes = vec![b'x'; 200_000];
        bytes.extend(b"\nab\xff\r\n\nlast");
        let mut reader = BufReader::new(&bytes[..]);
        assert_eq!(read_line(&mut reader).unwrap().len(), LONGEST_LINE);
        assert_eq!(read_line(&mut reader).unwrap(), "ab\u{fffd}");
        assert_eq!(read_line(&mut reader).unwrap(), "");
        assert_eq!(read_line(&mut reader).unwrap(), "last");
        assert_eq!(read_line(&mut reader), None);
    }
}
