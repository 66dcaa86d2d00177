//! A child process that speaks lines: started, written to, read with a deadline, ended.
//!
//! An engine may crash, hang, print garbage or ignore `quit`, and none of that may hold up the
//! runner. So three threads serve each child: one reads its standard output and stamps each
//! line with its time of arrival, one reads its standard error, one writes (a pipe nobody reads
//! blocks its writer). They end when their pipe closes.

use std::{
    env, fmt, io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::pipes::{read_errors, read_output, write_lines};

/// Lines that may wait to be read before the child is made to wait.
const WAITING_LINES: usize = 1024;

/// How long a finished child's standard error is still read.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How often a wait looks whether the run was interrupted.
const INTERRUPT_CHECK: Duration = Duration::from_millis(50);

/// A wish to end the run early, shared by all that wait.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks all waits to end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    #[must_use]
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a command could not be started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// There is no command.
    #[error("the command is empty")]
    Empty,
    /// The quotes of a command do not match.
    #[error("the command `{0}` has an open quote")]
    Quote(String),
    /// The program file does not exist.
    #[error("there is no program `{0}`")]
    NotFound(String),
    /// The operating system refused.
    #[error("cannot start `{program}`: {error}")]
    Refused {
        /// The program file.
        program: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
}

/// A program with its arguments and working directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program file.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where it runs; `None` is where the runner runs.
    pub dir: Option<PathBuf>,
}

impl Launch {
    /// Reads a command line.
    ///
    /// If the whole text is the name of a file, blanks and all, that file is the program.
    /// Otherwise the text is split at blanks; quotes keep blanks together. A program name with
    /// a slash is relative to the runner's directory, or to `dir` where it does not exist
    /// there; one without is looked up in `PATH`.
    ///
    /// # Errors
    /// If the text is empty, has an open quote, or names a program that does not exist.
    pub fn new(command: &str, args: &[String], dir: Option<&Path>) -> Result<Self, SpawnError> {
        let whole = locate(command.trim(), dir);
        let (program, mut all_args) = if let Some(program) = whole {
            (program, Vec::new())
        } else {
            let mut words = split_words(command)?.into_iter();
            let first = words.next().ok_or(SpawnError::Empty)?;
            let program = locate(&first, dir).ok_or(SpawnError::NotFound(first))?;
            (program, words.collect())
        };
        all_args.extend_from_slice(args);
        Ok(Self {
            program,
            args: all_args,
            dir: dir.map(Path::to_owned),
        })
    }
}

/// The program file this name stands for.
fn locate(name: &str, dir: Option<&Path>) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let path = Path::new(name);
    if path.components().count() > 1 || name.starts_with('.') {
        let here = std::path::absolute(path).ok()?;
        let there = dir.and_then(|dir| std::path::absolute(dir.join(path)).ok());
        return [Some(here), there]
            .into_iter()
            .flatten()
            .find(|p| p.is_file());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|p| p.is_file())
}

/// The words of a command line; quotes and backslashes as in a shell, nothing else.
fn split_words(text: &str) -> Result<Vec<String>, SpawnError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => {
                let escaped = letters.next().unwrap_or('\\');
                word.get_or_insert_default().push(escaped);
            }
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpawnError::Quote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

/// What came out of a wait for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end, and when it arrived.
    Line(String, Instant),
    /// Nothing until the deadline.
    Nothing,
    /// The child closed its output: there will be no more lines.
    Closed,
    /// The run was interrupted.
    Interrupted,
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Status(ExitStatus),
    /// It had to be killed.
    Killed,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => status.fmt(f),
            Self::Killed => f.write_str("killed"),
        }
    }
}

/// A running child. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<(String, Instant)>,
    last_words: Arc<Mutex<String>>,
    /// Reads standard error until it is closed.
    errors: Option<thread::JoinHandle<()>>,
    label: String,
    exit: Option<Exit>,
}

impl Process {
    /// Starts a program; `label` names it in the log.
    ///
    /// It gets a process group of its own, so that a Ctrl-C meant for the runner does not
    /// reach it.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn start(launch: &Launch, label: &str) -> Result<Self, SpawnError> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| SpawnError::Refused {
            program: launch.program.clone(),
            error,
        })?;
        let (input, lines_in) = mpsc::channel();
        let (lines_out, output) = mpsc::sync_channel(WAITING_LINES);
        let last_words = Arc::default();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &lines_in));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_output(stdout, &lines_out));
        }
        let errors = child.stderr.take().map(|stderr| {
            let (label, last_words) = (label.to_owned(), Arc::clone(&last_words));
            thread::spawn(move || read_errors(stderr, &label, &last_words))
        });
        Ok(Self {
            child,
            input: Some(input),
            output,
            last_words,
            errors,
            label: label.to_owned(),
            exit: None,
        })
    }

    /// Its number, for the log.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Names it anew in the log.
    pub fn relabel(&mut self, label: String) {
        self.label = label;
    }

    /// Sends a line. A child that is gone is noticed by reading, not here.
    pub fn send(&self, line: &str) {
        log::debug!("{} < {line}", self.label);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for a line until the deadline.
    pub fn hear(&self, deadline: Instant, stop: &Stop) -> Heard {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(INTERRUPT_CHECK)) {
                Ok((line, at)) => {
                    log::debug!("{} > {line}", self.label);
                    return Heard::Line(line, at);
                }
                Err(RecvTimeoutError::Disconnected) => return Heard::Closed,
                Err(RecvTimeoutError::Timeout) if stop.requested() => return Heard::Interrupted,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Takes the lines that have arrived already.
    pub fn drain(&self) -> Vec<String> {
        let lines: Vec<_> = self.output.try_iter().map(|(line, _)| line).collect();
        for line in &lines {
            log::debug!("{} > {line}", self.label);
        }
        lines
    }

    /// The last line it wrote to standard error, empty if none.
    #[must_use]
    pub fn last_words(&self) -> String {
        let words = self.last_words.lock();
        words.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends it: sends `farewell` (if any), closes its input, waits up to `grace`, then kills it.
    pub fn end(&mut self, farewell: Option<&str>, grace: Duration) -> Exit {
        if let Some(exit) = self.exit {
            return exit;
        }
        if let Some(word) = farewell {
            self.send(word);
        }
        self.input = None;
        let deadline = Instant::now() + grace;
        let mut pause = Duration::from_millis(1);
        let exit = loop {
            self.output.try_iter().for_each(drop);
            match self.child.try_wait() {
                Ok(Some(status)) => break Exit::Status(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(pause),
                _ => {
                    self.kill();
                    break Exit::Killed;
                }
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        self.await_last_words();
        log::debug!("{} ended: {exit}", self.label);
        self.exit = Some(exit);
        exit
    }

    /// Gives the reader of standard error a moment to take what the child left there; somebody
    /// the child started may keep it open for ever.
    fn await_last_words(&mut self) {
        let deadline = Instant::now() + LAST_WORDS;
        while self
            .errors
            .as_ref()
            .is_some_and(|reader| !reader.is_finished())
            && Instant::now() < deadline
        {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills the child and, where there are process groups, whatever it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            let group = format!("-{}", self.child.id());
            let _ = Command::new("kill")
                .args(["-KILL", "--", &group])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(None, Duration::ZERO);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_at_blanks_outside_quotes() {
        let words = |text| split_words(text).unwrap();
        assert_eq!(words("python3  a.py ok "), ["python3", "a.py", "ok"]);
        assert_eq!(
            words("'/my engines/x' \"b c\" d\\ e ''"),
            ["/my engines/x", "b c", "d e", ""]
        );
        assert!(matches!(split_words("a 'b"), Err(SpawnError::Quote(_))));
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Launch::new("/no/such/bin -x", &[], None).unwrap_err();
        assert_eq!(error.to_string(), "there is no program `/no/such/bin`");
        assert!(matches!(
            Launch::new("  ", &[], None),
            Err(SpawnError::Empty)
        ));
    }

    #[cfg(unix)]
    mod with_a_shell {
        use super::*;

        fn shell(script: &str) -> Process {
            let launch = Launch::new("sh", &["-c".into(), script.into()], None).unwrap();
            Process::start(&launch, "sh").unwrap()
        }

        fn soon() -> Instant {
            Instant::now() + Duration::from_secs(20)
        }

        #[test]
        fn lines_go_both_ways_and_the_end_is_seen() {
            let mut child = shell("read x; echo got $x; echo dying >&2; printf half; exit 3");
            child.send("word");
            let hear = || match child.hear(soon(), &Stop::default()) {
                Heard::Line(line, _) => line,
                other => format!("{other:?}"),
            };
            assert_eq!([hear(), hear(), hear()], ["got word", "half", "Closed"]);
            let exit = child.end(None, Duration::from_secs(20));
            assert!(matches!(exit, Exit::Status(s) if s.code() == Some(3)));
            assert_eq!(child.last_words(), "dying");
        }

        #[test]
        fn a_stubborn_child_and_its_children_are_killed() {
            let mut child = shell("trap '' TERM; echo up; sleep 1000 & wait; sleep 1000");
            assert!(matches!(
                child.hear(soon(), &Stop::default()),
                Heard::Line(..)
            ));
            assert_eq!(
                child.end(Some("quit"), Duration::from_millis(20)),
                Exit::Killed
            );
            let closed = child.hear(soon(), &Stop::default());
            assert_eq!(closed, Heard::Closed, "the grandchild still holds the pipe");
        }

        #[test]
        fn an_interrupt_ends_a_wait() {
            let child = shell("sleep 1000");
            let stop = Stop::default();
            stop.request();
            assert_eq!(child.hear(soon(), &stop), Heard::Interrupted);
        }
    }
}
