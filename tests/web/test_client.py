"""The web client's own checks, and what its first page costs."""

import gzip
import json
import re
from pathlib import Path

from punto.cli.web_client import built_client, npm

WEB = Path(__file__).parents[2] / "web"
MOST_SCRIPT = 150_000
"""Bytes of compressed script that the first page may load."""
MOST_FONTS = 200_000
"""Bytes of fonts that there may be altogether; they are compressed as they are."""


def test_the_client_is_in_form() -> None:
    done = npm("run", "check")
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


def test_the_first_page_is_small() -> None:
    built = built_client()
    page = (built / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', page)
    assert scripts, "the page loads a script"
    sizes = [(built / f"{name.lstrip('/')}.gz").stat().st_size for name in scripts]
    assert sum(sizes) <= MOST_SCRIPT, dict(zip(scripts, sizes, strict=True))


def test_fonts_come_with_the_client_and_are_small() -> None:
    built = built_client()
    fonts = list((built / "assets").glob("*.woff2"))
    assert len(fonts) == 3, "two families, one of them upright and italic"
    assert sum(font.stat().st_size for font in fonts) <= MOST_FONTS
    assert "SIL Open Font License" in (built / "assets" / "fonts.txt").read_text(encoding="utf-8")
    [style] = (built / "assets").glob("*.css")
    addresses = re.findall(r"url\(([^)]*)\)", style.read_text(encoding="utf-8"))
    assert [one for one in addresses if not one.startswith(("/assets/", "data:", '"data:'))] == []


def test_no_registry_address_is_in_the_lock() -> None:
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock


def test_every_text_is_compressed_when_it_is_built() -> None:
    built = built_client()
    texts = [path for kind in ("js", "css", "html") for path in built.rglob(f"*.{kind}")]
    assert len(texts) > 5
    for text in texts:
        small = text.with_name(f"{text.name}.gz").read_bytes()
        assert gzip.decompress(small) == text.read_bytes(), text.name
        assert text.with_name(f"{text.name}.br").stat().st_size <= len(small), text.name


def test_what_can_be_installed_is_there() -> None:
    built = built_client()
    manifest = json.loads((built / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    worker = (built / "sw.js").read_text(encoding="utf-8")
    kept = re.findall(r'"(/[^"]+)"', re.search(r"FILES = \[(.*?)\]", worker, re.DOTALL)[1])  # type: ignore[index]
    named = [icon["src"] for icon in manifest["icons"]]
    assert [name for name in (*kept, *named) if not (built / name.lstrip("/")).is_file()] == []
    assert "shell-unbuilt" not in worker, "a new shell makes a new worker"
    assert not any("/assets/" in name for name in kept), "what a build renames is never kept here"
