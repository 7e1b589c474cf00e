"""Code that is kept on disk is the code of the sources as they are."""

import shutil
import subprocess
import sys
from pathlib import Path

import punto.compiler

CALLED = "from compiler import compiled\n@compiled\ndef called():\n    return {}\n"
CALLER = (
    "from compiler import called_from_python\nfrom sim.one import called\n"
    "@called_from_python\ndef caller():\n    return called()\nprint(caller())\n"
)


def said(package: Path) -> str:
    run = [sys.executable, "-c", "import sim.other"]
    environment = {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.check_output(run, cwd=package, env=environment, text=True).strip()


def test_a_caller_is_compiled_anew_when_what_it_calls_has_changed(tmp_path: Path) -> None:
    shutil.copy(punto.compiler.__file__, tmp_path / "compiler.py")
    (tmp_path / "sim").mkdir()
    (tmp_path / "sim/other.py").write_text(CALLER)
    for answer in ("1", "2"):
        (tmp_path / "sim/one.py").write_text(CALLED.format(answer))
        assert said(tmp_path) == answer
        assert [*tmp_path.rglob("*.nbi")], "the code was kept"
