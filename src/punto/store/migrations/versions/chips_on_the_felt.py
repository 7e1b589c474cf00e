"""Chips on the felt: no position is below zero, and meters count them apart from money."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_TOTALS = ("debits_posted", "credits_posted", "debits_pending", "credits_pending")
_HAS = "credits_posted - debits_posted - debits_pending >= 0"


def upgrade() -> None:
    """Guard the accounts of the positions, and give their chips counters of their own."""
    with op.batch_alter_table("accounts", copy_from=_accounts()) as accounts:
        accounts.drop_constraint("never_below_zero", type_="check")
        accounts.create_check_constraint(
            "never_below_zero", sa.text(f"kind NOT IN ('player', 'ticket', 'felt') OR {_HAS}")
        )
    for name in ("chips_down", "chips_up"):
        op.add_column("meters", sa.Column(name, sa.BigInteger, nullable=False, server_default="0"))
    # At a position nothing else was ever counted as bought or paid out.
    op.execute(
        "UPDATE meters SET chips_down = buy_ins, chips_up = cash_out, buy_ins = 0, cash_out = 0"
        " WHERE player LIKE 'felt:%'"
    )


def _accounts() -> sa.Table:
    """Describe the table as it was: SQLite alters none, and copies it instead."""
    waits = sa.text("ticket <> ''")
    return sa.Table(
        "accounts",
        sa.MetaData(),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _TOTALS),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("visit", sa.BigInteger, nullable=False),
        sa.Column("ticket", sa.String, nullable=False),
        sa.Column("authentication", sa.LargeBinary),
        sa.CheckConstraint(f"kind NOT IN ('player', 'ticket') OR {_HAS}", name="never_below_zero"),
        sa.CheckConstraint(
            "kind <> 'receivable' OR credits_posted - debits_posted <= 0",
            name="never_above_zero",
        ),
        sa.CheckConstraint(
            " AND ".join(f"{name} >= 0" for name in _TOTALS), name="totals_never_negative"
        ),
        sa.Index("accounts_owner", "owner"),
        sa.Index("accounts_ticket", "ticket", sqlite_where=waits, postgresql_where=waits),
    )
