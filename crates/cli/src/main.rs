//! The command line of Extremal.
fn main() {}
