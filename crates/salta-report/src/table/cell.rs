//! A cell of a table as readers see it.

/// A cell. Terminals show its text alone, pages the rest too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// A second line.
    pub below: String,
    /// An explanation, shown while the pointer is over the cell.
    pub title: String,
    /// Classes of the style sheet, separated by spaces.
    pub class: String,
    /// A background from red (0) through white to blue (1).
    pub shade: Option<f64>,
}

impl Cell {
    /// The same in a class of the style sheet, if `on`.
    pub fn class(mut self, name: &str, on: bool) -> Cell {
        if on {
            self.class = format!("{} {name}", self.class).trim_start().into();
        }
        self
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::default() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        String::from(text).into()
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Cell {
        count.to_string().into()
    }
}

/// An unknown value is shown as a dash.
impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Cell {
        text.unwrap_or_else(|| "–".into()).into()
    }
}
