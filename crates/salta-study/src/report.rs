//! Findings as files: tables, pictures and a page.

mod plot;
mod plots;
mod study_page;
mod style;
mod tables;
mod words;

use std::path::Path;

use salta_record::remove_leftovers;
use salta_run::{RunError, create_dir, write_text};

use crate::findings::Findings;

pub use plots::{PLOTS, PlotOf};
pub(crate) use style::page;
pub use words::{shown, shown_difference};

/// Writes all files of a study's report below `out`.
pub(crate) fn write(findings: &Findings, out: &Path) -> Result<(), RunError> {
    let plots = out.join("plots");
    create_dir(&plots)?;
    remove_leftovers(&plots)?;
    let json = serde_json::to_string_pretty(findings).expect("strings and numbers");
    for (name, text) in [
        ("findings.json", json),
        ("measures.csv", tables::measures_csv(findings)),
        ("measures.ndjson", tables::ndjson(&findings.rows)),
        ("differences.csv", tables::differences_csv(findings)),
        ("differences.ndjson", tables::ndjson(&findings.differences)),
        ("skill.csv", tables::skill_csv(findings)),
        ("report.html", study_page::page_of(findings)),
    ] {
        write_text(&out.join(name), &text)?;
    }
    for of in PLOTS {
        if let Some(svg) = plots::file(findings, of) {
            write_text(&plots.join(format!("{}.svg", of.measure)), &svg)?;
        }
    }
    Ok(())
}
