"""What the person at the host is told on a terminal."""

import pytest

from rummynet_cli.verbs.host import JOIN, open_lines


def test_addresses_that_others_can_use_are_named() -> None:
    where = "my games"
    lines = open_lines("Kitchen", ["192.0.2.2:7866", "[fd00::2]:7866", "[fe80::1]:7866"], is_announced=True, data=where)
    assert lines == [
        "Kitchen is open. Others type one of these:",
        f"{JOIN:<32}(on this network)",
        "  rummynet join 192.0.2.2",
        "  rummynet join [fd00::2]",
        "For somebody in another home, type in a second window: rummynet admin far --data 'my games'",
        "Ctrl-C stops it. It keeps the tables, and they go on when you start it again.",
    ]


def test_another_port_is_part_of_the_address_and_an_unannounced_host_is_not_found() -> None:
    lines = open_lines("Kitchen", ["192.0.2.2:4000"], is_announced=False, is_far=True)
    assert not any("another home" in line for line in lines), "codes are printed anyway"
    assert "  rummynet join 192.0.2.2:4000" in lines and not any("on this network" in line for line in lines)


@pytest.mark.parametrize("one", ["127.0.0.1:7866", "[::1]:7866"])
def test_a_host_for_this_machine_alone_says_so(one: str) -> None:
    assert open_lines("Kitchen", [one], is_announced=True) == [
        f"Kitchen is open, on this machine only: rummynet join {one}"
    ]


def test_below_an_invitation_only_what_is_short_to_type_is_told() -> None:
    pages, addresses = ["https://192.0.2.2:7867/#5c"], ["192.0.2.2:7866", "[fd00::2]:7866"]
    for is_announced, command in ((True, "rummynet join"), (False, "rummynet join 192.0.2.2")):
        assert open_lines("Kitchen", addresses, is_announced=is_announced, is_invited=True, pages=pages) == [
            f"Kitchen is open. Others join with a link below, or type: {command}",
            "For somebody in another home, type in a second window: rummynet admin far",
            "Ctrl-C stops it. It keeps the tables, and they go on when you start it again.",
        ]
    assert len(open_lines("Kitchen", ["[::1]:7866"], is_announced=True, is_invited=True, pages=pages)) == 1
