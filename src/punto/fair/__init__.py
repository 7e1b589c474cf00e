"""A deal that anyone can check: commitment, derivation, shuffle, reveal, verification."""

from punto.fair.commitment import SECRET_BYTES, commitment
from punto.fair.contribution import (
    RANDOM_BYTES,
    BeaconRound,
    Contribution,
    contribution_commitment,
    contributor_name,
    is_kept,
    outside_of,
)
from punto.fair.drbg import HmacDrbg
from punto.fair.encoding import encoded
from punto.fair.shoe import GENERATOR, Reveal, Verdict, order_of, verify, written_order_of
from punto.fair.shuffle import shuffled, words

__all__ = [
    "GENERATOR",
    "RANDOM_BYTES",
    "SECRET_BYTES",
    "BeaconRound",
    "Contribution",
    "HmacDrbg",
    "Reveal",
    "Verdict",
    "commitment",
    "contribution_commitment",
    "contributor_name",
    "encoded",
    "is_kept",
    "order_of",
    "outside_of",
    "shuffled",
    "verify",
    "words",
    "written_order_of",
]
