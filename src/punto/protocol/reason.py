"""The third-card rule as it happens: who draws, who stands, and by which clause."""

from punto.protocol.event import Reason
from punto.rules import Deal, Rulebook
from punto.rules.rulebook import DealRule
from punto.rules.tableau import banker_draws, is_natural, player_draws


def reasons_at_totals(rulebook: Rulebook, dealt: Deal) -> list[Reason]:
    """Explain what follows from the first four cards."""
    player, banker = dealt.player.initial_total, dealt.banker.initial_total
    rule = rulebook.deal
    if is_natural(player, banker):
        clause = rule.natural_clause
        return [Reason(rule="natural", draws=False, player=player, banker=banker, clause=clause)]
    draws = player_draws(player, banker)
    first = Reason(
        rule="player", draws=draws, player=player, banker=banker, clause=rule.player_clause
    )
    return [first] if draws else [first, _banker(rule, player, banker, None)]


def reasons_at_third(rulebook: Rulebook, dealt: Deal) -> list[Reason]:
    """Explain what the Banker does about the Player's third card."""
    assert dealt.player.third is not None, "the Player has drawn"
    player, banker = dealt.player.initial_total, dealt.banker.initial_total
    return [_banker(rulebook.deal, player, banker, dealt.player.third.points)]


def _banker(rule: DealRule, player: int, banker: int, third: int | None) -> Reason:
    stood = third is None and rule.player_stood_clause
    return Reason(
        rule="banker",
        draws=banker_draws(player, banker, third),
        player=player,
        banker=banker,
        third=third,
        clause=stood or rule.banker_clause,
    )
