"""A PostgreSQL of its own for tests: found, started, killed, started again, and gone afterwards."""

from punto.testing.postgres.binaries import Binaries, system_binaries, wheel_binaries
from punto.testing.postgres.error import PostgresUnavailable
from punto.testing.postgres.server import PostgresServer

__all__ = [
    "Binaries",
    "PostgresServer",
    "PostgresUnavailable",
    "system_binaries",
    "wheel_binaries",
]
