"""Chance comes from the operating system or from a secret, and from nowhere else."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from punto.fair import Reveal

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "punto"
MAY_PLAY = ("sim", "testing")
"""Simulation and seeded workloads repeat themselves on purpose, and deal to nobody."""

SHIPPED = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in MAY_PLAY
]

PREDICTABLE = ("random", "numpy.random")


def names_used(source: str) -> Iterator[str]:
    """List every module that is imported, and every dotted name, with `np` written out."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Attribute():
                yield ast.unparse(node).replace("np.", "numpy.", 1)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]):
                yield name  # import_module("random")
            case _:
                pass


def predictable(source: str) -> list[str]:
    """List what a source uses of generators that can be predicted."""
    return [
        name
        for name in names_used(source)
        if any(name == module or name.startswith(f"{module}.") for module in PREDICTABLE)
    ]


@pytest.mark.parametrize("path", SHIPPED, ids=[str(path.relative_to(PACKAGE)) for path in SHIPPED])
def test_no_predictable_generator_is_used(path: Path) -> None:
    assert predictable(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import random as chance",
        "from random import shuffle",
        "from random import Random",
        "import numpy.random",
        "from numpy import random",
        "from numpy.random import default_rng",
        "import numpy as np\nnp.random.default_rng()",
        "import numpy\nnumpy.random.seed(1)",
        "from importlib import import_module\nimport_module('random')",
        "__import__('random')",
        "def later():\n    import random",
    ],
)
def test_every_way_to_use_one_is_seen(source: str) -> None:
    assert predictable(source)


@pytest.mark.parametrize(
    "source", ["import secrets", "import os\nos.urandom(32)", "randomness = 1"]
)
def test_the_operating_system_may_be_asked(source: str) -> None:
    assert not predictable(source)


FAIR_IMPORTS = {
    "collections",
    "dataclasses",
    "enum",
    "hashlib",
    "itertools",
    "msgspec",
    "punto",
    "struct",
    "typing",
}


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "fair").glob("*.py")), ids=lambda path: path.name
)
def test_the_derivation_sees_no_clock_and_no_chance(path: Path) -> None:
    """What it imports is a list of the allowed, so nothing new slips in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in names_used(ast.unparse(node))
    }
    assert imported <= FAIR_IMPORTS


def test_a_shoe_knows_no_bet_no_player_and_no_history() -> None:
    told = {field.name for field in fields(Reveal)}
    assert told == {"table", "shoe", "decks", "secret", "outside"}


def test_the_second_verifier_has_no_chance_either() -> None:
    script = (ROOT / "web" / "verify" / "verify.js").read_text(encoding="utf-8")
    assert "Math.random" not in script
    assert "Date" not in script
