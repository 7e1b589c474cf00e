"""Addresses and the networks that a configuration names: 10.0.0.0/8, 192.0.2.7, fd00::/8."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

NETWORKS: Final = "10.0.0.0/8 is one, and so is 192.0.2.7"
"""What whoever has named none is told."""


def is_network(text: str) -> bool:
    """Whether a text names a network, or one address."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def plain_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address; one of the older internet is the same however it is written."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def place_of(text: str) -> str:
    """Name the place that limits by address count for: of IPv6 the /64, which one line is given."""
    address = plain_address(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return text if address is None else str(address)


def is_within(address: IPv4Address | IPv6Address, networks: Iterable[str]) -> bool:
    """Whether an address is in one of the networks."""
    return any(address in ip_network(each) for each in networks)


def openable(host: str) -> str:
    """Give an address that a browser opens: for all of a machine's, the one that others reach."""
    address = plain_address(host)
    if address is None or not address.is_unspecified:
        return host
    is_older = isinstance(address, IPv4Address)
    # Nothing is sent: the system only says from where it would be. The networks are for examples.
    family, beyond = (socket.AF_INET, "192.0.2.1") if is_older else (socket.AF_INET6, "2001:db8::1")
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((beyond, 9))
            return str(asked.getsockname()[0])
        except OSError:  # this machine has no way out
            return "127.0.0.1" if is_older else "::1"
