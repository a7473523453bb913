//! How a column reads a row, and how it is shown.

use std::rc::Rc;

use super::cell::Cell;

type Show<'a, R> = Box<dyn Fn(&R) -> Cell + 'a>;
/// Reads the values of rows.
type Read<'a, R> = Rc<dyn Fn(&[R]) -> Values + 'a>;

/// A column over rows of type `R`: what readers see, and the fields written to files. A column
/// without a heading is only in files, one without a key is only shown.
pub struct Column<'a, R> {
    pub(super) shown: Option<(String, Show<'a, R>)>,
    pub(super) is_text: bool,
    pub(super) fields: Vec<(String, Read<'a, R>)>,
}

impl<'a, R: 'a> Column<'a, R> {
    fn of<T: 'a>(
        key: impl Into<String>,
        read: impl Fn(&R) -> T + 'a,
        values: fn(Vec<T>) -> Values,
    ) -> Column<'a, R> {
        let read: Read<'a, R> = Rc::new(move |rows| values(rows.iter().map(&read).collect()));
        Column { shown: None, is_text: false, fields: vec![(key.into(), read)] }
    }

    /// A column of text.
    pub fn text(key: impl Into<String>, read: impl Fn(&R) -> String + 'a) -> Column<'a, R> {
        Column { is_text: true, ..Column::of(key, read, Values::Text) }
    }

    /// A column of counts.
    pub fn count(key: impl Into<String>, read: impl Fn(&R) -> u32 + 'a) -> Column<'a, R> {
        Column::of(key, read, Values::Count)
    }

    /// A column of numbers; `None` where unknown.
    pub fn number(key: impl Into<String>, read: impl Fn(&R) -> Option<f64> + 'a) -> Column<'a, R> {
        Column::of(key, read, Values::Number)
    }

    /// A column of yes or no; `None` where unknown.
    pub fn flag(key: impl Into<String>, read: impl Fn(&R) -> Option<bool> + 'a) -> Column<'a, R> {
        Column::of(key, read, Values::Flag)
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
        self.shown(heading, move |row| match read(std::slice::from_ref(row)).at(0) {
            text if text.is_empty() => Cell::from("–"),
            text => text.into(),
        })
    }
}

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
