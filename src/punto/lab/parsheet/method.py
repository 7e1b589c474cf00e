"""What a PAR sheet says about itself: conventions and definitions, the same on every sheet."""

from typing import Final

from punto.lab.parsheet.band import VOLATILITY_CONFIDENCE, Z

VOLATILITY: Final = (
    f"The volatility index is z × SD at {VOLATILITY_CONFIDENCE} % "
    f"(z = {Z[VOLATILITY_CONFIDENCE]:.6f}), in units staked; divided by the root of the number of "
    f"rounds it is half the width of the {VOLATILITY_CONFIDENCE} % band."
)

CONVENTIONS: Final = (
    (
        "Six cards decide every round. The sheet counts all ordered draws of six cards from the "
        "full shoe; a round that ends after four or five counts once for every order of the cards "
        "it does not look at. “Combinations” are counts of these draws."
    ),
    (
        "Counts are integers and figures are fractions. A decimal is rounded once, where it is "
        "written, and the JSON form of this sheet has the fractions."
    ),
    (
        "Pushes and void rounds stay in the denominator with a net result of 0. A full shoe "
        "always has the cards for a round, so none is void here."
    ),
    (
        "House edge is minus the expected net result of one unit staked. RTP, the return to "
        "player, is 1 − house edge. Edge per resolved bet leaves out the rounds in which the "
        "stake comes back."
    ),
    (
        "In a pay table, “return” is probability × (1 + net) and adds up to the RTP; “net result” "
        "is probability × net and adds up to minus the house edge. The first line that matches "
        "counts."
    ),
    (
        "Hit frequency is the share of rounds with a net win. Variance, standard deviation (SD) "
        "and skewness are those of the net result of one unit in one round."
    ),
    VOLATILITY,
    (
        "The figures are those of a round about which no card is known. Cards dealt or burned "
        "unseen do not change them."
    ),
)

BANDS: Final = (
    f"RTP ± z × SD ÷ √rounds, with z = {Z[95]:.6f} for 95\u00a0% and {Z[99]:.6f} for 99\u00a0%: a "
    "normal approximation, with rounds taken as independent and stakes as equal. Rounds from one "
    "shoe are not quite independent. † marks fewer rounds than 25 × skewness², where a few large "
    "wins decide and the approximation is rough."
)

REMOVAL: Final = (
    "The change of the expected net result, in percentage points, when one card of the rank "
    "leaves the full shoe. Plus is good for the player. An unseen card changes nothing, so the "
    "effects add up to zero over the ranks."
)

DECKS: Final = (
    "House edge in percent for full shoes of 1 to 10 decks. ▸ marks the shoe of this sheet."
)

TOTALS: Final = (
    "How often the two hands end on each pair of totals. Every wager on totals, margins and ties "
    "can be read from it."
)

STAKES: Final = (
    "Stakes are multiples of the step of their wager, in minor units of money, so that every pay "
    "line is a whole number of them. Nothing is ever rounded; the effect of rounding on the edge "
    "is none."
)

EXPOSURE: Final = (
    "What the house can lose on one round for each unit staked. The largest win of a wager by "
    "itself stands in the table of wagers; here, one unit is on every wager at once, and the "
    "round is the reachable one with the largest net win."
)

NO_COUNTABILITY: Final = (
    "Countability was not asked for: punto parsheet --countability SHOES solves every round of so "
    "many simulated shoes, and adds what knowing the cards is worth on each wager."
)

COUNTABILITY: Final = (
    "Every round of simulated shoes is solved exactly, from the cards that nobody has seen before "
    "it. A shoe goes to its cut card, through the round that shows it, and one round more. Perfect "
    "knowledge bets one unit on each round with an expected value above zero; the count, when its "
    "running count for each deck left has reached the trigger. Units are expected values added "
    "up. Tags are effects of removal, scaled and rounded so that a deck adds up to zero; the "
    "trigger is where they say that the expected value is zero."
)

RULEBOOK_HASH: Final = "SHA-256 of the rulebook as compact JSON with sorted keys"

CODE_HASH: Final = "SHA-256 of the lines that sha256sum prints for the source files, by path"

COMMAND: Final = (
    "For a rulebook of your own, the path of its file stands in place of the name. The same input "
    "gives the same sheet, byte for byte."
)
