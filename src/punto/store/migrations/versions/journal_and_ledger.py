"""The journal, the accounts, and what is folded from them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_KEPT = "the journal is append-only"

_SQLITE = (
    f"""
    CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, '{_KEPT}'); END
    """,
    # A body may be dropped when its time is over; nothing else of an entry ever changes.
    f"""
    CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
    WHEN NEW.body IS NOT NULL OR NEW.chain IS NOT OLD.chain OR NEW.position IS NOT OLD.position
        OR NEW.at_ms IS NOT OLD.at_ms OR NEW.request IS NOT OLD.request
        OR NEW.digest IS NOT OLD.digest OR NEW.hash IS NOT OLD.hash
    BEGIN SELECT RAISE(ABORT, '{_KEPT}'); END
    """,
)

_POSTGRESQL = (
    f"""
    CREATE FUNCTION journal_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF NEW.body IS NULL AND
                (NEW.chain, NEW.position, NEW.at_ms, NEW.request, NEW.digest, NEW.hash)
                IS NOT DISTINCT FROM
                (OLD.chain, OLD.position, OLD.at_ms, OLD.request, OLD.digest, OLD.hash)
            THEN RETURN NEW; END IF;
        END IF;
        RAISE EXCEPTION '{_KEPT}';
    END $$
    """,
    """
    CREATE TRIGGER journal_kept BEFORE UPDATE OR DELETE ON journal
    FOR EACH ROW EXECUTE FUNCTION journal_kept()
    """,
    """
    CREATE TRIGGER journal_not_truncated BEFORE TRUNCATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION journal_kept()
    """,
)


def upgrade() -> None:
    """Make every table, and the triggers that keep the journal as it is written."""
    _make_chains()
    _make_books()
    _make_rest()
    for statement in _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL:
        op.execute(statement)


def _make_chains() -> None:
    op.create_table(
        "journal",
        sa.Column("chain", sa.String, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("request", sa.String),
        sa.Column("body", sa.LargeBinary),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_index("journal_request", "journal", ["request"], unique=True)
    op.create_table(
        "heads",
        sa.Column("chain", sa.String, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )


def _make_books() -> None:
    totals = ("debits_posted", "credits_posted", "debits_pending", "credits_pending")
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in totals),
        sa.CheckConstraint(
            "kind NOT IN ('player', 'ticket')"
            " OR credits_posted - debits_posted - debits_pending >= 0",
            name="never_below_zero",
        ),
        sa.CheckConstraint(
            "kind <> 'receivable' OR credits_posted - debits_posted <= 0",
            name="never_above_zero",
        ),
        sa.CheckConstraint(
            " AND ".join(f"{name} >= 0" for name in totals), name="totals_never_negative"
        ),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("round", sa.String, nullable=False),
        sa.Column("bettor", sa.String, nullable=False),
    )
    op.create_index("entries_round", "entries", ["round"])
    op.create_index("entries_bettor", "entries", ["bettor", "position"])
    counters = (
        *("buy_ins", "tickets_in", "repaid", "tickets_out", "cash_out"),
        *("staked", "returned", "won", "taken_back", "voids"),
    )
    op.create_table(
        "meters",
        *(sa.Column(name, sa.String, primary_key=True) for name in ("player", "table", "rulebook")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in counters),
    )


def _make_rest() -> None:
    op.create_table(
        "secrets",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("shoe", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("authentication", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
