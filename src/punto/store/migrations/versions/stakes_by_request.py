"""Stakes found by their requests: they and winnings have no rows of their own any more."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Drop the places of stakes that the journal finds, and of winnings, which lie beside them."""
    op.execute(
        "DELETE FROM entries WHERE id LIKE 'payout:%' OR (substr(id, 1, 1) = '_' AND EXISTS ("
        "SELECT 1 FROM journal WHERE journal.chain = entries.chain"
        " AND journal.position = entries.position AND journal.request = substr(entries.id, 4)))"
    )
