"""A PostgreSQL of its own for tests: found, started, killed, started again, and gone afterwards."""

from tests.support.postgres.binaries import Binaries, system_binaries, wheel_binaries
from tests.support.postgres.error import PostgresUnavailable
from tests.support.postgres.server import PostgresServer

__all__ = [
    "Binaries",
    "PostgresServer",
    "PostgresUnavailable",
    "system_binaries",
    "wheel_binaries",
]
