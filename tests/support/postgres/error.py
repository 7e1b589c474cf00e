"""What is raised when there is no PostgreSQL, or it does not start."""

from punto.errors import PuntoError


class PostgresUnavailable(PuntoError):
    """No server can be had on this machine; the words say what to do."""
