"""What is shown of a table. An allow-list: what is not named here never leaves the house."""

from collections.abc import Container, Iterator, Sequence

from msgspec.structs import replace

from punto.cards import Card
from punto.coup import Coup
from punto.coup import event as coup_event
from punto.protocol import event as seen
from punto.protocol.event import Seen
from punto.protocol.reason import reasons_at_third, reasons_at_totals
from punto.protocol.roads import roads_of
from punto.protocol.shuffle_view import running_shuffle, shown_mix, shown_shuffle
from punto.protocol.tell import Bet, Shoe, Snapshot
from punto.rules import Outcome, Side, Winner
from punto.table import Found, next_step, record
from punto.table import event as table_event
from punto.table.house_table import HouseTable, fold_recorded
from punto.table.record import Recorded
from punto.table.squeeze import side_of
from punto.table.state import Table

_STAKING = (coup_event.WagerPlaced, coup_event.WagerWithdrawn)


class View:
    """A table as its watchers know it: told of events, it says which of them to show."""

    def __init__(self, house_table: HouseTable) -> None:
        self.house_table = house_table
        self._is_staked = False
        """Stakes are others than was told."""

    def seen(self, events: Sequence[Recorded], after: HouseTable) -> list[Seen]:
        """Give those events that anyone may see; stakes are summed up before the next of them.

        `after` is what they have made of the table; between several of them it is folded.
        """
        shown: list[Seen] = []
        last = len(events) - 1
        for place, event in enumerate(events):
            is_stake = isinstance(event, _STAKING)
            if not is_stake:
                shown += self.totals()
            self.house_table = after if place == last else fold_recorded(self.house_table, event)
            if is_stake:
                self._is_staked = True
            else:
                shown.extend(self._shown(event))
        return shown

    def totals(self) -> list[Seen]:
        """Sum up what lies on the table, where that is something else than was told."""
        if not self._is_staked:
            return []
        self._is_staked = False
        return [stakes_changed(self.house_table.table)]

    def _shown(self, event: Recorded) -> Iterator[Seen]:
        match event:
            case record.ShoeCommitted(number, commitment):
                yield seen.ShoeCommitted(number=number, commitment=commitment)
            case record.ShoeRevealed(number, decks, secret, outside):
                yield seen.ShoeRevealed(number=number, decks=decks, secret=secret, outside=outside)
            case _ if isinstance(event, record.OfShuffle):
                yield from shown_shuffle(event, self.house_table)
            case _:
                yield from shown_of(event, self.house_table.table)

    def snapshot(self, version: int) -> Snapshot:
        """Show the whole table."""
        return snapshot_of(self, version)


def shown_of(event: Recorded, table: Table) -> Iterator[Seen]:  # noqa: C901, PLR0912 – the list itself
    """Show one event of play; `table` is what it has made of the table."""
    match event:
        case record.TableOpened():
            yield seen.TableOpened()
            if table.settings.positions:  # some who sat here may sit here no more
                yield _seats(table)
        case record.TableClosed():
            yield seen.TableClosed()
        case record.DealerCame():
            yield seen.DealerChanged(present=True)
        case record.DealerLeft() | record.DealerRelieved():
            yield seen.DealerChanged(present=False)
        case coup_event.BettingOpened(number):
            yield seen.BettingOpened(round=number, last=_is_last(table))
        case coup_event.BettingProlonged(closes_at_ms):
            yield seen.BettingProlonged(closes_at_ms=closes_at_ms)
        case coup_event.BettingClosed():
            yield seen.BettingClosed()
        case coup_event.CardDealt() | coup_event.CardCorrected() | coup_event.TotalsAnnounced():
            yield from _dealt(event, table)
        case coup_event.ResultAnnounced() | coup_event.RoundVoided() | coup_event.WagersPaid():
            yield from _ended(event, table)
        case coup_event.CardsReconstructed() | coup_event.RoundSettledAgain():
            yield _put_back(event, table)
        case table_event.EarlierRoundVoided(round=number, reason=reason, clause=clause):
            yield seen.EarlierRoundVoided(
                round=number,
                reason=Found(reason).value,
                clause=clause,
                roads=roads_of(table.board),
            )
        case table_event.SeatTaken() | table_event.StoodBehind() | table_event.SeatLeft():
            yield _seats(table)
        case table_event.ShoeOpened(number, size, burned):
            yield seen.ShoeOpened(number=number, size=size, burned=burned)
        case table_event.ShoeEnded(number):
            yield seen.ShoeEnded(number=number)
        case (
            table_event.IrregularityRuled()
            | table_event.SupervisorDecided()
            | table_event.ResultRecorded()
            | table_event.ResultDropped()
        ):
            yield _by_staff(event, table)
        case _:
            pass


def _by_staff(
    event: table_event.IrregularityRuled
    | table_event.SupervisorDecided
    | table_event.ResultRecorded
    | table_event.ResultDropped,
    table: Table,
) -> Seen:
    """Show what staff have reported, decided or recorded, and not who they are."""
    match event:
        case table_event.IrregularityRuled():
            return seen.Ruled(
                round=event.round,
                found=event.found.value,
                decision=event.decision.value,
                words=event.words,
                clause=event.clause,
            )
        case table_event.SupervisorDecided(number, void):
            return seen.Decided(round=number, void=void)
        case table_event.ResultRecorded(number, winner, natural=natural):
            roads = roads_of(table.board)
            return seen.ResultRecorded(
                round=number, winner=winner.value, natural=natural, roads=roads
            )
        case table_event.ResultDropped(number):
            return seen.ResultDropped(round=number, roads=roads_of(table.board))


def _dealt(
    event: coup_event.CardDealt | coup_event.CardCorrected | coup_event.TotalsAnnounced,
    table: Table,
) -> Iterator[Seen]:
    assert table.coup is not None, "a card has its round"
    coup = table.coup
    match event:
        case coup_event.CardDealt(place):
            yield dealt_at(coup, place, gone=table.shoe.gone if table.shoe else None)
        case coup_event.CardCorrected(place, before, card):
            side = side_of(coup, place)
            hand = coup.dealt.player if side is Side.PLAYER else coup.dealt.banker
            yield seen.CardCorrected(
                place=place, side=side.value, before=before, card=card, total=hand.total
            )
        case coup_event.TotalsAnnounced(player, banker):
            reasons = reasons_at_totals(coup.rulebook, coup.dealt)
            yield seen.TotalsAnnounced(player=player, banker=banker, reasons=reasons)


def dealt_at(
    coup: Coup, place: int, closed: Container[int] = (), gone: int | None = None
) -> seen.CardDealt:
    """Show a card that lies open; its total tells nothing of cards that do not."""
    side = side_of(coup, place)
    places = [each for each in range(place + 1) if side_of(coup, each) is side]
    total = sum(coup.cards[each].points for each in places) % 10
    third = place == 4 and side is Side.PLAYER
    return seen.CardDealt(
        place=place,
        side=side.value,
        card=str(coup.cards[place]),
        total=None if any(each in closed for each in places) else total,
        gone=gone,
        reasons=reasons_at_third(coup.rulebook, coup.dealt) if third else [],
    )


def hiding(event: Seen, coup: Coup, hidden: frozenset[int]) -> Seen | None:
    """Show an event to somebody who must not see some cards yet; a correction of one is nothing."""
    match event:
        case seen.CardDealt(place=place) if place in hidden:
            return replace(event, card=None, total=None, reasons=[])
        case seen.CardCorrected(place=place) if place in hidden:
            return None
        case seen.CardCorrected() if event.side in {side_of(coup, each).value for each in hidden}:
            return replace(event, total=None)
        case _:
            return event


def snapshot_hiding(snapshot: Snapshot, coup: Coup, hidden: Container[int]) -> Snapshot:
    """Show a table to somebody who must not see some cards yet."""
    hands: dict[Side, list[Card | None]] = {side: [] for side in Side}
    for place, card in enumerate(coup.cards):
        hands[side_of(coup, place)].append(None if place in hidden else card)
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    return replace(
        snapshot,
        player_cards=[None if card is None else str(card) for card in player],
        banker_cards=[None if card is None else str(card) for card in banker],
        player=_open_total(player),
        banker=_open_total(banker),
        # Whether another card comes would tell what the closed ones are.
        next_step="",
    )


def _open_total(cards: list[Card | None]) -> int:
    return sum(card.points for card in cards if card is not None) % 10


def _put_back(
    event: coup_event.CardsReconstructed | coup_event.RoundSettledAgain, table: Table
) -> Seen:
    """Show the hands that other cards make, and the result if the round was paid."""
    assert table.coup is not None, "a reconstruction has its round"
    player, banker = table.coup.dealt.player, table.coup.dealt.banker
    player_cards, banker_cards = [*map(str, player.cards)], [*map(str, banker.cards)]
    roads = roads_of(table.board)
    if isinstance(event, coup_event.CardsReconstructed):
        return seen.CardsReconstructed(
            player_cards=player_cards,
            banker_cards=banker_cards,
            player=player.total,
            banker=banker.total,
            roads=roads,
        )
    return seen.RoundSettledAgain(
        round=table.coup.number,
        player_cards=player_cards,
        banker_cards=banker_cards,
        winner=event.winner.value,
        player=event.player,
        banker=event.banker,
        natural=event.natural,
        roads=roads,
        won=_won(table.coup),
    )


def _won(coup: Coup) -> dict[str, str]:
    """Name the wagers that the cards make win, by their pay lines; anybody can read them there."""
    lines = {wager.id: wager.line_for(coup.facts) for wager in coup.rulebook.wagers}
    return {name: line.pays for name, line in lines.items() if line.payment.odds is not None}


def _ended(
    event: coup_event.ResultAnnounced | coup_event.RoundVoided | coup_event.WagersPaid,
    table: Table,
) -> Iterator[Seen]:
    assert table.coup is not None, "a result has its round"
    match event:
        case coup_event.ResultAnnounced(winner, player, banker, natural):
            rule = table.coup.rulebook.deal
            yield seen.ResultAnnounced(
                winner=winner.value,
                player=player,
                banker=banker,
                natural=natural,
                clause=rule.tie_clause if winner.value == "tie" else rule.winner_clause,
                roads=roads_of(table.board),
                won=_won(table.coup),
            )
        case coup_event.WagersPaid():
            yield seen.RoundSettled(round=table.coup.number)
        case coup_event.RoundVoided(reason, clause, after_payment=after_payment):
            yield seen.RoundVoided(
                round=table.coup.number,
                reason="supervisor" if reason == "supervisor" else Found(reason).value,
                clause=clause,
                after_payment=after_payment,
                roads=roads_of(table.board),
            )


def stakes_changed(table: Table) -> seen.StakesChanged:
    """Sum up what lies on the table."""
    on_wager = {wager: stake for wager, stake in sorted(table.on_wager.items()) if stake}
    bettors = sum(map(bool, table.of_bettor.values()))
    at_position = _at_position(table) if table.settings.positions else {}
    return seen.StakesChanged(on_wager=on_wager, bettors=bettors, at_position=at_position)


def _seats(table: Table) -> seen.SeatsChanged:
    return seen.SeatsChanged(taken=sorted(table.seats.values()), sitters=_sitters(table))


def _sitters(table: Table) -> dict[str, str]:
    """Tell those who sit apart, without their names: those open their accounts."""
    by_position = sorted((position, name) for name, position in table.seats.items())
    return {str(position): name[-2:].upper() for position, name in by_position}


def _at_position(table: Table) -> dict[str, dict[str, int]]:
    """Sum up what lies at each position: chips are seen by all who stand round a table."""
    at_position: dict[str, dict[str, int]] = {}
    for (bettor, wager), stake in sorted(table.coup.stakes.items()) if table.coup else ():
        position = table.position_of_stake(bettor)
        if stake and position is not None:
            stakes = at_position.setdefault(str(position), {})
            stakes[wager] = stakes.get(wager, 0) + stake
    return at_position


def snapshot_of(view: View, version: int) -> Snapshot:
    """Show a table as it is."""
    house_table, table = view.house_table, view.house_table.table
    coup, stakes = table.coup, stakes_changed(table)
    dealt = coup.dealt if coup is not None else None
    over = coup is not None and coup.phase.value in {"result", "collected", "settled"}
    return Snapshot(
        table=house_table.id,
        version=version,
        is_open=house_table.is_open,
        phase=coup.phase.value if coup is not None else "ready",
        round=table.rounds,
        player_cards=[str(card) for card in dealt.player.cards] if dealt else [],
        banker_cards=[str(card) for card in dealt.banker.cards] if dealt else [],
        player=dealt.player.total if dealt else 0,
        banker=dealt.banker.total if dealt else 0,
        winner=Winner(coup.facts.winner).value if over and coup is not None else None,
        natural=bool(coup.facts.natural) if over and coup is not None else False,
        won=_won(coup) if over and coup is not None else {},
        on_wager=stakes.on_wager,
        bettors=stakes.bettors,
        at_position=stakes.at_position,
        taken=sorted(table.seats.values()),
        sitters=_sitters(table),
        shoe=_shoe(table),
        committed_as=house_table.id,
        commitments=_commitments(house_table),
        revealed=[(r.number, r.decks, r.secret, r.outside) for r in house_table.revealed],
        roads=roads_of(table.board),
        closes_at_ms=table.closes_at_ms,
        next_step=next_step(table),
        contributors=len(house_table.contributing.contributors),
        shuffle=running_shuffle(house_table),
        mixed=None if house_table.mixed is None else shown_mix(house_table.mixed),
        dealer=bool(house_table.dealer) if table.settings.has_dealer else None,
    )


def _commitments(house_table: HouseTable) -> dict[str, str]:
    """Show the promises that are still to be kept, and those whose secret can be seen here too."""
    revealed = {each.number for each in house_table.revealed}
    open_from = min((each.number for each in house_table.commitments[-1:]), default=0)
    open_from = (
        open_from if house_table.unrevealed is None else min(open_from, house_table.unrevealed)
    )
    return {
        str(each.number): each.commitment
        for each in house_table.commitments
        if each.number in revealed or each.number >= open_from
    }


def _shoe(table: Table) -> Shoe | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return Shoe(
        number=shoe.number,
        size=shoe.size,
        gone=shoe.gone,
        cut_card_is_out=shoe.cut_card_is_out,
        last=_is_last(table),
    )


def _is_last(table: Table) -> bool:
    return table.shoe is not None and table.shoe.rounds_left == 1


def shown_bet(bet: coup_event.Bet) -> Bet:
    """Show a wager to whose it was."""
    return Bet(
        wager=bet.wager,
        stake=bet.stake,
        outcome=Outcome(bet.outcome).value,
        pays=bet.pays,
        returned=bet.returned,
        net=bet.net,
        clause=bet.clause,
    )
