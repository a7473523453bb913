//! Where networks are computed: on the CPU, or through Vulkan on a GPU (with the optional `vulkan`
//! feature).

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::NetConfig;

/// Where a network is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compute {
    /// On the CPU, with loops over plain arrays; bit-identical for any number of threads.
    #[default]
    Cpu,
    /// With burn, on the first GPU that Vulkan finds. The order of sums may differ from run to run,
    /// so games are not bit-for-bit reproducible.
    Vulkan,
}

/// Why a network cannot be computed on a device.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ComputeError {
    /// The program was built without support for it.
    #[error("this build has no Vulkan; build with `--features vulkan`")]
    NotBuilt,
    /// The network uses int8.
    #[error(
        "`precision` = int8: that is for the CPU; set `compute = \"cpu\"` or `precision = \"f32\"`"
    )]
    Int8,
    /// There is no such device, or it does not work correctly.
    #[error("no usable Vulkan device: {0}")]
    NoDevice(String),
}

/// The hidden command with which a program tests a GPU in a separate process; its argument is a
/// [`NetConfig`] as JSON. A program that uses GPUs must handle it by calling `run_trial`.
pub const TRIAL: &str = "gpu-trial";

/// Prefix of a trial's verdict, which is empty if the device works.
pub(crate) const VERDICT: &str = "salta gpu-trial: ";

/// Maximum duration of a trial. Drivers may compile for half a minute; those that hang never
/// return.
const LIMIT: Duration = Duration::from_secs(180);

impl Compute {
    /// Compares the outputs and gradients of such a network with those of the CPU, once per
    /// process. The comparison runs in a separate process (see [`TRIAL`]), because drivers may
    /// crash or hang.
    ///
    /// # Errors
    /// If the program was built without GPU support, or no device works.
    pub fn check(self, config: &NetConfig) -> Result<(), ComputeError> {
        static TRIED: Mutex<Vec<(NetConfig, Result<(), ComputeError>)>> = Mutex::new(Vec::new());
        match self {
            Compute::Cpu => Ok(()),
            Compute::Vulkan if !cfg!(feature = "vulkan") => Err(ComputeError::NotBuilt),
            Compute::Vulkan => {
                let mut tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, result)) = tried.iter().find(|(known, _)| known == config) {
                    return result.clone();
                }
                let result = tried_apart(config).map_err(ComputeError::NoDevice);
                tried.push((config.clone(), result.clone()));
                result
            }
        }
    }
}

fn tried_apart(config: &NetConfig) -> Result<(), String> {
    let config = serde_json::to_string(config).expect("settings are plain data");
    let mut command = Command::new(env::current_exe().map_err(|error| error.to_string())?);
    command.args([TRIAL, &config]).stdin(Stdio::null()).stderr(Stdio::null());
    verdict(command.stdout(Stdio::piped()), LIMIT)
}

/// The verdict that the process prints, or how it ended without one.
fn verdict(command: &mut Command, limit: Duration) -> Result<(), String> {
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut stdout = child.stdout.take().expect("it is piped");
    let said = thread::spawn(move || io::read_to_string(&mut stdout));
    let Some(status) = wait(&mut child, limit).map_err(|error| error.to_string())? else {
        return Err(format!("the driver did not answer within {} s", limit.as_secs()));
    };
    let said = said.join().expect("reading does not panic").unwrap_or_default();
    match said.lines().find_map(|line| line.split_once(VERDICT)) {
        Some((_, "")) => Ok(()),
        Some((_, reason)) => Err(reason.into()),
        None => Err(format!("a process that tried it out ended early ({status})")),
    }
}

/// Waits for a process; returns its status, or `None` if it exceeded `limit` and was killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn said_by(script: &str) -> Result<(), String> {
        let mut command = Command::new("sh");
        verdict(command.args(["-c", script]).stdout(Stdio::piped()), Duration::from_secs(2))
    }

    #[test]
    fn a_verdict_counts_and_every_other_end_is_a_reason() {
        assert_eq!(said_by("echo 'salta gpu-trial: '"), Ok(()));
        assert_eq!(said_by("echo noise; echo 'salta gpu-trial: no'"), Err("no".into()));
        assert!(said_by("true").unwrap_err().contains("ended early (exit status: 0)"));
        assert!(said_by("kill -SEGV $$").unwrap_err().contains("signal: 11"));
        assert!(said_by("exec sleep 60").unwrap_err().contains("within 2 s"));
    }
}
