"""What only an extra of punto brings, and the one line that says so where it is missing."""

from typing import Final

from punto.errors import MissingExtra

EXTRA_OF: Final = {
    "numpy": "sim",
    "numba": "sim",
    "llvmlite": "sim",
    "alembic": "server",
    "argon2": "server",
    "cryptography": "server",
    "immutables": "server",
    "litestar": "server",
    "prometheus_client": "server",
    "sqlalchemy": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "server",
    "psycopg": "postgres",
    "cupy": "gpu",
    "distributed": "dask",
    "pandas": "frames",
    "pyarrow": "frames",
}
"""Which extra of `pyproject.toml` brings which module."""


def named(error: ModuleNotFoundError) -> ImportError:
    """Say which extra brings the module; where none does, the error stays what it is."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(module)
    if extra is None:
        return error
    return MissingExtra(
        f"{module} is not installed, and this needs it: pip install 'punto[{extra}]'"
    )
