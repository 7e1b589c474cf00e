"""The words that fields can have, so that a reader knows them all without a rulebook.

They are those of the game's own enumerations, as they go over the wire.
"""

from typing import Literal, TypeAlias

from punto.roads import result

Side: TypeAlias = Literal["player", "banker"]
Winner: TypeAlias = Literal["player", "banker", "tie"]
Phase: TypeAlias = Literal["ready", "betting", "dealing", "result", "collected", "settled", "void"]
Outcome: TypeAlias = Literal["win", "lose", "push", "void"]
Rule: TypeAlias = Literal["natural", "player", "banker"]
"""What a reason is of: a natural, or the rule of one hand."""
Driver: TypeAlias = Literal["dealer", "clock", "player"]
Family: TypeAlias = Literal["french", "elements"]
SignedIn: TypeAlias = Literal["guest", "player", "terminal"]
Who: TypeAlias = Literal["spectator", "guest", "player", "terminal"]
Letter: TypeAlias = result.Letter
"""A winner, as the roads write it."""
HandLetter: TypeAlias = Literal["B", "P"]
"""A winner on the big road, where a tie has no cell of its own."""
Colour: TypeAlias = Literal["R", "B"]
"""A mark of a derived road: red is regular, blue is not."""
RankSymbol: TypeAlias = Literal[
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "S", "L", "F"
]
SuitName: TypeAlias = Literal[
    "spades", "hearts", "diamonds", "clubs", "metal", "wood", "water", "fire", "earth"
]
CardColour: TypeAlias = Literal["red", "black", "mixed"]
"""What pay lines ask of single cards."""
FloatMove: TypeAlias = Literal["fill", "credit", "drop"]
Found: TypeAlias = Literal[
    "foreign-card",
    "extra-or-missing-cards",
    "incorrect-number-of-cards",
    "order-unknown",
    "shoe-order-altered",
    "insufficient-cards",
    "malfunction",
    "wager-placed-late",
    "wager-increased-late",
    "wager-withdrawn-late",
    "connection-lost",
]
WhyVoid: TypeAlias = Literal[Found, "supervisor"]
"""Why a round is void: what was found, or a supervisor has decided so."""
Decision: TypeAlias = Literal[
    "go-on",
    "void",
    "stand",
    "refuse-wager",
    "refuse-increase",
    "settle-as-placed",
    "complete",
    "supervisor",
]
Due: TypeAlias = Literal[
    "decision",
    "shoe",
    "record",
    "open-bets",
    "close-bets",
    "card",
    "totals",
    "result",
    "collect",
    "pay",
]
"""What a dealer does next."""
StaffRole: TypeAlias = Literal["dealer", "supervisor", "cage", "manager", "auditor"]
NotLetIn: TypeAlias = Literal["no-guests", "no-room", "has-credits", "too-often", "excluded"]
"""Why a guest was not let in, or got no more credits."""
NotRead: TypeAlias = Literal["exporting", "too-often"]
"""Why a history is not read now."""
NotCounted: TypeAlias = Literal[
    "no-such-rulebook",
    "unreadable-rulebook",
    "defective-rulebook",
    "impossible-shoe",
    "too-long",
    "too-often",
    "simulating",
    "busy",
]
"""Why the laboratory has not counted something."""
SheetForm: TypeAlias = Literal["html", "md", "json"]
"""How a PAR sheet is written."""
TicketState: TypeAlias = Literal["in-hand", "outstanding", "redeemed", "put-back"]
"""Whether a ticket waits to be printed, is good, was good once, or never came to be."""
SettingKind: TypeAlias = Literal["amount", "number", "switch", "choice", "text", "amounts"]
"""What a setting of a table is, for whoever changes it."""
AlertKind: TypeAlias = Literal["undecided", "irregularity", "damaged", "hold"]
