//! The protocol loop on standard input, or over commands given as arguments.

use std::io::{self, IsTerminal};

use super::{Answer, Outcome, aside::tell};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Words that begin a protocol command when they stand on the command line.
const VERBS: &[&str] = &[
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "uccinewgame",
    "newgame",
    "setoption",
    "position",
    "fen",
    "startpos",
    "banmoves",
    "go",
    "stop",
    "ponderhit",
    "probe",
    "quit",
    "d",
    "flip",
    "compiler",
    "help",
];

/// Speaks on standard input and output until `quit` or the end of the input.
pub fn run() -> Outcome {
    if io::stdin().is_terminal() {
        tell!("chuhe {VERSION}: type `help` for the commands, `quit` to leave");
    }
    chuhe::protocol::run(io::stdin(), io::stdout())?;
    Ok(Answer::Yes)
}

/// Runs the commands given as arguments, in order, then leaves.
///
/// # Errors
/// If the first word is no protocol command.
pub fn run_words(words: &[String]) -> Outcome {
    let commands = split_commands(words);
    let first = commands
        .first()
        .and_then(|command| command.split_whitespace().next());
    if first.is_none_or(|verb| !VERBS.contains(&verb)) {
        return Err(format!(
            "`{}` is neither a command of chuhe (see --help) nor of a protocol",
            first.unwrap_or_default()
        )
        .into());
    }
    chuhe::protocol::run(io::Cursor::new(commands.join("\n")), io::stdout())?;
    Ok(Answer::Yes)
}

/// Cuts arguments into commands: a new one starts at each verb and at each argument that holds
/// blanks, so that both `"go depth 5"` and `go depth 5` are one command.
fn split_commands(words: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for word in words {
        let whole = word.contains(char::is_whitespace);
        let verb = VERBS.contains(&word.as_str());
        let position = matches!(word.as_str(), "fen" | "startpos")
            && commands.last().is_some_and(|c| c == "position");
        match commands.last_mut() {
            Some(last) if !whole && (!verb || position) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => commands.push(word.clone()),
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(words: &[&str]) -> Vec<String> {
        split_commands(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_cut_at_verbs_and_at_quoted_commands() {
        let wanted = ["position startpos", "go depth 5"];
        assert_eq!(split(&["position startpos", "go depth 5"]), wanted);
        assert_eq!(split(&["position", "startpos", "go", "depth", "5"]), wanted);
        assert_eq!(split(&["uci", "isready"]), ["uci", "isready"]);
    }
}
