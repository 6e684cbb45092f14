//! "Did you mean": the known name that is closest to a misspelt one.

/// Longer names than this get no suggestion.
const MAX_LENGTH: usize = 64;

/// No more candidates than this are looked at, so that huge files cannot make an error slow.
const MAX_CANDIDATES: usize = 100_000;

/// The candidate with the fewest typing errors, if they are few for its length.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Of very short names every other is a neighbour.
    if name.len() < 3 || name.len() > MAX_LENGTH {
        return None;
    }
    let mut best = None;
    let mut limit = (name.len() / 3).min(3);
    for candidate in candidates.take(MAX_CANDIDATES) {
        if candidate == name {
            continue;
        }
        if let Some(distance) = distance_within(name.as_bytes(), candidate.as_bytes(), limit) {
            best = Some(candidate);
            if distance <= 1 {
                break;
            }
            limit = distance - 1;
        }
    }
    best
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour, if at most `limit`.
fn distance_within(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit || b.len() > MAX_LENGTH {
        return None;
    }
    // Names in big files are long and differ in a digit: what they share at the ends costs nothing.
    let prefix = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - suffix], &b[..b.len() - suffix]);

    // Only a band around the diagonal can stay within the limit; the rest counts as far away.
    let far = limit + 1;
    let mut before_last = [far; MAX_LENGTH + 1];
    let mut last: [usize; MAX_LENGTH + 1] = std::array::from_fn(|j| j.min(far));
    for i in 1..=a.len() {
        let mut row = [far; MAX_LENGTH + 1];
        row[0] = i.min(far);
        for j in i.saturating_sub(limit).max(1)..=b.len().min(i + limit) {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1).min(far);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    Some(last[b.len()]).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_wins() {
        let known = ["track", "truck", "airplane", "t"];
        assert_eq!(closest("truk", known.into_iter()), Some("truck"));
        assert_eq!(closest("airplaen", known.into_iter()), Some("airplane"));
        assert_eq!(closest("hoist", known.into_iter()), None);
        assert_eq!(closest("u", known.into_iter()), None);
    }

    #[test]
    fn swapped_letters_are_one_error() {
        assert_eq!(distance_within(b"abcd", b"abdc", 1), Some(1));
        assert_eq!(distance_within(b"abcd", b"badc", 1), None);
        assert_eq!(distance_within(b"abcd", b"badc", 2), Some(2));
        assert_eq!(distance_within(b"", b"ab", 2), Some(2));
    }

    #[test]
    fn every_kind_of_error_counts_one() {
        for (a, b, distance) in
            [("loc-17", "loc-18", 1), ("abc", "abxc", 1), ("abxc", "abc", 1), ("ab", "xaby", 2)]
        {
            assert_eq!(distance_within(a.as_bytes(), b.as_bytes(), 3), Some(distance), "{a} {b}");
            assert_eq!(distance_within(a.as_bytes(), b.as_bytes(), distance - 1), None, "{a} {b}");
        }
        assert_eq!(distance_within(b"same", b"same", 0), Some(0));
    }

    #[test]
    fn very_long_names_are_left_alone() {
        let long = "x".repeat(MAX_LENGTH + 1);
        assert_eq!(closest(&long, ["x"].into_iter()), None);
        assert_eq!(closest("xxx", [long.as_str()].into_iter()), None);
    }
}
