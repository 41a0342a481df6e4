//! Result files and tables.

pub mod balance;
pub mod csv;
pub mod folder;
pub mod ladder;
pub mod manifest;
pub mod openings;
pub mod progress;
pub mod table;

/// Every file that a run may leave in its folder, the manifest first: what is to go before another run
/// writes there.
const FILES: [&str; 16] = [
    manifest::MANIFEST,
    manifest::RUN,
    csv::MATCHES,
    csv::SEATS,
    csv::STANDINGS,
    csv::PAIRS,
    csv::SIDES,
    csv::OPENINGS,
    ladder::RATINGS,
    ladder::GAPS,
    ladder::FIT,
    ladder::SIDE_TERMS,
    balance::BALANCE,
    balance::DIFFERENCES,
    balance::COVERAGE,
    balance::SUMS,
];
