"""Counts every wager exactly, before and after some cards have left the shoe."""

import punto

full = punto.odds("mbs-tiger")
without_sixes = punto.odds("mbs-tiger", seen="6s 6h 6d 6c 6s 6h 6d 6c")
for name in ("banker", "tiger"):
    before, after = full.wagers[name], without_sixes.wagers[name]
    print(f"{name:7} {float(before.house_edge):8.4%} {float(after.house_edge):8.4%}")
