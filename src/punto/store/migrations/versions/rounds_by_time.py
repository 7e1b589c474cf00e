"""The rounds of an account in the order of time, and its stakes in one of them."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Index what has moved by bettor and time, and that of a round by bettor."""
    for name in ("entries_round", "entries_bettor"):
        op.drop_index(name, "entries")
    op.create_index("entries_round", "entries", ["round", "bettor"])
    op.create_index("entries_bettor", "entries", ["bettor", "at_ms", "position", "round"])
