//! The values of a column in files, all of one kind.

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
