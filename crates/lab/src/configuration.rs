//! What is compared: a search in a column of the table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A column of the paper's table: a heuristic, preferred operators or not, deferred evaluation or not.
/// Written `ff`, `ff+po`, `ff+de+po`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Column {
    /// The heuristic, with parameters if they are not the defaults.
    pub heuristic: String,
    /// Whether preferred operators are used.
    pub preferred: bool,
    /// Whether evaluation is deferred.
    pub deferred: bool,
}

/// A search in a column.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// The search, with parameters if they are not the defaults: `guct-uniform(floor=0)`.
    pub search: String,
    /// The rest.
    #[serde(flatten)]
    pub column: Column,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heuristic)?;
        if self.deferred {
            f.write_str("+de")?;
        }
        if self.preferred {
            f.write_str("+po")?;
        }
        Ok(())
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.search, self.column)
    }
}

/// A text that is not a column.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{part}' in '{text}' is neither po (preferred operators) nor de (deferred evaluation)")]
pub struct ColumnError {
    text: String,
    part: String,
}

impl FromStr for Column {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Self, ColumnError> {
        let mut parts = text.split('+').map(str::trim);
        let heuristic = parts.next().unwrap_or_default().to_owned();
        let mut column = Column { heuristic, preferred: false, deferred: false };
        for part in parts {
            match part {
                "po" => column.preferred = true,
                "de" => column.deferred = true,
                _ => return Err(ColumnError { text: text.to_owned(), part: part.to_owned() }),
            }
        }
        Ok(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_written_as_they_are_read() {
        for text in ["ff", "ff+po", "ff+de+po", "gc+de", "ff(cost=real)+po"] {
            assert_eq!(text.parse::<Column>().unwrap().to_string(), text);
        }
        assert_eq!("ff+po+de".parse::<Column>().unwrap().to_string(), "ff+de+po");
        assert!("ff+op".parse::<Column>().unwrap_err().to_string().contains("'op'"));
    }
}
