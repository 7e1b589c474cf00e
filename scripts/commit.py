"""The commit that a result was made from, for the page that tells it."""

import subprocess


def commit() -> str:
    """Name the commit that is checked out, with its date."""
    asked = ["git", "log", "-1", "--format=%h, %cs"]
    return subprocess.check_output(asked, text=True).strip()
