//! Whether networks can run on a GPU here, and which devices are found (by looking at files only;
//! the backend is tried).

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use salta_net::{Compute, NetConfig};
use serde::Serialize;

/// The GPU support of this program and this machine.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Gpu {
    /// Whether networks work through Vulkan.
    works: bool,
    /// Why they do not.
    reason: Option<String>,
    /// Version of NVIDIA's kernel driver, if it is loaded.
    nvidia_driver: Option<String>,
    /// Models of NVIDIA's devices.
    nvidia_devices: Vec<String>,
    /// Number of render nodes, `/dev/dri/renderD*`.
    render_nodes: usize,
    /// Whether Vulkan's loader, libvulkan, is installed.
    vulkan: bool,
}

impl Gpu {
    /// Inspects this machine.
    pub(super) fn seen() -> Gpu {
        let reason =
            Compute::Vulkan.check(&NetConfig::default()).err().map(|error| error.to_string());
        Gpu::below(Path::new("/"), reason)
    }

    fn below(root: &Path, reason: Option<String>) -> Gpu {
        let nvidia = root.join("proc/driver/nvidia");
        let models = entries(&nvidia.join("gpus")).into_iter();
        Gpu {
            works: reason.is_none(),
            reason,
            nvidia_driver: text(&nvidia.join("version")).as_deref().and_then(version),
            nvidia_devices: models
                .filter_map(|dir| model(&text(&dir.join("information"))?))
                .collect(),
            render_nodes: entries(&root.join("dev/dri")).iter().filter(is_render_node).count(),
            vulkan: libraries(root).iter().any(|dir| dir.join("libvulkan.so.1").exists()),
        }
    }

    /// One line for people.
    pub(super) fn describe(&self) -> String {
        let devices = match (&self.nvidia_devices[..], &self.nvidia_driver, self.render_nodes) {
            ([], None, 0) => "no device found".into(),
            ([], None, nodes) => format!("{nodes} render nodes found, none from NVIDIA"),
            ([], Some(driver), _) => format!("NVIDIA driver {driver} found, but no device"),
            (models, driver, _) => {
                let driver = driver.as_deref().unwrap_or("unknown");
                format!("{} (driver {driver})", models.join(", "))
            }
        };
        let vulkan = if self.vulkan { "libvulkan found" } else { "no libvulkan" };
        let works = self.reason.as_deref().unwrap_or("networks work through Vulkan");
        format!("{works}; {devices}; {vulkan}")
    }
}

fn text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(dir).into_iter().flatten();
    found.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

fn is_render_node(path: &&PathBuf) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("renderD"))
}

/// `NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  …`
fn version(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    let number =
        |word: &&str| word.contains('.') && word.bytes().all(|b| b == b'.' || b.is_ascii_digit());
    line.split_whitespace().find(number).map(str::to_owned)
}

/// `Model:  NVIDIA …`
fn model(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("Model:")).map(|name| name.trim().to_owned())
}

/// Folders that are searched for libraries.
fn libraries(root: &Path) -> Vec<PathBuf> {
    let usual = ["usr/lib", "usr/lib64", "usr/local/lib", "lib64", "opt/homebrew/lib"];
    let of_arch = ["usr/lib", "lib"]
        .map(|dir| root.join(dir).join(format!("{}-linux-gnu", env::consts::ARCH)));
    let told = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = usual.iter().map(|dir| root.join(dir)).collect();
    all.extend(of_arch);
    all.extend(env::split_paths(&told).filter(|dir| dir.is_absolute()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_machine_has_nothing() {
        let folder = env::temp_dir().join("salta-no-such-folder");
        let gpu = Gpu::below(&folder, Some("none is built in".into()));
        assert_eq!((gpu.render_nodes, gpu.nvidia_devices.len()), (0, 0));
        let said = gpu.describe();
        assert!(said.starts_with("none is built in; ") && said.contains("no device"), "{said}");
    }

    #[test]
    fn a_driver_and_a_device_are_named() {
        let line =
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build\n";
        assert_eq!(version(line).as_deref(), Some("570.86.15"));
        assert_eq!(model("Model: \t\t NVIDIA X1\nIRQ: 1\n").as_deref(), Some("NVIDIA X1"));
        let gpu = Gpu {
            works: true,
            reason: None,
            nvidia_driver: version(line),
            nvidia_devices: vec!["NVIDIA X1".into()],
            render_nodes: 1,
            vulkan: true,
        };
        let said = gpu.describe();
        assert!(said.starts_with("networks work through Vulkan; "), "{said}");
        assert!(said.contains("NVIDIA X1 (driver 570.86.15); libvulkan found"), "{said}");
    }
}
