"""How a house is reached: where it listens, which proxies stand before it, its public address."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.structs import replace

from punto.errors import WrongInput
from punto.server.config_section import Section
from punto.server.networks import NETWORKS, is_network

_NAME: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.ASCII | re.IGNORECASE)
_ORIGIN: Final = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)


class ServerConfig(Section, frozen=True):
    """How the house is reached; the options of `punto serve` come before."""

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    """Where to listen."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    """The port; 0 takes a free one."""
    proxy: tuple[str, ...] = ()
    """Networks of the proxies whose word is taken for address, scheme and host of whoever asks."""
    origin: str = ""
    """The address that browsers know the house by, if a proxy gives it another."""
    hosts: tuple[str, ...] = ()
    """Names by which it may be asked, besides `localhost`, `host`, that of `origin`, addresses."""

    @property
    def is_public(self) -> bool:
        """Whether a proxy may let others in, though the house listens on this machine only."""
        return bool(self.proxy or self.origin)


def reached_by(config: ServerConfig, said: Mapping[str, Any]) -> ServerConfig:
    """Put what was said on the command line before what the file says."""
    given = {key: value for key, value in said.items() if value not in {None, ()}}
    reached = replace(config, **given)
    for defect in server_defects(reached):
        raise WrongInput(defect)
    return reached


def server_defects(config: ServerConfig) -> Iterator[str]:
    """Name what nothing can be reached by."""
    for network in config.proxy:
        if not is_network(network):
            yield f"proxy: {network!r} is no network: {NETWORKS}"
    for host in config.hosts:
        if not _NAME.fullmatch(host):
            yield f"hosts: {host!r} is no name of a host: punto.example is one"
    if config.origin and not _ORIGIN.fullmatch(config.origin):
        yield f"origin: {config.origin!r} is no origin: https://punto.example is one"
