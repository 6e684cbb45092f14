//! What a worker tells is bounded: names in the texts of a client can be as long as it likes, and a plan has them in every
//! step.

use std::fmt;

use crate::protocol::{Checked, Ending, Validation};

/// Bytes of a message.
const MOST_MESSAGE_BYTES: usize = 100_000;
/// Bytes of all messages of a kind.
const MOST_LIST_BYTES: usize = 1 << 20;

/// Text that refuses to become longer than this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// What has been written.
    pub text: String,
    /// Bytes that there is room for.
    pub most: usize,
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if part.len() > self.most - self.text.len() {
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Shortens what came of a job.
pub fn shorten_ending(ending: &mut Ending) {
    cut(&mut ending.message);
    keep_first(&mut ending.goals, String::len);
    keep_first(&mut ending.reasons, String::len);
    keep_first(&mut ending.diagnostics, |record| record.to_string().len());
}

/// Shortens what is said about texts, and tells so: else what is left out would look like what is right.
pub fn shorten_checked(checked: &mut Checked) {
    let Checked { marks, error } = checked;
    marks.iter_mut().for_each(|mark| cut(&mut mark.message));
    let all = marks.len();
    keep_first(marks, |mark| mark.message.len());
    if marks.len() < all {
        let left_out = format!("only the first {} of {all} messages are told", marks.len());
        *error = Some(error.take().map_or_else(|| left_out.clone(), |error| format!("{error}; {left_out}")));
    }
}

/// Shortens what is said about a plan.
pub fn shorten_validation(validation: &mut Validation) {
    cut(&mut validation.text);
    validation.error.iter_mut().for_each(cut);
    validation.faults.iter_mut().for_each(|(_, _, message)| cut(message));
    keep_first(&mut validation.faults, |(_, _, message)| message.len());
}

/// Cuts off the end of a message that is too long.
fn cut(message: &mut String) {
    if message.len() > MOST_MESSAGE_BYTES {
        message.truncate(message.floor_char_boundary(MOST_MESSAGE_BYTES));
        message.push_str(" …");
    }
}

/// Keeps as many of the first entries as there is room for.
fn keep_first<T>(list: &mut Vec<T>, bytes: impl Fn(&T) -> usize) {
    let mut used = 0;
    let is_room = |entry: &&T| {
        used += bytes(entry);
        used <= MOST_LIST_BYTES
    };
    let kept = list.iter().take_while(is_room).count();
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Mark;
    use std::fmt::Write;

    #[test]
    fn what_is_too_long_is_cut() {
        let long = "ä".repeat(MOST_MESSAGE_BYTES);
        let mut ending =
            Ending { message: long.clone(), goals: vec![long.clone(); 100], ..Ending::default() };
        shorten_ending(&mut ending);
        assert!(ending.message.len() < MOST_MESSAGE_BYTES + 10 && ending.message.ends_with("ä …"));
        assert_eq!(ending.goals.len(), MOST_LIST_BYTES / long.len());
        let short =
            Ending { message: "no".to_owned(), goals: vec!["(a)".to_owned(); 3], ..Ending::default() };
        let mut same = short.clone();
        shorten_ending(&mut same);
        assert_eq!(same, short);
    }

    #[test]
    fn marks_that_are_left_out_are_counted() {
        let mark = Mark {
            problem: None,
            severity: "error".to_owned(),
            code: "syntax".to_owned(),
            message: "x".repeat(MOST_MESSAGE_BYTES / 2),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 2,
        };
        let late = Some("the time was over".to_owned());
        for (error, told) in [(None, ""), (late, "the time was over; ")] {
            let mut checked = Checked { marks: vec![mark.clone(); 30], error };
            shorten_checked(&mut checked);
            assert_eq!(checked.marks.len(), 20);
            let expected = format!("{told}only the first 20 of 30 messages are told");
            assert_eq!(checked.error, Some(expected));
        }
        let mut short = Checked { marks: vec![mark; 20], error: None };
        shorten_checked(&mut short);
        assert_eq!((short.marks.len(), short.error), (20, None));
    }

    #[test]
    fn bounded_text_takes_what_there_is_room_for() {
        let mut text = Bounded { text: String::new(), most: 5 };
        assert!(write!(text, "{}-{}", 12, 34).is_ok());
        assert!(write!(text, "x").is_err());
        assert_eq!(text.text, "12-34");
    }
}
