"""What the client's own tools need, brought once for all files."""

import pytest

from punto.cli.web_client import install_packages


@pytest.fixture(scope="session", autouse=True)
def packages() -> None:
    install_packages()
