//! Budgets of time and memory that every phase of the planner keeps
