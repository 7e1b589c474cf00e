// Made by scripts/protocol from punto.protocol 3. Not to be edited.

export type Side = "player" | "banker";

export type Winner = "player" | "banker" | "tie";

export type Phase = "ready" | "betting" | "dealing" | "result" | "collected" | "settled" | "void";

export type Outcome = "win" | "lose" | "push" | "void";

export type Rule = "natural" | "player" | "banker";

export type Driver = "dealer" | "clock" | "player";

export type Family = "french" | "elements";

export type SignedIn = "guest" | "player" | "terminal";

export type Who = "spectator" | "guest" | "player" | "terminal";

export type Letter = "B" | "P" | "T";

export type HandLetter = "B" | "P";

export type Colour = "R" | "B";

export type RankSymbol = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "S" | "L" | "F";

export type SuitName = "spades" | "hearts" | "diamonds" | "clubs" | "metal" | "wood" | "water" | "fire" | "earth";

export type CardColour = "red" | "black" | "mixed";

export type FloatMove = "fill" | "credit" | "drop";

export type Found = "foreign-card" | "extra-or-missing-cards" | "incorrect-number-of-cards" | "order-unknown" | "shoe-order-altered" | "insufficient-cards" | "malfunction" | "wager-placed-late" | "wager-increased-late" | "wager-withdrawn-late" | "connection-lost";

export type WhyVoid = "foreign-card" | "extra-or-missing-cards" | "incorrect-number-of-cards" | "order-unknown" | "shoe-order-altered" | "insufficient-cards" | "malfunction" | "wager-placed-late" | "wager-increased-late" | "wager-withdrawn-late" | "connection-lost" | "supervisor";

export type Decision = "go-on" | "void" | "stand" | "refuse-wager" | "refuse-increase" | "settle-as-placed" | "complete" | "supervisor";

export type Due = "decision" | "shoe" | "record" | "open-bets" | "close-bets" | "card" | "totals" | "result" | "collect" | "pay";

export type StaffRole = "dealer" | "supervisor" | "cage" | "manager" | "auditor";

export type NotLetIn = "no-guests" | "no-room" | "has-credits" | "too-often" | "excluded";

export type NotRead = "exporting" | "too-often";

export type NotCounted = "no-such-rulebook" | "unreadable-rulebook" | "defective-rulebook" | "impossible-shoe" | "too-long" | "too-often" | "simulating" | "busy";

export type SheetForm = "html" | "md" | "json";

export type TicketState = "in-hand" | "outstanding" | "redeemed" | "put-back";

export type SettingKind = "amount" | "number" | "switch" | "choice" | "text" | "amounts";

export type AlertKind = "undecided" | "irregularity" | "damaged" | "hold";
