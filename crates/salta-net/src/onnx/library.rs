//! The library of ONNX Runtime, found and loaded at run time, once per process.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ort::environment::Environment;

use super::error::OnnxError;

/// The environment variable that names the library.
const VARIABLE: &str = "ORT_DYLIB_PATH";

/// The library's name where the system looks for libraries.
const NAME: &str = if cfg!(windows) {
    "onnxruntime.dll"
} else if cfg!(target_vendor = "apple") {
    "libonnxruntime.dylib"
} else {
    "libonnxruntime.so"
};

/// ONNX Runtime, for all sessions of the process.
///
/// # Errors
/// If there is no library, or one that is too old.
pub(super) fn environment() -> Result<&'static Environment, OnnxError> {
    static LOADED: OnceLock<Result<Environment, OnnxError>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref().map_err(Clone::clone)
}

/// The environment of the Python interpreter that runs this program, if one does.
static INTERPRETER: OnceLock<PathBuf> = OnceLock::new();

/// Names the environment of the Python interpreter that runs this program, in which ONNX Runtime is
/// looked for first.
pub fn set_interpreter(prefix: PathBuf) {
    let _ = INTERPRETER.set(prefix); // it has only one
}

fn load() -> Result<Environment, OnnxError> {
    let found = env::var_os(VARIABLE).map(PathBuf::from).or_else(beside_python);
    let missing = |error: &dyn std::fmt::Display| {
        OnnxError(format!(
            "ONNX models are computed by ONNX Runtime, whose library cannot be loaded ({error}); \
             `pip install onnxruntime` in the environment in use, or set {VARIABLE} to a {NAME}"
        ))
    };
    let builder =
        ort::init_from(found.as_deref().unwrap_or(Path::new(NAME))).map_err(|e| missing(&e))?;
    builder.with_telemetry(false).build().map_err(|error| missing(&error))
}

/// The library of the Python package `onnxruntime`: in the interpreter's environment, in the active
/// one, or in the one that contains the program.
fn beside_python() -> Option<PathBuf> {
    let of_program = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.into()));
    let in_use = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(env::var_os);
    let prefixes = INTERPRETER.get().cloned().into_iter().chain(in_use.map(PathBuf::from));
    prefixes.chain(of_program).find_map(|prefix: PathBuf| in_environment(&prefix))
}

fn in_environment(prefix: &Path) -> Option<PathBuf> {
    let python = |name: &OsStr| name.to_string_lossy().starts_with("python3");
    let versions = entries(&prefix.join("lib")).filter(|path| path.file_name().is_some_and(python));
    let packages = versions.chain([prefix.join("Lib")]).map(|lib| lib.join("site-packages"));
    // A version may follow the name, as in `libonnxruntime.so.1.31.1`.
    let stem = NAME.split_once('.').map_or(NAME, |(stem, _)| stem).to_owned() + ".";
    let library = move |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&stem))
    };
    let mut found: Vec<PathBuf> =
        packages.flat_map(|p| entries(&p.join("onnxruntime/capi"))).filter(library).collect();
    found.sort();
    found.pop()
}

fn entries(dir: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(dir).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}
