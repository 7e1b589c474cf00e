"""The built web client, served: compressed by its build, and kept for ever where names change."""

import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

_ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""What a file may be compressed with, the smallest first, and how its name then ends."""

_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".txt": "text/plain",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}

_SOURCES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    # Where cards and chips lie is written at the element: no style sheet could name every place.
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
"""What a page may load, and from where: from this house only."""

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(map(" ".join, _SOURCES.items())),
    "Vary": "Accept-Encoding",
}

_NAME: Final = "[a-z0-9-]{1,40}"
PAGE: Final = re.compile(
    rf"/+|/(table/{_NAME}(/rules)?|(history|wall)(/{_NAME})?|account"
    r"|enrol|console|lab|office|terminal|verify)/*",
    re.ASCII,
)
"""The addresses that the client has a page for, as its own router reads them."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"


class ClientFile(NamedTuple):
    """One file of the client, in every form in which it can be sent."""

    media_type: str
    cache: str
    bodies: dict[str, bytes]
    """By encoding; the plain file is the empty one."""
    tag: str
    """Of its content, whatever it is compressed with."""

    def answer(self, request: Request[Any, Any, State], status: int = 200) -> Response[bytes]:
        """Send it as small as whoever asks can read it, or say that he has it already."""
        readable = _encodings(request.headers.get("accept-encoding", ""))
        encoding = next((one for one in _ENCODINGS if one in readable and one in self.bodies), "")
        headers = {**HEADERS, "Cache-Control": self.cache, "ETag": self.tag}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        body = self.bodies[encoding]
        return Response(body, status_code=status, media_type=self.media_type, headers=headers)


def pages(directory: Path) -> list[Any]:
    """Serve the client: its files and pages, and for any other address its page that says so.

    It is read once: a house shows one build from its first page to its last.
    """
    files = read_files(directory)
    index = files["/index.html"]

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, State]) -> Response[bytes]:
        path = request.url.path
        file = index if PAGE.fullmatch(path) else files.get(path)
        if file is not None:
            return file.answer(request)
        if path.startswith(("/api/", "/assets/")) or not is_browser(request):
            raise NotFoundException(f"there is nothing at {path}")
        return index.answer(request, 404)

    return [page]


def is_browser(request: Request[Any, Any, State]) -> bool:
    """Whether somebody wants a page to look at; a program is told in JSON."""
    return "text/html" in request.headers.get("accept", "")


def read_files(directory: Path) -> dict[str, ClientFile]:
    """Read the files of a built client, or of the documentation, each under its address."""
    found = sorted(path for path in directory.rglob("*") if path.is_file())
    plain = [p for p in found if p.suffix not in _ENCODINGS.values() and p.name[0] != "."]
    return {f"/{path.relative_to(directory).as_posix()}": _read(path) for path in plain}


def _read(path: Path) -> ClientFile:
    bodies = {"": path.read_bytes()}
    for encoding, suffix in _ENCODINGS.items():
        small = path.with_name(path.name + suffix)
        if small.is_file():
            bodies[encoding] = small.read_bytes()
    media_type = _TYPES.get(path.suffix, "application/octet-stream")
    tag = f'"{sha256(bodies[""]).hexdigest()[:32]}"'
    return ClientFile(media_type, _cache(path), bodies, f"W/{tag}")


def _cache(path: Path) -> str:
    """What the build names after its content never changes; anything else may."""
    is_named = "-" in PurePosixPath(path.name).stem and path.parent.name == "assets"
    return _FOR_EVER if is_named else _ASK_AGAIN


def _encodings(accepted: str) -> set[str]:
    """Read a list like `gzip;q=0.5, br`; what has no weight is not wanted."""
    asked = [one.replace(" ", "").lower().partition(";") for one in accepted.split(",")]
    return {name for name, _, weight in asked if weight not in {"q=0", "q=0.0"}}
