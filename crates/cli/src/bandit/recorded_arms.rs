//! Arms from files of recorded values.

use std::path::{Path, PathBuf};

use extremal::bandits::simulate::Arm;

use crate::exit::{Failure, Outcome};
use crate::input::unreadable;

/// The arms of all files, in the order in which they first come.
pub fn read(files: &[PathBuf]) -> Result<Vec<Arm>, Failure> {
    let mut arms: Vec<(String, Vec<f64>)> = Vec::new();
    for path in files {
        let wrong =
            |message: String| Failure::of_file(Outcome::InvalidInput, path.display().to_string(), message);
        let text =
            std::fs::read_to_string(path).map_err(|error| unreadable(path.display().to_string(), &error))?;
        add(&mut arms, path, &text).map_err(wrong)?;
    }
    let arm = |(name, values): &(String, Vec<f64>)| {
        let message = format!("the arm {name} has no values of magnitude up to 1e9");
        Arm::recorded(name, values).ok_or_else(|| Failure::new(Outcome::InvalidInput, message))
    };
    arms.iter().map(arm).collect()
}

/// Adds the arms of one file. A first line that ends with no number is a header.
fn add(arms: &mut Vec<(String, Vec<f64>)>, path: &Path, text: &str) -> Result<(), String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let (name, value) = line.rsplit_once(',').unwrap_or((&stem, line));
        let name = name.trim().trim_matches('"');
        match value.trim().parse::<f64>().ok().filter(|value| value.is_finite()) {
            Some(value) => match arms.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => arms.push((name.to_owned(), vec![value])),
            },
            None if line.is_empty() || number == 0 => {}
            None => return Err(format!("line {}: '{}' is not a number", number + 1, value.trim())),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_one_arm_or_several() {
        let mut arms = Vec::new();
        add(&mut arms, Path::new("left.csv"), "h\n3\n5\n\n5\n").unwrap();
        add(&mut arms, Path::new("x.csv"), "subtree,h\n\"a\",1\nb, 2\na,3\n").unwrap();
        let expected = [("left", vec![3.0, 5.0, 5.0]), ("a", vec![1.0, 3.0]), ("b", vec![2.0])];
        assert_eq!(arms, expected.map(|(name, values)| (name.to_owned(), values)));
        let error = add(&mut arms, Path::new("x"), "1\ntwo\n").unwrap_err();
        assert_eq!(error, "line 2: 'two' is not a number");
    }
}
