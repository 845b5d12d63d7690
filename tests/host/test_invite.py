from rummynet.host.discovery.invite import invite
from rummynet_protocol.wire.invitation import HostPlace, read_place

KEY = "sha256:" + "5c" * 32


def test_every_address_has_its_link_and_link_local_ones_are_left_out() -> None:
    shown = invite(("192.0.2.1", "2001:db8::1", "fe80::1"), 7866, KEY, True)
    links = [line.split()[-1] for line in shown.splitlines() if "rummynet join" in line]
    assert [read_place(link) for link in links] == [
        HostPlace("192.0.2.1", 7866, KEY),
        HostPlace("2001:db8::1", 7866, KEY),
    ]
