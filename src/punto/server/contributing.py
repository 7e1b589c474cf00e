"""What players add to shared shoes, as it comes over the wire and is told back to them."""

from punto.fair import contributor_name
from punto.house import Act, Contribute, Done, ShowContribution
from punto.house.contributions import contributed
from punto.people import Actor
from punto.protocol import ask, encode
from punto.protocol.tell import Accepted, YourContribution
from punto.refusal import Refusal
from punto.server.async_writer import AsyncWriter
from punto.server.broadcast import TableBroadcast
from punto.server.house_time import HouseTime
from punto.server.refusals import Outcome


async def contribute(
    writer: AsyncWriter,
    broadcast: TableBroadcast,
    actor: Actor,
    said: ask.Contributing,
    time: HouseTime,
) -> Outcome:
    """Let somebody promise or show what he adds; what cannot be is refused without the writer."""
    action = _action(actor.id, said)
    refusal = contributed(broadcast.view.house_table, action, time.now_ms())
    if isinstance(refusal, Refusal):
        return refusal
    act = Act(broadcast.id, (action,))
    answer = await writer.ask(actor, act, said.id, encode(said).decode())
    if not isinstance(answer, Done):
        return answer
    return Accepted(id=said.id, version=answer.link.position)


def _action(bettor: str, said: ask.Contributing) -> Contribute | ShowContribution:
    if isinstance(said, ask.Contribute):
        return Contribute(bettor, said.shoe, said.commitment)
    return ShowContribution(bettor, said.shoe, said.random, said.word)


def your_contribution(
    broadcast: TableBroadcast, account: str, request: str | None = None
) -> YourContribution:
    """Tell somebody what he has promised for the shoe that comes next."""
    house_table = broadcast.view.house_table
    given = house_table.contributing.of(account)
    committed = house_table.committed
    return YourContribution(
        table=broadcast.name,
        who=contributor_name(house_table.id, account),
        shoe=None if committed is None else committed.number,
        commitment=None if given is None else given.commitment,
        out_until=house_table.contributing.out_until(account) or None,
        id=request,
    )
