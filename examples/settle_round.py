"""Settles two bets on one round: who wins, what is paid, and by which clause."""

import punto

tiger = punto.rulebook("mbs-tiger")
result = punto.settle(tiger, "2s 4h 3d 2c Th", {"banker": 200, "tiger": 100})
for bet in result.bets:
    print(bet.wager, bet.pays, bet.net, bet.clause)
