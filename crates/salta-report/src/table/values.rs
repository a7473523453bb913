//! The values of a column in files, all of one kind.

use std::rc::Rc;

/// The values of a column in files.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<String>),
    /// Counts.
    Count(Vec<u32>),
    /// Numbers; `None` where unknown.
    Number(Vec<Option<f64>>),
    /// Yes or no; `None` where unknown.
    Flag(Vec<Option<bool>>),
}

/// Reads a value from a row.
type Reader<'a, R, T> = Rc<dyn Fn(&R) -> T + 'a>;

/// How a value is read from a row, by its kind.
pub(super) enum Read<'a, R> {
    Text(Reader<'a, R, String>),
    Count(Reader<'a, R, u32>),
    Number(Reader<'a, R, Option<f64>>),
    Flag(Reader<'a, R, Option<bool>>),
}

// A derived impl would require `R: Clone`.
impl<R> Clone for Read<'_, R> {
    fn clone(&self) -> Self {
        match self {
            Read::Text(read) => Read::Text(read.clone()),
            Read::Count(read) => Read::Count(read.clone()),
            Read::Number(read) => Read::Number(read.clone()),
            Read::Flag(read) => Read::Flag(read.clone()),
        }
    }
}

impl<R> Read<'_, R> {
    pub(super) fn over(&self, rows: &[R]) -> Values {
        match self {
            Read::Text(read) => Values::Text(rows.iter().map(|row| read(row)).collect()),
            Read::Count(read) => Values::Count(rows.iter().map(|row| read(row)).collect()),
            Read::Number(read) => Values::Number(rows.iter().map(|row| read(row)).collect()),
            Read::Flag(read) => Values::Flag(rows.iter().map(|row| read(row)).collect()),
        }
    }

    /// The value of one row as text.
    pub(super) fn at(&self, row: &R) -> String {
        self.over(std::slice::from_ref(row)).at(0)
    }
}

impl Values {
    /// The value in a row as text, unrounded; empty where unknown.
    pub(super) fn at(&self, row: usize) -> String {
        fn known(of: Option<impl ToString>) -> String {
            of.map_or_else(String::new, |value| value.to_string())
        }
        match self {
            Values::Text(values) => values[row].clone(),
            Values::Count(values) => values[row].to_string(),
            Values::Number(values) => known(values[row]),
            Values::Flag(values) => known(values[row]),
        }
    }
}
