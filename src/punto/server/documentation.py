"""The documentation, served at /docs: built beforehand, and sent as the client is.

In a checkout it may be built while the house is open, and is shown from then on.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from punto.server.pages import HEADERS, ClientFile, is_browser, read_files

_NONE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>No documentation</title>
<h1>This house has no documentation</h1>
<p>It is part of a release. In a checkout, <code>scripts/docs build</code> makes it, and it is here.
The pages are in <code>docs</code> meanwhile, as text.</p>
<p><a href="/">To the house</a></p>
</html>
"""


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


def documentation(directory: Path | None) -> list[Any]:
    """Serve the pages of a directory; a house that has none says how to get them."""
    site = Site(directory)

    @get(["/docs", "/docs/{path:path}"], include_in_schema=False)
    async def document(request: Request[Any, Any, State]) -> Response[bytes] | Redirect:
        path, files = request.url.path, await asyncio.to_thread(site.files)
        if files and path.rstrip("/") == "/docs":
            # Links in a page are counted from its address.
            return Redirect("/docs/index.html")
        file = files.get(path.removeprefix("/docs"))
        if file is not None:
            return file.answer(request)
        if files or not is_browser(request):
            raise NotFoundException(f"there is nothing at {path}")
        return Response(_NONE.encode(), status_code=404, media_type="text/html", headers=HEADERS)

    return [document]
