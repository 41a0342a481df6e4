//! Experiments with the agents and games of Ludarium: matches, statistics, records, results.
//!
//! The binary `ludarium` is a thin command line over this library. Everything that knows a game by
//! its type goes through [`registry::with_game`]; records, statistics and result files do not.

pub mod arena;
pub mod cli;
pub mod commands;
pub mod exact;
pub mod grid;
pub mod output;
pub mod puzzle;
pub mod record;
pub mod registry;
pub mod stats;
