//! Result files and tables.

pub mod balance;
pub mod csv;
pub mod folder;
pub mod manifest;
pub mod progress;
pub mod table;

/// Every file that a run may leave in its folder, the manifest first: what is to go before another run
/// writes there.
const FILES: [&str; 11] = [
    manifest::MANIFEST,
    manifest::RUN,
    csv::MATCHES,
    csv::SEATS,
    csv::STANDINGS,
    csv::PAIRS,
    csv::SIDES,
    balance::BALANCE,
    balance::DIFFERENCES,
    balance::COVERAGE,
    balance::SUMS,
];
