//! A table to be shown in any format.

/// A table: text in the first columns, numbers in the others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// How other text refers to it.
    pub label: String,
    /// Labels over several columns; empty if there are none. The spans add up to the number of columns.
    pub groups: Vec<Group>,
    /// Labels of the columns.
    pub header: Vec<String>,
    /// How many of the first columns hold text.
    pub text_columns: usize,
    /// The content.
    pub lines: Vec<Line>,
    /// What has to be said below the table.
    pub notes: Vec<String>,
}

/// A label over several columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The label.
    pub label: String,
    /// How many columns it is over.
    pub span: usize,
}

/// A line of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// Cells.
    Cells(Vec<Cell>),
    /// A rule between groups of lines.
    Rule,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Whether it stands out, as the best of its kind.
    pub strong: bool,
}

impl Table {
    /// A table with a title and labels of columns, the first of which hold text.
    pub fn new(title: impl Into<String>, text_columns: usize, header: Vec<String>) -> Table {
        Table { title: title.into(), text_columns, header, ..Table::default() }
    }

    /// The table with a label by which other text refers to it.
    pub fn labelled(self, label: &str) -> Table {
        Table { label: label.to_owned(), ..self }
    }

    /// Adds a line.
    pub fn push(&mut self, cells: Vec<Cell>) {
        self.lines.push(Line::Cells(cells));
    }

    /// Adds a rule, unless there is nothing to separate.
    pub fn push_rule(&mut self) {
        if matches!(self.lines.last(), Some(Line::Cells(_))) {
            self.lines.push(Line::Rule);
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, strong: false }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::from(text.to_owned())
    }
}

impl Cell {
    /// A cell that stands out if a condition holds.
    pub fn strong_if(text: impl Into<String>, strong: bool) -> Cell {
        Cell { text: text.into(), strong }
    }

    /// A number, or a dash where there is none.
    pub fn number(number: Option<f64>, decimals: usize) -> Cell {
        Cell::from(number.map_or_else(dash, |number| decimal(number, decimals)))
    }

    /// A number with its sign, or a dash where there is none.
    pub fn difference(number: Option<f64>, decimals: usize) -> Cell {
        Cell::from(number.map_or_else(dash, |number| signed(number, decimals)))
    }
}

/// What stands where there is no figure.
pub fn dash() -> String {
    "–".to_owned()
}

/// A number with so many decimals, halves rounded away from zero as the page rounds them, and never a negative
/// zero.
pub fn decimal(number: f64, decimals: usize) -> String {
    // A number is exactly half way between two such decimals if it is an odd multiple of this power of two:
    // other halves have no end in binary.
    let halves = number.abs() * 2_f64.powi(decimals as i32 + 1);
    let rounded = if halves % 2.0 == 1.0 { number * (1.0 + f64::EPSILON) } else { number };
    let text = format!("{rounded:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// A number with a sign unless it is rounded to zero.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = decimal(number, decimals);
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    if number > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// A number of tasks: whole unless it is a mean.
pub fn count(number: f64) -> String {
    if (number - number.round()).abs() < 1e-9 { decimal(number, 0) } else { decimal(number, 1) }
}

/// A probability, with as many digits as are worth reading.
pub fn probability(p: f64) -> String {
    if p < 0.0001 {
        "<0.0001".to_owned()
    } else if p < 0.01 {
        decimal(p, 4)
    } else {
        decimal(p, 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!((decimal(-0.001, 2), decimal(1.126, 2)), ("0.00".to_owned(), "1.13".to_owned()));
        // The last one is a little less than half way.
        let halves = [(12.25, 1), (-0.125, 2), (2.5, 0), (2.675, 2)];
        assert_eq!(
            halves.map(|(number, decimals)| decimal(number, decimals)),
            ["12.3", "-0.13", "3", "2.67"]
        );
        assert_eq!([0.02, -0.06, 0.001].map(|n| signed(n, 2)), ["+0.02", "-0.06", "0.00"]);
        assert_eq!([512.0, 567.4].map(count), ["512", "567.4"]);
        assert_eq!([0.5, 0.0012, 1e-9].map(probability), ["0.500", "0.0012", "<0.0001"]);
    }

    #[test]
    fn there_are_no_idle_rules() {
        let mut table = Table::new("t", 1, vec!["a".into()]);
        table.push_rule();
        table.push(vec!["x".into()]);
        table.push_rule();
        table.push_rule();
        assert_eq!(table.lines, [Line::Cells(vec!["x".into()]), Line::Rule]);
    }
}
