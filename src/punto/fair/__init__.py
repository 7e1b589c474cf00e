"""A deal that anyone can check: commitment, derivation, shuffle, reveal, verification."""

from punto.fair.commitment import SECRET_BYTES, commitment
from punto.fair.drbg import HmacDrbg
from punto.fair.encoding import encoded
from punto.fair.shoe import GENERATOR, Reveal, Verdict, order_of, verify, written_order_of
from punto.fair.shuffle import shuffled, words

__all__ = [
    "GENERATOR",
    "SECRET_BYTES",
    "HmacDrbg",
    "Reveal",
    "Verdict",
    "commitment",
    "encoded",
    "order_of",
    "shuffled",
    "verify",
    "words",
    "written_order_of",
]
