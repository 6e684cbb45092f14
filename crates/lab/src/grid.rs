//! Grids of searches: `guct-uniform(floor={0,0.5,1})` is three of them.

/// More would be a slip of the finger.
const MOST: usize = 10_000;

/// The texts that a text with lists of values in braces stands for, in order, the last list changing fastest. Values may
/// have commas in parentheses: `eager(lists=tree:h,bandit={greedy,ucb1(c=2)})`.
pub fn grid(text: &str) -> Result<Vec<String>, String> {
    let mut done = Vec::new();
    let mut open = vec![text.to_owned()];
    while let Some(text) = open.pop() {
        let Some(start) = text.find('{') else {
            if text.contains('}') {
                return Err(format!("'{text}' has a brace that was never opened"));
            }
            done.push(text);
            continue;
        };
        let rest = &text[start + 1..];
        let Some(length) = rest.find('}') else {
            return Err(format!("'{text}' has a brace that is never closed"));
        };
        let values = extremal::grammar::split(&rest[..length], ',');
        if values.is_empty() || values.contains(&"") || rest[..length].contains('{') {
            return Err(format!("'{{{}}}' is not a list of values such as {{0,0.5,1}}", &rest[..length]));
        }
        for value in values.into_iter().rev() {
            open.push(format!("{}{value}{}", &text[..start], &rest[length + 1..]));
        }
        if open.len() + done.len() > MOST {
            return Err(format!("a grid of more than {MOST} searches"));
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_values_are_multiplied() {
        assert_eq!(grid("gbfs").unwrap(), ["gbfs"]);
        let all = grid("a(x={0,0.5},y={u(c=1,d=2),v})").unwrap();
        assert_eq!(all, ["a(x=0,y=u(c=1,d=2))", "a(x=0,y=v)", "a(x=0.5,y=u(c=1,d=2))", "a(x=0.5,y=v)"]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in ["a(x={)", "a(x=})", "a(x={})", "a(x={1,})", "a(x={1,{2}})"] {
            assert!(grid(text).is_err(), "{text}");
        }
        let ten = "{0,1,2,3,4,5,6,7,8,9}";
        assert!(
            grid(&format!("a(b={ten},c={ten},d={ten},e={ten},f={ten})")).unwrap_err().contains("more than")
        );
    }
}
