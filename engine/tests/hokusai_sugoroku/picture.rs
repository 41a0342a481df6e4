//! The route as people see it.
