"""Takes the built web client along into the packages: whoever installs one needs no Node."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PLACE: Final = {"sdist": "src/punto/server/client", "wheel": "punto/server/client"}
"""Where each kind of package has the client."""


class ClientHook(BuildHookInterface[Any]):
    """Builds the client where it is missing or stale; an sdist has it, and builds nothing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name every file of the client; an installation that shows a checkout needs none."""
        root = Path(self.root)
        if version == "editable" or (root / _PLACE["sdist"] / "index.html").is_file():
            return
        built = _built_client(root)
        files = (path for path in built.rglob("*") if path.is_file() and path.name[0] != ".")
        build_data["force_include"] |= {
            str(path): f"{_PLACE[self.target_name]}/{path.relative_to(built).as_posix()}"
            for path in sorted(files)
        }


def _built_client(root: Path) -> Path:
    """Build it as `punto serve` does, without what else the package imports: a build lacks that."""
    for name in ("punto", "punto.cli"):
        bare = ModuleType(name)
        bare.__path__ = [str(root / "src" / name.replace(".", "/"))]
        sys.modules[name] = bare
    built: Path = import_module("punto.cli.web_client").built_client()
    return built
