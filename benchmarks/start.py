"""Starting the command line. Bars: `rulebooks` warm in 0.3 s, from a fresh clone in 60 s."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.yardstick import where

ROOT = Path(__file__).parent.parent


def took(command: list[str], **environment: str) -> float:
    """Run a command to its end and say how many seconds it took."""
    start = time.perf_counter()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    return time.perf_counter() - start


def main() -> None:
    """Print seconds, and how many starts of bare Python that is."""
    bare = min(took([sys.executable, "-c", "pass"]) for _ in range(9))
    warm = min(took([str(ROOT / "scripts" / "punto"), "rulebooks"]) for _ in range(9))
    with tempfile.TemporaryDirectory() as home:
        clone = Path(home) / "punto"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)  # noqa: S607
        fresh = took(
            [str(clone / "scripts" / "punto"), "rulebooks"], HOME=home, PIP_NO_CACHE_DIR="1"
        )
    print(where())
    print(f"yardstick: starting Python and doing nothing, {bare:.3f} s")
    print(f"{'rulebooks, warm':28} {warm:6.3f} s {warm / bare:6.1f} yardsticks")
    print(f"{'rulebooks, fresh clone':28} {fresh:6.3f} s {fresh / bare:6.1f} yardsticks")


if __name__ == "__main__":
    main()
