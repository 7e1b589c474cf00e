"""Python's collector of cycles, told to look seldom: a house is values, and values have no cycles.

By default it walks all that lives again and again while bets come in, and finds nothing. Measured
with 64 bets in flight it took a quarter of the time, and made one bet in a hundred wait 60 ms.
"""

import gc
from typing import Final

_YOUNG: Final = 200_000
_MIDDLE: Final = 50
_OLD: Final = 1_000


def calm_collector() -> None:
    """Leave what lives now alone for good, and look through what is new only now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
