"""The rules of the game: tableau, hands, facts, wagers, settlement, and rulebooks as data."""

from punto.rules.condition import Condition
from punto.rules.deal import Deal, deal, next_side
from punto.rules.defects import Finding, defects_of, warnings_of
from punto.rules.facts import DOMAINS, Facts, Winner, facts_of
from punto.rules.hand import Hand, Side
from punto.rules.library import find_rulebook, newest_rulebooks, rulebook_keys
from punto.rules.net_zero import can_win
from punto.rules.outcomes import reachable_facts
from punto.rules.reading import read_beside, read_rulebook, read_shape
from punto.rules.rulebook import Rulebook, VoidCause
from punto.rules.settlement import SettledBet, Settlement, Void, settle
from punto.rules.wager import Outcome, PayLine, Payment, Wager

__all__ = [
    "DOMAINS",
    "Condition",
    "Deal",
    "Facts",
    "Finding",
    "Hand",
    "Outcome",
    "PayLine",
    "Payment",
    "Rulebook",
    "SettledBet",
    "Settlement",
    "Side",
    "Void",
    "VoidCause",
    "Wager",
    "Winner",
    "can_win",
    "deal",
    "defects_of",
    "facts_of",
    "find_rulebook",
    "newest_rulebooks",
    "next_side",
    "reachable_facts",
    "read_beside",
    "read_rulebook",
    "read_shape",
    "rulebook_keys",
    "settle",
    "warnings_of",
]
