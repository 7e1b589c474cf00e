"""The tables of the database. The journal is the truth; the rest is folded from it, beside secrets.

`journal` and `heads` are the chains; `accounts`, `entries` and `meters` what they add up to (stakes
and winnings are found without `entries`);
`secrets` the shoes that are promised and not revealed; `snapshots` a shorter way back to a table;
`forward` what the entries came to whose bodies were dropped; `rulebooks` those of the tables;
`nodes` the processes that share a PostgreSQL, where there are several.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    text,
)

metadata = MetaData()

journal = Table(
    "journal",
    metadata,
    Column("chain", String, primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("request", String),
    Column("body", LargeBinary),
    Column("digest", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    # A request is carried out once, whatever the program believes.
    Index("journal_request", "request", unique=True),
)

heads = Table(
    "heads",
    metadata,
    Column("chain", String, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    # Of a table, the node that has it and in which of its lives; nobody's where that is over.
    Column("node", String, nullable=False, server_default=""),
    Column("epoch", BigInteger, nullable=False, server_default="0"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("name", String, primary_key=True),
    # One more with every life of the node: whoever writes under an earlier one is dead.
    Column("epoch", BigInteger, nullable=False),
    # By the clock of the database, which is the same for all; 0 while the node is closed.
    Column("seen_ms", BigInteger, nullable=False),
    # Where the others reach it.
    Column("address", String, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("debits_posted", BigInteger, nullable=False),
    Column("credits_posted", BigInteger, nullable=False),
    Column("debits_pending", BigInteger, nullable=False),
    Column("credits_pending", BigInteger, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("visit", BigInteger, nullable=False),
    Column("ticket", String, nullable=False),
    # By the key of the house: a row that was changed by anyone else is found when it is read.
    Column("authentication", LargeBinary),
    Index("accounts_owner", "owner"),
    Index(
        "accounts_ticket",
        "ticket",
        sqlite_where=text("ticket <> ''"),
        postgresql_where=text("ticket <> ''"),
    ),
    # The last guard: no player, ticket or position below zero, no receivable above.
    CheckConstraint(
        "kind NOT IN ('player', 'ticket', 'felt')"
        " OR credits_posted - debits_posted - debits_pending >= 0",
        name="never_below_zero",
    ),
    CheckConstraint(
        "kind <> 'receivable' OR credits_posted - debits_posted <= 0",
        name="never_above_zero",
    ),
    CheckConstraint(
        "debits_posted >= 0 AND credits_posted >= 0"
        " AND debits_pending >= 0 AND credits_pending >= 0",
        name="totals_never_negative",
    ),
)

entries = Table(
    "entries",
    metadata,
    Column("id", String, primary_key=True),
    Column("chain", String, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("round", String, nullable=False),
    Column("bettor", String, nullable=False),
    Index("entries_round", "round", "bettor"),
    Index("entries_bettor", "bettor", "at_ms", "position", "round"),
)

meters = Table(
    "meters",
    metadata,
    Column("player", String, primary_key=True),
    Column("table", String, primary_key=True),
    Column("rulebook", String, primary_key=True),
    Column("buy_ins", BigInteger, nullable=False),
    Column("tickets_in", BigInteger, nullable=False),
    Column("repaid", BigInteger, nullable=False),
    Column("tickets_out", BigInteger, nullable=False),
    Column("cash_out", BigInteger, nullable=False),
    Column("chips_down", BigInteger, nullable=False),
    Column("chips_up", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("returned", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    Column("taken_back", BigInteger, nullable=False),
    Column("voids", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("table", String, primary_key=True),
    Column("shoe", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("authentication", LargeBinary, nullable=False),
)

forward = Table(
    "forward",
    metadata,
    # The entry of the retention chain that binds it.
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

rulebooks = Table(
    "rulebooks",
    metadata,
    Column("digest", String, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

undecided = Table(
    "undecided",
    metadata,
    # The tables that wait for a supervisor: they are to be known before anyone comes to them.
    Column("table", String, primary_key=True),
)

house = Table(
    "house",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
