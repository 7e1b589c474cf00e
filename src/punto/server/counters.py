"""What the server has heard, said and refused: plain numbers, counted where the work is done."""

from collections import defaultdict


class ServerCounters:
    """Read when somebody asks; for a bet no function is called."""

    def __init__(self) -> None:
        self.http: defaultdict[tuple[str, int], int] = defaultdict(int)
        """Answers over HTTP, by method and status."""
        self.requests: defaultdict[str, int] = defaultdict(int)
        """What was asked over sockets, by kind of message."""
        self.refusals: defaultdict[str, int] = defaultdict(int)
        """What was refused, by code."""
        self.frames_heard = 0
        self.frames_sent = 0
