//! The arguments of the test programs that are campaigns.

/// Returns the numbers given for some flags, as in `--seed 3`.
///
/// # Panics
/// If there is another argument, or no whole number follows a flag.
pub fn numbers<const N: usize>(arguments: &[String], flags: [&str; N]) -> [Option<u64>; N] {
    let mut found = [None; N];
    for pair in arguments.chunks(2) {
        let at = flags.iter().position(|flag| *flag == pair[0]);
        let at = at.unwrap_or_else(|| panic!("unknown argument `{}`; known: {flags:?}", pair[0]));
        let number = pair.get(1).and_then(|text| text.parse().ok());
        assert!(number.is_some(), "`{}` needs a whole number", pair[0]);
        found[at] = number;
    }
    found
}
