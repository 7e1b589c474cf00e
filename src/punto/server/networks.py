"""Addresses and the networks that a configuration names: 10.0.0.0/8, 192.0.2.7, fd00::/8."""

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


def is_within(address: IPv4Address | IPv6Address, networks: Iterable[str]) -> bool:
    """Whether an address is in one of the networks."""
    return any(address in ip_network(each) for each in networks)
