//! Probabilities and intervals of the reports, for other programs to check: reads one JSON object per line, such as
//! `{"test": "wilcoxon", "numbers": [1, -2.5, 3]}`, and prints one list of numbers per line.

use std::io::{self, BufRead, Write};

use extremal_report::{bootstrap, holm, mcnemar, wilcoxon};
use serde_json::Value;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let numbers = case["numbers"].as_array().cloned().unwrap_or_default();
        let numbers: Vec<f64> = numbers.iter().filter_map(Value::as_f64).collect();
        let results = match (case["test"].as_str(), &numbers[..]) {
            (Some("mcnemar"), &[gained, lost]) => vec![mcnemar(gained as u64, lost as u64)],
            (Some("wilcoxon"), differences) => vec![wilcoxon(differences)],
            (Some("holm"), probabilities) => holm(probabilities),
            (Some("bootstrap"), numbers) => {
                let interval = bootstrap(numbers);
                vec![interval.low, interval.high]
            }
            _ => Vec::new(),
        };
        writeln!(out, "{}", Value::from(results))?;
    }
    Ok(())
}
