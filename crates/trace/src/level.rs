//! How much is recorded.

use std::fmt;
use std::str::FromStr;

/// How much is recorded. Each level has the tables of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The smallest heuristic value over time.
    Best,
    /// Also the plateaus and local minima that the search entered.
    Plateaus,
    /// Also what a tree chose from.
    Selections,
    /// Also every state that was generated.
    All,
}

impl Level {
    /// All levels with their names, from little to much.
    pub const ALL: [(Level, &'static str); 4] = [
        (Level::Best, "best"),
        (Level::Plateaus, "plateaus"),
        (Level::Selections, "selections"),
        (Level::All, "all"),
    ];

    /// The names of the tables of this level.
    pub fn tables(self) -> &'static [&'static str] {
        let tables = &["best", "plateaus", "selections", "states"];
        &tables[..=self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL[*self as usize].1)
    }
}

/// The name of a level that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected best, plateaus, selections or all")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let level = Self::ALL.into_iter().find(|(_, name)| *name == text);
        level.map(|(level, _)| level).ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named_and_each_adds_a_table() {
        for (number, (level, name)) in Level::ALL.into_iter().enumerate() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.to_string(), name);
            assert_eq!(level.tables().len(), number + 1);
        }
        assert_eq!("some".parse::<Level>(), Err(UnknownLevel));
    }
}
