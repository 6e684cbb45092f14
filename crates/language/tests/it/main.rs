//! What an editor shows for a warehouse, and that nothing panics on any text.

mod any_text;
mod features;
