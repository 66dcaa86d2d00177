//! Text in, calls of the engine; events of the search, text out.
//!
//! Three dialects share one session: UCI (with its Cyclone branch), UCCI and CECP. The first word
//! that belongs to a dialect selects it, at any time and again; until then UCI is spoken. `uci`,
//! `ucci` and their options, positions and limits are one grammar, because clients mix them.
//!
//! | file | what it holds |
//! |---|---|
//! | `session` | the loop: what is obeyed at once, what waits for the search, how it ends |
//! | `commands` | the commands of UCI and UCCI |
//! | `xboard` | the commands of CECP and the game they keep |
//! | `uci`, `ucci`, `cecp` | what each dialect says, told apart by `voice` |
//! | `setup`, `go`, `wire`, `input`, `board` | parts of lines, in and out |

mod board;
mod cecp;
mod commands;
mod go;
mod input;
mod session;
mod setup;
mod ucci;
mod uci;
mod voice;
mod wire;
mod xboard;

use std::{
    io::{self, Read, Write},
    sync::mpsc,
    thread,
};

use session::{Event, Session};

/// Speaks with the client at the other end of `input` and `output` until `quit`, or until the
/// input ends and everything asked for is done.
///
/// # Errors
/// If there is no memory to start with, or nobody reads the output any more.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (events, inbox) = mpsc::channel();
    let session = Session::new(output, events.clone())?;
    thread::Builder::new().name("input".into()).spawn(move || {
        // An input that breaks is an input that ends.
        let _ = input::read_lines(input, |line| events.send(Event::Line(line)).is_ok());
        let _ = events.send(Event::InputEnded);
    })?;
    session.run(&inbox)
}
