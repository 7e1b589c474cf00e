"""Python's collector of cycles, told to look seldom: a house is values, and values have no cycles.

By default it walks all that lives again and again while bets come in, and finds nothing. Measured
with 64 bets in flight it took a quarter of the time, and made one bet in a hundred wait 60 ms.

While it looks, nobody else does anything, and what it looks at is all that was made since it last
did and still lives: with 1,000 online, all that they play with. On a busy machine a look after
200,000 more objects took 81 ms of the processor, one after 20,000 more 24 to 49.
"""

import gc
from typing import Final

_YOUNG: Final = 20_000
_MIDDLE: Final = 500
_OLD: Final = 1_000


def calm_collector() -> None:
    """Leave what lives now alone for good, and look through what is new only now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
