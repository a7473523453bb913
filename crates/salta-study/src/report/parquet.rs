//! A table as an Apache Parquet file, in one row group without compression.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use salta_report::{Table, Values};

/// Returns the bytes of the file. Texts are UTF-8 strings, counts 64-bit integers, unknown values
/// null.
pub(super) fn parquet(table: &Table) -> Vec<u8> {
    written(table).expect("writing to memory, columns by their schema, does not fail")
}

fn written(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let fields = table.fields().iter().map(|(key, values)| Ok(Arc::new(field(key, values)?)));
    let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
    let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_created_by("salta".into()).build();
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut rows = file.next_row_group()?;
    for (_, values) in table.fields() {
        let mut writer = rows.next_column()?.expect("as many columns as the schema has");
        write(values, &mut writer)?;
        writer.close()?;
    }
    rows.close()?;
    file.into_inner()
}

fn field(key: &str, values: &Values) -> Result<Type, ParquetError> {
    let (physical, logical, repetition) = match values {
        Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        Values::Count(_) => (Physical::INT64, None, Repetition::REQUIRED),
        Values::Number(_) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
        Values::Flag(_) => (Physical::BOOLEAN, None, Repetition::OPTIONAL),
    };
    let builder = Type::primitive_type_builder(key, physical);
    builder.with_logical_type(logical).with_repetition(repetition).build()
}

fn write(values: &Values, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    match values {
        Values::Text(cells) => {
            let cells: Vec<ByteArray> = cells.iter().map(|cell| cell.as_str().into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&cells, None, None)?;
        }
        Values::Count(cells) => {
            let cells: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            writer.typed::<Int64Type>().write_batch(&cells, None, None)?;
        }
        Values::Number(cells) => write_known::<DoubleType>(cells, writer)?,
        Values::Flag(cells) => write_known::<BoolType>(cells, writer)?,
    }
    Ok(())
}

/// A known cell has definition level 1, a null 0.
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
    use salta_report::Column;
    use std::io::Write;

    #[test]
    fn what_is_written_is_read() {
        type Row = (&'static str, u32, Option<f64>, Option<bool>);
        let rows: [Row; 2] = [("größer", 1, Some(0.1), None), ("z", u32::MAX, None, Some(true))];
        let columns = vec![
            Column::text("a", |row: &Row| row.0.into()),
            Column::count("b", |row: &Row| row.1),
            Column::number("c", |row: &Row| row.2),
            Column::flag("d", |row: &Row| row.3),
        ];
        let table = Table::new(&rows, columns);
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
