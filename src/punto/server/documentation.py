"""The documentation, served at /docs: built beforehand, and sent as the client is.

In a checkout it may be built while the house is open, and is shown from then on; until then its
pages are shown as text.
"""

import asyncio
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from punto.server.pages import HEADERS, ClientFile, is_browser, read_files

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Documentation</title>
<body style="max-width:40rem; margin:2rem auto; padding:0 1rem; font:1rem/1.6 Georgia,serif;
background:#f3ecdd; color:#211a13">
<h1>{title}</h1>
{words}
<p><a href="/">To the house</a></p>
</body>
</html>
"""

_NONE: Final = _PAGE.format(
    title="This house has no documentation",
    words="<p>It is part of a release. In a checkout, <code>scripts/docs build</code> makes it,"
    " and it is here.</p>",
)

_TEXTS: Final = """<p>Its pages are here as text. <code>scripts/docs build</code> makes them easier
to read, with search and pictures, also while the house is open: look here again then.</p>
<ul>
{lines}
</ul>"""


class Documentation(NamedTuple):
    """Where it lies: built, and in a checkout as the text that it is built from."""

    built: Path
    texts: Path | None = None


class Site:
    """The pages of a directory, read again when they were built anew."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory
        self._seen: tuple[int, int] | None = None
        self._files: Mapping[str, ClientFile] = {}

    def files(self) -> Mapping[str, ClientFile]:
        """Give them as they are now; while there are none, those of before."""
        if self._directory is None:
            return self._files
        try:
            look = (self._directory / "index.html").stat()
        except OSError:
            return self._files
        if self._seen != (look.st_ino, look.st_mtime_ns):
            self._files = read_files(self._directory)
            self._seen = look.st_ino, look.st_mtime_ns
        return self._files


class Texts:
    """The pages of a checkout as they were written; which there are is seen at the opening."""

    def __init__(self, directory: Path | None) -> None:
        self._pages: dict[str, Path] = {}
        if directory is None:
            return
        for pattern in ("guides/*.md", "*.md"):
            for page in sorted(directory.glob(pattern)):
                self._pages[f"/{page.relative_to(directory).as_posix()}"] = page

    def answer(self, path: str) -> Response[bytes] | None:
        """Give a page, or the list of all; None where there is neither."""
        page = self._pages.get(path)
        if page is not None:
            return Response(page.read_bytes(), media_type="text/plain", headers=HEADERS)
        return _page(self._listed()) if self._pages and path in {"", "/", "/index.html"} else None

    def _listed(self) -> str:
        lines = (
            f'<li><a href="/docs{escape(name)}">{escape(_heading(page))}</a></li>'
            for name, page in self._pages.items()
        )
        return _PAGE.format(title="Documentation", words=_TEXTS.format(lines="\n".join(lines)))


def _heading(page: Path) -> str:
    """Give the title of a page: its first line."""
    with page.open(encoding="utf-8") as lines:
        return lines.readline().lstrip("# ").strip()


def _page(text: str, status: int = 200) -> Response[bytes]:
    return Response(text.encode(), status_code=status, media_type="text/html", headers=HEADERS)


def documentation(place: Documentation | None) -> list[Any]:
    """Serve the pages as built, else as text; a house that has none says how to get them."""
    site, texts = Site(place and place.built), Texts(place and place.texts)

    @get(["/docs", "/docs/{path:path}"], include_in_schema=False)
    async def document(request: Request[Any, Any, State]) -> Response[bytes] | Redirect:
        path, files = request.url.path, await asyncio.to_thread(site.files)
        if files and path.rstrip("/") == "/docs":
            # Links in a page are counted from its address.
            return Redirect("/docs/index.html")
        file = files.get(path.removeprefix("/docs"))
        if file is not None:
            return file.answer(request)
        text = None if files else await asyncio.to_thread(texts.answer, path.removeprefix("/docs"))
        if text is not None:
            return text
        if files or not is_browser(request):
            raise NotFoundException(f"there is nothing at {path}")
        return _page(_NONE, 404)

    return [document]
