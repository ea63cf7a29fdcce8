"""What a result depends on besides the pages: versions of everything, and the machine."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
from collections.abc import Iterable
from pathlib import Path

import thresher
from thresher.evaluation.contestants import Contestant
from thresher.evaluation.peers import version

_SOURCES = (".py", ".pxd", ".json", ".npz")


def versions(contestants: Iterable[Contestant]) -> dict[str, str]:
    """Of Python, of what Thresher runs on, and of each peer."""
    found = {
        "python": platform.python_version(),
        "thresher": thresher.__version__,
        "thresher-source": source_digest()[:16],
        "turbohtml": importlib.metadata.version("turbohtml"),
        "numpy": importlib.metadata.version("numpy"),
    }
    for contestant in contestants:
        if contestant.kind == "peer":
            found[contestant.name] = version(contestant.algorithm) or "not installed"
    return found


def source_digest() -> str:
    """Digest of the package as it is here: code and models change more often than versions."""
    root = Path(thresher.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in _SOURCES and path.is_file():
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


def machine() -> dict[str, str]:
    """The kind of machine, nothing that tells one machine from another of its kind."""
    return {
        "cores": str(os.cpu_count() or 1),
        "cpu": _cpu_model(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or "unknown")
