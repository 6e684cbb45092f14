//! Checked PDDL task to a normalised task whose conditions are conjunctions of literals
