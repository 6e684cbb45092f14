//! Costs of plans.

use std::fmt;

use serde::{Serialize, Serializer};

/// A sum of action costs. Whole numbers are printed as such, in text and in JSON.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Cost(pub f64);

/// Above this not every whole number has a floating-point value of its own.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Cost {
    fn whole(self) -> Option<i64> {
        (self.0.fract() == 0.0 && self.0.abs() <= EXACT).then_some(self.0 as i64)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(whole) => write!(f, "{whole}"),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cost;

    #[test]
    fn whole_costs_have_no_decimal_point() {
        assert_eq!(Cost(13.0).to_string(), "13");
        assert_eq!(Cost(0.5).to_string(), "0.5");
        assert_eq!(serde_json::to_string(&[Cost(13.0), Cost(0.5)]).unwrap(), "[13,0.5]");
    }
}
