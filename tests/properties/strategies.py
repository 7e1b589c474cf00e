"""Random cards, bets and rulebook texts."""

from hypothesis import strategies as st

from punto.cards import Card
from punto.rules import Rulebook, newest_rulebooks

rulebooks = st.sampled_from(newest_rulebooks())


@st.composite
def dealt_cards(draw: st.DrawFn, rulebook: Rulebook, *, fewest: int = 0) -> tuple[Card, ...]:
    """Draw up to eight cards that the rulebook's largest shoe can hold."""
    shoe = rulebook.deck.cards * rulebook.shoe.max_decks
    places = st.lists(
        st.integers(0, len(shoe) - 1), min_size=fewest, max_size=max(8, fewest), unique=True
    )
    return tuple(shoe[place] for place in draw(places))


@st.composite
def placed_bets(draw: st.DrawFn, rulebook: Rulebook) -> dict[str, int]:
    """Draw stakes, each a multiple of its wager's step, on some of the wagers."""
    wagers = draw(st.lists(st.sampled_from(rulebook.wagers), unique_by=lambda wager: wager.id))
    steps = st.integers(1, 10**12)
    return {wager.id: draw(steps) * wager.step for wager in wagers}
