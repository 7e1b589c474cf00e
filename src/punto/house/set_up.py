"""Settings of tables that are changed: by a manager, or by the file that is read again."""

from msgspec.structs import replace

from punto.house.answer import UNSIGNED
from punto.house.chain import SETTINGS
from punto.house.code import Code
from punto.house.configuration import SettingChange
from punto.house.context import Context
from punto.house.house import Change, House, Written, chained, extended
from punto.house.record import SettingsRecord, encode
from punto.house.request import ChangeSettings, ReadFile, Request, is_said
from punto.house.staff_refusal import refused_away_from_tables
from punto.people import Role
from punto.refusal import Refusal


def set_up(
    house: House, request: Request, what: ChangeSettings | ReadFile, context: Context
) -> Change | Refusal:
    """Put other settings on record; the tables take them over between two rounds."""
    refusal = _unsigned(request, what)
    if refusal is not None:
        return refusal
    if what.defects:
        wrong = Refusal(Code.SETTINGS_DEFECTIVE, "; ".join(what.defects))
        return refused_away_from_tables(house, request, wrong, context)
    file = what.tables if isinstance(what, ReadFile) else None
    changes = _changes(house, what)
    if isinstance(changes, Refusal):
        return changes
    actor = request.actor
    record = SettingsRecord(
        actor.id, actor.role.value, changes, file, what.who, what.why, request.digest
    )
    link = chained(house, SETTINGS, request, context.now_ms, encode(record))
    after = replace(house, configuration=house.configuration.after(changes, file))
    return Change(extended(after, link), (Written(link),))


def _unsigned(request: Request, what: ChangeSettings | ReadFile) -> Refusal | None:
    """Want a name, a reason and an id of everybody but the house, which reads its file."""
    if request.actor.role is Role.HOUSE:
        return None
    if request.key is None:
        return Refusal(Code.ID_WANTED, "settings are changed once, under an id")
    return None if is_said(what.who) and is_said(what.why) else UNSIGNED


def _changes(house: House, what: ChangeSettings | ReadFile) -> tuple[SettingChange, ...] | Refusal:
    known = house.configuration
    if isinstance(what, ReadFile):
        nothing = Refusal(Code.NOTHING_TO_DO, "the file is as it was when it was last read")
        return nothing if known.is_read(what.tables) else tuple(known.changes_of(what.tables))
    for change in what.changes:
        held = known.in_force.get(change.table)
        if held is None and not what.makes:
            return Refusal(Code.NO_SUCH_TABLE, f"there is no table {change.table!r}")
        if held is not None and what.makes:
            return Refusal(Code.TABLE_OPEN, f"there is a table {change.table!r} already")
        if (held.get(change.key) if held is not None else None) != change.before:
            words = f"{change.key}: somebody has changed this meanwhile: look again"
            return Refusal(Code.SET_MEANWHILE, words)
    changes = tuple(each for each in what.changes if each.before != each.after)
    return changes or Refusal(Code.NOTHING_TO_DO, "it is set so already")
