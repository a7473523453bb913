//! NumPy's archive of arrays: a zip file without compression, with one `.npy` file per array.
//!
//! Formats: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html> (version 1.0),
//! and PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. The crates that write both pull
//! in a parser of Python literals; these arrays need only 16 numeric fields.

/// An element type of arrays.
pub(super) trait Element {
    /// NumPy's name of the type.
    const DESCR: &'static str;
    /// Its bytes, little-endian.
    fn bytes(&self) -> impl Iterator<Item = u8>;
}

impl Element for f32 {
    const DESCR: &'static str = "<f4";
    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}

impl Element for u64 {
    const DESCR: &'static str = "<u8";
    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}

impl Element for bool {
    const DESCR: &'static str = "|b1";
    fn bytes(&self) -> impl Iterator<Item = u8> {
        std::iter::once(u8::from(*self))
    }
}

/// An archive under construction; below 4 GB in all.
#[derive(Default)]
pub(super) struct Npz {
    bytes: Vec<u8>,
    /// The central directory, written last.
    directory: Vec<u8>,
    files: u16,
}

impl Npz {
    /// Adds an array of this shape, with its values in row-major order.
    pub(super) fn add<T: Element>(&mut self, name: &str, shape: &[usize], values: &[T]) {
        assert_eq!(values.len(), shape.iter().product::<usize>(), "one value for each place");
        let mut content = npy_header(T::DESCR, shape);
        content.extend(values.iter().flat_map(Element::bytes));
        self.store(&format!("{name}.npy"), &content);
    }

    fn store(&mut self, name: &str, content: &[u8]) {
        let offset = u32_of(self.bytes.len());
        let common = common_fields(name, content);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name.bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(20u16.to_le_bytes()); // version made by
        self.directory.extend(&common);
        self.directory.extend([0; 10]); // no comment, disk 0, no attributes
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.bytes());
        self.files += 1;
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let (offset, size) = (u32_of(self.bytes.len()), u32_of(self.directory.len()));
        self.bytes.extend(self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.files.to_le_bytes());
        self.bytes.extend(self.files.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(offset.to_le_bytes());
        self.bytes.extend([0; 2]); // no comment
        self.bytes
    }
}

/// The fields that a file's local header shares with its entry in the central directory.
fn common_fields(name: &str, content: &[u8]) -> Vec<u8> {
    let mut fields = Vec::new();
    fields.extend(20u16.to_le_bytes()); // version needed
    fields.extend([0; 4]); // no flags, stored
    fields.extend([0, 0, 0x21, 0]); // midnight, 1 January 1980: the same bytes every time
    fields.extend(crc32fast::hash(content).to_le_bytes());
    fields.extend(u32_of(content.len()).to_le_bytes()); // as stored
    fields.extend(u32_of(content.len()).to_le_bytes());
    fields.extend((name.len() as u16).to_le_bytes());
    fields.extend([0; 2]); // no extra field
    fields
}

fn npy_header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape})}}");
    let prefix = 10; // magic, version and the text's length
    let padded = (prefix + text.len() + 1).next_multiple_of(64) - prefix;
    text.push_str(&" ".repeat(padded - text.len() - 1));
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.bytes());
    header
}

fn u32_of(size: usize) -> u32 {
    u32::try_from(size).expect("an archive is below 4 GB")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of an archive; `crates/salta-py/tests/test_export.py` reads such archives in
    /// NumPy.
    #[test]
    fn an_archive_keeps_its_bytes() {
        let mut archive = Npz::default();
        archive.add("a", &[2, 1], &[1.0_f32, -2.0]);
        archive.add("mask", &[3], &[true, false, true]);
        archive.add("ids", &[1], &[u64::MAX]);
        let bytes = archive.finish();
        assert_eq!((bytes.len(), crc32fast::hash(&bytes)), (693, 0xd5b7_d3be));
    }
}
