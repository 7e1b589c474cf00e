"""The audit of landmarks: an entry that says where others are must be right."""

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from punto.table.landmarks import Landmarks


def wrong_landmarks(before: Landmarks, after: Landmarks, said: Landmarks | None) -> Iterator[str]:
    """Compare what an entry says with what is so; what it does not know, it may leave out."""
    right = asdict(replace(after, ruled=before.ruled))
    for name, position in asdict(said).items() if said is not None else ():
        if position not in {0, right[name]}:
            yield f"it says that {name} is {position}, and it is {right[name]}"
