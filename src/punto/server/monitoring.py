"""Who may see how the house runs: this machine, and the networks that the configuration names."""

from collections.abc import Iterable
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import State

from punto.server.networks import is_within, plain_address

_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def may_monitor(asking: ASGIConnection[Any, Any, Any, State], networks: Iterable[str]) -> bool:
    """Whether somebody asks from here, and asks the house itself.

    What a proxy passes on may come from anywhere, though the proxy is here.
    """
    if asking.client is None or any(name in asking.headers for name in _FORWARDED):
        return False
    return is_from(asking.client.host, networks)


def is_from(host: str, networks: Iterable[str]) -> bool:
    """Whether an address is of this machine, or in one of the networks."""
    address = plain_address(host)
    return address is not None and (address.is_loopback or is_within(address, networks))
