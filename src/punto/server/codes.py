"""The codes that everybody knows, because they come with punto; good on this machine only."""

import secrets
from collections.abc import Iterator

from msgspec.structs import replace

from punto.errors import WrongInput
from punto.server.config import HouseConfig, default_config
from punto.server.networks import plain_address

_DIGITS = 6


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to an address."""
    address = plain_address(host)
    return host == "localhost" if address is None else address.is_loopback


def known_codes(config: HouseConfig) -> Iterator[str]:
    """Name the keys of a configuration whose codes are those of the usual house."""
    known = _usual_codes()
    if config.attendant_code in known:
        yield "attendant_code"
    for number, terminal in enumerate(config.terminals):
        if terminal.code in known:
            yield f"terminals[{number}].code"


def _usual_codes() -> frozenset[str]:
    usual = default_config()
    return frozenset({usual.attendant_code, *(each.code for each in usual.terminals)})


def fresh_codes(config: HouseConfig) -> HouseConfig:
    """Replace every code that everybody knows: who reads what the house says knows the new ones."""
    terminals = tuple(replace(each, code=_unknown(each.code)) for each in config.terminals)
    return replace(config, attendant_code=_unknown(config.attendant_code), terminals=terminals)


def _unknown(code: str) -> str:
    """Keep a code that somebody has set, or give another by chance."""
    is_known = code in _usual_codes()
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}" if is_known else code


def codes_for(host: str, config: HouseConfig, place: str | None) -> HouseConfig:
    """Let nobody from elsewhere in with a code that everybody knows.

    `place` is the file that the configuration was read from; without one it is the usual house.
    """
    known = list(known_codes(config))
    if _is_ours_alone(host, config) or not known:
        return config
    if place is None:
        return fresh_codes(config)
    keys = ", ".join(known)
    where = f"--host {host}" if not is_loopback(host) else "a proxy before the house"
    raise WrongInput(f"{place}: {keys}: everybody knows this code; with {where} set another")


def _is_ours_alone(host: str, config: HouseConfig) -> bool:
    """Whether nobody from elsewhere gets in: a proxy may let in the world."""
    return is_loopback(host) and not config.server.is_public


def words_of(read: HouseConfig, config: HouseConfig) -> list[str]:
    """Say what whoever opened the house must know of its codes; those he has set he knows."""
    if list(known_codes(config)):
        return ["Its codes are those that everybody knows: they hold on this machine only."]
    before = {each.id: each.code for each in read.terminals}
    made = [f"{each.id} {each.code}" for each in config.terminals if each.code != before[each.id]]
    if config.attendant_code != read.attendant_code:
        made.insert(0, f"attendant {config.attendant_code}")
    return [f"Its codes until it closes: {', '.join(made)}."] if made else []
