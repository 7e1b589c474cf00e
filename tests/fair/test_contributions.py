"""What players and a beacon add to a shoe, worked out a second time in a few lines of its own."""

import hashlib
import json
import struct
from pathlib import Path

import pytest

from punto.fair import (
    BeaconRound,
    Contribution,
    contribution_commitment,
    contributor_name,
    is_kept,
    outside_of,
)
from tests.fair.test_second_verifier import run

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""A chain of drand's League of Entropy, and two of its rounds as they were published."""
ROUNDS = {
    1000000: (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    ),
    657413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
    ),
}


def hashed(*fields: bytes) -> str:
    """Hash fields as docs/fairness.md writes them, with nothing of ours."""
    joined = b"".join(struct.pack(">I", len(field)) + field for field in fields)
    return hashlib.sha256(joined).hexdigest()


A, B = bytes(range(32)), bytes([255]) * 32
PROMISES = {
    A: hashed(b"punto contribution 1", b"tiger", b"7", A, "Glück".encode()),
    B: hashed(b"punto contribution 1", b"tiger", b"7", B, b""),
}
GIVEN = (
    Contribution("a", PROMISES[A], A.hex(), "Glück"),
    Contribution("b", PROMISES[B], B.hex()),
)
BEACON = BeaconRound(QUICKNET, 1000000, ROUNDS[1000000][0])


def expected(shown: tuple[bool, bool], *, beacon: bool) -> str:
    """Work out what is mixed into shoe 7 of tiger, by the words of docs/fairness.md."""
    fields = [b"punto shoe outside 1", b"tiger", b"7", b"2"]
    words = {A: "Glück".encode(), B: b""}
    for secret in sorted(PROMISES, key=lambda each: PROMISES[each]):
        is_shown = dict(zip((A, B), shown, strict=True))[secret]
        fields.append(bytes.fromhex(PROMISES[secret]))
        fields += [secret, words[secret]] if is_shown else [b"", b""]
    value = bytes.fromhex(ROUNDS[1000000][1])
    fields += [bytes.fromhex(QUICKNET), b"1000000", value] if beacon else [b"", b"", b""]
    return hashed(*fields)


def test_a_promise_and_the_vectors_of_the_documentation() -> None:
    assert contribution_commitment(A, "Glück", table="tiger", shoe=7) == PROMISES[A]
    assert contribution_commitment(B, "", table="tiger", shoe=7) == PROMISES[B]
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    mixes = (((True, True), False), ((True, False), False), ((True, True), True))
    for value in (*PROMISES.values(), *(expected(shown, beacon=on) for shown, on in mixes)):
        assert f"`{value}` |" in page
    assert contributor_name("tiger", "ann") == hashed(b"punto contributor 1", b"tiger", b"ann")[:12]


@pytest.mark.parametrize("shown", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("beacon", [True, False])
def test_what_is_mixed(shown: tuple[bool, bool], beacon: bool) -> None:  # noqa: FBT001 – a case
    given = [
        each if is_shown else Contribution(each.who, each.commitment)
        for each, is_shown in zip(GIVEN, shown, strict=True)
    ]
    heard = BEACON if beacon else None
    wanted = expected(shown, beacon=beacon)
    for order in (given, given[::-1]):
        assert outside_of(order, heard, table="tiger", shoe=7).hex() == wanted


def test_everything_that_was_added_changes_the_shoe() -> None:
    def mixed(given: tuple[Contribution, ...], beacon: BeaconRound | None = BEACON) -> str:
        return outside_of(given, beacon, table="tiger", shoe=7).hex()

    another = BeaconRound(QUICKNET, 657413, ROUNDS[657413][0])
    first, second = GIVEN
    others = [
        mixed((first,)),
        mixed((first, Contribution("b", second.commitment))),
        mixed((first, Contribution("b", second.commitment, second.random, "x"))),
        mixed(GIVEN, None),
        mixed(GIVEN, another),
        outside_of(GIVEN, BEACON, table="tiger", shoe=8).hex(),
        outside_of(GIVEN, BEACON, table="rws", shoe=7).hex(),
    ]
    assert len({mixed(GIVEN), *others}) == 8


@pytest.mark.parametrize("number", ROUNDS)
def test_the_value_of_a_recorded_round_is_the_hash_of_its_signature(number: int) -> None:
    signature, value = ROUNDS[number]
    assert BeaconRound(QUICKNET, number, signature).randomness.hex() == value


def test_only_what_was_promised_is_kept() -> None:
    first, second = GIVEN
    assert is_kept(first, table="tiger", shoe=7)
    assert not is_kept(first, table="tiger", shoe=8)
    assert not is_kept(Contribution("a", first.commitment, second.random), table="tiger", shoe=7)
    short = contribution_commitment(b"short", "", table="tiger", shoe=7)
    assert not is_kept(Contribution("a", short, b"short".hex()), table="tiger", shoe=7)


def as_json(*given: Contribution, beacon: BeaconRound | None) -> dict[str, object]:
    contributions = [
        {"who": each.who, "commitment": each.commitment, "random": each.random, "word": each.word}
        for each in given
    ]
    said = beacon and {
        "chain": beacon.chain,
        "round": beacon.round,
        "signature": beacon.signature,
    }
    return {"contributions": contributions, "beacon": said, "silent": False}


def test_the_second_verifier_finds_the_same() -> None:
    mixed = as_json(*GIVEN, beacon=BEACON)
    withheld = as_json(GIVEN[0], Contribution("b", PROMISES[B]), beacon=None)
    ignored = as_json(GIVEN[0], beacon=BEACON)
    lied = as_json(Contribution("a", PROMISES[A], B.hex(), "Glück"), GIVEN[1], beacon=BEACON)
    reveal = {"table": "tiger", "shoe": 7, "outside": expected((True, True), beacon=True)}
    found = run(
        "given.mixes.map((mixed) => v.wrongMix({ ...given.reveal, mixed }))",
        reveal=reveal,
        mixes=[mixed, withheld, ignored, lied],
    )
    assert found == [
        [],
        ["outside"],
        ["outside"],
        [f"contribution {PROMISES[A]}", "outside"],
    ]
    other = {**reveal, "outside": expected((True, False), beacon=False), "mixed": withheld}
    assert run("v.wrongMix(given.reveal)", reveal=other) == []
    assert json.dumps(run("v.wrongMix({ outside: '' })")) == "[]", "old shoes have none"
