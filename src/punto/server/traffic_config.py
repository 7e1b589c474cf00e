"""How much of the house one connection, one address, one account and all together may take."""

from typing import Annotated

from msgspec import Meta

from punto.server.config_section import Section

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=1, le=600)]
Bytes = Annotated[int, Meta(ge=1_024, le=16_777_216)]


class TrafficConfig(Section, frozen=True):
    """What nobody may exceed; when somebody does, it is in the log and in the metrics."""

    connections: Count = 10_000
    """Connections in all; fewer where the system lets the house have fewer files open."""
    connections_per_address: Count = 2_000
    """Connections of one address; never more than three quarters of all."""
    header_seconds: Seconds = 10
    """How long a question may take to be asked, up to the end of its headers."""
    body_seconds: Seconds = 20
    """How long its body may take then."""
    keep_alive_seconds: Seconds = 5
    """How long a connection is kept for the next question."""
    header_bytes: Bytes = 16_384
    """The longest headers."""
    body_bytes: Bytes = 1_048_576
    """The longest body."""
    frame_bytes: Bytes = 65_536
    """The longest frame of a socket; what is longer ends it. Messages are shorter still."""
    questions: Count = 512
    """Questions over HTTP that are answered at the same time."""
    questions_per_address: Count = 128
    """Those of one address."""
    bodies_per_address: Count = 8
    """Of those, so many whose body is longer than 64 KiB and still coming."""
    messages_per_second: Count = 100
    """Messages of one socket; what comes faster is read later."""
    messages_per_account: Count = 200
    """Messages of one account in a second, on all its screens."""
    messages_per_address: Count = 5_000
    """Messages of one address in a second."""
    queued_messages: Count = 2_000
    """Messages that wait for one socket; a reader that is further behind is cut off."""
    waiting_ms: Count = 1_000
    """No new bet is taken while another has waited for so many milliseconds."""
    totals_per_second: Count = 5
    """How often a second the totals of stakes at a table are told; the last before the close is."""

    @property
    def totals_ms(self) -> int:
        """The least time between two of them, in milliseconds."""
        return 1_000 // self.totals_per_second
