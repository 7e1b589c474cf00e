"""What can be asked over HTTP, described at /api/docs: as OpenAPI, and for people by a viewer.

The viewer comes with the web client, and loads nothing from elsewhere.
"""

from pathlib import Path
from typing import Any

from litestar import Request, Router
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from punto.server.pages import HEADERS

_PATH = "/api/docs"


class _Viewer(OpenAPIRenderPlugin):
    """The page of the viewer, as the client was built with it."""

    def __init__(self, page: Path) -> None:
        super().__init__(path="/")
        self._page = page.read_bytes()

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Give the page; its script asks for the description by itself."""
        del request, openapi_schema
        return self._page


def description(version: str, client: Path | None) -> OpenAPIConfig:
    """Describe the questions over HTTP; without a viewer at hand, to programs only."""
    page = None if client is None else client / "api-docs" / "index.html"
    viewer = [_Viewer(page)] if page is not None and page.is_file() else []
    return OpenAPIConfig(
        title="punto",
        version=version,
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin(), *viewer],
        openapi_router=Router(
            _PATH, route_handlers=[], response_headers=HEADERS, include_in_schema=False
        ),
    )
