"""Invites somebody from another home to the host that ``rummynet play`` has started.

Nobody outside is contacted before the player asks for a code: the host opens its way to other homes then.
"""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from rummynet.far.way_process import INSTALL, NoEngine, check
from rummynet.operator_socket import NoCode, ask
from rummynet_client.coaching import beside
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.news import News, QueryAnswered, WentWrong
from rummynet_client.language import _, sentence_of
from rummynet_client.net.far_line import OwnHost


def why_alone() -> str:
    """Why nobody can be invited from another home by this machine; "" if somebody can."""
    try:
        check()
    except NoEngine as problem:
        return sentence_of(problem)
    return ""


async def invitation(own: OwnHost | None, model: ViewModel, colon: str = "") -> list[News]:
    """The code to tell and what is good to know, or why there is none. *colon*: what is typed before a command."""
    if own is None:
        says = _("this host is not yours; whoever runs it invites people from other homes: rummynet admin far")
        return [WentWrong("no_code", says)]
    if lacks := why_alone():
        return [WentWrong("no_far", lacks)]
    try:
        line = await beside(partial(_open_code, own.data))
    except NoCode as problem:
        return [WentWrong(problem.code, sentence_of(problem))]
    # The code's number, until when it is good, and what the guest types.
    head, _colon, joins = line.partition(": ")
    until = datetime.strptime(head.split()[2], "%Y-%m-%dT%H:%MZ").replace(tzinfo=UTC).astimezone()
    told = [
        _(
            "Somebody in another home joins with this code, by {until}; the next person gets the next one:",
            until=until.strftime("%H:%M"),
        ),
        joins,
        _("They need rummynet and what it takes for other homes: {command}", command=INSTALL),
        *_at_table(model, colon),
        _(
            "Your host is open as long as this program runs. Guests come back with the same line, once you have asked "
            "for a code again."
        ),
        f"{own.servers}.",
    ]
    return [QueryAnswered("invite", (("join" if text == joins else "says", text),)) for text in told]


def _at_table(model: ViewModel, colon: str) -> list[str]:
    """What guests can do while a game is played that lets nobody in."""
    if model.table is None or model.table.stage != "playing" or model.variety is None:
        return []
    if model.variety.newcomers.may_join:
        return []
    command = f"{colon}create {model.table.variant}"
    return [
        _(
            "At your table they can only watch until the game is over. To play with them now, open another one: "
            "{command}",
            command=command,
        )
    ]


def _open_code(data: Path) -> str:
    """The line about the code that is open, once the host has got one. Raises NoCode."""
    answer = ask(data, "far")
    if answer is None:
        raise NoCode(_("your host does not answer; leave, and start again with 'rummynet play'"))
    if "refused" in answer:
        raise NoCode(answer["refused"])
    return str(answer["lines"][-1])
