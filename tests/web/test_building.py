"""The client is built once, whoever comes first and however many come at once."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

BUILD = """
import {appendFileSync, mkdirSync, writeFileSync} from "node:fs";
appendFileSync("../built", "x");
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.html", "");
"""

COME = """
import sys
from pathlib import Path
from punto.cli import web_client
web_client._SOURCE = Path(sys.argv[1])
print(web_client.built_client())
"""


def a_client(place: Path) -> Path:
    """Write the source of a client that says each time it is built."""
    source = place / "web"
    source.mkdir()
    package = {"name": "small", "version": "1.0.0", "scripts": {"build": "node build.mjs"}}
    lock = {"name": "small", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {}}}
    (source / "package.json").write_text(json.dumps(package), encoding="utf-8")
    (source / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (source / "build.mjs").write_text(BUILD, encoding="utf-8")
    return source


def come(source: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", COME, str(source)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_who_come_first_at_once_build_it_once(tmp_path: Path) -> None:
    source = a_client(tmp_path)
    both = [come(source) for _ in range(2)]
    said = [each.communicate() for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert [out for out, _ in said] == [f"{source / 'dist'}\n"] * 2
    assert (tmp_path / "built").read_text(encoding="utf-8") == "x"


def test_a_client_whose_source_has_changed_is_built_anew(tmp_path: Path) -> None:
    source = a_client(tmp_path)
    for change in ("", "", "// changed"):
        with (source / "build.mjs").open("a", encoding="utf-8") as script:
            script.write(change.replace("//", "\n//"))
        come(source).communicate()
    assert (tmp_path / "built").read_text(encoding="utf-8") == "xx"


def test_where_there_is_neither_client_nor_source_no_house_is_opened(tmp_path: Path) -> None:
    said = come(tmp_path / "web").communicate()[1]
    assert said.endswith("has no web client: scripts/build makes a wheel with it\n"), said


INSTALL = """
import sys
from pathlib import Path
from punto.cli import web_client
web_client._SOURCE = Path(sys.argv[1])
web_client.install_packages()
"""


def test_a_first_start_brings_what_the_client_is_built_with_and_no_tools(tmp_path: Path) -> None:
    source = a_client(tmp_path)
    tool = {"name": "tool", "version": "1.0.0"}
    (source / "tool").mkdir()
    (source / "tool" / "package.json").write_text(json.dumps(tool), encoding="utf-8")
    wanted = {"devDependencies": {"tool": "file:tool"}}
    linked = {"node_modules/tool": {"resolved": "tool", "link": True, "dev": True}}
    change(source / "package.json", wanted)
    packages = {"": wanted, "tool": {**tool, "dev": True}, **linked}
    change(source / "package-lock.json", {"packages": packages})
    come(source).communicate()
    assert (tmp_path / "built").is_file()
    assert not (source / "node_modules" / "tool").exists()
    for program in (INSTALL, COME):
        subprocess.run([sys.executable, "-c", program, str(source)], check=True)
        assert (source / "node_modules" / "tool").exists()


def change(file: Path, more: Mapping[str, object]) -> None:
    kept = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(kept | more), encoding="utf-8")
