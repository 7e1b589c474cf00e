"""The documentation, served at /docs: built beforehand, and sent as the client is."""

from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from punto.server.pages import HEADERS, is_browser, read_files

_NONE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>No documentation</title>
<h1>This house has no documentation</h1>
<p>It is part of a release. In a checkout, <code>scripts/docs build</code> makes it; then open the
house again. The pages are in <code>docs</code> meanwhile, as text.</p>
<p><a href="/">To the house</a></p>
</html>
"""


def documentation(directory: Path | None) -> list[Any]:
    """Serve the pages of a directory; a house that has none says how to get them."""
    files = {} if directory is None else read_files(directory)

    @get(["/docs", "/docs/{path:path}"], include_in_schema=False)
    async def document(request: Request[Any, Any, State]) -> Response[bytes] | Redirect:
        path = request.url.path
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
