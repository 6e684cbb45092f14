//! Generators of the example domains problems
