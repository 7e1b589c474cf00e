"""The file of the house read again, on SIGHUP: what can be is taken over, what cannot is named."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict

from punto.errors import WrongInput
from punto.house import Done, NotStored
from punto.house.code import Code
from punto.house.configuration import SettingChange
from punto.house.record import decode_settings
from punto.house.staff_request import BY_OWNER
from punto.refusal import Refusal
from punto.server.config import read_config
from punto.server.open_house import OpenHouse
from punto.server.random_names import token_hex

log = logging.getLogger("punto.server")

_WHY: Final = "SIGHUP"


class Rereading:
    """Knows the file as it was when the house was opened."""

    def __init__(self, house: OpenHouse, file: Path | None) -> None:
        self._house = house
        self._file = file
        self._known = _fixed(file, house.settings.environment)

    async def reread(self) -> None:
        """Take over what was changed at tables, and say what waits for a start."""
        if self._file is None:
            log.warning("SIGHUP: this house was opened without a file, so there is none to read")
            return
        house = self._house
        answer = await house.settings.read_again(house.tables, BY_OWNER, _WHY, token_hex(8))
        if not isinstance(answer, Done) and not _is_as_before(answer):
            log.error("SIGHUP: the file is not taken over: %s", answer.words)
            return
        changes = _changes(answer) if isinstance(answer, Done) else ()
        for each in changes:
            words = "%s: %s is %s, and was %s"
            log.info(words, each.table, each.key, each.after, each.before)
        fixed = await asyncio.to_thread(_fixed, self._file, house.settings.environment)
        for key in (key for key, value in fixed.items() if value != self._known.get(key)):
            log.warning("%s is another in the file: it is read when the house is next opened", key)
        log.info("SIGHUP: the file was read; settings of tables that are others: %d", len(changes))


def _is_as_before(answer: Refusal | NotStored) -> bool:
    return isinstance(answer, Refusal) and answer.code == Code.NOTHING_TO_DO


def _changes(done: Done) -> tuple[SettingChange, ...]:
    changes: tuple[SettingChange, ...] = decode_settings(done.link.body or b"").changes
    return changes


def _fixed(file: Path | None, environment: Mapping[str, str]) -> dict[str, Any]:
    """Read all keys but those of tables; a file that cannot be read says nothing."""
    try:
        text = file.read_text(encoding="utf-8") if file is not None else ""
        config = read_config(text, str(file), environment)
    except (OSError, UnicodeDecodeError, WrongInput):
        return {}
    fixed = asdict(config)
    del fixed["tables"]
    for section in ("server", "traffic", "log"):
        within = asdict(fixed.pop(section))
        fixed |= {f"{section}.{key}": value for key, value in within.items()}
    return fixed
