//! "Did you mean": the known name most like a misspelt one.

/// The candidate that differs from the name in the fewest letters, if that is at most a third of them.
pub(crate) fn most_similar<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let name: Vec<char> = name.chars().take(LONGEST).collect();
    let allowed = (name.len() / 3).max(1);
    let with_distance = candidates.filter_map(|candidate| {
        // Comparing lengths first spares most of the work in tasks with very many objects.
        let length = candidate.chars().take(LONGEST + 1).count();
        (length.abs_diff(name.len()) <= allowed).then(|| (edit_distance(&name, candidate), candidate))
    });
    let (distance, best) = with_distance.min_by_key(|(distance, _)| *distance)?;
    (distance <= allowed).then(|| best.to_string())
}

/// Longer names are compared by their beginnings.
const LONGEST: usize = 100;

/// How many letters must be inserted, removed or replaced to turn one into the other.
fn edit_distance(name: &[char], candidate: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for letter in candidate.chars().take(LONGEST) {
        let mut diagonal = row[0];
        row[0] += 1;
        for (index, own) in name.iter().enumerate() {
            let replaced = diagonal + usize::from(*own != letter);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(row[index] + 1).min(diagonal + 1);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_proposed() {
        let known = ["move", "pick-up", "put-down"];
        assert_eq!(most_similar("pickup", known.into_iter()), Some("pick-up".into()));
        assert_eq!(most_similar("mvoe", known.into_iter()), None);
        assert_eq!(most_similar("mve", known.into_iter()), Some("move".into()));
        assert_eq!(most_similar("unstack", known.into_iter()), None);
    }

    #[test]
    fn distances_are_those_computed_by_hand() {
        let letters: Vec<char> = "kitten".chars().collect();
        assert_eq!(edit_distance(&letters, "sitting"), 3);
        assert_eq!(edit_distance(&letters, ""), 6);
    }
}
