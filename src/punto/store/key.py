"""The key of the house: it seals undealt shoes, names tickets, and signs what is handed out."""

import hmac
import os
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from punto.errors import WrongInput, WrongKey
from punto.store.permissions import require_private

KEY_BYTES: Final = 32
VARIABLE: Final = "PUNTO_KEY"
"""Holds the key in hexadecimal, where it is not kept in a file."""

_NONCE_BYTES: Final = 12


class HouseKey:
    """256 bits from the operating system, kept apart from the database; one key for each use."""

    def __init__(self, master: bytes, signing: bytes | None = None) -> None:
        for part in (master, signing or master):
            if len(part) != KEY_BYTES:
                raise WrongInput(f"the key of the house has {KEY_BYTES} bytes, not {len(part)}")
        self._master = master
        self._signing_secret = signing
        """What is signed with, once the first was handed over; it comes from the key till then."""
        self._sealing = ChaCha20Poly1305(self._subkey("seal"))
        self._signing = Ed25519PrivateKey.from_private_bytes(signing or self._subkey("sign"))
        self.account_hash: Final = blake2b(digest_size=16, key=self._subkey("accounts"))
        """What marks accounts as stored, by a copy: with every bet, so it takes the key once."""

    def __repr__(self) -> str:
        """Keep the key out of logs."""
        return f"<key of house {self.public[:8]}>"

    def signing_anew(self, secret: bytes) -> "HouseKey":
        """Give the same key with another secret to sign with, that nothing of it leads to."""
        return HouseKey(self._master, secret)

    @property
    def text(self) -> str:
        """The key as its file has it: never to be shown."""
        parts = (self._master, self._signing_secret)
        return "".join(f"{part.hex()}\n" for part in parts if part is not None)

    def _subkey(self, use: str) -> bytes:
        return hmac.digest(self._master, f"punto key 1 {use}".encode(), "sha256")

    def seal(self, secret: bytes, place: str) -> bytes:
        """Encrypt a secret for one place; in any other it cannot be opened."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._sealing.encrypt(nonce, secret, place.encode())

    def unseal(self, sealed: bytes, place: str) -> bytes:
        """Decrypt a secret, if this key sealed it for this place."""
        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._sealing.decrypt(nonce, rest, place.encode())
        except InvalidTag:
            raise WrongKey(f"the secret of {place} was not sealed with this key") from None

    @property
    def tickets(self) -> bytes:
        """The secret under which the ledger knows tickets."""
        return self._subkey("tickets")

    def ticket_entropy(self, request: str, count: int) -> bytes:
        """Give what a ticket's number is made from: the same for a retry, a guess for no one."""
        return hmac.digest(self._subkey("numbers"), request.encode(), "sha256")[:count]

    def authentication(self, content: bytes) -> bytes:
        """Mark content of ours that only this house reads again."""
        return hmac.digest(self._subkey("snapshots"), content, "sha256")

    def mark(self, content: bytes, use: str) -> str:
        """Mark content for one use, so that nobody else can make it; in hexadecimal."""
        return hmac.digest(self._subkey(use), content, "sha256").hex()

    def sign(self, content: bytes) -> str:
        """Sign what is handed out; anyone with the public key can check it."""
        return self._signing.sign(content).hex()

    @property
    def public(self) -> str:
        """The public key, in hexadecimal."""
        return self._signing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def is_signed(content: bytes, signature: str, public: str) -> bool:
    """Whether the house with this public key has signed this content."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), content)
    except (ValueError, InvalidSignature):
        return False
    return True


def kept_key(path: Path) -> HouseKey:
    """Read the key of the house from the environment or its file, or make it the first time."""
    return known_key(path) or _new_key(path)


def known_key(path: Path | None) -> HouseKey | None:
    """Read the key from the environment or its file; none is made where there is none."""
    if VARIABLE in os.environ:
        return _read(os.environ[VARIABLE], f"${VARIABLE}")
    return key_in(path) if path is not None and path.exists() else None


def key_in(path: Path) -> HouseKey:
    """Read the key of a file."""
    try:
        require_private(path)
        text = path.read_text("ascii", errors="replace")
    except OSError as error:
        raise WrongInput(f"cannot read the key {path}: {error.strerror}") from None
    return _read(text, str(path))


def _read(text: str, place: str) -> HouseKey:
    """Read a key: itself, and on a second line what is signed with, once that was handed over."""
    lines = text.split() or [""]
    try:
        if len(lines) <= 2:
            return HouseKey(*map(bytes.fromhex, lines))
    except ValueError as error:
        if isinstance(error, WrongInput):
            raise
    raise WrongInput(f"{place} holds no key: 64 hexadecimal digits are wanted")


def _new_key(path: Path) -> HouseKey:
    """Write a new key where only its owner can read it, and never over another."""
    key = HouseKey(os.urandom(KEY_BYTES))
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_key(key, path)
    return key


def write_key(key: HouseKey, path: Path) -> None:
    """Write a key where only its owner can read it, and never over another."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key.text)
        file.flush()
        os.fsync(file.fileno())
