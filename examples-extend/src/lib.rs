//! Parts of a planner written outside the library, as `docs/extending.md` shows them.
