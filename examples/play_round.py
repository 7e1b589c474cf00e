"""Plays one round at a table that all share, as a guest of a house of play money.

python examples/play_round.py http://127.0.0.1:8000/ tiger
"""

import asyncio
import sys

from punto.client import Refusal, join


async def main(address: str, name: str) -> None:
    """Come in, bet on the Banker, and say what came of it."""
    async with await join(address) as player:
        try:
            table = await player.watch(name)
            await player.betting(name)
            await player.bet(name, "banker", 500)
            await player.result(name)
        except Refusal as refused:
            sys.exit(f"{refused.code}: {refused}")
        print("Player", *table.hands["player"], "=", table.totals["player"])
        print("Banker", *table.hands["banker"], "=", table.totals["banker"])
        print(f"{table.winner}, net {table.net:+d}, balance {player.balance.available}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except OSError as error:
        sys.exit(f"no house answers at {sys.argv[1]}: {error}")
