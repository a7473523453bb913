//! Writes findings as files: tables, pictures and a page.

mod plots;
mod study_page;
mod tables;
mod words;

use std::fs;
use std::path::Path;

use salta_record::remove_leftovers;
use salta_run::{RunError, create_dir, write_text};

use crate::cell::Cell;
use crate::findings::Findings;

pub use words::shown;

pub(crate) fn write(findings: &Findings, cells: &[Cell], out: &Path) -> Result<(), RunError> {
    let dir = out.join("plots");
    create_dir(&dir)?;
    remove_leftovers(&dir)?;
    let json = serde_json::to_string_pretty(findings).expect("strings and numbers");
    for (name, text) in [("findings.json", json), ("report.html", study_page::page_of(findings))] {
        write_text(&out.join(name), &text)?;
    }
    for (name, table) in tables::tables(findings, cells) {
        write_text(&out.join(format!("{name}.csv")), &table.csv())?;
    }
    for (measure, _) in plots::PLOTS {
        let path = dir.join(format!("{measure}.svg"));
        match plots::picture(findings, measure) {
            Some(svg) => write_text(&path, &svg.into_string())?,
            // One of an earlier report, with other settings.
            None if path.exists() => fs::remove_file(&path).map_err(|e| RunError::at(&path, e))?,
            None => {}
        }
    }
    Ok(())
}
