"""A rulebook as a lesson: everything a player needs, each rule with its clause."""

from collections.abc import Iterator

from punto.cli.output import console, print_section, print_table
from punto.rules import Rulebook, Wager, tableau
from punto.rules.rulebook import Call, Driver, NetZeroWin, Shuffle, VoidCause, VoidRule
from punto.rules.words import describe_line

_VOID_CAUSES = {
    VoidCause.FOREIGN_CARD: "a card is found that does not belong to the decks in use",
    VoidCause.EXTRA_OR_MISSING_CARDS: "cards are found to be extra or missing",
    VoidCause.INCORRECT_NUMBER_OF_CARDS: "a hand was dealt the wrong number of cards",
    VoidCause.ORDER_UNKNOWN: "cards were drawn together in an order that nobody can tell",
    VoidCause.SHOE_ORDER_ALTERED: "the order of the shoe was altered",
    VoidCause.INSUFFICIENT_CARDS: "the shoe has too few cards to finish the round",
    VoidCause.MALFUNCTION: "there is a malfunction",
}


PAIR_FACTS = {"player_pair", "banker_pair", "pairs", "twin", "suited_pairs"}


def print_lesson(rulebook: Rulebook) -> None:
    """Print the whole rulebook for a reader."""
    out = console()
    out.print(rulebook.title, style="bold")
    out.print(", ".join(_edition(rulebook)))
    print_section("Cards", _cards(rulebook))
    print_section("A round", _round(rulebook), numbered=True)
    print()
    _print_tableau(rulebook)
    _print_wagers(rulebook)
    print_section("Betting", _betting(rulebook))
    print_section("A round is void, and every stake goes back, when", _voids(rulebook))
    print_section("After betting has closed", _late(rulebook))
    print_section("Layouts", _layouts(rulebook))
    print_section("The online game", _online(rulebook))
    print_section("Readings of ours, where the document leaves room", rulebook.readings)


def _cited(sentence: str, *clauses: str | None) -> str:
    named = list(dict.fromkeys(filter(None, clauses)))
    return f"{sentence} [{', '.join(named)}]" if named else sentence


def _edition(rulebook: Rulebook) -> Iterator[str]:
    yield rulebook.key
    if rulebook.operator:
        yield f"by {rulebook.operator}"
    if rulebook.version:
        yield f"version {rulebook.version}"
    if rulebook.effective:
        time = f" {rulebook.effective_time}" if rulebook.effective_time else ""
        yield f"{'in force from' if rulebook.version else 'file of'} {rulebook.effective}{time}"


def _cards(rulebook: Rulebook) -> Iterator[str]:
    shoe, rule = rulebook.shoe, rulebook.deck_rule
    fewest = f"{shoe.min_decks} to " if shoe.min_decks < shoe.max_decks else ""
    yield _cited(f"{fewest}{shoe.max_decks} decks of {rule.cards} cards.", shoe.clause, rule.clause)
    if shoe.shuffle is Shuffle.ROUND:
        yield _cited("All cards are shuffled before every round.", shoe.shuffle_clause)
    else:
        yield _cited("A shuffle serves a whole shoe.", shoe.shuffle_clause)
    zeros = [rank.title for rank in rulebook.deck.ranks if rank.points == 0]
    yield _cited(
        f"An Ace counts 1, Two to Nine their number, {', '.join(zeros[:-1])} and {zeros[-1]} 0.",
        rule.values_clause,
    )
    yield _cited("Of a sum only the right digit counts: 7 and 8 make 5.", rule.totals_clause)
    if any(PAIR_FACTS & line.when.named for w in rulebook.wagers for line in w.lines):
        pictures = [rank.title for rank in rulebook.deck.ranks[-4:-2]]
        yield f"A pair is two cards of the same rank: {' and '.join(pictures)} are none."
    ranks = " ".join(rank.symbol for rank in rulebook.deck.ranks)
    suits = ", ".join(f"{suit.symbol} {suit.title}" for suit in rulebook.deck.suits)
    yield f"Cards are written rank, then suit: {ranks}; {suits}."


def _round(rulebook: Rulebook) -> Iterator[str]:
    deal = rulebook.deal
    yield _call(rulebook, rulebook.open_call, "Betting opens")
    yield _closing(rulebook)
    yield _cited(
        "Four cards: first and third to the Player, second and fourth to the Banker.",
        deal.order_clause,
    )
    yield _cited("If either hand has 8 or 9 now, a natural, nobody draws.", deal.natural_clause)
    yield _cited(
        "Else the Player draws a third card on 0 to 5 and stands on 6 and 7.", deal.player_clause
    )
    yield _cited(
        "Then the Banker draws or stands by the table below.",
        deal.banker_clause,
        deal.player_stood_clause,
    )
    yield _cited("The higher total wins.", deal.winner_clause)
    yield _cited("Equal totals are a tie.", deal.tie_clause)


_SPEAKERS = {
    Driver.DEALER: "the Dealer announces",
    Driver.CLOCK: "the terminals display",
    Driver.PLAYER: "the player presses",
}


def _closing(rulebook: Rulebook) -> str:
    button = next((control for control in rulebook.controls if control.id == "deal"), None)
    if rulebook.driver is Driver.PLAYER and button:
        return _cited(f"Betting closes when the player presses {button.label}.", button.clause)
    return _call(rulebook, rulebook.close_call, "Betting closes")


def _call(rulebook: Rulebook, call: Call | None, what: str) -> str:
    if call is None:
        return f"{what}."
    return _cited(f"{what} when {_SPEAKERS[rulebook.driver]} “{call.words}”.", call.clause)


def _print_tableau(rulebook: Rulebook) -> None:
    thirds = [*map(str, range(10)), "stood"]
    rows = [
        (str(total), *row.replace("D", "●").replace(".", "·"))
        for total, row in enumerate(tableau.BANKER)
    ]
    title = _cited(
        "The Banker draws ● or stands ·, by the Player’s third card",
        rulebook.deal.banker_clause,
        rulebook.deal.player_stood_clause,
    )
    print_table(("Banker has", *thirds), rows, title=title)


def _print_wagers(rulebook: Rulebook) -> None:
    rows = [row for wager in rulebook.wagers for row in _wager_rows(wager)]
    print_table(
        ("wager", "when", "pays", "clause"),
        rows,
        title="Wagers: the first line that holds counts",
    )


def _wager_rows(wager: Wager) -> Iterator[tuple[str, ...]]:
    """Set the name beside the first line and the id, to bet with, beside the second."""
    labels = [wager.name, wager.id] if len(wager.lines) > 1 else [f"{wager.name}\n{wager.id}"]
    for place, line in enumerate(wager.lines):
        yield (
            labels[place] if place < len(labels) else "",
            describe_line(line),
            line.pays.replace(":", " to "),
            line.clause or "–",
        )


def _betting(rulebook: Rulebook) -> Iterator[str]:
    rule = rulebook.betting
    yield _cited("Any wagers, together or singly.", rule.clause, rule.side_wagers_alone_clause)
    if rule.net_zero_win is NetZeroWin.REFUSED:
        yield _cited(
            "Bets that cannot win anything together are refused.", rule.net_zero_win_clause
        )
    for wager in rulebook.wagers:
        if wager.step > 1:
            yield f"{wager.name}: stakes in multiples of {wager.step}; no payment splits a unit."


def _voids(rulebook: Rulebook) -> Iterator[str]:
    for rule in rulebook.voids:
        conditions = "".join(_void_conditions(rule))
        yield _cited(
            f"{_VOID_CAUSES[rule.cause]}{conditions}.",
            rule.clause,
            rule.previous_results_stand_clause,
        )
    yield from _silent(rulebook)


def _silent(rulebook: Rulebook) -> Iterator[str]:
    if rulebook.void_rule(VoidCause.INSUFFICIENT_CARDS) is None:
        yield f"{_VOID_CAUSES[VoidCause.INSUFFICIENT_CARDS]} (no clause covers this)."


def _void_conditions(rule: VoidRule) -> Iterator[str]:
    if rule.initial_deal_only:
        yield ", during the initial deal"
    if rule.until_next_round:
        yield ", this is noticed before the next round commences"
    if rule.unless_reconstructed:
        yield ", and the cards cannot be reconstructed"
    if rule.previous_results_stand_clause:
        yield "; earlier results stand"


def _late(rulebook: Rulebook) -> Iterator[str]:
    late = rulebook.late
    if late.placed_clause:
        yield _cited("A wager placed is refused.", late.placed_clause)
    if late.increased_clause:
        yield _cited("Of a wager increased only the increase is refused.", late.increased_clause)
    if late.withdrawn_clause:
        yield _cited("A wager withdrawn is settled as if it stood.", late.withdrawn_clause)


def _layouts(rulebook: Rulebook) -> Iterator[str]:
    plain = [layout for layout in rulebook.layouts if layout.min_positions is None]
    if plain:
        yield _cited(", ".join(layout.name for layout in plain), plain[0].clause)
    for layout in rulebook.layouts:
        if layout.min_positions is not None:
            positions = f"{layout.min_positions} to {layout.max_positions} playing positions"
            yield _cited(f"{layout.name}: {positions}", layout.clause)


def _online(rulebook: Rulebook) -> Iterator[str]:
    if rulebook.controls:
        controls = ", ".join(control.label for control in rulebook.controls)
        yield _cited(f"Controls: {controls}.", *(control.clause for control in rulebook.controls))
    if rulebook.roadmap:
        road = rulebook.roadmap
        sitting = ", for the sitting only" if road.sitting_only else ""
        letters = ", ".join(f"{letter} {who.value}" for who, letter in road.letters.items())
        yield _cited(
            f"Results: the last {road.strip} in the {road.strip_place}, the last {road.full} "
            f"by a button at the {road.full_place}{sitting} ({letters}).",
            road.strip_clause,
            road.full_clause,
            road.sitting_clause,
            *road.letter_clauses.values(),
        )
    if rulebook.disconnection and rulebook.disconnection.completed_by_server:
        yield _cited(
            "If the connection is lost after the server has the game, the server completes it; "
            "it is in the history only.",
            rulebook.disconnection.clause,
        )
    if rulebook.build:
        yield _cited(
            f"File of {rulebook.build.file_date}; the game shows the versions of whoever runs it.",
            rulebook.build.file_date_clause,
            rulebook.build.server_version_clause,
            rulebook.build.rng_version_clause,
        )
