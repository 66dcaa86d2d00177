//! A conversation with the built binary.

#![allow(dead_code)] // each test uses its part

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

/// How long to wait for a line before giving up: generous, because machines are slow at times.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Chat {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Every line heard so far.
    pub heard: Vec<String>,
}

impl Chat {
    /// Starts the engine.
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is built");
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            heard: Vec::new(),
        }
    }

    /// Sends bytes in one write. An engine that has left does not mind.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Waits for a line that matches.
    ///
    /// # Errors
    /// If none comes.
    pub fn expect(&mut self, pattern: &str) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                let last = self.heard.last().cloned().unwrap_or_default();
                return Err(format!("no line matches `{pattern}`; the last is `{last}`"));
            };
            let found = matches(pattern, &line);
            self.heard.push(line);
            if found {
                return Ok(());
            }
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Ends the input, hears the rest and returns the exit code.
    ///
    /// # Errors
    /// If the engine does not leave.
    pub fn finish(&mut self) -> Result<i32, String> {
        self.close();
        let end = Instant::now() + PATIENCE;
        while let Ok(line) = self
            .lines
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.heard.push(line);
        }
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                return Ok(status.code().unwrap_or(-1));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err("it does not leave".to_string())
    }
}

impl Drop for Chat {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line matches a pattern, where `*` stands for any text.
pub fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|tail| {
            tail.char_indices()
                .map(|(at, _)| at)
                .chain([tail.len()])
                .any(|at| matches(rest, &tail[at..]))
        }),
    }
}
