"""The codes that everybody knows, because they come with punto; good on this machine only.

Each enrols the first browser of a terminal of the usual house.
"""

from collections.abc import Container, Iterator
from typing import Final

from msgspec.structs import replace

from punto.errors import WrongInput
from punto.server.config import HouseConfig, default_config
from punto.server.invitation import code_by_chance
from punto.server.networks import plain_address

_NO_ATTENDANT_CODE: Final = (
    "attendant_code holds no more: whoever sells credits at a terminal gives name and PIN."
)


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to an address."""
    address = plain_address(host)
    return host == "localhost" if address is None else address.is_loopback


def known_codes(config: HouseConfig) -> Iterator[str]:
    """Name the keys of a configuration whose codes are those of the usual house."""
    known = _usual_codes()
    for number, terminal in enumerate(config.terminals):
        if terminal.code in known:
            yield f"terminals[{number}].code"


def _usual_codes() -> frozenset[str]:
    return frozenset(each.code for each in default_config().terminals if each.code)


def fresh_codes(config: HouseConfig) -> HouseConfig:
    """Replace every code that everybody knows: who reads what the house says knows the new ones."""
    terminals = tuple(replace(each, code=_unknown(each.code)) for each in config.terminals)
    return replace(config, terminals=terminals)


def _unknown(code: str | None) -> str | None:
    """Keep a code that somebody has set, or give another by chance."""
    return code_by_chance() if code in _usual_codes() else code


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


def words_of(read: HouseConfig, config: HouseConfig, invited: Container[str]) -> list[str]:
    """Say what whoever opened the house must know of its codes; those he has set he knows.

    A code says nothing of a terminal that is not invited: it had its browser.
    """
    if config.attendant_code:
        return [*_of_terminals(read, config, invited), _NO_ATTENDANT_CODE]
    return _of_terminals(read, config, invited)


def _of_terminals(read: HouseConfig, config: HouseConfig, invited: Container[str]) -> list[str]:
    if list(known_codes(config)):
        return ["Its codes are those that everybody knows: they hold on this machine only."]
    before = {each.id: each.code for each in read.terminals}
    fresh = [each for each in config.terminals if each.code != before[each.id]]
    made = [f"{each.id} {each.code}" for each in fresh if each.id in invited]
    return [f"Each enrols a browser as a terminal, once: {', '.join(made)}."] if made else []
