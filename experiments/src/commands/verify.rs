//! `ludarium verify`: replaying records.

use super::Answer;
use crate::cli::VerifyArgs;
use crate::record::verify_line;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// No line may be as long, so that memory stays bounded whatever is read: what is parsed takes some
/// tens of bytes for each byte of text.
const LONGEST_LINE: u64 = 1 << 24;

pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut lines = Lines::open(args.file.as_deref())?;
    let (mut records, mut mismatches) = (0_u64, 0_u64);
    while let Some(text) = lines.next()? {
        records += 1;
        let verified = match text {
            Ok(text) => verify_line(text).map_err(|mismatch| mismatch.to_string()),
            Err(error) => Err(format!("not a record: {error}")),
        };
        if let Err(mismatch) = verified {
            mismatches += 1;
            writeln!(out, "{}: {mismatch}", lines.place())?;
        }
    }
    writeln!(out, "{records} records, {mismatches} mismatches")?;
    Ok(if mismatches == 0 { Answer::Yes } else { Answer::No })
}

/// The lines of a file or of standard input that are not blank.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    line: Vec<u8>,
    number: u64,
}

impl Lines {
    /// Opens a file, or standard input for none and for `-`.
    pub(super) fn open(file: Option<&Path>) -> anyhow::Result<Self> {
        let file = file.filter(|&file| file != Path::new("-"));
        let (name, reader): (String, Box<dyn BufRead>) = match file {
            None => ("standard input".to_string(), Box::new(std::io::stdin().lock())),
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                (name, Box::new(BufReader::new(file)))
            }
        };
        Ok(Lines { name, reader, line: Vec::new(), number: 0 })
    }

    /// The next line, or why it is no text; `None` at the end.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<Result<&str, std::str::Utf8Error>>> {
        loop {
            self.line.clear();
            self.number += 1;
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line);
            match read.with_context(|| format!("cannot read {}", self.name))? as u64 {
                0 => return Ok(None),
                LONGEST_LINE => bail!("{} is longer than any record", self.place()),
                _ => {}
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(std::str::from_utf8(&self.line)));
            }
        }
    }

    /// Where the last line is.
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.name, self.number)
    }
}
