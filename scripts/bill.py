"""Writes the software bill of materials of a release: CycloneDX, from the locks of a tree.

Components are what the extras of the house and of simulation install, as `requirements.lock` has
it, and what of the web client's packages reaches a browser. The same tree gives the same bytes.
"""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

_PINNED: Final = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[^ ]+)(?: ; [^\\\n]*)? \\\n"
    r"(?P<hashes>(?:    --hash=.*\n)+)(?P<via>(?:    #.*\n)+)",
    re.MULTILINE,
)

_SHOWN: Final = (
    "@fontsource-variable/hanken-grotesk",
    "@fontsource-variable/source-serif-4",
    "svelte",
    "swagger-ui-dist",
)
"""The web client's packages of which something is in the built client; others only build it."""


class Pinned(NamedTuple):
    """One package of a lock."""

    name: str
    version: str
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]

    def component(self) -> Component:
        """Write it down. Each of its files has a hash in the lock; any of them may be installed."""
        return Component(
            name=self.name,
            version=self.version,
            type=ComponentType.LIBRARY,
            bom_ref=f"pypi/{self.name}@{self.version}",
            purl=PackageURL("pypi", name=self.name, version=self.version),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in self.hashes],
        )


def bill_of(tree: Path) -> Bom:
    """Gather all components, and which brings which."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (tree / "requirements.lock").read_text(encoding="utf-8")
    punto = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref="punto",
        purl=PackageURL("pypi", name=project["name"], version=project["version"]),
    )
    # One name may have two versions, for older and newer Pythons.
    parts = [(one, one.component()) for one in needed(list(packages_in(lock)))]
    shown = list(_shown(tree))
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    bill = Bom(components=[*(part for _, part in parts), *shown])
    bill.metadata.component = punto
    bill.metadata.timestamp = datetime.fromtimestamp(when, UTC)
    bill.serial_number = uuid5(NAMESPACE_URL, f"{punto.purl} {when} {lock}")
    for part in (punto, *(part for _, part in parts)):
        bill.register_dependency(part, [p for one, p in parts if part.name in one.wanted_by])
    bill.register_dependency(punto, shown)
    return bill


def packages_in(lock: str) -> Iterator[Pinned]:
    """Read a lock as uv writes it: each package, its hashes, and in comments who wants it."""
    for found in _PINNED.finditer(lock):
        hashes = re.findall(r"sha256:(\w+)", found["hashes"])
        wanted_by = re.findall(r"^    #  *(?:via )?(\S+(?: \(\S+\))?)$", found["via"], re.MULTILINE)
        names = (re.sub(r" \(pyproject\.toml\)$", "", name) for name in wanted_by)
        yield Pinned(found["name"], found["version"], tuple(sorted(hashes)), tuple(names))


def needed(pinned: list[Pinned]) -> list[Pinned]:
    """Leave out what only builds the package: nothing that runs wants it."""
    names = {"punto"}
    while more := {one.name for one in pinned if names & {*one.wanted_by}} - names:
        names |= more
    return [one for one in pinned if one.name in names]


def _shown(tree: Path) -> Iterator[Component]:
    lock = json.loads((tree / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for name in _SHOWN:
        group, _, short = name.rpartition("/")
        version = lock["packages"][f"node_modules/{name}"]["version"]
        purl = PackageURL("npm", namespace=group or None, name=short, version=version)
        yield Component(
            name=short,
            group=group or None,
            version=version,
            type=ComponentType.LIBRARY,
            bom_ref=f"npm/{name}",
            purl=purl,
        )


if __name__ == "__main__":
    print(JsonV1Dot6(bill_of(Path(sys.argv[1]))).output_as_string(indent=2))
