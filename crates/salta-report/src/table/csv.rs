//! Tables as comma-separated values (RFC 4180).

use csv::Writer;

use super::Table;

impl Table {
    /// The columns for files: numbers unrounded, unknown values empty.
    pub fn csv(&self) -> String {
        let mut writer = Writer::from_writer(Vec::new());
        let memory = "writing to memory, in rows of one length, does not fail";
        writer.write_record(self.kept.iter().map(|(key, _)| key)).expect(memory);
        for row in 0..self.rows {
            writer.write_record(self.kept.iter().map(|(_, values)| values.at(row))).expect(memory);
        }
        String::from_utf8(writer.into_inner().expect(memory)).expect("made of strings")
    }
}
