//! Makes each kind of writing system call fail on each kind of file, both the first and the last
//! such call of every job, or of the named jobs: `cargo xtask torture --writes train solve`. Writes
//! `target/torture/writes.csv`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use salta_tests::binary::root;

use crate::call::{call, strace, trace};
use crate::disturbed::with_fault;
use crate::good_files::{GoodFiles, JOBS, Job};

/// System calls by their strace names, and the errors with which each fails.
const FAULTS: [(&str, &[&str]); 6] = [
    ("openat", &["ENOSPC"]),
    ("write", &["ENOSPC", "EIO"]),
    ("fsync,fdatasync", &["EIO"]),
    ("rename,renameat,renameat2", &["EIO"]),
    ("mkdir,mkdirat", &["ENOSPC"]),
    ("unlink,unlinkat", &["EIO"]),
];

/// Which call fails: its number, from 1, among the calls of these names in its thread.
type Nth = usize;

/// Runs the jobs with every fault; returns how many did not end as documented.
pub(crate) fn every_write(good: &GoodFiles, named: &[String]) -> usize {
    let path = root().join("target/torture/writes.csv");
    fs::create_dir_all(path.parent().expect("a folder")).expect("target can be written");
    let mut table = csv::Writer::from_path(path).expect("target can be written");
    let mut write = |row: &[&str]| {
        table.write_record(row).expect("target can be written");
        table.flush().expect("target can be written");
    };
    write(&["job", "call", "error", "file", "exit", "sentence", "result"]);
    let mut failed = 0;
    let chosen = |job: &&Job| named.is_empty() || named.iter().any(|name| name == job.name);
    for job in JOBS.iter().filter(chosen) {
        for (calls, errors) in FAULTS {
            let met = met(good, job, calls);
            for (nth, error) in met.iter().flat_map(|nth| errors.iter().map(move |e| (nth, e))) {
                let Failed { hit, code, said, result } = fail(good, job, calls, error, *nth);
                let result = result.err().unwrap_or_else(|| "the same".into());
                failed += usize::from(result != "the same");
                let name = calls.split(',').next().expect("a name");
                let (hit, code) = (hit.unwrap_or_default(), code.to_string());
                write(&[job.name, name, error, &hit, &code, &said, &result]);
            }
        }
    }
    failed
}

/// Finds the first and the last of these calls of a job for each kind of file.
fn met(good: &GoodFiles, job: &Job, calls: &str) -> BTreeSet<Nth> {
    let folder = good.copy(Some(job.makes));
    // Renames show what temporary files become.
    let with_renames = format!("{calls},rename,renameat,renameat2");
    let traced = call(&folder, &strace(&with_renames, ""), job.line(&folder), None);
    assert_eq!((traced.code, traced.check()), (0, Ok(())), "{}", job.name);
    let trace = trace(&folder);
    let (mut counts, mut found) = (BTreeMap::<&str, Nth>::new(), Vec::new());
    let mut names = BTreeMap::new();
    for line in trace.lines() {
        let Some((thread, called)) = line.split_once(' ') else { continue };
        let paths = paths(called, &folder, job);
        if let (true, [from, to]) = (called.trim_start().starts_with("rename"), &paths[..]) {
            names.insert(from.clone(), to.clone());
        }
        if calls.split(',').any(|name| called.trim_start().starts_with(&format!("{name}("))) {
            let count = counts.entry(thread).or_default();
            *count += 1;
            let writes = !called.contains("openat(") || called.contains("O_CREAT");
            if let (Some(path), true) = (paths.last(), writes) {
                found.push((path.clone(), *count));
            }
        }
    }
    let mut ends = BTreeMap::<String, [Nth; 2]>::new();
    for (path, nth) in found {
        let kind = kind(names.get(&path).unwrap_or(&path));
        ends.entry(kind).or_insert([nth; 2])[1] = nth;
    }
    ends.into_values().flatten().collect()
}

/// Returns the paths in a traced call that are in the job's output.
fn paths(called: &str, folder: &Path, job: &Job) -> Vec<String> {
    let parts = called.split(['"', '<', '>']);
    let start = format!("{}/", folder.canonicalize().expect("a folder").display());
    let inside = parts.filter_map(|part| {
        let path = part.strip_prefix(&start).unwrap_or(part);
        (path == job.makes || path.starts_with(&format!("{}/", job.makes))).then_some(path)
    });
    inside.map(str::to_owned).collect()
}

/// Returns a path without digits and without the unique parts of temporary file names.
fn kind(path: &str) -> String {
    let part = |part: &str| match part {
        part if part.starts_with('.') && part.ends_with(".tmp") => "*.tmp".into(),
        part if part.starts_with("events") => "events".into(),
        part => part.replace(|letter: char| letter.is_ascii_digit(), ""),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

struct Failed {
    /// Kind of the file hit; `None` if no thread made that call on the job's output.
    hit: Option<String>,
    code: i32,
    said: String,
    /// Result of the job, resumed afterwards.
    result: Result<(), String>,
}

/// Runs the job with the nth of these calls failing in each thread, then resumes it.
fn fail(good: &GoodFiles, job: &Job, calls: &str, error: &str, nth: Nth) -> Failed {
    let folder = good.copy(Some(job.makes));
    let (failed, ended) = with_fault(good, job, &folder, (calls, error, nth));
    let trace = trace(&folder);
    let said = failed.sentence().replace(&*folder.to_string_lossy(), "");
    let hit = trace.lines().filter(|line| line.contains("(INJECTED)"));
    let hit = hit.flat_map(|line| paths(line, &folder, job)).last();
    // A temporary file is listed under the final name that the error gives.
    let hit = hit.map(|path| kind(&named(&said, job).unwrap_or(path)));
    let result = ended.and_then(|()| good.finish(job, &folder));
    Failed { hit, code: failed.code, said, result }
}

/// Returns the path in the job's output that an error names, if any.
fn named(sentence: &str, job: &Job) -> Option<String> {
    let start = sentence.find(&format!("{}/", job.makes))?;
    sentence[start..].split(['`', '"', ':', ';']).next().map(str::to_owned)
}
