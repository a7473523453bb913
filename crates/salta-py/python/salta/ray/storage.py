"""Files that are there whole or not at all: in the run's directory, and wherever fsspec can write."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path, PurePosixPath

import fsspec
from fsspec.implementations.local import LocalFileSystem

# As salta-record names what it writes aside; `salta` removes such files when it finds them.
_PREFIX, _SUFFIX = ".salta-", ".tmp"


def place(path: Path, data: bytes) -> None:
    """Writes a file aside, syncs it and renames it, as salta-record does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(prefix=_PREFIX, suffix=_SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, 0o644)
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class Storage:
    """A folder of an object store or a file system, by its URL, as in `s3://bucket/run`.

    Names are relative to it, with slashes. What fsspec needs for a protocol must be installed (s3fs
    for `s3`), on the workers too.
    """

    def __init__(self, url: str):
        self.fs, self.root = fsspec.core.url_to_fs(url)
        is_local = isinstance(self.fs, LocalFileSystem)
        self.url = self.fs.unstrip_protocol(self.root) if is_local else url
        """The same in whatever directory a process works."""

    def put(self, name: str, data: bytes) -> None:
        """Writes a file; whoever reads it sees all of it or none."""
        path = f"{self.root}/{name}"
        if isinstance(self.fs, LocalFileSystem):
            place(Path(path), data)
        else:
            # Object stores show a file once it is complete.
            self.fs.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
            self.fs.pipe_file(path, data)

    def get(self, name: str) -> bytes:
        """The bytes of a file."""
        return self.fs.cat_file(f"{self.root}/{name}")

    def names(self, folder: str) -> set[str]:
        """The names in a folder, without those of files under way; none if there is no folder."""
        try:
            paths = self.fs.ls(f"{self.root}/{folder}", detail=False, refresh=True)
        except FileNotFoundError:
            return set()
        names = {PurePosixPath(path).name for path in paths}
        return {name for name in names if not name.startswith(_PREFIX)}

    def remove(self, folder: str) -> None:
        """Removes a folder, if it is there."""
        if self.names(folder):
            self.fs.rm(f"{self.root}/{folder}", recursive=True)
