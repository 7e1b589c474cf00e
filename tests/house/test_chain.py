"""A chain of entries holds as long as each follows from the one before; where not, it is named."""

from collections.abc import Callable

import pytest

from punto.house.chain import EMPTY, Head, Link, breaks, linked

CHAIN = "cage"


def chain(count: int = 4) -> list[Link]:
    """Link entries, one after the other."""
    links: list[Link] = []
    head = EMPTY
    for number in range(count):
        links.append(linked(head, CHAIN, 1_000 + number, f"ann_{number}", b"%d" % number))
        head = links[-1].head
    return links


def found(links: list[Link], last: Head) -> list[tuple[int, str]]:
    return [(each.position, each.why) for each in breaks(CHAIN, links, last)]


def test_a_chain_holds_with_its_bodies_and_without() -> None:
    links = chain()
    assert found(links, links[-1].head) == []
    assert found([link._replace(body=None) for link in links], links[-1].head) == []
    assert found([], EMPTY) == []


CHANGED: dict[str, tuple[Callable[[Link], Link], str]] = {
    "body": (lambda link: link._replace(body=b"9"), "its body does not match its digest"),
    "time": (lambda link: link._replace(at_ms=1), "its hash does not follow from the entry before"),
    "request": (
        lambda link: link._replace(request=None),
        "its hash does not follow from the entry before",
    ),
}


@pytest.mark.parametrize(("change", "why"), CHANGED.values(), ids=CHANGED)
def test_a_changed_entry_is_one_finding_at_its_place(
    change: Callable[[Link], Link], why: str
) -> None:
    links = chain()
    links[1] = change(links[1])
    assert found(links, links[-1].head) == [(2, why)]


def test_a_missing_entry_is_found_where_it_was() -> None:
    links = chain()
    last = links[-1].head
    del links[1]
    assert found(links, last)[0] == (2, "missing; entry 3 comes next")


def test_a_chain_that_ends_too_soon_is_found_at_its_end() -> None:
    links = chain()
    assert found(links[:2], links[-1].head) == [(2, "ends here; its head is entry 4")]
    (only,) = breaks(CHAIN, links[:2], links[-1].head)
    assert str(only) == "cage, entry 2: ends here; its head is entry 4"
