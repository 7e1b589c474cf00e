"""punto: a no-commission baccarat house in a box.

The questions people ask are functions here:

>>> import punto
>>> punto.rulebook("mbs-tiger").title
'Tiger No Commission Baccarat'
>>> punto.settle("mbs-tiger", "9s Kh 7d 6c", {"tiger-pair": 100, "tie": 100}).bets[1].net
800
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from punto.cards import Card, parse_cards
from punto.errors import UnreadableRulebook
from punto.rules import Rulebook, Settlement, find_rulebook, newest_rulebooks, read_rulebook
from punto.rules import settle as _settle
from punto.rules.reading import MAX_BYTES

__all__ = ["Rulebook", "Settlement", "read_text", "rulebook", "rulebooks", "settle"]
__version__ = "0.1.0"


def rulebooks() -> tuple[Rulebook, ...]:
    """List the newest version of every rulebook that comes with the package."""
    return newest_rulebooks()


def rulebook(name: str | Path) -> Rulebook:
    """Find a rulebook: `mbs-tiger`, `mbs-tiger@3`, or the path of your own `.toml`."""
    if isinstance(name, Path) or name.endswith(".toml"):
        return read_rulebook(read_text(Path(name)), source=str(name))
    return find_rulebook(name)


def settle(
    rules: str | Path | Rulebook, cards: str | Sequence[Card], bets: Mapping[str, int]
) -> Settlement:
    """Settle bets, in minor units by wager id, on cards in the order they leave the shoe."""
    found = rules if isinstance(rules, Rulebook) else rulebook(rules)
    return _settle(found, parse_cards(cards) if isinstance(cards, str) else cards, bets)


def read_text(path: Path) -> str:
    """Read a rulebook's file; whatever cannot be one is refused with the reason."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
            raise UnreadableRulebook(f"{path}: not a file")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise UnreadableRulebook(f"{path}: longer than {MAX_BYTES // 1024} KiB")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableRulebook(f"{path}: not UTF-8 text") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        if isinstance(error, UnreadableRulebook):
            raise
        raise UnreadableRulebook(f"{path}: {getattr(error, 'strerror', None) or error}") from None
