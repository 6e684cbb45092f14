//! The text of a ground action, as clients of the old services read it: the action of the domain file with the objects of
//! a step in the place of its parameters.

use std::collections::HashMap;

/// The actions of a domain text by their names in lower case.
#[derive(Debug, Default)]
pub struct Actions<'d>(HashMap<String, &'d str>);

impl<'d> Actions<'d> {
    /// Finds all actions. The text is known to be right PDDL; of any other, some are missing.
    pub fn find(domain: &'d str) -> Self {
        let mut actions = HashMap::new();
        let mut open: Vec<usize> = Vec::new();
        for (start, end, token) in tokens(domain) {
            match token {
                "(" => open.push(start),
                ")" => {
                    let Some(text) = open.pop().map(|start| &domain[start..end]) else { continue };
                    let mut words = tokens(text).map(|(_, _, token)| token).skip(1);
                    if words.next().is_some_and(|word| word.eq_ignore_ascii_case(":action"))
                        && let Some(name) = words.next()
                    {
                        actions.insert(name.to_ascii_lowercase(), text);
                    }
                }
                _ => {}
            }
        }
        Actions(actions)
    }

    /// The ground action of a step such as `(drive truck1 depot market)`, or the step if its action is not known.
    pub fn ground(&self, step: &str) -> String {
        let mut words = step.trim_matches(['(', ')']).split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let objects: Vec<&str> = words.collect();
        let Some(action) = self.0.get(name) else { return step.to_owned() };
        let (mut text, mut done) = (String::new(), 0);
        // Where the list of parameters begins, and what each stands for.
        let mut after_keyword = false;
        let mut list: Option<usize> = None;
        let mut values: HashMap<String, &str> = HashMap::new();
        for (start, end, token) in tokens(action) {
            if let Some(list_start) = list {
                if token.starts_with('?') && values.len() < objects.len() {
                    values.insert(token.to_ascii_lowercase(), objects[values.len()]);
                }
                if token == ")" {
                    text.push_str(&action[done..list_start]);
                    text.push_str(&format!("({})", objects.join(" ")));
                    (done, list) = (end, None);
                }
            } else if after_keyword && token == "(" && values.is_empty() {
                list = Some(start);
                after_keyword = false;
            } else if token.eq_ignore_ascii_case(":parameters") {
                after_keyword = true;
            } else if let Some(value) = values.get(&token.to_ascii_lowercase()) {
                text.push_str(&action[done..start]);
                text.push_str(value);
                done = end;
            }
        }
        text.push_str(&action[done..]);
        text
    }
}

/// Parentheses and words, with where they begin and end. Comments are left out.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            match *bytes.get(at)? {
                b';' => at += bytes[at..].iter().take_while(|&&byte| byte != b'\n').count(),
                byte if byte.is_ascii_whitespace() => at += 1,
                b'(' | b')' => {
                    at += 1;
                    return Some((start, at, &text[start..at]));
                }
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"();".contains(byte);
                    at += bytes[at..].iter().take_while(|byte| !is_end(byte)).count();
                    return Some((start, at, &text[start..at]));
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_take_the_place_of_parameters() {
        let domain = "(define (domain d) ; (:action no)\n (:Action Go :parameters (?From ?to - place)
            :precondition (and (at ?from) (not (= ?from ?TO))) :effect (at ?to)))";
        let expected = "(:Action Go :parameters (a b)
            :precondition (and (at a) (not (= a b))) :effect (at b))";
        let actions = Actions::find(domain);
        assert_eq!(actions.ground("(go a b)"), expected);
        assert_eq!(actions.ground("(stay a)"), "(stay a)");
    }

    #[test]
    fn any_text_is_taken() {
        for text in ["", ")))((", "(:action", "(:action ä", "(:action x :parameters (?y", "((:action a) ü)"]
        {
            Actions::find(text).ground("(a b)");
        }
        assert_eq!(Actions::find("((:action a :effect (p)))").ground("(a)"), "(:action a :effect (p))");
    }
}
