"""Irregularities: what was found, when it was noticed, and the ruling of the rulebook in force."""

from enum import Enum
from typing import Final

import msgspec

from punto.rules import Rulebook, VoidCause
from punto.rules.rulebook import VoidRule


class Found(Enum):
    """What can go wrong in or around a round."""

    FOREIGN_CARD = "foreign-card"
    EXTRA_OR_MISSING_CARDS = "extra-or-missing-cards"
    INCORRECT_NUMBER_OF_CARDS = "incorrect-number-of-cards"
    ORDER_UNKNOWN = "order-unknown"
    SHOE_ORDER_ALTERED = "shoe-order-altered"
    INSUFFICIENT_CARDS = "insufficient-cards"
    MALFUNCTION = "malfunction"
    WAGER_PLACED_LATE = "wager-placed-late"
    WAGER_INCREASED_LATE = "wager-increased-late"
    WAGER_WITHDRAWN_LATE = "wager-withdrawn-late"
    CONNECTION_LOST = "connection-lost"


OF_THE_SHOE: Final = frozenset({Found.FOREIGN_CARD, Found.EXTRA_OR_MISSING_CARDS})
"""After these the documents leave open what becomes of the shoe: whoever reports says it."""


class Noticed(Enum):
    """When it was noticed, seen from the round it happened in."""

    BEFORE_PAYMENT = "before-payment"
    AFTER_PAYMENT = "after-payment"
    AFTER_NEXT_COMMENCED = "after-next-commenced"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What the dealer or the machine reports."""

    found: Found
    noticed: Noticed = Noticed.BEFORE_PAYMENT
    reconstructed: bool = False
    """The cards can be put back as they were."""
    in_initial_deal: bool = True
    """It happened while the first four cards were dealt."""


class Decision(Enum):
    """What is to be done."""

    GO_ON = "go-on"
    VOID = "void"
    STAND = "stand"
    REFUSE_WAGER = "refuse-wager"
    REFUSE_INCREASE = "refuse-increase"
    SETTLE_AS_PLACED = "settle-as-placed"
    COMPLETE = "complete"
    SUPERVISOR = "supervisor"


class Ruling(msgspec.Struct, frozen=True):
    """A decision, the clause it comes from, and words for a person."""

    decision: Decision
    clause: str | None
    words: str


def adjudicate(rulebook: Rulebook, report: Report) -> Ruling:
    """Rule on a report by the rulebook alone; what it does not cover is the supervisor's."""
    if report.found in _LATE:
        return _late(rulebook, report.found)
    if report.found is Found.CONNECTION_LOST:
        return _connection(rulebook)
    rule = rulebook.void_rule(VoidCause(report.found.value))
    return _silent(rulebook, report.found) if rule is None else _void(rulebook, rule, report)


# --- wagers after "No more bets" ----------------------------------------------------------------

_LATE: Final = {
    Found.WAGER_PLACED_LATE: (Decision.REFUSE_WAGER, "the wager is refused"),
    Found.WAGER_INCREASED_LATE: (
        Decision.REFUSE_INCREASE,
        "the increase is refused, the earlier stake stands",
    ),
    Found.WAGER_WITHDRAWN_LATE: (
        Decision.SETTLE_AS_PLACED,
        "the wager stays and is settled on the result",
    ),
}


def _late(rulebook: Rulebook, found: Found) -> Ruling:
    decision, words = _LATE[found]
    late = rulebook.late
    clause = {
        Found.WAGER_PLACED_LATE: late.placed_clause,
        Found.WAGER_INCREASED_LATE: late.increased_clause,
        Found.WAGER_WITHDRAWN_LATE: late.withdrawn_clause,
    }[found]
    if clause is None and found is not Found.WAGER_WITHDRAWN_LATE and rulebook.close_call:
        # A document silent on late wagers still says what closes the bets.
        clause = rulebook.close_call.clause
    if clause is None:
        return _silent(rulebook, found)
    return Ruling(decision, clause, words)


# --- lost connections ---------------------------------------------------------------------------


def _connection(rulebook: Rulebook) -> Ruling:
    policy = rulebook.disconnection
    if policy is None:
        return _silent(rulebook, Found.CONNECTION_LOST)
    words = "the game is completed; it shows in the history only"
    return Ruling(Decision.COMPLETE, policy.clause, words)


# --- cards --------------------------------------------------------------------------------------


def _void(rulebook: Rulebook, rule: VoidRule, report: Report) -> Ruling:
    if report.noticed is Noticed.AFTER_NEXT_COMMENCED and not _voids_all_plays(rule):
        words = "the next round has commenced: the result stands"
        return Ruling(Decision.STAND, _standing_clause(rule), words)
    if report.noticed is Noticed.AFTER_PAYMENT and not _reaches_a_paid_round(rule):
        words = "the round was concluded before it was noticed: the result stands"
        return Ruling(Decision.STAND, rule.previous_results_stand_clause, words)
    if rule.initial_deal_only and not report.in_initial_deal:
        return _silent(rulebook, report.found)
    if _is_mended(rule, report):
        return Ruling(Decision.GO_ON, rule.clause, _MENDED[report.noticed])
    words = "the round is void: every stake goes back in full"
    if report.noticed is Noticed.AFTER_NEXT_COMMENCED:
        words = "this round and all later ones are void: every stake goes back in full"
    return Ruling(Decision.VOID, rule.clause, words)


def _is_mended(rule: VoidRule, report: Report) -> bool:
    """Whether the cards are as they were; an order that is known after all was never unknown."""
    can_be = rule.unless_reconstructed or rule.cause is VoidCause.ORDER_UNKNOWN
    return can_be and report.reconstructed


_MENDED: Final = {
    Noticed.BEFORE_PAYMENT: "the cards are put back as they were and the round goes on",
    Noticed.AFTER_PAYMENT: "the cards are put back as they were and decide what is paid",
}


def _reaches_a_paid_round(rule: VoidRule) -> bool:
    """Some causes void a round until the next commences."""
    return rule.until_next_round or _voids_all_plays(rule)


def _voids_all_plays(rule: VoidRule) -> bool:
    """A malfunction voids all plays and pays, from the first that it has affected."""
    return rule.cause is VoidCause.MALFUNCTION


def _standing_clause(rule: VoidRule) -> str | None:
    return rule.clause if rule.until_next_round else rule.previous_results_stand_clause


def _silent(rulebook: Rulebook, found: Found) -> Ruling:
    what = found.value.replace("-", " ")
    words = f"{rulebook.title} does not cover this ({what}): a supervisor decides, on record"
    return Ruling(Decision.SUPERVISOR, None, words)
