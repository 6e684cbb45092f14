//! Where tables are: a folder of files for one run, or a folder of files for each table of many runs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::table::Table;
use crate::write::write;

/// The file of a table in the folder of one run.
pub fn file_in_folder(folder: &Path, table: &str) -> PathBuf {
    folder.join(format!("{table}.parquet"))
}

/// The file of a table of a run in a folder with the traces of many.
pub fn file_of_run(folder: &Path, table: &str, run: &str) -> PathBuf {
    folder.join(table).join(format!("{run}.parquet"))
}

/// Writes tables to the files that `path` names, making folders where they are missing. Each file appears whole or
/// not at all.
pub fn write_tables(tables: &[Table], path: impl Fn(&str) -> PathBuf) -> io::Result<()> {
    for table in tables {
        let path = path(&table.name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut draft = path.clone().into_os_string();
        draft.push(format!(".{}.tmp", std::process::id()));
        let written = write_file(table, draft.as_ref()).and_then(|()| fs::rename(&draft, &path));
        if written.is_err() {
            // The error is what matters; a file that is left behind does no harm.
            let _ = fs::remove_file(&draft);
        }
        written?;
    }
    Ok(())
}

fn write_file(table: &Table, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(table, &mut out).map_err(io::Error::other)?;
    out.flush()
}
