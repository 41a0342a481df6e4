//! Result files and tables.

pub mod balance;
pub mod csv;
pub mod folder;
pub mod manifest;
pub mod progress;
pub mod table;
