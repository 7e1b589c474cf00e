"""How far all stakes on Player and all on Banker may lie apart."""

from punto.refusal import Refusal
from punto.table.code import Code
from punto.table.state import Table


def too_far_apart(before: Table, after: Table) -> Refusal | None:
    """Refuse bets that drive the two sides too far apart, placed or taken back; closing is welcome.

    Several bets that are changed at once are looked at together: only where they end counts.
    """
    most = after.settings.differential
    if most is None:
        return None
    apart = after.differential
    if apart <= most or apart <= before.differential:
        return None
    words = f"all stakes on Player and Banker may lie {most} apart, not {apart}"
    return Refusal(Code.ABOVE_DIFFERENTIAL, words)
