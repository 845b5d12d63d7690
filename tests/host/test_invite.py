import pytest
import segno

from rummynet.host.invite import has_blocks, invite, qr
from rummynet_protocol.wire.invitation import Place, read_place

KEY = "sha256:" + "5c" * 32
SIGNS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def light(shown: str, blocks: bool) -> list[list[int]]:
    """The light modules of a code as it is shown, 1 for light."""
    width = max(map(len, shown.splitlines()))
    lines = [line.ljust(width) for line in shown.splitlines()]
    if not blocks:
        return [[int(line[at] == "#") for at in range(0, width, 2)] for line in lines]
    return [[SIGNS[sign][half] for sign in line] for line in lines for half in (0, 1)]


@pytest.mark.parametrize("blocks", [True, False])
def test_the_code_is_the_link(blocks: bool) -> None:
    link = f"rummynet://192.0.2.1:7866/#{KEY}"
    wanted = [[int(not module) for module in row] for row in segno.make_qr(link, error="l").matrix_iter(border=2)]
    assert light(qr(link, blocks), blocks)[: len(wanted)] == wanted


def test_it_fits_a_terminal_and_has_no_escape_sequences() -> None:
    shown = qr(f"rummynet://[2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff]:65535/#{KEY}", True)
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown
    assert qr("x", False).isascii()


def test_every_address_has_its_link_and_link_local_ones_are_left_out() -> None:
    shown = invite(("192.0.2.1", "2001:db8::1", "fe80::1"), 7866, KEY, True)
    links = [line.split()[-1] for line in shown.splitlines() if "rummynet join" in line]
    assert [read_place(link) for link in links] == [Place("192.0.2.1", 7866, KEY), Place("2001:db8::1", 7866, KEY)]


def test_with_nothing_else_a_link_local_one_will_do() -> None:
    assert "[fe80::1]:7866" in invite(("fe80::1",), 7866, KEY, False)


@pytest.mark.parametrize(("encoding", "has"), [("utf-8", True), ("ascii", False), (None, False), ("nonsense", False)])
def test_blocks_are_used_where_they_can_be_shown(encoding: str | None, has: bool) -> None:
    assert has_blocks(encoding) is has
