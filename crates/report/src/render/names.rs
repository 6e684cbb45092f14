//! The paper's names of searches and heuristics, as LaTeX.

use super::latex::escaped;
use crate::order::family;

/// Searches as the paper writes them.
const SEARCHES: [(&str, &str); 14] = [
    ("gbfs", "GBFS"),
    ("softmin-type", "Softmin-Type(h)"),
    ("guct", "GUCT"),
    ("guct-star", "GUCT*"),
    ("guct-normal", "GUCT-Normal"),
    ("guct-star-normal", "GUCT*-Normal"),
    ("guct-normal2", "GUCT-Normal2"),
    ("guct-star-normal2", "GUCT*-Normal2"),
    ("guct-uniform", "GUCT-Uniform"),
    ("chk-uniform", "CHK-Uniform"),
    ("guct-plus-normal2", "GUCT+-Normal2"),
    ("max-search", "MaxSearch"),
    ("robust-uct", "RobustUCT"),
    ("threshold-ascent", "ThresholdAscent"),
];

/// Heuristics as the paper writes them.
const HEURISTICS: [(&str, &str); 5] = [
    ("ff", r"$h^{\mathrm{FF}}$"),
    ("add", r"$h^{\mathrm{add}}$"),
    ("max", r"$h^{\max}$"),
    ("gc", r"$h^{\mathrm{GC}}$"),
    ("blind", r"$h^{0}$"),
];

fn find(names: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    names.iter().find(|(known, _)| *known == name).map(|(_, written)| *written)
}

/// The paper's name of a search, with parameters behind it.
pub fn of_search(search: &str) -> Option<String> {
    let family = family(search);
    let name = find(&SEARCHES, family)?;
    let arguments = search[family.len()..].trim_start_matches('(').trim_end_matches(')');
    if arguments.is_empty() {
        return Some(name.to_owned());
    }
    Some(format!("{name}, {}", escaped(&arguments.replace(',', ", "))))
}

/// The paper's name of a column such as `ff+de+po`.
pub fn of_column(column: &str) -> Option<String> {
    let mut parts = column.split('+');
    let mut name = find(&HEURISTICS, parts.next()?)?.to_owned();
    for part in parts {
        match part {
            "po" => name.push_str("+PO"),
            "de" => name.push_str("+DE"),
            _ => return None,
        }
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_papers() {
        assert_eq!(of_search("guct-star-normal2").unwrap(), "GUCT*-Normal2");
        let variant = of_search("guct-uniform(floor=0,samples=all)").unwrap();
        assert_eq!(variant, "GUCT-Uniform, floor=0, samples=all");
        assert_eq!(of_search("guct-mine"), None);
        assert_eq!(of_column("ff+de+po").unwrap(), r"$h^{\mathrm{FF}}$+DE+PO");
        assert_eq!(of_column("solved"), None);
    }

    #[test]
    fn every_search_of_the_paper_has_a_name() {
        for search in extremal::searches::PAPER.iter().copied().flatten() {
            assert!(of_search(search).is_some(), "{search}");
        }
    }
}
