//! Interned words.
//!
//! Every word of both files becomes a [`Symbol`] once, in lower case. After that names are compared,
//! looked up and stored as numbers, and a name table is an array indexed by symbol.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A word, in lower case. Equal words have equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// All words met so far.
#[derive(Clone, Debug)]
pub struct SymbolTable {
    text: Vec<u8>,
    /// Where each symbol's text ends; it begins where the one before ends.
    ends: Vec<usize>,
    by_text: HashTable<u32>,
}

impl Default for SymbolTable {
    fn default() -> Self {
        SymbolTable::new()
    }
}

impl SymbolTable {
    /// A table that knows the keywords of PDDL only.
    pub fn new() -> Self {
        let mut table = SymbolTable { text: Vec::new(), ends: Vec::new(), by_text: HashTable::new() };
        for (name, symbol) in keyword::ALL {
            let interned = table.intern(name.as_bytes());
            debug_assert_eq!(interned, *symbol, "{name} is out of order");
        }
        table
    }

    /// The symbol of a word that is UTF-8 and in lower case.
    pub fn intern(&mut self, word: &[u8]) -> Symbol {
        let SymbolTable { text, ends, by_text } = self;
        let slot = by_text.entry(
            hash(word),
            |&known| slice(text, ends, known) == word,
            |&known| hash(slice(text, ends, known)),
        );
        match slot {
            hashbrown::hash_table::Entry::Occupied(known) => Symbol(*known.get()),
            hashbrown::hash_table::Entry::Vacant(free) => {
                let new = ends.len() as u32;
                free.insert(new);
                text.extend_from_slice(word);
                ends.push(text.len());
                Symbol(new)
            }
        }
    }

    /// The symbol of a word that has been met.
    pub fn get(&self, word: &str) -> Option<Symbol> {
        let word = word.as_bytes();
        let matches = |&known: &u32| slice(&self.text, &self.ends, known) == word;
        self.by_text.find(hash(word), matches).map(|&known| Symbol(known))
    }

    /// The text of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        std::str::from_utf8(slice(&self.text, &self.ends, symbol.0)).unwrap_or_default()
    }

    /// How many symbols there are; their numbers are below this.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no symbols. Never, as the keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(text: &'a [u8], ends: &[usize], symbol: u32) -> &'a [u8] {
    let symbol = symbol as usize;
    let start = if symbol == 0 { 0 } else { ends[symbol - 1] };
    &text[start..ends[symbol]]
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    hasher.finish()
}

/// The words that mean something to PDDL itself; they have fixed symbols.
pub mod keyword {
    #![allow(missing_docs)]
    use super::Symbol;

    pub const DEFINE: Symbol = Symbol(0);
    pub const DOMAIN: Symbol = Symbol(1);
    pub const PROBLEM: Symbol = Symbol(2);
    pub const DASH: Symbol = Symbol(3);
    pub const EITHER: Symbol = Symbol(4);
    pub const OBJECT: Symbol = Symbol(5);
    pub const NUMBER: Symbol = Symbol(6);
    pub const EQUALS: Symbol = Symbol(7);
    pub const AND: Symbol = Symbol(8);
    pub const OR: Symbol = Symbol(9);
    pub const NOT: Symbol = Symbol(10);
    pub const IMPLY: Symbol = Symbol(11);
    pub const FORALL: Symbol = Symbol(12);
    pub const EXISTS: Symbol = Symbol(13);
    pub const WHEN: Symbol = Symbol(14);
    pub const INCREASE: Symbol = Symbol(15);
    pub const TOTAL_COST: Symbol = Symbol(16);
    pub const MINIMIZE: Symbol = Symbol(17);
    pub const MAXIMIZE: Symbol = Symbol(18);
    pub const AT: Symbol = Symbol(19);
    pub const OVER: Symbol = Symbol(20);
    pub const START: Symbol = Symbol(21);
    pub const END: Symbol = Symbol(22);
    pub const ALL_OF_IT: Symbol = Symbol(23);
    pub const PREFERENCE: Symbol = Symbol(24);
    pub const SECTION_REQUIREMENTS: Symbol = Symbol(25);
    pub const SECTION_TYPES: Symbol = Symbol(26);
    pub const SECTION_CONSTANTS: Symbol = Symbol(27);
    pub const SECTION_PREDICATES: Symbol = Symbol(28);
    pub const SECTION_FUNCTIONS: Symbol = Symbol(29);
    pub const SECTION_ACTION: Symbol = Symbol(30);
    pub const SECTION_DERIVED: Symbol = Symbol(31);
    pub const SECTION_DURATIVE_ACTION: Symbol = Symbol(32);
    pub const SECTION_CONSTRAINTS: Symbol = Symbol(33);
    pub const SECTION_PROCESS: Symbol = Symbol(34);
    pub const SECTION_EVENT: Symbol = Symbol(35);
    pub const SECTION_DOMAIN: Symbol = Symbol(36);
    pub const SECTION_OBJECTS: Symbol = Symbol(37);
    pub const SECTION_INIT: Symbol = Symbol(38);
    pub const SECTION_GOAL: Symbol = Symbol(39);
    pub const SECTION_METRIC: Symbol = Symbol(40);
    pub const SECTION_LENGTH: Symbol = Symbol(41);
    pub const SECTION_TASK: Symbol = Symbol(42);
    pub const SECTION_METHOD: Symbol = Symbol(43);
    pub const PARAMETERS: Symbol = Symbol(44);
    pub const PRECONDITION: Symbol = Symbol(45);
    pub const EFFECT: Symbol = Symbol(46);
    pub const ASSIGN: Symbol = Symbol(47);
    pub const DECREASE: Symbol = Symbol(48);
    pub const SCALE_UP: Symbol = Symbol(49);
    pub const SCALE_DOWN: Symbol = Symbol(50);
    pub const LESS: Symbol = Symbol(51);
    pub const LESS_OR_EQUAL: Symbol = Symbol(52);
    pub const GREATER: Symbol = Symbol(53);
    pub const GREATER_OR_EQUAL: Symbol = Symbol(54);
    pub const ALWAYS: Symbol = Symbol(55);
    pub const SOMETIME: Symbol = Symbol(56);
    pub const WITHIN: Symbol = Symbol(57);
    pub const AT_MOST_ONCE: Symbol = Symbol(58);
    pub const SOMETIME_AFTER: Symbol = Symbol(59);
    pub const SOMETIME_BEFORE: Symbol = Symbol(60);
    pub const ALWAYS_WITHIN: Symbol = Symbol(61);
    pub const HOLD_DURING: Symbol = Symbol(62);
    pub const HOLD_AFTER: Symbol = Symbol(63);
    pub const ONEOF: Symbol = Symbol(64);
    pub const PROBABILISTIC: Symbol = Symbol(65);
    /// Not a word of PDDL, but one that people write.
    pub const UNEQUAL: Symbol = Symbol(66);

    pub(super) const ALL: &[(&str, Symbol)] = &[
        ("define", DEFINE),
        ("domain", DOMAIN),
        ("problem", PROBLEM),
        ("-", DASH),
        ("either", EITHER),
        ("object", OBJECT),
        ("number", NUMBER),
        ("=", EQUALS),
        ("and", AND),
        ("or", OR),
        ("not", NOT),
        ("imply", IMPLY),
        ("forall", FORALL),
        ("exists", EXISTS),
        ("when", WHEN),
        ("increase", INCREASE),
        ("total-cost", TOTAL_COST),
        ("minimize", MINIMIZE),
        ("maximize", MAXIMIZE),
        ("at", AT),
        ("over", OVER),
        ("start", START),
        ("end", END),
        ("all", ALL_OF_IT),
        ("preference", PREFERENCE),
        (":requirements", SECTION_REQUIREMENTS),
        (":types", SECTION_TYPES),
        (":constants", SECTION_CONSTANTS),
        (":predicates", SECTION_PREDICATES),
        (":functions", SECTION_FUNCTIONS),
        (":action", SECTION_ACTION),
        (":derived", SECTION_DERIVED),
        (":durative-action", SECTION_DURATIVE_ACTION),
        (":constraints", SECTION_CONSTRAINTS),
        (":process", SECTION_PROCESS),
        (":event", SECTION_EVENT),
        (":domain", SECTION_DOMAIN),
        (":objects", SECTION_OBJECTS),
        (":init", SECTION_INIT),
        (":goal", SECTION_GOAL),
        (":metric", SECTION_METRIC),
        (":length", SECTION_LENGTH),
        (":task", SECTION_TASK),
        (":method", SECTION_METHOD),
        (":parameters", PARAMETERS),
        (":precondition", PRECONDITION),
        (":effect", EFFECT),
        ("assign", ASSIGN),
        ("decrease", DECREASE),
        ("scale-up", SCALE_UP),
        ("scale-down", SCALE_DOWN),
        ("<", LESS),
        ("<=", LESS_OR_EQUAL),
        (">", GREATER),
        (">=", GREATER_OR_EQUAL),
        ("always", ALWAYS),
        ("sometime", SOMETIME),
        ("within", WITHIN),
        ("at-most-once", AT_MOST_ONCE),
        ("sometime-after", SOMETIME_AFTER),
        ("sometime-before", SOMETIME_BEFORE),
        ("always-within", ALWAYS_WITHIN),
        ("hold-during", HOLD_DURING),
        ("hold-after", HOLD_AFTER),
        ("oneof", ONEOF),
        ("probabilistic", PROBABILISTIC),
        ("!=", UNEQUAL),
    ];

    /// Whether a list that begins with this word can only be a section of a domain or problem.
    pub fn is_section(symbol: Symbol) -> bool {
        (SECTION_REQUIREMENTS..=SECTION_METHOD).contains(&symbol)
    }

    /// Whether a list that begins with this word may have lists in it.
    pub fn takes_lists(symbol: Symbol) -> bool {
        (EQUALS..=INCREASE).contains(&symbol)
            || (ASSIGN..=PROBABILISTIC).contains(&symbol)
            || matches!(symbol, DEFINE | PREFERENCE | EITHER | DASH)
    }

    /// Whether this word can only stand directly in an action.
    pub fn is_action_part(symbol: Symbol) -> bool {
        (PARAMETERS..=EFFECT).contains(&symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_have_their_fixed_symbols() {
        let mut table = SymbolTable::new();
        for (index, (name, symbol)) in keyword::ALL.iter().enumerate() {
            assert_eq!(symbol.0 as usize, index, "{name}");
            assert_eq!(table.intern(name.as_bytes()), *symbol);
            assert_eq!(table.name(*symbol), *name);
        }
    }

    #[test]
    fn equal_words_have_equal_symbols() {
        let mut table = SymbolTable::new();
        let (truck, plane) = (table.intern(b"truck"), table.intern(b"plane"));
        assert_ne!(truck, plane);
        assert_eq!(table.intern(b"truck"), truck);
        assert_eq!(table.name(plane), "plane");
    }
}
