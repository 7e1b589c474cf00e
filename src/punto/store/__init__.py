"""The journal, the ledger and the accounts in a database: stored first, acknowledged then."""

from punto.store.database import Database, url_of
from punto.store.entropy import Entropy
from punto.store.key import HouseKey, kept_key
from punto.store.terms import Terms
from punto.store.writer import Writer

__all__ = ["Database", "Entropy", "HouseKey", "Terms", "Writer", "kept_key", "url_of"]
