"""Money in the entries of its table: accounts are numbered and authenticated, tables snapshotted.

The journal stays as it is. What is folded from it is emptied, and folded again when the house is
opened with its key.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TOTALS = ("debits_posted", "credits_posted", "debits_pending", "credits_pending")


def upgrade() -> None:
    """Make the new tables, and say that they are to be filled."""
    _keep_forward()
    for table in ("accounts", "entries", "snapshots"):
        op.drop_table(table)
    op.execute("DELETE FROM meters")
    _make_accounts()
    _make_entries()
    _make_snapshots()
    # Two statements would do, but a house that was never open has nothing to be folded.
    op.execute(
        "INSERT INTO house (name, value)"
        " SELECT 'rebuild', 'wanted' WHERE EXISTS (SELECT 1 FROM journal)"
    )


def _keep_forward() -> None:
    op.create_table(
        "forward",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.execute(
        "INSERT INTO forward (position, body)"
        " SELECT heads.position, snapshots.body FROM snapshots, heads"
        " WHERE snapshots.number = 0 AND heads.chain = 'retention'"
    )


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _TOTALS),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("visit", sa.BigInteger, nullable=False),
        sa.Column("ticket", sa.String, nullable=False),
        sa.Column("authentication", sa.LargeBinary),
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
            " AND ".join(f"{name} >= 0" for name in _TOTALS), name="totals_never_negative"
        ),
    )
    op.create_index("accounts_owner", "accounts", ["owner"])
    waits = sa.text("ticket <> ''")
    op.create_index(
        "accounts_ticket", "accounts", ["ticket"], sqlite_where=waits, postgresql_where=waits
    )


def _make_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("chain", sa.String, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("round", sa.String, nullable=False),
        sa.Column("bettor", sa.String, nullable=False),
    )
    op.create_index("entries_round", "entries", ["round"])
    op.create_index("entries_bettor", "entries", ["bettor", "round", "at_ms"])


def _make_snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("authentication", sa.LargeBinary, nullable=False),
    )
    op.create_table("undecided", sa.Column("table", sa.String, primary_key=True))
    op.create_table(
        "rulebooks",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
