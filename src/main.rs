//! The `chuhe` binary: a thin shell around the library, one file per command.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
