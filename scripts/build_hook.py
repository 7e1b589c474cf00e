"""Takes what was built along into the packages: the web client, and the documentation."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PLACE: Final = {"sdist": "src/punto/server", "wheel": "punto/server"}
"""Where each kind of package has them."""


class ClientHook(BuildHookInterface[Any]):
    """Builds the client where it is missing or stale; an sdist has it, and builds nothing.

    The documentation is taken where it is built: `scripts/build` does that, with tools that nobody
    needs who only wants to install a checkout.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name every file of both; an installation that shows a checkout needs none."""
        root = Path(self.root)
        if version == "editable" or (root / _PLACE["sdist"] / "client" / "index.html").is_file():
            return
        build_data["force_include"] |= self._named("client", _built_client(root))
        build_data["force_include"] |= self._named("docs", root / "build" / "docs")

    def _named(self, name: str, built: Path) -> dict[str, str]:
        files = (path for path in built.rglob("*") if path.is_file() and path.name[0] != ".")
        place = f"{_PLACE[self.target_name]}/{name}"
        return {
            str(path): f"{place}/{path.relative_to(built).as_posix()}" for path in sorted(files)
        }


def _built_client(root: Path) -> Path:
    """Build it as `punto serve` does, without what else the package imports: a build lacks that."""
    for name in ("punto", "punto.cli"):
        bare = ModuleType(name)
        bare.__path__ = [str(root / "src" / name.replace(".", "/"))]
        sys.modules[name] = bare
    built: Path = import_module("punto.cli.web_client").built_client()
    return built
