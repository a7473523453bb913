"""What a release holds, from what `cargo xtask dist` has built: below target/dist.

    python dist.py PROGRAM WHEEL OUT

The wheel with the program in it, an archive of the program, the licences of all dependencies, checksums;
then the wheel is installed into an environment of its own and used.
"""

import base64
import csv
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [("Cargo.toml", "salta-cli"), ("crates/salta-py/Cargo.toml", "salta-py")]
OWN = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"]
USES = """
import salta
env = salta.BatchEnv(salta.Variant("buettgenbach-1899"), 8, seed=1)
env.step(env.sample_actions())
assert env.observe().shape == (8, 50, 53)
"""


def said(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def dependencies():
    """The packages that are linked into the program or the module: (name, version) to its metadata."""
    found = {}
    for manifest, package in PACKAGES:
        call = ["--manifest-path", manifest, "--locked"]
        edges = ["--edges", "normal", "--prefix", "none", "--format", "{p}"]
        tree = said("cargo", "tree", *call, "--package", package, *edges)
        linked = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
        metadata = json.loads(said("cargo", "metadata", *call, "--format-version", "1"))
        for one in metadata["packages"]:
            if one["source"] and (one["name"], "v" + one["version"]) in linked:
                found[one["name"], one["version"]] = one
    return found


def licences():
    """Names, licences and their texts."""
    text = ["Programs and libraries that are part of this distribution, with their licences.\n"]
    for (name, version), package in sorted(dependencies().items()):
        licence = package["license"] or package["license_file"]
        assert licence, f"{name} {version} has no licence"
        text.append(f"\n{'=' * 80}\n{name} {version}: {licence}\n{package['repository'] or ''}\n")
        folder = Path(package["manifest_path"]).parent
        files = [file for word in ("LICEN", "COPYING", "NOTICE") for file in folder.glob(f"{word}*")]
        text += [f"\n{file.read_text(errors='replace')}" for file in sorted(files) if file.is_file()]
    return "".join(text).encode()


def with_program(wheel, program, notices, out):
    """The wheel with the program as a script, and the licences, and a record of both."""
    name, version = wheel.name.split("-")[:2]
    info = f"{name}-{version}.dist-info"
    added = {f"{name}-{version}.data/scripts/{program.name}": program.read_bytes()}
    added[f"{info}/licenses/THIRD-PARTY.txt"] = notices
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(out / wheel.name, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if entry.filename != f"{info}/RECORD":
                new.writestr(entry, old.read(entry))
        record = list(csv.reader(io.StringIO(old.read(f"{info}/RECORD").decode())))
        for path, content in added.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr, entry.compress_type = 0o100755 << 16, zipfile.ZIP_DEFLATED
            new.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.insert(0, [path, f"sha256={digest}", len(content)])
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\n").writerows(record)
        new.writestr(f"{info}/RECORD", lines.getvalue())
    return out / wheel.name


def archive(program, version, notices, out):
    """The program with its licences, as a tar archive."""
    host = next(line[6:] for line in said("rustc", "-vV").splitlines() if line.startswith("host: "))
    name = f"salta-{version}-{host}"
    with tarfile.open(out / f"{name}.tar.gz", "w:gz") as tar:
        for file in [program, *(ROOT / own for own in OWN)]:
            tar.add(file, f"{name}/{file.name}")
        entry = tarfile.TarInfo(f"{name}/THIRD-PARTY.txt")
        entry.size = len(notices)
        tar.addfile(entry, io.BytesIO(notices))
    return out / f"{name}.tar.gz"


def check(wheel, folder):
    """Installs the wheel as a user does, and uses both."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", wheel], check=True)
    subprocess.run([programs / "python", "-c", USES], check=True, cwd=folder)
    perft = [programs / "salta", "perft", "--variant", "walker", "--depth", "3"]
    counted = subprocess.run(perft, check=True, cwd=folder, capture_output=True, text=True).stdout
    assert "6171" in counted.replace(",", ""), counted


def main(program, wheel, out):
    for old in out.glob("salta-*"):
        old.unlink()
    notices = licences()
    wheel = with_program(wheel, program, notices, out)
    files = [archive(program, wheel.name.split("-")[1], notices, out), wheel]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (out / "SHA256SUMS").write_text("".join(sums))
    with tempfile.TemporaryDirectory() as folder:
        check(wheel, Path(folder))
    for file in files:
        print(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    program, wheel, out = (Path(path).resolve() for path in sys.argv[1:])
    main(program, wheel, out)
