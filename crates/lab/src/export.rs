//! Results as files that other programs read.

mod properties;
mod table;

pub use properties::write_properties;
pub use table::{Detail, write_csv};

use std::io::{self, Write};

use crate::row::Row;

/// Writes one JSON object per line.
pub fn write_jsonl(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
