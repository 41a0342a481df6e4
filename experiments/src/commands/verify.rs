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
    let file = args.file.as_deref().filter(|&file| file != Path::new("-"));
    let (name, mut reader): (String, Box<dyn BufRead>) = match file {
        None => ("standard input".to_string(), Box::new(std::io::stdin().lock())),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
            (name, Box::new(BufReader::new(file)))
        }
    };
    let (mut records, mut mismatches) = (0_u64, 0_u64);
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        match length.with_context(|| format!("cannot read {name}"))? as u64 {
            0 => break,
            LONGEST_LINE => bail!("{name}, line {number} is longer than any record"),
            _ => {}
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        records += 1;
        let verified = match std::str::from_utf8(&line) {
            Ok(text) => verify_line(text).map_err(|mismatch| mismatch.to_string()),
            Err(error) => Err(format!("not a record: {error}")),
        };
        if let Err(mismatch) = verified {
            mismatches += 1;
            writeln!(out, "{name}, line {number}: {mismatch}")?;
        }
    }
    writeln!(out, "{records} records, {mismatches} mismatches")?;
    Ok(if mismatches == 0 { Answer::Yes } else { Answer::No })
}
