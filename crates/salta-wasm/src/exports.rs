//! The functions that the worker calls. Their input is written to [`reserve`]'s buffer: a name,
//! then a text or bytes; the argument is the length of the name.
#![allow(unsafe_code)] // Only for names of exports and imports, which are promises to the linker.
#![allow(unreachable_pub)] // No crate depends on this module; the worker finds its exports by name.

use std::cell::RefCell;
use std::time::Duration;

use crate::program::{Program, Status};

struct Module {
    program: Program,
    input: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        program: Program::new(clock),
        input: Vec::new(),
    });
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Passes an answer to the worker: the [`Status`] and bytes that it has to copy.
    safe fn told(status: u32, bytes: *const u8, length: usize);
    /// Milliseconds since an arbitrary moment.
    safe fn now() -> f64;
}

fn clock() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

fn tell(status: Status, text: &[u8]) {
    told(status as u32, text.as_ptr(), text.len());
}

fn with_input(
    name_length: usize,
    act: impl FnOnce(&mut Program, &str, &[u8]) -> Result<(), String>,
) {
    MODULE.with_borrow_mut(|Module { program, input }| {
        let input = std::mem::take(input);
        let (name, rest) = input.split_at(name_length.min(input.len()));
        if let Err(sentence) = act(program, &String::from_utf8_lossy(name), rest) {
            tell(Status::Failed, sentence.as_bytes());
        }
    });
}

/// Returns a buffer of `length` bytes for the input of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// [`Program::describe`]: a name, then its `checkpoint.json`.
#[unsafe(no_mangle)]
pub extern "C" fn describe(name_length: usize) {
    with_input(name_length, |program, name, checkpoint| {
        program.describe(name, &String::from_utf8_lossy(checkpoint))
    });
}

/// [`Program::load`]: a name, then its `ema.safetensors`.
#[unsafe(no_mangle)]
pub extern "C" fn load(name_length: usize) {
    with_input(name_length, |program, name, weights| program.load(name, weights));
}

/// [`Program::load_table`]: a variant's name, then the bytes of its table.
#[unsafe(no_mangle)]
pub extern "C" fn load_table(name_length: usize) {
    with_input(name_length, Program::load_table);
}

/// [`Program::offer`]: no name, then a variant file.
#[unsafe(no_mangle)]
pub extern "C" fn offer(name_length: usize) {
    with_input(name_length, |program, _, rules| program.offer(&String::from_utf8_lossy(rules)));
}

/// [`Program::ask`]: the request's name, then its body.
#[unsafe(no_mangle)]
pub extern "C" fn ask(name_length: usize) {
    with_input(name_length, |program, name, body| {
        program.ask(name, body, &mut tell);
        Ok(())
    });
}
