//! Costs: exact decimal numbers.
//!
//! PDDL writes costs with a decimal point, and sums of floating-point numbers depend on their order. A cost is
//! therefore a whole number of units of a decimal place. Search counts such units; a [`CostScale`] tells
//! which place.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A cost: of an action or of a plan. It is printed as its author would write it: `12`, `0.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cost {
    /// No multiple of 10 unless there are no decimal places, so that equal costs are equal field by field.
    units: u64,
    decimals: u8,
}

/// How many digits may stand behind the point: ten to this power is the last that 64 bits hold.
const MOST_DECIMALS: u8 = 19;

impl Cost {
    /// What nothing costs.
    pub const ZERO: Cost = Cost::whole(0);
    /// What every action costs where costs do not count.
    pub const ONE: Cost = Cost::whole(1);

    /// A cost without a fraction.
    pub const fn whole(number: u64) -> Cost {
        Cost { units: number, decimals: 0 }
    }

    /// The sum, unless it has too many digits.
    pub fn checked_add(self, other: Cost) -> Option<Cost> {
        let decimals = self.decimals.max(other.decimals);
        Cost::reduced(self.units_of(decimals) + other.units_of(decimals), decimals)
    }

    /// The number in units of a decimal place that is at least as small as its own.
    fn units_of(self, decimals: u8) -> u128 {
        // At most 2^64 times 10^19, which is below 2^128.
        u128::from(self.units) * u128::from(power_of_ten(decimals - self.decimals))
    }

    fn reduced(mut units: u128, mut decimals: u8) -> Option<Cost> {
        while decimals > 0 && units.is_multiple_of(10) {
            units /= 10;
            decimals -= 1;
        }
        Some(Cost { units: u64::try_from(units).ok()?, decimals })
    }
}

fn power_of_ten(exponent: u8) -> u64 {
    10_u64.pow(u32::from(exponent.min(MOST_DECIMALS)))
}

/// The nearest floating-point number.
impl From<Cost> for f64 {
    fn from(cost: Cost) -> f64 {
        cost.units as f64 / power_of_ten(cost.decimals) as f64
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        let decimals = self.decimals.max(other.decimals);
        self.units_of(decimals).cmp(&other.units_of(decimals))
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.decimals == 0 {
            return write!(f, "{}", self.units);
        }
        let (unit, width) = (power_of_ten(self.decimals), usize::from(self.decimals));
        write!(f, "{}.{:0width$}", self.units / unit, self.units % unit)
    }
}

/// Why a text is not a cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CostError {
    /// It is not a number.
    NotANumber,
    /// It is a number below 0.
    Negative,
    /// It has more digits than can be counted exactly.
    TooManyDigits,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CostError::NotANumber => "not a number",
            CostError::Negative => "a cost may not be negative",
            CostError::TooManyDigits => "the number has too many digits to be counted exactly",
        })
    }
}

impl std::error::Error for CostError {}

impl FromStr for Cost {
    type Err = CostError;

    /// Reads `12`, `+0.50`, `.5` or `1.5e3`.
    fn from_str(text: &str) -> Result<Cost, CostError> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_sign = |sign: char| sign == '-' || sign == '+';
        let exponent_digits = exponent.strip_prefix(is_sign).unwrap_or(exponent);
        let mut all = before.bytes().chain(after.bytes()).chain(exponent_digits.bytes());
        if before.len() + after.len() == 0 || exponent_digits.is_empty() || !all.all(|b| b.is_ascii_digit()) {
            return Err(CostError::NotANumber);
        }
        // The digits up to the last that is not 0, and how many zeros follow.
        let (mut units, mut num_zeros) = (Some(0_u64), 0_u32);
        for digit in before.bytes().chain(after.bytes()).map(|b| u64::from(b - b'0')) {
            if digit == 0 {
                num_zeros = num_zeros.saturating_add(u32::from(units != Some(0)));
                continue;
            }
            let power = 10_u64.checked_pow(num_zeros.saturating_add(1));
            units = units.zip(power).and_then(|(units, power)| units.checked_mul(power)?.checked_add(digit));
            num_zeros = 0;
        }
        if units == Some(0) {
            return Ok(Cost::ZERO);
        }
        if negative {
            return Err(CostError::Negative);
        }
        let parsed = || {
            // The number is the units times ten to this power. Exponents that do not fit are out of bounds.
            let power =
                exponent.parse::<i64>().ok()?.checked_add(i64::from(num_zeros) - after.len() as i64)?;
            let places = u8::try_from(power.unsigned_abs()).ok().filter(|places| *places <= MOST_DECIMALS)?;
            if power < 0 {
                return Some(Cost { units: units?, decimals: places });
            }
            Some(Cost::whole(units?.checked_mul(power_of_ten(places))?))
        };
        parsed().ok_or(CostError::TooManyDigits)
    }
}

/// A number; one with a fraction is the nearest floating-point number.
impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.decimals {
            0 => serializer.serialize_u64(self.units),
            _ => serializer.serialize_f64(f64::from(*self)),
        }
    }
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cost, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Cost;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cost")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Cost, E> {
                Ok(Cost::whole(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Cost, E> {
                u64::try_from(number).map(Cost::whole).map_err(|_| E::custom(CostError::Negative))
            }

            /// The shortest decimal number that is nearest to the floating-point number.
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Cost, E> {
                number.to_string().parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// The decimal place in whose units the costs of a task are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CostScale {
    decimals: u8,
}

impl CostScale {
    /// The coarsest scale on which a cost is a whole number of units. A finer scale is greater.
    pub fn of(cost: Cost) -> CostScale {
        CostScale { decimals: cost.decimals }
    }

    /// Number of digits behind the point.
    pub fn decimals(self) -> u8 {
        self.decimals
    }

    /// What so many units cost.
    pub fn cost(self, units: u64) -> Cost {
        // Taking zeros away makes no number larger.
        Cost::reduced(u128::from(units), self.decimals).unwrap_or_default()
    }

    /// A cost as a number of units, if it is a whole one that fits.
    pub fn units(self, cost: Cost) -> Option<u64> {
        (cost.decimals <= self.decimals).then(|| u64::try_from(cost.units_of(self.decimals)).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cost(text: &str) -> Cost {
        text.parse().unwrap()
    }

    #[test]
    fn costs_are_printed_without_needless_digits() {
        for (text, printed) in [
            ("13", "13"),
            ("+0.50", "0.5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-0", "0"),
            ("0e99999999999999999999", "0"),
            ("1.5e3", "1500"),
            ("125E-2", "1.25"),
            ("0.007", "0.007"),
            ("100.00", "100"),
            ("18446744073709551615", "18446744073709551615"),
            ("0.0000000000000000001", "0.0000000000000000001"),
        ] {
            assert_eq!(cost(text).to_string(), printed, "{text}");
        }
    }

    #[test]
    fn what_is_no_cost_is_refused() {
        use CostError::{Negative, NotANumber, TooManyDigits};
        for text in ["", ".", "e5", "1e", "1e+", "1_000", "1.2.3", "inf", "nan", "0x10", "--1", "1e5.0", "é"]
        {
            assert_eq!(text.parse::<Cost>(), Err(NotANumber), "{text}");
        }
        assert_eq!("-0.1".parse::<Cost>(), Err(Negative));
        let long = "9".repeat(1000);
        for text in ["18446744073709551616", "1e20", "1e-20", "1e999", "1e-99999999999999999999", &long] {
            assert_eq!(text.parse::<Cost>(), Err(TooManyDigits), "{text}");
        }
    }

    #[test]
    fn sums_are_exact() {
        let tenth = cost("0.1");
        let sum = (0..10).try_fold(Cost::ZERO, |sum, _| sum.checked_add(tenth));
        assert_eq!(sum, Some(Cost::ONE));
        assert_eq!(Cost::whole(u64::MAX).checked_add(Cost::ONE), None);
        assert_eq!(Cost::whole(u64::MAX).checked_add(tenth), None);
        assert_eq!(f64::from(cost("1.25")), 1.25);
    }

    #[test]
    fn scales_count_units() {
        let scale = CostScale::of(cost("1.25")).max(CostScale::of(cost("0.5")));
        assert_eq!((scale.units(cost("0.5")), scale.units(cost("1.25"))), (Some(50), Some(125)));
        assert_eq!((scale.units(cost("0.001")), scale.cost(150)), (None, cost("1.5")));
        assert_eq!(CostScale::default().cost(7), Cost::whole(7));
    }

    #[test]
    fn json_has_numbers() {
        let costs = [Cost::whole(13), cost("0.5")];
        assert_eq!(serde_json::to_string(&costs).unwrap(), "[13,0.5]");
        let read: Vec<Cost> = serde_json::from_str("[13, 0.5, 12.0, 0.1]").unwrap();
        assert_eq!(read, [costs[0], costs[1], Cost::whole(12), cost("0.1")]);
        assert!(serde_json::from_str::<Cost>("-1").is_err());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read(units: u64, decimals in 0..=MOST_DECIMALS) {
            let cost = CostScale { decimals }.cost(units);
            prop_assert_eq!(cost.to_string().parse(), Ok(cost));
            prop_assert_eq!(CostScale { decimals }.units(cost), Some(units));
        }

        #[test]
        fn costs_are_ordered_and_added_as_numbers(a in 0..1_000_000_u64, b in 0..1_000_000_u64, d in 0..5_u8, e in 0..5_u8) {
            let (x, y) = (CostScale { decimals: d }.cost(a), CostScale { decimals: e }.cost(b));
            let (m, n) = (a * 10_u64.pow(4 - u32::from(d)), b * 10_u64.pow(4 - u32::from(e)));
            prop_assert_eq!(x.cmp(&y), m.cmp(&n));
            prop_assert_eq!(x == y, m == n);
            prop_assert_eq!(x.checked_add(y), Some(CostScale { decimals: 4 }.cost(m + n)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[-+]?[0-9.]{0,30}(e[-+]?[0-9]{0,20})?|.{0,10}") {
            let number = text.parse::<f64>().ok().filter(|_| !text.contains(['i', 'n', 'I', 'N']));
            match text.parse::<Cost>() {
                Ok(cost) => prop_assert_eq!(Some(f64::from(cost)), number.map(f64::abs)),
                Err(CostError::NotANumber) => prop_assert_eq!(number, None),
                Err(_) => prop_assert!(number.is_some()),
            }
        }
    }
}
