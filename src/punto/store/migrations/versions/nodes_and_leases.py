"""Nodes that share the books, and on the head of every table the one that has it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Let heads name their owners, and keep the nodes."""
    op.add_column("heads", sa.Column("node", sa.String, nullable=False, server_default=""))
    op.add_column("heads", sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "nodes",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("address", sa.String, nullable=False),
    )
