//! For each place of a path the range of numbers in which something stands, and the first place where it
//! does not.

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The smallest number.
    pub low: i64,
    /// The largest number.
    pub high: i64,
}

impl Window {
    /// All numbers.
    pub const ALL: Window = Window { low: i64::MIN, high: i64::MAX };
    /// No number.
    pub const NONE: Window = Window { low: i64::MAX, high: i64::MIN };
}

/// How many ranges are intersected into one of the next level: as many as two cache lines hold.
const FAN: usize = 16;

/// Windows by place, and above them levels of intersections: setting one and finding the first that does not
/// contain a number take a time that is logarithmic in the number of places.
#[derive(Debug)]
pub struct Windows {
    /// The first level has the places, each further one the intersections of [`FAN`] ranges of the one below;
    /// the last has at most so many.
    levels: Vec<Vec<Range>>,
}

/// A window in half the space: ends are cut to what 32 bits hold, so that some numbers may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: i32,
    high: i32,
}

impl Range {
    const ALL: Range = Range { low: i32::MIN, high: i32::MAX };

    fn of(window: Window) -> Range {
        let cut = |end: i64| end.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Range { low: cut(window.low), high: cut(window.high) }
    }

    #[inline]
    fn contains(self, number: i32) -> bool {
        self.low <= number && number <= self.high
    }

    #[inline]
    fn intersection(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

impl Windows {
    /// Every place has all numbers.
    pub fn new() -> Self {
        Windows { levels: vec![Vec::new()] }
    }

    /// Sets the window of a place.
    pub fn set(&mut self, place: usize, window: Window) {
        if place >= self.levels[0].len() {
            self.grow(place + 1);
        }
        let mut place = place;
        let mut range = Range::of(window);
        for level in &mut self.levels {
            if level[place] == range {
                break;
            }
            level[place] = range;
            let start = place / FAN * FAN;
            let end = level.len().min(start + FAN);
            range = level[start..end].iter().fold(Range::ALL, |all, &one| all.intersection(one));
            place /= FAN;
        }
    }

    /// Makes room for so many places.
    fn grow(&mut self, places: usize) {
        let mut len = places;
        let mut number = 0;
        loop {
            if number == self.levels.len() {
                // So far the level below was the last, so all of it is intersected in one.
                let all = self.levels[number - 1].iter().fold(Range::ALL, |all, &one| all.intersection(one));
                self.levels.push(vec![all]);
            }
            let level = &mut self.levels[number];
            level.resize(len.max(level.len()), Range::ALL);
            if level.len() <= FAN {
                return;
            }
            len = len.div_ceil(FAN);
            number += 1;
        }
    }

    /// The first place from `from` on whose window does not contain the number.
    pub fn first_without(&self, number: i64, from: usize) -> Option<usize> {
        // Trees with so many leaves fit into no memory. But if there were one, nothing would stand.
        let Ok(number) = i32::try_from(number) else { return Some(from) };
        let is_without = |range: &Range| !range.contains(number);
        // Up until a level has one at or behind the place ...
        let (mut level, mut place) = if from == 0 { (self.levels.len() - 1, 0) } else { (0, from) };
        let mut found = loop {
            let ranges = &self.levels[level];
            let end = if level + 1 == self.levels.len() {
                ranges.len()
            } else {
                ranges.len().min((place / FAN + 1) * FAN)
            };
            if let Some(offset) = ranges.get(place..end)?.iter().position(is_without) {
                break place + offset;
            }
            level += 1;
            if level == self.levels.len() {
                return None;
            }
            place = place / FAN + 1;
        };
        // ... and down to its first.
        while level > 0 {
            level -= 1;
            let ranges = &self.levels[level];
            let start = found * FAN;
            let end = ranges.len().min(start + FAN);
            found = start + ranges.get(start..end)?.iter().position(is_without)?;
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contains(window: Window, number: i64) -> bool {
        window.low <= number && number <= window.high
    }

    proptest! {
        #[test]
        fn the_first_without_is_that_of_a_plain_scan(
            set in proptest::collection::vec((0..600_usize, -9..9_i64, 0..20_i64), 0..200),
            number in -12..12_i64,
            from in 0..700_usize,
        ) {
            let mut windows = Windows::new();
            let mut plain = vec![Window::ALL; 600];
            for (place, low, width) in set {
                plain[place] = Window { low, high: low + width };
                windows.set(place, plain[place]);
                for from in [from, 0] {
                    let expected = (from..600).find(|&place| !contains(plain[place], number));
                    prop_assert_eq!(windows.first_without(number, from), expected);
                }
            }
        }
    }

    #[test]
    fn no_number_is_without_end() {
        let mut windows = Windows::new();
        assert_eq!(windows.first_without(0, 0), None);
        windows.set(5000, Window::ALL);
        windows.set(7, Window::NONE);
        assert_eq!(windows.first_without(i64::from(i32::MAX), 0), Some(7));
        assert_eq!(windows.first_without(i64::from(i32::MIN), 8), None);
        // Beyond 32 bits nothing is certain.
        assert_eq!(windows.first_without(i64::MAX, 20), Some(20));
    }
}
