"""The documentation site is whole: every link leads somewhere, and nothing comes from elsewhere."""

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

import punto
import punto.client
import punto.errors
from scripts.documentation import DOCS, built_site

LOADED: Final = {("script", "src"), ("link", "href"), ("img", "src")}
"""What a browser fetches by itself."""


class Page(HTMLParser):
    """A page as far as links are concerned."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        """Scripts and styles that stand in the page, or at an element of it."""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        self.links += [found["href"]] if tag == "a" and "href" in found else []
        self.loaded += [found[name] for kind, name in LOADED if kind == tag and name in found]
        if tag == "style" or (tag == "script" and not found.get("src")):
            self.inline.append(tag)
        self.inline += [name for name in found if name.startswith("on")]


@pytest.fixture(scope="module")
def site() -> Path:
    """Build it; a warning of Sphinx ends that."""
    return built_site()


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_page_of_docs_is_on_it(site: Path, pages: dict[Path, Page]) -> None:
    written = {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")}
    shown = {path.relative_to(site) for path in pages}
    assert written - shown == {Path("tour.html")}, "its pictures are as large as all the rest"
    made = {"commands", "schema", "contributing", "changelog", "search", "genindex"}
    assert {Path(f"{name}.html") for name in made} <= shown


def test_no_link_is_dead(site: Path, pages: dict[Path, Page]) -> None:
    dead = []
    for path, page in pages.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme in {"http", "https", "data", "mailto"}:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[target].anchors if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in known):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []


def test_nothing_is_loaded_from_elsewhere_and_no_script_stands_in_a_page(
    site: Path, pages: dict[Path, Page]
) -> None:
    for path, page in pages.items():
        assert [one for one in page.loaded if urlsplit(one).netloc] == [], path
        assert page.inline == [], path
    for sheet in site.rglob("*.css"):
        addresses = re.findall(r"url\(['\"]?([^)'\"]*)", sheet.read_text(encoding="utf-8"))
        assert [one for one in addresses if "//" in one and one[:5] != "data:"] == [], sheet


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    anchors = Page((site / "python.html").read_text(encoding="utf-8")).anchors
    for module in (punto, punto.client, punto.errors):
        documented = {name.rpartition(".")[2] for name in anchors if name.startswith("punto.")}
        assert set(module.__all__) - documented == set(), module.__name__


def test_every_text_is_compressed_when_it_is_built(site: Path) -> None:
    for text in (path for path in site.rglob("*") if path.suffix in {".html", ".js", ".css"}):
        small = text.with_name(f"{text.name}.gz").read_bytes()
        assert gzip.decompress(small) == text.read_bytes(), text.name
