//! Parquet files: one row group, compressed, the same bytes for the same table.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::table::{Column, Table, Values};

/// The key in a file's metadata that says whether rows are missing at the end.
pub(crate) const CUT: &str = "extremal.cut";

/// Writes a table.
pub fn write(table: &Table, out: impl Write + Send) -> Result<()> {
    let fields = table.columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder(&table.name).with_fields(fields).build()?;
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties(table)))?;
    if table.num_rows() > 0 {
        let mut group = writer.next_row_group()?;
        for column in &table.columns {
            write_column(&mut group, &column.values)?;
        }
        group.close()?;
    }
    writer.close().map(drop)
}

fn properties(table: &Table) -> WriterProperties {
    WriterProperties::builder()
        .set_created_by(format!("extremal {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::GZIP(GzipLevel::default()))
        // Nobody looks for a range in files as small as these.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![KeyValue::new(CUT.to_owned(), table.is_cut.to_string())]))
        .build()
}

/// Any value may be missing, so that tables of different runs fit together.
fn field(column: &Column) -> Result<Arc<Type>> {
    let (physical, logical) = match column.values {
        Values::Whole(_) => (Physical::INT64, None),
        Values::Real(_) => (Physical::DOUBLE, None),
        Values::Text(..) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(&column.name, physical);
    builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
}

fn write_column(group: &mut SerializedRowGroupWriter<'_, impl Write + Send>, values: &Values) -> Result<()> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    match values {
        Values::Whole(values) => {
            let (there, present) = present(values, |value| (*value != Values::NONE).then_some(*value));
            column.typed::<Int64Type>().write_batch(&present, Some(&there), None)?;
        }
        Values::Real(values) => {
            let (there, present) = present(values, |value| (!value.is_nan()).then_some(*value));
            column.typed::<DoubleType>().write_batch(&present, Some(&there), None)?;
        }
        Values::Text(places, texts) => {
            let texts: Vec<ByteArray> = texts.iter().map(|text| ByteArray::from(text.as_str())).collect();
            let (there, present) = present(places, |place| texts.get(*place as usize).cloned());
            column.typed::<ByteArrayType>().write_batch(&present, Some(&there), None)?;
        }
    }
    column.close()
}

/// Which values are there, in the way of Parquet, and these values.
fn present<T, U>(values: &[T], value: impl Fn(&T) -> Option<U>) -> (Vec<i16>, Vec<U>) {
    let mut there = Vec::with_capacity(values.len());
    let mut present = Vec::with_capacity(values.len());
    for value in values.iter().map(value) {
        there.push(i16::from(value.is_some()));
        present.extend(value);
    }
    (there, present)
}
