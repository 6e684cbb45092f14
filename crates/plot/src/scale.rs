//! Axes: from numbers to places, and where the ticks go.

/// How an axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal differences have equal length.
    Linear,
    /// Equal ratios have equal length. Numbers that are not positive are drawn at the lower end.
    Logarithmic,
}

/// An axis over a range of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

/// How many powers of ten a logarithmic axis shows at most.
const DECADES: i32 = 6;

impl Axis {
    /// An axis that holds all these numbers, ending at a round number if `rounded`.
    pub(crate) fn new(scale: Scale, numbers: impl Iterator<Item = f64>, rounded: bool) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|n| n.is_finite() && (scale == Scale::Linear || *n > 0.0)) {
            low = low.min(number);
            high = high.max(number);
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        match scale {
            Scale::Linear => {
                low = low.min(0.0);
                if high <= low {
                    high = low + 1.0;
                }
                if rounded {
                    let step = step_of(high - low);
                    high = (high / step).ceil() * step;
                    low = (low / step).floor() * step;
                }
            }
            Scale::Logarithmic => {
                low = low.max(high * 10_f64.powi(-DECADES));
                if rounded {
                    low = 10_f64.powf(low.log10().floor());
                    high = 10_f64.powf(high.log10().ceil());
                }
                if high <= low {
                    high = low * 10.0;
                }
            }
        }
        Axis { scale, low, high }
    }

    /// The place of a number, 0 at the lower end and 1 at the upper one.
    pub(crate) fn place(&self, number: f64) -> f64 {
        let place = match self.scale {
            Scale::Linear => (number - self.low) / (self.high - self.low),
            Scale::Logarithmic => (number.max(self.low * 1e-3) / self.low).ln() / (self.high / self.low).ln(),
        };
        // Far outside is as good as further outside, and keeps the document free of huge numbers.
        place.clamp(-1.0, 2.0)
    }

    /// Where ticks go, in increasing order.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear => {
                let step = step_of(self.high - self.low);
                let (first, last) =
                    ((self.low / step).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
                (first..=last).map(|i| i as f64 * step).collect()
            }
            Scale::Logarithmic => {
                let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
                // A short axis also gets ticks between the powers of ten.
                let between: &[f64] = if last - first <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let ticks =
                    (first..=last).flat_map(|power| between.iter().map(move |m| m * 10_f64.powi(power)));
                ticks.filter(|t| (self.low * 0.999..=self.high * 1.001).contains(t)).collect()
            }
        }
    }
}

/// A round step that divides a length into some five parts.
fn step_of(length: f64) -> f64 {
    let rough = length / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let multiple = rough / power;
    power
        * if multiple < 1.5 {
            1.0
        } else if multiple < 3.5 {
            2.0
        } else if multiple < 7.5 {
            5.0
        } else {
            10.0
        }
}

/// A tick's number: thousands are set apart, small ones lose their rounding errors.
pub(crate) fn tick_label(number: f64) -> String {
    if number != 0.0 && (number.abs() >= 1e9 || number.abs() < 1e-4) {
        return format!("{number:.0e}");
    }
    let rounded = format!("{number:.6}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    let (whole, fraction) = short.split_once('.').unwrap_or((short, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    // There are at most ten digits.
    let whole = grouped(digits.parse().unwrap_or_default());
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// A number with a comma after each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn linear_ticks_are_round_and_cover_the_numbers() {
        let axis = Axis::new(Scale::Linear, [3.0, 47.0].into_iter(), true);
        assert_eq!(axis.ticks(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(axis.place(25.0), 0.5);
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let axis = Axis::new(Scale::Logarithmic, [1.0, 10_000.0].into_iter(), false);
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert!((axis.place(100.0) - 0.5).abs() < 1e-12);
        assert!(axis.place(0.0) < 0.0);
        let short = Axis::new(Scale::Logarithmic, [1.0, 20.0].into_iter(), false);
        assert_eq!(short.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0]);
    }

    #[test]
    fn odd_numbers_do_not_break_an_axis() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for numbers in [&[][..], &[0.0], &[f64::NAN], &[5.0], &[-3.0], &[1e300, 1e-300]] {
                let axis = Axis::new(scale, numbers.iter().copied(), true);
                assert!(axis.place(1.0).is_finite());
                assert!(axis.ticks().len() < 30);
            }
        }
    }

    #[test]
    fn labels_are_readable() {
        for (number, label) in [
            (10_000.0, "10,000"),
            (0.30000000000000004, "0.3"),
            (-1234.5, "-1,234.5"),
            (0.0, "0"),
            (1e12, "1e12"),
        ] {
            assert_eq!(tick_label(number), label);
        }
    }
}
