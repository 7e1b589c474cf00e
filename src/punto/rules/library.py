"""The rulebooks that come with the package, by name and version."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from punto.errors import UnknownRulebook
from punto.rules.reading import read_shape
from punto.rules.rulebook import Rulebook


def rulebook_keys() -> Sequence[str]:
    """List every rulebook and version: the five documents first, older versions before newer."""
    return _catalogue()


def newest_rulebooks() -> tuple[Rulebook, ...]:
    """List the newest version of every rulebook, in the order of the catalogue."""
    newest = {key.partition("@")[0]: key for key in _catalogue()}
    return tuple(_load(key) for key in newest.values())


def side_bet_keys() -> Sequence[str]:
    """List the rulebooks of further side bets, which are found by name but not among the others."""
    return _keys("side_bets")


@cache
def find_rulebook(name: str) -> Rulebook:
    """Find `mbs-tiger`, which means the newest, or `mbs-tiger@3`, which means that one."""
    every = (*_catalogue(), *side_bet_keys())
    keys = [key for key in every if name in (key, key.partition("@")[0])]
    if keys:
        return _load(keys[-1])
    raise UnknownRulebook(f"there is no rulebook {name!r}{_hint(name)}")


def _hint(name: str) -> str:
    every = (*_catalogue(), *side_bet_keys())
    ids = list(dict.fromkeys(key.partition("@")[0] for key in every))
    rulebook_id, _, version = name.partition("@")
    if version and rulebook_id in ids:
        versions = [key for key in every if key.startswith(f"{rulebook_id}@")]
        return f"; there is {', '.join(versions)}"
    near = get_close_matches(rulebook_id.lower(), ids, n=3, cutoff=0.4)
    return f"; near names: {', '.join(near)}" if near else f"; there are {', '.join(ids)}"


def _folder() -> Traversable:
    return files("punto.rules") / "rulebooks"


@cache
def _catalogue() -> tuple[str, ...]:
    return _keys("rulebooks")


@cache
def _keys(section: str) -> tuple[str, ...]:
    text = (_folder() / "catalogue.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[section])


@cache
def _load(key: str) -> Rulebook:
    text = (_folder() / f"{key}.toml").read_text(encoding="utf-8")
    # The tests have looked for defects in these; a user's own file is looked through at run time.
    return read_shape(text, source=key)
