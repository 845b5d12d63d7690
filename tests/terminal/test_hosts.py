"""The list of hosts: what it shows, and that one key joins."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput

from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_client.terminal.drawing.styled_text import Size
from rummynet_client.terminal.hosts import HostList, host_choices, host_list_lines
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from rummynet_protocol.wire.versions import VERSIONS

WAITING = TableAnnounced(4, "keilty", "waiting", 2, 6, "anna's table")


def listed_host(
    name: str, digit: str = "a", tables: tuple[TableAnnounced, ...] = (), says: str = "", high: int = VERSIONS[-1]
) -> ListedHost:
    said = Announcement(name, "sha256:" + digit * 64, high, high, (), 2, len(tables), tables)
    host = HostSeen(name + digit, said, ("192.0.2.1",), 7866, 0.0)
    return ListedHost(host, Standing("changed", says) if says else Standing("new"))


KITCHEN, NAMESAKE = (
    listed_host("Kitchen", tables=(WAITING,)),
    listed_host("Kitchen", "b", says="ANOTHER KEY than the Kitchen"),
)


def text(*hosts: ListedHost, width: int = 80, height: int = 24) -> list[str]:
    lines = host_list_lines(hosts, None, Size(width, height), [*host_choices(hosts)])
    return ["".join(part for _, part in line) for line in lines]


def typed(
    keys: str, hosts: Sequence[ListedHost], then: Callable[[HostList], object] = lambda made: None
) -> tuple[str, int | None] | None:
    """The choice made by these keys."""

    async def go() -> tuple[str, int | None] | None:
        with create_pipe_input() as pipe:
            made = HostList(lambda: hosts, asyncio.Event(), pipe, DummyOutput())
            then(made)
            pipe.send_text(keys)
            picked = await made.run()
            assert made.app.ttimeoutlen is not None and made.app.ttimeoutlen <= 0.1, "escape would seem to do nothing"
            return None if picked is None else (picked.host.label + " looks on" * picked.watch, picked.table)

    return asyncio.run(go())


@pytest.mark.parametrize("width", [80, 40])
def test_it_keeps_to_the_width(width: int) -> None:
    assert all(len(line) <= width for line in text(KITCHEN, NAMESAKE, listed_host("W" * 32), width=width))


def test_the_cursor_begins_on_one_that_is_not_in_doubt() -> None:
    assert typed("\r", [NAMESAKE, KITCHEN]) == ("Kitchena", None)


def test_q_leaves_and_so_does_ctrl_c() -> None:
    assert typed("q", [KITCHEN]) is None
    with pytest.raises(KeyboardInterrupt):
        typed("\x03", [KITCHEN])


def test_a_host_of_another_version_cannot_be_picked() -> None:
    newer = listed_host("Future", "d", (WAITING,), high=VERSIONS[-1] + 1)
    assert typed("1", [newer, KITCHEN]) == ("Kitchena", None)
    assert any("upgrade this program" in line for line in text(newer))


def test_w_watches_the_table_under_the_cursor() -> None:
    assert typed("\x1b[Bw", [KITCHEN]) == ("Kitchena looks on", 4)
    assert typed("wq", [KITCHEN]) is None
    assert typed("\x1b[B\x1b[Bw3q", [KITCHEN, NAMESAKE]) is None


def test_a_key_means_the_row_that_it_was_drawn_at() -> None:
    """Another host comes before it in the list, or the host at the cursor goes, while somebody reaches for the key."""
    porch, yard = listed_host("Porch"), listed_host("Yard")

    def chosen(keys: str, *then: ListedHost) -> tuple[str, int | None] | None:
        found = [porch, yard]
        return typed(keys, found, then=lambda made: (made.lines(), found.__setitem__(slice(None), then))[0])

    for keys in ("\r", "1"):
        assert chosen(keys, KITCHEN, porch, yard) == ("Porcha", None)
        assert chosen(keys + "q", KITCHEN, yard) is None
    assert chosen("2", KITCHEN, porch, yard) == ("Yarda", None)
    for keys in ("3", "\x1b[B\r", "\x1b[A\x1b[B\r"):
        assert chosen(keys, KITCHEN, yard) == ("Kitchena", None)
    assert typed("9\rq", []) is None
