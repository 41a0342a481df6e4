//! The command line: parse, dispatch, print the error chain, exit code.

use clap::Parser;
use ludarium_experiments::cli::Cli;
use ludarium_experiments::commands::{self, Answer};
use std::io::{BufWriter, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let answer = commands::run(cli.command, &mut out)
        .and_then(|answer| out.flush().map(|()| answer).map_err(Into::into));
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever reads the output has seen enough: nothing to say, but the work is not done.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
