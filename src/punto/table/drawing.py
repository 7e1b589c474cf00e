"""Cards from the shoe of a table: which comes next, and why one cannot be drawn or scanned."""

from punto.coup.command import CorrectCard, DealCard
from punto.refusal import Refusal
from punto.table.code import Code
from punto.table.state import Table


def drawing_refusal(table: Table) -> Refusal | None:
    """Say why no card can be drawn from the shoe."""
    if table.shoe is None:
        return Refusal(Code.NO_SHOE, "there is no shoe on the table")
    if table.shoe.scanned:
        return Refusal(Code.CARDS_ARE_SCANNED, "cards of this shoe are drawn by hand and scanned")
    if table.shoe.next_card is None:
        return Refusal(Code.NO_SHOE, "the order of this shoe is not at hand")
    return None


def drawn(table: Table) -> DealCard:
    """What drawing means for the round: the next card of the shoe is dealt."""
    card = table.shoe.next_card if table.shoe is not None else None
    assert card is not None, "asked before"
    return DealCard(card)


def scanning_refusal(table: Table) -> Refusal | None:
    """Say why no card can be scanned."""
    if table.shoe is None:
        return Refusal(Code.NO_SHOE, "there is no shoe on the table")
    if not table.shoe.scanned:
        return Refusal(Code.CARDS_COME_FROM_THE_SHOE, "cards are drawn from the table's own shoe")
    if table.shoe.gone >= table.shoe.size:
        return Refusal(Code.SHOE_OVER, "no card can be left in the shoe: report it")
    return None


def correcting_refusal(table: Table, command: CorrectCard) -> Refusal | None:
    """Only what was scanned can have been read wrongly; a shuffled shoe deals what it holds."""
    assert table.coup is not None, "asked before"
    if table.shoe is not None and not table.shoe.scanned:
        return Refusal(Code.CARDS_COME_FROM_THE_SHOE, "cards are drawn from the table's own shoe")
    known = 0 <= command.place < len(table.coup.cards)
    if known and str(table.coup.cards[command.place]) == command.card:
        return None
    return copies_refusal(table, command.card)


def copies_refusal(table: Table, card: str) -> Refusal | None:
    """Refuse one more of a card that has left the shoe as often as it can."""
    if table.shoe is not None and table.shoe.seen.get(card, 0) >= table.settings.decks:
        words = f"{card} has left the shoe {table.settings.decks} times already: report it"
        return Refusal(Code.TOO_MANY_COPIES, words)
    return None
