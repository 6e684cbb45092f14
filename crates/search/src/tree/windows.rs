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

    /// Whether a number is in it.
    pub fn contains(self, number: i64) -> bool {
        self.low <= number && number <= self.high
    }

    fn intersection(self, other: Window) -> Window {
        Window { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// Windows by place, as a binary tree of intersections: setting one and finding the first that does not
/// contain a number take a time that is logarithmic in the number of places.
#[derive(Debug)]
pub struct Windows {
    /// The root at 1, the children of `n` at `2n` and `2n + 1`, the places last.
    nodes: Vec<Window>,
}

impl Windows {
    /// Every place has all numbers.
    pub fn new() -> Self {
        Windows { nodes: vec![Window::ALL; 128] }
    }

    fn places(&self) -> usize {
        self.nodes.len() / 2
    }

    /// Sets the window of a place.
    pub fn set(&mut self, place: usize, window: Window) {
        while place >= self.places() {
            self.grow();
        }
        let mut node = self.places() + place;
        self.nodes[node] = window;
        while node > 1 {
            node /= 2;
            let both = self.nodes[2 * node].intersection(self.nodes[2 * node + 1]);
            if both == self.nodes[node] {
                break;
            }
            self.nodes[node] = both;
        }
    }

    fn grow(&mut self) {
        let places = self.places();
        let mut nodes = vec![Window::ALL; 4 * places];
        nodes[2 * places..3 * places].copy_from_slice(&self.nodes[places..]);
        for node in (1..2 * places).rev() {
            nodes[node] = nodes[2 * node].intersection(nodes[2 * node + 1]);
        }
        self.nodes = nodes;
    }

    /// The first place from `from` on whose window does not contain the number.
    pub fn first_without(&self, number: i64, from: usize) -> Option<usize> {
        if from >= self.places() {
            return None;
        }
        let mut node = self.places() + from;
        // Up and to the right until a subtree has one, then down to its first.
        while self.nodes[node].contains(number) {
            while node % 2 == 1 {
                node /= 2;
            }
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < self.places() {
            node *= 2;
            if self.nodes[node].contains(number) {
                node += 1;
            }
        }
        Some(node - self.places())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_without_is_that_of_a_plain_scan(
            set in proptest::collection::vec((0..300_usize, -9..9_i64, 0..20_i64), 0..200),
            number in -12..12_i64,
            from in 0..600_usize,
        ) {
            let mut windows = Windows::new();
            let mut plain = vec![Window::ALL; 300];
            for (place, low, width) in set {
                plain[place] = Window { low, high: low + width };
                windows.set(place, plain[place]);
            }
            let expected = (from..300).find(|&place| !plain[place].contains(number));
            prop_assert_eq!(windows.first_without(number, from), expected);
        }
    }
}
