"""Passwords that everybody tries first are refused, and few others."""

import pytest

from punto.people.password import is_common


@pytest.mark.parametrize(
    "text",
    [
        *("password", "Password1", "p4ssw0rd", "PASSW0RD!", "qwertyuiop", "12345678", "87654321"),
        *("iloveyou2", "!!letmein!!", "1q2w3e4r", "abcdefgh", "hgfedcba", "zzzzzzzz", "abababab"),
        *("baccarat8", "Casino2026!", "20261117", "ann-lee1", "ANN-LEE"),
    ],
)
def test_guessed_first(text: str) -> None:
    assert is_common(text, "ann-lee")


@pytest.mark.parametrize("text", ["four stout otters", "xkq7-mzt2", "Regenschirm am Dienstag"])
def test_not_guessed_first(text: str) -> None:
    assert not is_common(text, "ann-lee")
    assert not is_common(text)
