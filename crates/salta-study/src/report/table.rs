//! A table: columns of one kind each, whatever the format of the file.

use csv::Writer;

/// The cells of a column, all of one kind.
pub(super) enum Column {
    /// Words.
    Text(Vec<String>),
    /// Counts.
    Count(Vec<u32>),
    /// Numbers; `None` where nothing is known.
    Number(Vec<Option<f64>>),
    /// Yes or no; `None` where nothing is known.
    Flag(Vec<Option<bool>>),
}

/// Columns of equal length with their headings.
pub(super) struct Table(pub(super) Vec<(&'static str, Column)>);

impl Column {
    fn len(&self) -> usize {
        match self {
            Column::Text(cells) => cells.len(),
            Column::Count(cells) => cells.len(),
            Column::Number(cells) => cells.len(),
            Column::Flag(cells) => cells.len(),
        }
    }

    fn cell(&self, row: usize) -> String {
        fn known(of: Option<impl ToString>) -> String {
            of.map_or_else(String::new, |value| value.to_string())
        }
        match self {
            Column::Text(cells) => cells[row].clone(),
            Column::Count(cells) => cells[row].to_string(),
            Column::Number(cells) => known(cells[row]),
            Column::Flag(cells) => known(cells[row]),
        }
    }
}

impl Table {
    fn rows(&self) -> usize {
        self.0.first().map_or(0, |(_, column)| column.len())
    }

    /// As comma-separated values (RFC 4180): numbers unrounded, what is not known empty.
    pub(super) fn csv(&self) -> String {
        let mut writer = Writer::from_writer(Vec::new());
        let memory = "writing to memory, in rows of one length, does not fail";
        writer.write_record(self.0.iter().map(|(heading, _)| heading)).expect(memory);
        for row in 0..self.rows() {
            writer.write_record(self.0.iter().map(|(_, column)| column.cell(row))).expect(memory);
        }
        String::from_utf8(writer.into_inner().expect(memory)).expect("made of strings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_by_their_kind() {
        let table = Table(vec![
            ("a", Column::Text(vec!["x, y".into(), "z".into()])),
            ("b", Column::Count(vec![1, 2])),
            ("c", Column::Number(vec![Some(0.1), None])),
            ("d", Column::Flag(vec![None, Some(true)])),
        ]);
        assert_eq!(table.csv(), "a,b,c,d\n\"x, y\",1,0.1,\nz,2,,true\n");
    }
}
