//! A number with its noun.

/// `1 game`, `2 games`.
///
/// ```
/// assert_eq!(salta_report::counted(1, "game"), "1 game");
/// assert_eq!(salta_report::counted(0, "game"), "0 games");
/// ```
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
