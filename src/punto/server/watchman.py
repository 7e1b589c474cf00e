"""Who may see how the house runs: this machine, and the networks that the configuration names."""

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import State

_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def is_watchman(asking: ASGIConnection[Any, Any, Any, State], networks: Iterable[str]) -> bool:
    """Whether somebody asks from here, and asks the house itself.

    What a proxy passes on may come from anywhere, though the proxy is here.
    """
    if asking.client is None or any(name in asking.headers for name in _FORWARDED):
        return False
    return is_from(asking.client.host, networks)


def is_from(host: str, networks: Iterable[str]) -> bool:
    """Whether an address is of this machine, or in one of the networks."""
    address = ip_address(host.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or any(mapped in ip_network(each) for each in networks)


def is_network(text: str) -> bool:
    """Whether a text names a network, or one address: 10.0.0.0/8, 192.0.2.7, fd00::/8."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True
