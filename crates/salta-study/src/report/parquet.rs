//! A table as an Apache Parquet file, in one row group without compression.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::table::{Column, Table};

/// The bytes of the file. Words are UTF-8 strings, counts 64-bit integers; what is not known is null.
pub(super) fn parquet(table: &Table) -> Vec<u8> {
    written(table).expect("writing to memory, columns by their schema, does not fail")
}

fn written(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let fields = table.0.iter().map(|(heading, column)| Ok(Arc::new(field(heading, column)?)));
    let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
    let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_created_by("salta".into()).build();
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut rows = file.next_row_group()?;
    for (_, column) in &table.0 {
        let mut writer = rows.next_column()?.expect("as many columns as the schema has");
        write(column, &mut writer)?;
        writer.close()?;
    }
    rows.close()?;
    file.into_inner()
}

fn field(heading: &str, column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical, repetition) = match column {
        Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        Column::Count(_) => (Physical::INT64, None, Repetition::REQUIRED),
        Column::Number(_) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
        Column::Flag(_) => (Physical::BOOLEAN, None, Repetition::OPTIONAL),
    };
    let builder = Type::primitive_type_builder(heading, physical);
    builder.with_logical_type(logical).with_repetition(repetition).build()
}

fn write(column: &Column, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    match column {
        Column::Text(cells) => {
            let cells: Vec<ByteArray> = cells.iter().map(|cell| cell.as_str().into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&cells, None, None)?;
        }
        Column::Count(cells) => {
            let cells: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            writer.typed::<Int64Type>().write_batch(&cells, None, None)?;
        }
        Column::Number(cells) => write_known::<DoubleType>(cells, writer)?,
        Column::Flag(cells) => write_known::<BoolType>(cells, writer)?,
    }
    Ok(())
}

/// A cell that is known has definition level 1, a null 0.
fn write_known<T: DataType>(
    cells: &[Option<T::T>],
    writer: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let known: Vec<T::T> = cells.iter().flatten().cloned().collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    writer.typed::<T>().write_batch(&known, Some(&levels), None)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::io::Write;

    #[test]
    fn what_is_written_is_read() {
        let table = Table(vec![
            ("a", Column::Text(vec!["größer".into(), "z".into()])),
            ("b", Column::Count(vec![1, u32::MAX])),
            ("c", Column::Number(vec![Some(0.1), None])),
            ("d", Column::Flag(vec![None, Some(true)])),
        ]);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&parquet(&table)).unwrap();
        let file = SerializedFileReader::new(file).unwrap();
        let rows = file.get_row_iter(None).unwrap().map(|row| {
            row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect::<Vec<_>>()
        });
        let known = [Field::Str("größer".into()), Field::Long(1), Field::Double(0.1), Field::Null];
        let other =
            [Field::Str("z".into()), Field::Long(4_294_967_295), Field::Null, Field::Bool(true)];
        assert_eq!(rows.collect::<Vec<_>>(), [known, other]);
    }
}
