"""A package holds client and documentation: served where there is neither a checkout nor Node."""

import email
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import requires, version
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import punto
from punto.cli.web_client import built_client
from scripts.documentation import built_site

ROOT = Path(__file__).parents[2]
NO_NODE = {"PATH": "/nonexistent"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an sdist of the checkout, a wheel of the sdist where there is no Node, and unpack it."""
    built_client()  # so that the hook finds it
    built_site()
    place = tmp_path_factory.mktemp("package")
    hatchling("sdist", ROOT, place)
    [sdist] = place.glob("*.tar.gz")
    shutil.unpack_archive(sdist, place / "source", filter="data")
    [source] = (place / "source").iterdir()
    hatchling("wheel", source, place)
    [wheel] = place.glob("*.whl")
    shutil.unpack_archive(wheel, place / "installed", format="zip")
    return place / "installed"


def hatchling(target: str, source: Path, place: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target]
    command += ["--directory", str(place)]
    done = subprocess.run(
        command, cwd=source, env=NO_NODE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def served(installed: Path, place: Path) -> Iterator[str]:
    """Open the house of a package, with nothing of the checkout, and give its address."""
    command = [sys.executable, "-m", "punto", "serve", "--port", "0", "--data", str(place / "data")]
    variables = {**NO_NODE, "PYTHONPATH": str(installed)}
    with subprocess.Popen(
        command, cwd=place, env=variables, stdout=subprocess.PIPE, text=True
    ) as house:
        try:
            assert house.stdout is not None
            yield house.stdout.readline().rpartition(" ")[2].strip()
        finally:
            house.terminate()


@pytest.mark.parametrize(("name", "building"), [("client", built_client), ("docs", built_site)])
def test_a_package_has_what_was_built(
    installed: Path, name: str, building: Callable[[], Path]
) -> None:
    built, packed = building(), installed / "punto" / "server" / name
    wanted = {p.relative_to(built): p for p in built.rglob("*") if p.is_file() and p.name[0] != "."}
    found = {p.relative_to(packed): p for p in packed.rglob("*") if p.is_file()}
    assert found
    assert {name: p.read_bytes() for name, p in found.items()} == {
        name: p.read_bytes() for name, p in wanted.items()
    }


def test_a_package_has_all_data_of_the_sources(installed: Path) -> None:
    sources = [one for one in (ROOT / "src").rglob("*") if one.is_file()]
    wanted = {one.relative_to(ROOT / "src") for one in sources if "__pycache__" not in one.parts}
    kinds = {one.suffix for one in wanted}
    assert kinds >= {".py", ".toml", ".typed", ".css", ".cu"}, "rulebooks, kernels, styles"
    assert {one for one in wanted if not (installed / one).is_file()} == set()


def test_a_package_alone_wants_little_and_says_what_it_is(installed: Path) -> None:
    [information] = installed.glob("punto-*.dist-info/METADATA")
    told = email.message_from_string(information.read_text(encoding="utf-8"))
    wanted = map(Requirement, told.get_all("Requires-Dist", []))
    assert {each.name for each in wanted if each.marker is None} == {"msgspec", "rich", "typer"}
    assert told["Version"] == punto.__version__
    assert told["Description-Content-Type"] == "text/markdown"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert told.get_payload() == readme


def test_a_house_from_a_package_shows_its_pages(installed: Path, tmp_path: Path) -> None:
    with served(installed, tmp_path) as address:
        with urlopen(address, timeout=60) as answer:  # noqa: S310 – our own
            page = answer.read().decode()
        [script] = re.findall(r'src="/(assets/[^"]+\.js)"', page)
        with urlopen(address + script, timeout=60) as answer:  # noqa: S310 – as above
            assert answer.headers["Content-Type"].startswith("text/javascript")
        with urlopen(f"{address}docs", timeout=60) as answer:  # noqa: S310 – as above
            assert answer.url == f"{address}docs/index.html"


def test_the_bill_of_materials_names_what_is_installed_and_what_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "scripts/bill.py", "."],
        cwd=ROOT,
        env={"SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=True,
    )
    bill = json.loads(done.stdout)
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "punto")
    named = {part["purl"] for part in bill["components"]}
    wanted = installed_with("punto", {"server", "sim", "postgres"}) - {"punto"}
    assert {f"pkg:pypi/{name}@{version(name)}" for name in wanted} - named == set()
    names = {part["name"] for part in bill["components"]}
    assert "hatchling" not in names, "it builds the package, and is no part of it"
    assert {"svelte", "hanken-grotesk", "source-serif-4", "swagger-ui-dist"} <= names


def installed_with(name: str, extras: set[str]) -> set[str]:
    """Follow what packages say that they need here, from one to the next."""
    found: set[str] = {canonicalize_name(name)}
    for line in requires(name) or []:
        needed = Requirement(line)
        holds = any(
            needed.marker is None or needed.marker.evaluate({"extra": extra})
            for extra in (*extras, "")
        )
        if holds and canonicalize_name(needed.name) not in found:
            found |= installed_with(needed.name, needed.extras)
    return found
