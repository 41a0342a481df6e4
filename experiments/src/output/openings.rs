//! `openings.csv`: the openings that a judge found balanced. They are drawn before the first match, and read
//! back to go on with a run, since judging takes a while.

use super::csv::OPENINGS;
use crate::arena::DrawnOpening;
use anyhow::{Context, ensure};
use ludarium_engine::Game;
use std::fs;
use std::path::Path;

/// The contents of `openings.csv`: one row a group, with the actions from `start`.
///
/// # Errors
///
/// As the CSV writer, which has none when it writes to memory.
///
/// # Panics
///
/// If an opening is none of this game's.
pub fn contents<G: Game>(start: &G, openings: &[DrawnOpening]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["group", "refused", "plies", "actions"])?;
    let mut legal = Vec::new();
    for (group, opening) in openings.iter().enumerate() {
        let (mut game, mut actions) = (start.clone(), Vec::new());
        for &choice in &opening.choices {
            legal.clear();
            game.legal_actions(&mut legal);
            actions.push(legal[choice].to_string());
            game.apply(legal[choice]);
        }
        let counts = [group, opening.refused as usize, opening.choices.len()];
        let mut fields = counts.map(|count| count.to_string()).to_vec();
        fields.push(actions.join(" "));
        table.write_record(fields)?;
    }
    Ok(table.into_inner()?)
}

/// Reads back the openings of so many groups.
///
/// # Errors
///
/// If the file cannot be read, or is not to the byte what is written for these groups of matches from `start`.
pub fn read<G: Game>(folder: &Path, start: &G, groups: u64) -> anyhow::Result<Vec<DrawnOpening>> {
    let path = folder.join(OPENINGS);
    let place = path.display();
    let bytes = fs::read(&path).with_context(|| format!("cannot read {place}"))?;
    let mut openings = Vec::new();
    for (group, row) in csv::Reader::from_reader(&bytes[..]).records().enumerate() {
        let row = row.with_context(|| place.to_string())?;
        let refused = row.get(1).and_then(|field| field.parse().ok());
        let refused = refused.with_context(|| format!("{place}: no number of group {group}"))?;
        let choices = choices(start, row.get(3).unwrap_or_default());
        let choices = choices.with_context(|| format!("{place}: the opening of group {group}"))?;
        openings.push(DrawnOpening { choices, refused });
    }
    ensure!(
        openings.len() as u64 == groups && contents(start, &openings)? == bytes,
        "{place}: these are not the openings of {groups} groups as they are written"
    );
    Ok(openings)
}

/// The places of actions from `start` among the legal ones.
fn choices<G: Game>(start: &G, actions: &str) -> anyhow::Result<Vec<usize>> {
    let (mut game, mut legal, mut choices) = (start.clone(), Vec::new(), Vec::new());
    for action in actions.split_whitespace() {
        legal.clear();
        game.legal_actions(&mut legal);
        let place = legal.iter().position(|legal| legal.to_string() == action);
        let place = place.with_context(|| format!("`{action}` is not legal in `{game}`"))?;
        game.apply(legal[place]);
        choices.push(place);
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::o_an_quan::{OAnQuan, Rules};

    #[test]
    fn openings_read_back() {
        let folder = tempfile::TempDir::new().unwrap();
        let start = OAnQuan::new(Rules::default(), 2).unwrap();
        let opening = |choices: &[usize], refused| {
            let choices = choices.to_vec();
            DrawnOpening { choices, refused }
        };
        let openings = [opening(&[0, 7, 2], 7), opening(&[], 0), opening(&[4], 12)];
        let text = contents(&start, &openings).unwrap();
        let write = |text: &[u8]| fs::write(folder.path().join(OPENINGS), text).unwrap();
        write(&text);
        assert_eq!(read(folder.path(), &start, 3).unwrap(), openings);

        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("group,refused,plies,actions\n0,7,3,A1"), "{text}");
        let wrong = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            write(text.replacen(from, to, 1).as_bytes());
            format!("{:#}", read(folder.path(), &start, 3).unwrap_err())
        };
        assert!(wrong(",A1", ",B1").contains("the opening of group 0: `B1"));
        assert!(wrong("0,7,3", "0,x,3").contains("no number of group 0"));
        assert!(wrong("0,7,3", "0,7,4").contains("not the openings of 3 groups"));
        assert!(wrong("1,0,0,\n", "").contains("not the openings of 3 groups"));
    }
}
