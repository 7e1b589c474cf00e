"""Settlement: what becomes of any set of bets on any dealt cards."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from punto.cards import Card
from punto.errors import WrongAmount, WrongCard
from punto.money import Odds, checked_stake
from punto.rules.deal import Deal, deal
from punto.rules.facts import Facts, Winner, facts_of
from punto.rules.hand import Hand
from punto.rules.rulebook import Rulebook, VoidCause
from punto.rules.wager import Outcome, Wager


class Void(msgspec.Struct, frozen=True):
    """Why a round is void; the clause is None where the rulebook has none for it."""

    reason: VoidCause
    clause: str | None


class SettledBet(msgspec.Struct, frozen=True):
    """One bet after the round. `returned` goes back to the player, the stake included."""

    wager: str
    stake: int
    outcome: Outcome
    pays: Odds | None
    returned: int
    net: int
    clause: str | None


class Settlement(msgspec.Struct, frozen=True):
    """A round with all its bets settled; there is no winner when it is void."""

    rulebook: str
    void: Void | None
    player: Hand
    banker: Hand
    winner: Winner | None
    natural: bool
    cards_used: int
    bets: tuple[SettledBet, ...]


def settle(rulebook: Rulebook, cards: Sequence[Card], bets: Mapping[str, int]) -> Settlement:
    """Deal the cards in the order they leave the shoe and settle every bet.

    Raises WrongInput for a card, a wager or a stake that cannot be.
    """
    check_cards(rulebook, cards)
    wagers = [checked_wager(rulebook, wager_id, stake) for wager_id, stake in bets.items()]
    dealt = deal(cards)
    if not dealt.finished:
        return _void_round(rulebook, dealt, bets)
    facts = facts_of(dealt)
    return Settlement(
        rulebook=rulebook.id,
        void=None,
        player=dealt.player,
        banker=dealt.banker,
        winner=Winner.of(dealt.player.total, dealt.banker.total),
        natural=facts.natural,
        cards_used=dealt.cards_used,
        bets=tuple([_settled(w, s, facts) for w, s in zip(wagers, bets.values(), strict=True)]),
    )


def _void_round(rulebook: Rulebook, dealt: Deal, bets: Mapping[str, int]) -> Settlement:
    rule = rulebook.void_rule(VoidCause.INSUFFICIENT_CARDS)
    void = Void(VoidCause.INSUFFICIENT_CARDS, rule.clause if rule else None)
    return Settlement(
        rulebook=rulebook.id,
        void=void,
        player=dealt.player,
        banker=dealt.banker,
        winner=None,
        natural=False,
        cards_used=dealt.cards_used,
        bets=returned_bets(bets, void),
    )


def check_cards(rulebook: Rulebook, cards: Sequence[Card]) -> None:
    """Refuse what the rulebook's largest shoe cannot hold."""
    for card in cards:
        if card not in rulebook.deck:
            raise WrongCard(f"{card} is not in the {len(rulebook.deck)}-card deck of {rulebook.id}")
    most = rulebook.shoe.max_decks
    if len(cards) > most:  # fewer cannot be too many of one
        card, copies = Counter(cards).most_common(1)[0]
        if copies > most:
            raise WrongCard(f"{copies} copies of {card}: the largest shoe holds {most}")


def checked_wager(rulebook: Rulebook, wager_id: str, stake: int) -> Wager:
    """Find the wager and refuse a stake that one of its pay lines would split."""
    wager = rulebook.wager(wager_id)
    if checked_stake(stake) % wager.step:
        raise WrongAmount(
            f"{stake} on {wager_id} would split the minor unit: stake a multiple of {wager.step}"
        )
    return wager


def returned_bets(bets: Mapping[str, int], void: Void) -> tuple[SettledBet, ...]:
    """Give every stake of a void round back in full."""
    return tuple(
        SettledBet(
            wager=wager_id,
            stake=stake,
            outcome=Outcome.VOID,
            pays=None,
            returned=stake,
            net=0,
            clause=void.clause,
        )
        for wager_id, stake in bets.items()
    )


def _settled(wager: Wager, stake: int, facts: Facts) -> SettledBet:
    line = wager.line_for(facts)
    pays = line.payment
    net = pays.net(stake)
    return SettledBet(
        wager=wager.id,
        stake=stake,
        outcome=pays.outcome,
        pays=pays.odds,
        returned=stake + net,
        net=net,
        clause=line.clause,
    )
