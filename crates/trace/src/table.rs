//! Tables in memory: named columns of equal length.

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Whole numbers; [`Values::NONE`] where there is none.
    Whole(Vec<i64>),
    /// Numbers; not a number where there is none.
    Real(Vec<f64>),
    /// Texts, as places in a list of different ones. [`Values::NO_TEXT`] where there is none.
    Text(Vec<u32>, Vec<String>),
}

impl Values {
    /// Stands for a whole number that is not there.
    pub const NONE: i64 = i64::MIN;
    /// Stands for a text that is not there.
    pub const NO_TEXT: u32 = u32::MAX;

    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Whole(values) => values.len(),
            Values::Real(values) => values.len(),
            Values::Text(values, _) => values.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A column.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Values,
}

impl Column {
    /// A column of whole numbers.
    pub fn whole(name: &str, values: Vec<i64>) -> Self {
        Column { name: name.to_owned(), values: Values::Whole(values) }
    }

    /// A column of numbers.
    pub fn real(name: &str, values: Vec<f64>) -> Self {
        Column { name: name.to_owned(), values: Values::Real(values) }
    }
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its name, which is that of its file.
    pub name: String,
    /// Its columns, of equal length.
    pub columns: Vec<Column>,
    /// Whether rows are missing at the end because there were more than [`MAX_ROWS`](crate::MAX_ROWS).
    pub is_cut: bool,
}

impl Table {
    /// The number of rows.
    pub fn num_rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The whole numbers of a column, if there is such a column.
    pub fn whole(&self, name: &str) -> Option<&[i64]> {
        self.columns.iter().find(|column| column.name == name).and_then(|column| match &column.values {
            Values::Whole(values) => Some(&values[..]),
            _ => None,
        })
    }

    /// The text of a column in a row, if there is one.
    pub fn text(&self, name: &str, row: usize) -> Option<&str> {
        self.columns.iter().find(|column| column.name == name).and_then(|column| match &column.values {
            Values::Text(places, texts) => texts.get(*places.get(row)? as usize).map(String::as_str),
            _ => None,
        })
    }

    /// Puts columns in front that say the same in each row.
    pub fn labelled(mut self, labels: &[(&str, String)]) -> Self {
        let rows = self.num_rows();
        let columns = labels.iter().map(|(name, text)| Column {
            name: (*name).to_owned(),
            values: Values::Text(vec![0; rows], vec![text.clone()]),
        });
        self.columns.splice(..0, columns);
        self
    }
}
