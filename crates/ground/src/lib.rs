//! Normalised task to a ground task: relaxed reachability and instantiation
