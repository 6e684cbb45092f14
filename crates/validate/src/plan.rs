//! Plan files: one `(action object ...)` per line, as the planning competitions write them.
//!
//! Names may be in any case. Comments begin with `;`; a comment `; cost = 13 (unit cost)` states the cost.
//! The time stamps and durations of temporal notation, `0.001: (a b) [1.0]`, are accepted and ignored, as
//! long as time does not run backwards: the order of a classical plan is the order of its lines.

use std::fmt;

use extremal_pddl::{Cost, Position, TextRange, printable};
use serde::Serialize;

/// A sequence of action calls, not yet matched with a task.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlanText {
    /// The steps in order of execution.
    pub steps: Vec<PlanStep>,
    /// The cost that the file states in a comment; nothing relies on it.
    pub stated_cost: Option<Cost>,
}

/// One action call.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanStep {
    /// Lower-case name of the action.
    pub name: String,
    /// Lower-case names of the objects.
    pub arguments: Vec<String>,
    /// Where it stands in the plan file, if it comes from one.
    pub place: Option<StepPlace>,
}

/// Where a step stands in its plan file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepPlace {
    /// The places of the action's name and of each argument.
    pub words: Vec<TextRange>,
}

/// A mistake in the text of a plan file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlanError {
    /// Where it is.
    #[serde(flatten)]
    pub place: TextRange,
    /// What is wrong and what was expected.
    pub message: String,
    /// The part of the line around the mistake.
    pub excerpt: String,
    /// Where in the excerpt the mistake is, in characters from 0.
    pub excerpt_column: usize,
}

impl PlanStep {
    /// A step that does not come from a file. Names are brought to lower case.
    pub fn new(name: &str, arguments: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let arguments = arguments.into_iter().map(|a| a.as_ref().to_ascii_lowercase()).collect();
        PlanStep { name: name.to_ascii_lowercase(), arguments, place: None }
    }
}

impl fmt::Display for PlanStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        f.write_str(")")
    }
}

/// A reader gives up after so many mistakes: what is in front of it is then no plan file.
const MOST_ERRORS: usize = 20;

impl PlanText {
    /// A plan that does not come from a file.
    pub fn from_steps(steps: Vec<PlanStep>) -> Self {
        PlanText { steps, stated_cost: None }
    }

    /// Reads the text of a plan file. Reports at most one mistake per line.
    pub fn read(text: &[u8]) -> Result<PlanText, Vec<PlanError>> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let (mut plan, mut errors, mut time) = (PlanText::default(), Vec::new(), 0.0);
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let (code, comment) = match line.iter().position(|&byte| byte == b';') {
                Some(at) => (&line[..at], &line[at + 1..]),
                None => (line, &line[..0]),
            };
            plan.stated_cost = stated_cost(comment).or(plan.stated_cost);
            let mut reader = LineReader::new(code, index + 1);
            if let Err(error) = reader.read_steps(&mut plan.steps, &mut time) {
                errors.push(error);
                if errors.len() == MOST_ERRORS {
                    break;
                }
            }
        }
        if errors.is_empty() { Ok(plan) } else { Err(errors) }
    }
}

/// The number in ` cost = 13 (unit cost)`.
fn stated_cost(comment: &[u8]) -> Option<Cost> {
    let comment = std::str::from_utf8(comment).ok()?.trim().to_ascii_lowercase();
    let value = comment.strip_prefix("cost")?.trim_start().strip_prefix('=')?;
    value.split_ascii_whitespace().next()?.parse().ok()
}

struct LineReader<'a> {
    code: &'a [u8],
    at: usize,
    /// The place that was asked for last, and its offset. Counting goes on from there, as a line may be as long as memory.
    counted: (usize, Position),
}

impl<'a> LineReader<'a> {
    fn new(code: &'a [u8], line: usize) -> Self {
        LineReader { code, at: 0, counted: (0, Position { line, column: 1, utf16_column: 1 }) }
    }

    fn read_steps(&mut self, steps: &mut Vec<PlanStep>, time: &mut f64) -> Result<(), PlanError> {
        while self.peek().is_some() {
            self.read_time(time)?;
            steps.push(self.read_step()?);
            if self.peek() == Some(b'[') {
                self.at += 1;
                self.read_number(b']', "expected a duration, as in `[1.0]`")?;
            }
        }
        Ok(())
    }

    fn read_time(&mut self, time: &mut f64) -> Result<(), PlanError> {
        if self.peek().is_none_or(|byte| byte == b'(') {
            return Ok(());
        }
        let start = self.at;
        let now = self.read_number(b':', "expected `(` and the name of an action")?;
        if now < *time {
            return Err(self.error_at(start, "the time stamp is less than that of the step before"));
        }
        *time = now;
        Ok(())
    }

    fn read_step(&mut self) -> Result<PlanStep, PlanError> {
        match self.peek() {
            Some(b'(') => self.at += 1,
            _ => return Err(self.error_at(self.at, "expected `(` and the name of an action")),
        }
        let (mut words, mut places) = (Vec::new(), Vec::new());
        loop {
            match self.peek() {
                Some(b')') => break self.at += 1,
                None => return Err(self.error_at(self.at, "expected `)` before the end of the line")),
                Some(b'(') => return Err(self.error_at(self.at, "expected `)` or the name of an object")),
                Some(_) => {
                    let start = self.position(self.at);
                    words.push(self.read_word()?);
                    places.push(TextRange { start, end: self.position(self.at) });
                }
            }
        }
        if words.is_empty() {
            return Err(self.error_at(self.at - 1, "expected the name of an action"));
        }
        let name = words.remove(0);
        Ok(PlanStep { name, arguments: words, place: Some(StepPlace { words: places }) })
    }

    fn read_word(&mut self) -> Result<String, PlanError> {
        let word = self.word_at(self.at);
        let start = self.at;
        self.at += word.len();
        match std::str::from_utf8(word) {
            Ok(word) if word.contains(char::is_control) => {
                Err(self.error_at(start, "the name has a control character"))
            }
            Ok(word) => Ok(word.to_ascii_lowercase()),
            Err(_) => Err(self.error_at(start, "the name is not UTF-8 text")),
        }
    }

    /// Reads a number and the byte that must follow it.
    fn read_number(&mut self, end: u8, expected: &str) -> Result<f64, PlanError> {
        let start = self.at;
        let rest = &self.code[start..];
        let digits = &rest[..rest.iter().position(|&byte| byte == end).unwrap_or(rest.len())];
        let number = std::str::from_utf8(digits).ok().and_then(|d| d.trim().parse::<f64>().ok());
        match number.filter(|n| n.is_finite() && digits.len() < rest.len()) {
            Some(number) => {
                self.at += digits.len() + 1;
                Ok(number)
            }
            None => Err(self.error_at(start, expected)),
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        while self.code.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.code.get(self.at).copied()
    }

    /// The characters from a place up to one that ends a word.
    fn word_at(&self, at: usize) -> &'a [u8] {
        let rest = &self.code[at..];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    /// The position of an offset in the line. Each sequence of bytes that is not UTF-8 counts as one character.
    fn position(&mut self, at: usize) -> Position {
        let (mut from, mut position) = self.counted;
        if at < from {
            (from, position) = (0, Position { column: 1, utf16_column: 1, ..position });
        }
        for chunk in self.code[from..at].utf8_chunks() {
            let invalid = usize::from(!chunk.invalid().is_empty());
            position.column += chunk.valid().chars().count() + invalid;
            position.utf16_column += chunk.valid().chars().map(char::len_utf16).sum::<usize>() + invalid;
        }
        self.counted = (at, position);
        position
    }

    /// A mistake in the word at a place, or between two words.
    fn error_at(&mut self, at: usize, message: &str) -> PlanError {
        // Around the mistake only: a line may be as long as memory.
        const BEFORE: usize = 60;
        let length = match (self.code.get(at), self.word_at(at)) {
            (Some(b'(' | b')'), _) => 1,
            (_, word) => word.len(),
        };
        let place = TextRange { start: self.position(at), end: self.position(at + length) };
        let column = place.start.column;
        let line = printable(self.code);
        let skipped = (column - 1).saturating_sub(BEFORE);
        let excerpt: String = line.trim_end().chars().skip(skipped).take(2 * BEFORE).collect();
        PlanError { place, message: message.to_string(), excerpt, excerpt_column: column - 1 - skipped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<String> {
        PlanText::read(text.as_bytes()).unwrap().steps.iter().map(ToString::to_string).collect()
    }

    /// The first column, the column of the end, and that in UTF-16.
    fn columns(place: TextRange) -> (usize, usize, usize) {
        (place.start.column, place.end.column, place.end.utf16_column)
    }

    fn errors(text: &[u8]) -> Vec<(usize, usize, String)> {
        let errors = PlanText::read(text).unwrap_err();
        errors.into_iter().map(|e| (e.place.start.line, e.place.start.column, e.message)).collect()
    }

    #[test]
    fn competition_plans_are_read() {
        let text = "\u{feff}; found by\r\n(Pick BALL1 rooma left)\r\n\r\n  ( move rooma roomb ) ; go\n(noop)\n; cost = 3 (unit cost)\n";
        assert_eq!(steps(text), ["(pick ball1 rooma left)", "(move rooma roomb)", "(noop)"]);
        assert_eq!(PlanText::read(text.as_bytes()).unwrap().stated_cost, Some(Cost::whole(3)));
        assert_eq!(steps(""), Vec::<String>::new());
    }

    #[test]
    fn temporal_decorations_are_ignored() {
        assert_eq!(steps("0: (a)\n0.001: (b x) [1.0]\n1:(c)[ 2 ]"), ["(a)", "(b x)", "(c)"]);
        assert_eq!(errors(b"1: (a)\n0.5: (b)")[0].0, 2);
    }

    #[test]
    fn places_are_those_of_the_words() {
        let plan = PlanText::read("\n é: ; \n".as_bytes());
        assert_eq!(columns(plan.unwrap_err()[0].place), (2, 4, 4));
        let plan = PlanText::read("\n (a  😀\tcd) (é f)".as_bytes()).unwrap();
        let places = |step: usize| {
            let words = &plan.steps[step].place.as_ref().unwrap().words;
            assert!(words.iter().all(|place| (place.start.line, place.end.line) == (2, 2)));
            words.iter().map(|place| columns(*place)).collect::<Vec<_>>()
        };
        assert_eq!(places(0), [(3, 4, 4), (6, 7, 8), (8, 10, 11)]);
        assert_eq!(places(1), [(13, 14, 15), (15, 16, 17)]);
    }

    #[test]
    fn mistakes_have_their_place_and_say_what_was_expected() {
        let found = errors(b"(a b\n()\na b\n(a (b))\n(a) [x]\n(a))\n(\xff)\n(fine)\n");
        let places: Vec<_> = found.iter().map(|(line, column, _)| (*line, *column)).collect();
        assert_eq!(places, [(1, 5), (2, 2), (3, 1), (4, 4), (5, 6), (6, 4), (7, 2)]);
        assert!(found[0].2.contains("expected `)`"), "{found:?}");
        assert!(found[1].2.contains("name of an action"), "{found:?}");
        assert!(found[2].2.contains("expected `(`"), "{found:?}");
        assert!(found[6].2.contains("UTF-8"), "{found:?}");
        let ends: Vec<_> = PlanText::read(b"(a b\n()\nab c\n(a (b))\n(\xff\xffb)\n1\xffx: (a)")
            .unwrap_err()
            .iter()
            .map(|error| error.place.end.column)
            .collect();
        assert_eq!(ends, [5, 3, 3, 5, 5, 5]);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let error = &PlanText::read(b"(mo\x1b[31mve a)").unwrap_err()[0];
        assert_eq!(error.message, "the name has a control character");
        assert_eq!((&error.excerpt[..], error.excerpt_column), ("(mo\u{fffd}[31mve a)", 1));
    }

    #[test]
    fn an_excerpt_of_a_long_line_shows_the_mistake() {
        let error = &PlanText::read(format!("({}", "x ".repeat(5000)).as_bytes()).unwrap_err()[0];
        assert!(error.excerpt.len() < 200 && error.excerpt_column <= error.excerpt.len() + 1);
        assert_eq!(errors(&b"x\n".repeat(1000)).len(), MOST_ERRORS);
    }
}
