//! How a column reads a row, and how it is shown.

use std::rc::Rc;

use super::cell::Cell;

type Show<'a, R> = Box<dyn Fn(&R) -> Cell + 'a>;
/// Reads the value of a row as text, unrounded; empty where unknown.
pub(super) type Read<'a, R> = Rc<dyn Fn(&R) -> String + 'a>;

/// A column over rows of type `R`: what readers see, and the fields written to files. A column
/// without a heading is only in files, one without a key is only shown.
pub struct Column<'a, R> {
    pub(super) shown: Option<(String, Show<'a, R>)>,
    pub(super) is_text: bool,
    pub(super) fields: Vec<(String, Read<'a, R>)>,
}

impl<'a, R: 'a> Column<'a, R> {
    /// A column of text.
    pub fn text(key: impl Into<String>, read: impl Fn(&R) -> String + 'a) -> Column<'a, R> {
        Column { is_text: true, ..Column::number(key, move |row| Some(read(row))) }
    }

    /// A column of counts, or of yes or no.
    pub fn count<N: ToString>(
        key: impl Into<String>,
        read: impl Fn(&R) -> N + 'a,
    ) -> Column<'a, R> {
        Column::number(key, move |row| Some(read(row)))
    }

    /// A column of numbers, or of yes or no; empty where unknown.
    pub fn number<N: ToString>(
        key: impl Into<String>,
        read: impl Fn(&R) -> Option<N> + 'a,
    ) -> Column<'a, R> {
        let known = move |row: &R| read(row).map_or_else(String::new, |value| value.to_string());
        Column { shown: None, is_text: false, fields: vec![(key.into(), Rc::new(known))] }
    }

    /// An estimate with its lower and upper end: fields `KEY`, `KEY_lo` and `KEY_hi`.
    pub fn interval(key: &str, read: impl Fn(&R) -> Option<[f64; 3]> + Clone + 'a) -> Self {
        let end = |i: usize| {
            let read = read.clone();
            move |row: &R| read(row).map(|ends| ends[i])
        };
        Column::number(key, end(0))
            .and(Column::number(format!("{key}_lo"), end(1)))
            .and(Column::number(format!("{key}_hi"), end(2)))
    }

    /// Text that is shown but not exported.
    pub fn words<C: Into<Cell>>(
        heading: impl Into<String>,
        show: impl Fn(&R) -> C + 'a,
    ) -> Column<'a, R> {
        Column { is_text: true, ..Column::figure(heading, show) }
    }

    /// A number that is shown but not exported.
    pub fn figure<C: Into<Cell>>(
        heading: impl Into<String>,
        show: impl Fn(&R) -> C + 'a,
    ) -> Column<'a, R> {
        Column { shown: None, is_text: false, fields: Vec::new() }.shown(heading, show)
    }

    /// The same, followed by the fields of `other` in files.
    pub fn and(mut self, other: Column<'a, R>) -> Column<'a, R> {
        self.fields.extend(other.fields);
        self
    }

    /// The same, shown to readers as `show` formats it.
    pub fn shown<C: Into<Cell>>(
        mut self,
        heading: impl Into<String>,
        show: impl Fn(&R) -> C + 'a,
    ) -> Column<'a, R> {
        self.shown = Some((heading.into(), Box::new(move |row| show(row).into())));
        self
    }

    /// The same, shown to readers as its first field is written to files; – if unknown.
    ///
    /// # Panics
    /// Without a field.
    pub fn headed(self, heading: impl Into<String>) -> Column<'a, R> {
        let read = self.fields[0].1.clone();
        self.shown(heading, move |row| match read(row) {
            text if text.is_empty() => Cell::from("–"),
            text => text.into(),
        })
    }
}
