"""Passwords: long enough, and none of those that everybody tries first."""

from itertools import pairwise
from typing import Final

SHORTEST: Final = 8
LONGEST: Final = 128

_WORDS: Final = """
password passwort passw0rd pass word motdepasse contrasena parola senha kennwort geheim secret
admin administrator root user guest login welcome letmein changeme default test testing demo
master manager system server access superuser temp temporary qwerty qwertz azerty qwertyuiop
asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e q1w2e3r4
abc abcd abcdef abcdefg abcdefgh aabbcc monkey dragon sunshine princess football baseball
basketball hockey soccer superman batman spiderman iloveyou trustno1 whatever starwars pokemon
computer internet samsung michael jennifer jessica ashley daniel thomas jordan hunter charlie
andrew michelle nicole joshua matthew robert william george maggie shadow summer winter spring
autumn freedom flower cookie chocolate cheese banana orange purple silver golden diamond
ginger pepper killer killers hello helloworld hottie loveme lovely angel angels tigger tiger
lion eagle falcon phoenix merlin mustang harley ferrari porsche mercedes yankees lakers
liverpool arsenal chelsea barcelona madrid london paris berlin money lucky luckyme casino
baccarat banker player punto jackpot poker blackjack roulette winner gambler chips dealer
croupier macau singapore vegas lasvegas monte montecarlo naked sexy fuckyou fuckme asshole
bitch pussy biteme google facebook twitter youtube amazon apple microsoft windows linux ubuntu
oracle matrix nirvana metallica slipknot eminem beatles startrek zaq12wsx woaini wodemima
5201314 a1b2c3d4 aa123456
"""

_STEMS: Final = frozenset(_WORDS.split())
"""What the commonest are made of; whatever only adds digits and marks to one is as common."""

_LEET: Final = str.maketrans("0134578@$!", "oieastbasi")


def is_common(text: str, name: str = "") -> bool:
    """Whether a password is one that is guessed first, or hardly more than the name."""
    plain = text.casefold()
    bare = plain.strip("0123456789!?.#*@$%&+-_ ")
    known = {plain, bare, plain.translate(_LEET), bare.translate(_LEET)}
    if known & _STEMS or not bare:  # of digits and marks alone
        return True
    if name and name in {plain, bare}:
        return True
    return len(set(plain)) < 4 or _is_run(plain)


def _is_run(text: str) -> bool:
    """Whether every letter is the one after, or before, the last: `abcdefgh`, `87654321`."""
    steps = {ord(after) - ord(before) for before, after in pairwise(text)}
    return steps in ({1}, {-1})
