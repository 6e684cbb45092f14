//! Lists of seeds, as people write them.

/// The seeds that a text names: `5` is the seeds 1 to 5, `7,9` these two, `3..5` three of them.
pub fn parse_seeds(text: &str) -> Result<Vec<u64>, String> {
    let wrong = || format!("'{text}' are no seeds: expected a number of seeds such as 5, or 7,9, or 3..5");
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let range = |first: u64, last: u64| {
        let too_many = last.saturating_sub(first) >= MOST_SEEDS;
        if too_many { Err(format!("'{text}' are more than {MOST_SEEDS} seeds")) } else { Ok(first..=last) }
    };
    let mut seeds = Vec::new();
    if let Ok(count) = text.trim().parse::<u64>() {
        seeds.extend(range(1, count)?);
    } else {
        for part in text.split(',') {
            match part.split_once("..") {
                Some((first, last)) => seeds.extend(range(number(first)?, number(last)?)?),
                None => seeds.push(number(part)?),
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    seeds.retain(|seed| seen.insert(*seed));
    if seeds.is_empty() { Err(wrong()) } else { Ok(seeds) }
}

/// More would be a slip of the finger.
const MOST_SEEDS: u64 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_count_and_a_list_is_a_list() {
        assert_eq!(parse_seeds("3"), Ok(vec![1, 2, 3]));
        assert_eq!(parse_seeds("7, 9,7"), Ok(vec![7, 9]));
        assert_eq!(parse_seeds("1..3,8"), Ok(vec![1, 2, 3, 8]));
        assert_eq!(parse_seeds("4..4"), Ok(vec![4]));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "0", "many", "-1", "3..2", "1..", "7,", "1..99999999999", "99999999999"] {
            assert!(parse_seeds(text).is_err(), "{text}");
        }
    }
}
