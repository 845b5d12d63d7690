from ipaddress import ip_address

from rummynet.interfaces import Interface, interfaces, nearest_first, own_addresses, without_link_local

LO = Interface("lo", 1, "127.0.0.1", 8)
LO6 = Interface("lo", 1, "::1", 128)
FOUR = Interface("eth0", 2, "192.0.2.7", 24)
SIX = Interface("eth0", 2, "2001:db8::7", 64)
LOCAL = Interface("eth0", 2, "fe80::7", 64)
ALL = (LO, LO6, LOCAL, SIX, FOUR)


def test_this_machine_has_loopback() -> None:
    assert any(ip_address(one.address).is_loopback for one in interfaces())


def test_a_host_that_listens_everywhere_is_reached_at_every_address_but_loopback() -> None:
    assert own_addresses("0.0.0.0", ALL) == ("192.0.2.7", "2001:db8::7", "fe80::7")
    assert own_addresses("::", ALL, both=False) == ("192.0.2.7", "2001:db8::7", "fe80::7")
    assert own_addresses("0.0.0.0", ALL, both=False) == ("192.0.2.7",)


def test_with_nothing_else_it_is_loopback() -> None:
    assert own_addresses("0.0.0.0", (LO, LO6)) == ("127.0.0.1", "::1")
    assert own_addresses("0.0.0.0", ()) == own_addresses("0.0.0.0", (LO6,), both=False) == ("127.0.0.1",)
    assert own_addresses("::", ()) == ("::1",), "no interface is up, not even loopback"


def test_a_host_that_listens_on_one_address_is_reached_there() -> None:
    assert own_addresses("192.0.2.7", ALL) == ("192.0.2.7",)
    assert own_addresses("fe80::7%eth0", ALL) == ("fe80::7",)


def test_the_nearest_address_comes_first() -> None:
    there = ("203.0.113.9", "fe80::9%2", "2001:db8::9", "192.0.2.9")
    assert nearest_first(there, ALL) == ("192.0.2.9", "2001:db8::9", "203.0.113.9", "fe80::9%2")
    assert nearest_first(("198.51.100.1", "192.0.2.7"), ALL) == ("192.0.2.7", "198.51.100.1")
    assert nearest_first((), ALL) == ()


def test_an_address_of_one_cable_is_told_only_where_there_is_no_other() -> None:
    assert without_link_local(("192.0.2.7", "fe80::7%2", "169.254.1.1", "2001:db8::7")) == ("192.0.2.7", "2001:db8::7")
    assert without_link_local(("fe80::7%2",)) == ("fe80::7%2",)
