"""The codes that everybody knows, because they come with punto; good on this machine only."""

import secrets
from collections.abc import Iterator
from ipaddress import ip_address

from msgspec.structs import replace

from punto.errors import WrongInput
from punto.server.config import HouseConfig, default_config

_DIGITS = 6


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to an address."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


def known_codes(config: HouseConfig) -> Iterator[str]:
    """Name the keys of a configuration whose codes are those of the usual house."""
    usual = default_config()
    known = {usual.attendant_code, *(each.code for each in usual.terminals)}
    if config.attendant_code in known:
        yield "attendant_code"
    for number, terminal in enumerate(config.terminals):
        if terminal.code in known:
            yield f"terminals[{number}].code"


def fresh_codes(config: HouseConfig) -> HouseConfig:
    """Give every code anew, by chance: nobody knows them but who reads what the house says."""
    terminals = tuple(replace(each, code=_code()) for each in config.terminals)
    return replace(config, attendant_code=_code(), terminals=terminals)


def _code() -> str:
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


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


def words_of(host: str, config: HouseConfig, place: str | None) -> list[str]:
    """Say what whoever opened the house must know of its codes."""
    if list(known_codes(config)):
        return ["Its codes are those that everybody knows: they hold on this machine only."]
    if place is not None or _is_ours_alone(host, config):
        return []
    terminals = [f"{each.id} {each.code}" for each in config.terminals]
    shown = ", ".join((f"attendant {config.attendant_code}", *terminals))
    return [f"Its codes until it closes: {shown}."]
