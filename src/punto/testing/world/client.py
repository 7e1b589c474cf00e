"""Somebody at a screen: signs in, keeps a socket, asks under ids, and asks again what is open.

Whoever comes back after a lost link resumes with what was seen last, and says again, word for word,
all that was not answered. So a real client does, and nothing more is needed to lose nothing.
"""

from collections import deque
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from punto.protocol import encode
from punto.protocol.tell import Accepted, Refused
from punto.testing.world.network import Socket
from punto.testing.world.truth import Asked

if TYPE_CHECKING:
    from punto.testing.world.world import World

PATIENCE: Final = 2.5
"""Seconds after which something is asked again."""

LONGEST_PAUSE: Final = 40.0
"""Seconds: whoever waits longer has nothing answered while a history ends."""

SIGNED_OUT: Final = 4401


class Client:
    """One of those who come to the house."""

    path = "/ws"
    decode: Callable[[str], Any]

    def __init__(self, world: "World", name: str, address: str) -> None:
        self.world = world
        self.name = name
        self.address = address
        self.account = ""
        """Whose requests they are."""
        self.token = ""
        self.socket: Socket | None = None
        self.is_welcome = False
        self.open: dict[str, Asked] = {}
        """What is not answered, by its id."""
        self.received = sha256()
        self._said: deque[Asked] = deque(maxlen=20)
        self._number = 0
        self._is_coming = False
        self.chance = Random(f"{world.seed} {name}")  # noqa: S311 – repeatable
        self._after(self.chance.random() * 3, self.come)
        self._after(PATIENCE, self._look)
        self._after(1.0, self._go_on)

    # --- coming and going -----------------------------------------------------------------------

    def come(self) -> None:
        """Sign in where that is wanted, and open a socket."""
        self._is_coming = False
        if not self.token:
            self.sign_in()
        else:
            self.socket = self.world.network.connect(self, self.path, self.token)
            if self.socket is None:
                self.come_again()

    def come_again(self) -> None:
        """Come back after a while."""
        if not self._is_coming:
            self._is_coming = True
            self._after(0.2 + self.chance.random() * 2, self.come)

    def sign_in(self) -> None:
        """Get a token, and come."""
        raise NotImplementedError

    def lose(self, socket: Socket, code: int) -> None:
        """Come back when the link is lost; sign in again where the house wants it."""
        if socket is self.socket:
            self.world.note(self, f"lost the link ({code})")
            self.socket, self.is_welcome = None, False
            self.token = "" if code == SIGNED_OUT else self.token
            self.come_again()

    def ask_house(
        self,
        method: str,
        path: str,
        body: Any,  # noqa: ANN401 – whatever is asked
        told: Callable[[int, Any, dict[str, str]], None],
    ) -> None:
        """Ask something over HTTP."""

        def read(status: int, content: bytes, headers: dict[str, str]) -> None:
            self.received.update(f"{status}".encode() + content)
            self.world.note(self, f"is answered {status} {content[:200]!r}")
            told(status, msgspec.json.decode(content) if content else None, headers)

        data = encode(body) if body is not None else b""
        self.world.note(self, f"asks {method} {path} {data[:200]!r}")
        self.world.network.ask(self, method, path, data, self.token, read)

    # --- asking ---------------------------------------------------------------------------------

    def new_id(self) -> str:
        """Make an id for a request."""
        self._number += 1
        return f"{self.name}-{self._number}"

    def ask(self, said: Any) -> None:  # noqa: ANN401 – of any socket
        """Say something under an id, until it is answered."""
        asked = self.world.truth.note(f"{self.account}_{said.id}", said, encode(said).decode())
        self.open[said.id] = asked
        self._said.append(asked)
        self._say(asked)

    def _say(self, asked: Asked) -> None:
        asked.sent_at = self.world.agenda.now
        self.tell(asked.text)

    def tell(self, text: str) -> None:
        """Say something over the socket, where there is one."""
        if self.socket is not None:
            self.world.note(self, f"says {text}")
            self.socket.send(text)

    def misuse_id(self, said: Any) -> None:  # noqa: ANN401 – of any socket
        """Say something else under an id that was used: nothing may come of it."""
        if self._said:
            asked = self.chance.choice(self._said)
            asked.is_misused = True
            self.tell(encode(msgspec.structs.replace(said, id=asked.said.id)).decode())

    # --- hearing --------------------------------------------------------------------------------

    def hear(self, socket: Socket, text: str) -> None:
        """Take what the house says."""
        if socket is not self.socket:
            return
        self.received.update(text.encode())
        self.world.note(self, f"hears {text}")
        message = type(self).decode(text)
        match message:
            case Accepted(id=id_, version=version):
                self._answered(id_, lambda asked: asked.accept(version))
            case Refused(id=id_, code=code):
                self._answered(id_, lambda asked: asked.refuse(code))
                self.hear_refusal(code)
            case _:
                self.hear_message(message)

    def _answered(self, id_: str, take: Callable[[Asked], Any]) -> None:
        asked = self.world.truth.asked.get(f"{self.account}_{id_}")
        if asked is not None:
            take(asked)
            if asked.is_answered:
                self.open.pop(id_, None)

    def hear_refusal(self, code: str) -> None:
        """Take a no that wants something done."""

    def hear_message(self, message: Any) -> None:  # noqa: ANN401 – of any socket
        """Take any other message."""

    def welcome(self) -> None:
        """Go on where it was: what is open is said again."""
        self.is_welcome = True
        for asked in self.open.values():
            self._say(asked)

    # --- time -----------------------------------------------------------------------------------

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        self.world.agenda.after(seconds, do)

    def _look(self) -> None:
        """Say again what is not answered; a link over which nothing comes is none."""
        now = self.world.agenda.now
        late = [each for each in self.open.values() if now - each.sent_at > PATIENCE]
        is_silent = self.socket is not None and not self.is_welcome
        if self.socket is not None and (is_silent or (late and self.chance.random() < 0.2)):
            self.socket.break_off()
        elif self.is_welcome:
            for asked in late:
                self._say(asked)
        self._after(PATIENCE * (0.5 + self.chance.random()), self._look)

    def _go_on(self) -> None:
        if self.is_welcome:
            self.act(is_closing=self.world.is_closing)
        leisure = 1.0 if self.world.is_closing else self.world.crowd.leisure
        self._after(min(self.pause() * leisure, LONGEST_PAUSE), self._go_on)

    def pause(self) -> float:
        """Tell how long until the next act."""
        return 0.3 + self.chance.random() * 3

    def act(self, *, is_closing: bool) -> None:
        """Do something; while the world comes to its end, nothing new."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing is open any more, and everything was seen."""
        return not self.open and self.is_welcome
