"""Builds the documentation site: docs, the pages that are made from code, search; all in one place.

Whoever reads it needs no network: fonts are the reader's own, scripts and search lie beside the
pages, and what text is compressed to is worked out here, once.
"""

import fcntl
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts import command_page, schema_page

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
BUILT: Final = ROOT / "build" / "docs"
"""Where a checkout has the site once it is built; `punto serve` shows it from there."""

_TEXTS: Final = (".html", ".js", ".css", ".svg", ".json", ".txt")
_BESIDE: Final = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
"""Pages of the site that stand at the root of the checkout, for whoever looks there first."""


def built_site() -> Path:
    """Give the site, built anew where what it is made from has changed."""
    with _alone():
        mark = _source_mark()
        stamp = BUILT / ".source"
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != mark:
            build(BUILT)
            stamp.write_text(mark, encoding="utf-8")
    return BUILT


@contextmanager
def _alone() -> Iterator[None]:
    """Let nobody else build meanwhile."""
    place = os.open(DOCS, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)


def _source_mark() -> str:
    """Hash all that the site is made from."""
    files = [path for path in DOCS.rglob("*") if path.is_file()]
    files += [path for path in (ROOT / "src").rglob("*.py") if path.is_file()]
    files += [ROOT / name for name in _BESIDE.values()]
    files += [Path(__file__), *(ROOT / "scripts").glob("*_page.py"), *(ROOT / "deploy").glob("*")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def build(out: Path) -> None:
    """Build the site; a warning of Sphinx, such as a link that leads nowhere, ends it."""
    with TemporaryDirectory() as place:
        source, pages = Path(place, "docs"), Path(place, "pages")
        _gather(source)
        command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning"]
        command += ["--quiet", "--conf-dir", str(DOCS / "site"), "--doctree-dir", f"{place}/trees"]
        subprocess.run([*command, str(source), str(pages)], check=True)
        _finish(pages)
        _put(pages, out)


def _put(pages: Path, out: Path) -> None:
    """Put the pages in their place all at once: a house that is open may be showing it."""
    fresh = out.with_name(f".{out.name}-new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(pages, fresh)
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)


def _gather(source: Path) -> None:
    """Lay out the pages: those of docs, those beside it, and those that are made from code."""
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("site", "tour.md"))
    for page, name in _BESIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        (source / page).write_text(text.replace("](docs/", "]("), encoding="utf-8")
    (source / "commands.md").write_text(command_page.page(), encoding="utf-8")
    (source / "schema.md").write_text(schema_page.page(), encoding="utf-8")
    _bring_linked(source)


def _bring_linked(source: Path) -> None:
    """Bring the files beside docs that pages link to: readers can save them."""
    for page in source.rglob("*.md"):
        for link in re.findall(r"\]\((\.\./[^)#]+)\)", page.read_text(encoding="utf-8")):
            wanted = (page.parent / link).resolve()
            found = ROOT / wanted.relative_to(source.parent.resolve())
            if not wanted.exists() and found.is_file():
                wanted.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, wanted)


def _finish(pages: Path) -> None:
    """Drop what only Sphinx and browsers' developers look at, and compress what is text."""
    for path in (pages / ".buildinfo", *pages.rglob("*.map")):
        path.unlink()
    (pages / "_sources").rmdir()
    for path in sorted(pages.rglob("*")):
        if path.suffix in _TEXTS:
            # Without a time: the same page gives the same bytes.
            small = gzip.compress(path.read_bytes(), 9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(small)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        build(Path(sys.argv[1]))
    else:
        print(built_site())
