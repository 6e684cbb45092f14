//! Reading the tables that were written here.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::path::Path;

use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::table::{Column, Table, Values};
use crate::write::CUT;

/// Why a table cannot be read.
#[derive(Debug)]
pub struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

impl From<ParquetError> for ReadError {
    fn from(error: ParquetError) -> Self {
        // The library names itself in front of each message.
        let text = error.to_string();
        ReadError(text.strip_prefix("Parquet error: ").unwrap_or(&text).to_owned())
    }
}

/// Reads a table of a trace.
pub fn read(path: &Path) -> Result<Table, ReadError> {
    let file = File::open(path).map_err(|error| ReadError(error.to_string()))?;
    let reader = SerializedFileReader::new(file)?;
    let about = reader.metadata().file_metadata();
    let pairs = about.key_value_metadata().into_iter().flatten();
    let is_cut = pairs.filter(|pair| pair.key == CUT).any(|pair| pair.value.as_deref() == Some("true"));
    let schema = about.schema_descr();
    let mut columns = Vec::with_capacity(schema.num_columns());
    for column in schema.columns() {
        let values = match column.physical_type() {
            Physical::INT64 => Values::Whole(Vec::new()),
            Physical::DOUBLE => Values::Real(Vec::new()),
            Physical::BYTE_ARRAY => Values::Text(Vec::new(), Vec::new()),
            other => return Err(ReadError(format!("the column {} is of type {other}", column.name()))),
        };
        columns.push(Column { name: column.name().to_owned(), values });
    }
    let mut known = vec![HashMap::new(); columns.len()];
    for number in 0..reader.num_row_groups() {
        let group = reader.get_row_group(number)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        for (place, column) in columns.iter_mut().enumerate() {
            match (&mut column.values, group.get_column_reader(place)?) {
                (Values::Whole(all), ColumnReader::Int64ColumnReader(reader)) => {
                    read_all(reader, rows, |value| all.push(value.copied().unwrap_or(Values::NONE)))?;
                }
                (Values::Real(all), ColumnReader::DoubleColumnReader(reader)) => {
                    read_all(reader, rows, |value| all.push(value.copied().unwrap_or(f64::NAN)))?;
                }
                (Values::Text(all, texts), ColumnReader::ByteArrayColumnReader(reader)) => {
                    read_all(reader, rows, |value| {
                        all.push(value.map_or(Values::NO_TEXT, |value| {
                            let next = texts.len() as u32;
                            *known[place].entry(value.data().to_vec()).or_insert_with(|| {
                                texts.push(String::from_utf8_lossy(value.data()).into_owned());
                                next
                            })
                        }));
                    })?;
                }
                _ => return Err(ReadError("row groups do not fit together".to_owned())),
            }
        }
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Table { name, columns, is_cut })
}

/// Hands over the values of a column chunk in turn.
fn read_all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    mut take: impl FnMut(Option<&T::T>),
) -> Result<(), ReadError> {
    let mut left = rows;
    while left > 0 {
        let (mut values, mut there) = (Vec::new(), Vec::new());
        let (records, _, _) = reader.read_records(left, Some(&mut there), None, &mut values)?;
        if records == 0 {
            return Err(ReadError("a column is too short".to_owned()));
        }
        left = left.saturating_sub(records);
        let mut values = values.iter();
        // A column in which nothing may be missing has no levels.
        if there.is_empty() {
            values.for_each(|value| take(Some(value)));
            continue;
        }
        for level in there {
            take(if level > 0 { values.next() } else { None });
        }
    }
    Ok(())
}
