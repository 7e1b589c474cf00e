"""The story of a round, from its entries alone: who staked what, which cards, which rule, who won.

Nothing is taken on trust that can be worked out again: payments are settled once more, and cards
compared with the shoe once that is revealed. What does not agree is a doubt.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from punto.cards import parse_card
from punto.coup import Bet, Coup, Phase
from punto.coup import fold as fold_coup
from punto.coup.event import (
    BettingOpened,
    CardDealt,
    CardSetAside,
    CardsReconstructed,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.coup.event import Event as CoupEvent
from punto.coup.settling import voided_bets
from punto.errors import WrongInput
from punto.fair import Reveal, commitment, is_kept, order_of, outside_of
from punto.house.record import decode_table
from punto.house.settlement_check import SettlementAudit
from punto.replay.chronicle import Chronicle
from punto.replay.dealing import Dealing
from punto.replay.round_events import RoundEvent, RoundEvents
from punto.replay.round_money import Balance
from punto.replay.telling import ThirdCard, third_cards, told
from punto.rules import Hand, Winner, deal, next_side
from punto.store.timestamp import utc
from punto.table.banking import round_id
from punto.table.event import EarlierRoundVoided

_DEALT: Final = (Phase.RESULT, Phase.COLLECTED, Phase.SETTLED, Phase.VOID)


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened: when, by which entry of the table, by whom."""

    at: str
    position: int
    who: str
    what: str


class DealtCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card, its place in the shoe counted from 1, and the hand it went to."""

    place: int
    card: str
    side: str | None
    """None for a card that was set aside."""


class ToldHand(msgspec.Struct, frozen=True):
    """A hand at the end."""

    cards: tuple[str, ...]
    total: int


class ToldVoid(msgspec.Struct, frozen=True, kw_only=True):
    """Why a round is void, by whom, and what every stake came to."""

    reason: str
    clause: str | None
    who: str
    why: str
    after_payment: bool
    bets: tuple[Bet, ...]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one would tell it in a dispute."""

    round: str
    table: str
    rulebook: str
    title: str
    training: bool
    phase: str
    dealing: Dealing | None
    fairness: str
    """Whether the cards are those of the promised shoe, as far as it can be known by now."""
    happened: tuple[Happened, ...]
    cards: tuple[DealtCard, ...]
    player: ToldHand
    banker: ToldHand
    third_cards: tuple[ThirdCard, ...]
    winner: str | None
    natural: bool
    bets: tuple[Bet, ...]
    """As they were settled; while the round is in play, only what is staked."""
    void: ToldVoid | None
    balances: tuple[Balance, ...]
    doubts: tuple[str, ...]


class _Teller:
    """Folds the events of a round, and notes what is worth telling."""

    def __init__(self, found: Chronicle) -> None:
        self.coup = Coup(number=found.number, rulebook=found.settings.rulebook)
        self.happened: list[Happened] = []
        self.cards: list[DealtCard] = []
        self._set_aside: list[DealtCard] = []
        """Those of the cards that were set aside by hand."""
        self.bets: list[Bet] = []
        self.void: ToldVoid | None = None
        self.doubts = list(found.breaks)
        self._gone = found.dealing.gone if found.dealing else 0
        self._settling = SettlementAudit()

    def tell(self, event: RoundEvent, at_ms: int, position: int, who: str) -> None:
        """Add one event."""
        what = told(event, self._gone + 1)
        self.happened.append(Happened(at=utc(at_ms), position=position, who=who, what=what))
        if isinstance(event, CoupEvent):
            self._note(event, position)
            self.coup = fold_coup(self.coup, event)
        elif isinstance(event, EarlierRoundVoided):
            self._void_late(event)

    def _note(self, event: CoupEvent, position: int) -> None:
        match event:
            case BettingOpened(training=training):
                self.coup = msgspec.structs.replace(self.coup, training=training)
            case CardDealt(_, side, card):
                self._card(card, side.value)
            case CardSetAside(card):
                self._card(card, None)
                self._set_aside.append(self.cards[-1])
            case WagersCollected(bets):
                self.bets += bets
                self._doubt(position, self._settling.collected(event))
            case WagersPaid(bets):
                self.bets += bets
                self._doubt(position, self._settling.paid(self.coup, event))
            case CardsReconstructed(cards, aside):
                self._put_back(cards, aside)
            case RoundSettledAgain(cards=cards, aside=aside, bets=bets):
                self._put_back(cards, aside)
                self.bets = list(bets)
                self._doubt(position, self._settling.settled_again(self.coup, event))
            case RoundVoided():
                self.void = _void(event)
            case _:
                pass

    def _put_back(self, cards: tuple[str, ...], aside: tuple[str, ...]) -> None:
        """Tell the cards anew, in the order in which they left the shoe."""
        self._gone -= len(self.cards) - len(self._set_aside)
        self.cards, self.bets = [*self._set_aside], []
        for at, card in enumerate(cards):
            dealt = deal(map(parse_card, cards[:at]))
            side = next_side(dealt.player, dealt.banker)
            self._card(card, side.value if side else None)
        for card in aside:
            self._card(card, None)

    def _void_late(self, event: EarlierRoundVoided) -> None:
        """Give back every stake of a round that others had followed."""
        bets = voided_bets(self.coup, event.clause)
        self.coup = msgspec.structs.replace(self.coup, phase=Phase.VOID)
        self.void = ToldVoid(
            reason=event.reason,
            clause=event.clause,
            who=event.who,
            why=event.why,
            after_payment=True,
            bets=_in_order(bets),
        )

    def _card(self, card: str, side: str | None) -> None:
        self._gone += 1
        self.cards.append(DealtCard(place=self._gone, card=card, side=side))

    def _doubt(self, position: int, found: Iterator[str]) -> None:
        self.doubts += [f"entry {position}: {what}" for what in found]


def story_of(found: Chronicle) -> Story:
    """Tell a round from its entries."""
    teller, events = _Teller(found), RoundEvents(found.number)
    for link in found.entries:
        record = decode_table(link.body or b"")
        for event in events.of(record.events):
            teller.tell(event, link.at_ms, link.position, record.who)
    fairness, wrong = _fairness(found, teller.cards)
    return _story(found, teller, fairness, (*teller.doubts, *wrong))


def _story(found: Chronicle, teller: _Teller, fairness: str, doubts: tuple[str, ...]) -> Story:
    coup, rulebook = teller.coup, found.settings.rulebook
    dealt = coup.dealt
    is_known = coup.phase in _DEALT and dealt.finished
    return Story(
        round=round_id(found.table, found.number),
        table=found.table,
        rulebook=rulebook.key,
        title=rulebook.title,
        training=coup.training,
        phase=coup.phase.value,
        dealing=found.dealing,
        fairness=fairness,
        happened=tuple(teller.happened),
        cards=tuple(teller.cards),
        player=_hand(dealt.player),
        banker=_hand(dealt.banker),
        third_cards=tuple(third_cards(dealt, rulebook.deal)),
        winner=Winner.of(dealt.player.total, dealt.banker.total).value if is_known else None,
        natural=is_known and coup.facts.natural,
        bets=_in_order(teller.bets) or _open_bets(coup),
        void=teller.void,
        balances=found.balances,
        doubts=doubts,
    )


def _hand(hand: Hand) -> ToldHand:
    return ToldHand(tuple(map(str, hand.cards)), hand.total)


def _void(event: RoundVoided) -> ToldVoid:
    return ToldVoid(
        reason=event.reason,
        clause=event.clause,
        who=event.who,
        why=event.why,
        after_payment=event.after_payment,
        bets=_in_order(event.bets),
    )


def _in_order(bets: "list[Bet] | tuple[Bet, ...]") -> tuple[Bet, ...]:
    """Order bets by name: the order in which they were settled says nothing."""
    return tuple(sorted(bets, key=lambda bet: (bet.bettor, bet.wager)))


def _open_bets(coup: Coup) -> tuple[Bet, ...]:
    return _in_order(
        [
            Bet(bettor, wager, stake, "open", None, 0, 0, None)
            for (bettor, wager), stake in coup.stakes.items()
        ]
    )


# --- fairness -----------------------------------------------------------------------------------


def _fairness(found: Chronicle, cards: list[DealtCard]) -> tuple[str, tuple[str, ...]]:
    """Say whether the cards are those of the promised shoe, and what is wrong if they are not."""
    dealing = found.dealing
    if dealing is None or dealing.scanned:
        return "the cards were physical ones, and scanned", ()
    if dealing.revealed is None:
        return "the shoe is not revealed yet, so that its cards cannot be checked", ()
    try:
        wrong = tuple(_wrong_cards(found, dealing, cards))
    except (WrongInput, ValueError) as error:
        wrong = (f"the reveal of shoe {dealing.number} cannot be read: {error}",)
    verdict = "does not hold" if wrong else "holds: secret and cards are those committed to"
    return f"the shoe is revealed, and {verdict}", wrong


def _wrong_cards(found: Chronicle, dealing: Dealing, cards: list[DealtCard]) -> Iterator[str]:
    assert dealing.revealed is not None, "asked before"
    secret = bytes.fromhex(dealing.revealed.secret)
    if commitment(secret, table=found.table, shoe=dealing.number) != dealing.commitment:
        yield f"the secret of shoe {dealing.number} is not the one committed to"
    yield from _wrong_mix(found.table, dealing)
    reveal = Reveal(
        table=found.table,
        shoe=dealing.number,
        decks=found.settings.decks,
        secret=secret,
        outside=bytes.fromhex(dealing.outside),
    )
    order = order_of(reveal, found.settings.rulebook.deck)
    for each in cards:
        lay = str(order[each.place - 1]) if each.place <= len(order) else "no card"
        if each.card != lay:
            yield f"card {each.place} of shoe {dealing.number} is {each.card}, and was {lay}"


def _wrong_mix(table: str, dealing: Dealing) -> Iterator[str]:
    """Compare what players and a beacon have added with their promises, and with its hash."""
    if dealing.mixed is None:
        return
    given, shoe = dealing.mixed.contributions, dealing.number
    for each in given:
        if not each.is_withheld and not is_kept(each, table=table, shoe=shoe):
            yield f"what {each.who} has added to shoe {shoe} is not what was promised"
    if outside_of(given, dealing.mixed.beacon, table=table, shoe=shoe).hex() != dealing.outside:
        yield f"shoe {shoe} was not mixed with what was added to it"
