"""Admission: connections without a greeting, addresses, keys, and priority for those who sit at a table."""

import pytest

from rummynet.host.ops.host_settings import read_limits
from rummynet_protocol.wire.messages import Create, Done, Sit, Watch
from tests.support.dialling import Dialler, Doorstep, Start


def seat(step: Doorstep, name: str, address: str, table: int | None = None) -> Dialler:
    """A client that sits at a table."""
    caller = step.call(name, address)
    if table is None:
        done = caller.ask(Create, "keilty", {}, name)
        assert isinstance(done, Done) and done.table is not None
        table = done.table
    assert isinstance(caller.ask(Sit, table, None), Done)
    return caller


def play(step: Doorstep, *names: str, address: str = "192.0.2.77") -> list[Dialler]:
    """Clients in the middle of a game."""
    callers = [seat(step, names[0], address)]
    table = max(step.lobby.tables)
    callers += [seat(step, name, address, table) for name in names[1:]]
    for one in callers:
        assert isinstance(one.ready(table), Done)
    assert step.lobby.tables[table].stage == "playing"
    return callers


# -- before the greeting


def test_an_address_that_dials_too_fast_is_hung_up_on_before_tls(start: Start) -> None:
    step = start(dials_per_second=2, dials_burst=5)
    for number in range(5):
        step.dial(f"d{number}", "2001:db8::1").hang_up()
    dialled = step.factory.build_protocol
    assert dialled("2001:db8::ffff") is None, "another address of the same network"
    assert dialled("2001:db8:0:1::1") is not None and dialled("192.0.2.1") is not None
    assert step.factory.turned_away == 1
    step.clock.advance(0.5)
    assert dialled("2001:db8::2") is not None and dialled("2001:db8::2") is None


# -- in a full host


def lower(step: Doorstep, **limits: int) -> None:
    """Set other limits, as SIGHUP does."""
    step.factory.set_bounds(read_limits(limits)[0])


@pytest.mark.parametrize(
    ("roles", "leaves"),
    [
        (("idle", "idle", "watches", "sits"), 1),
        (("idle", "watches", "sits", "sits"), 0),
        (("sits", "watches", "watches", "sits"), 2),
        (("sits", "sits"), 1),
    ],
)
def test_a_player_who_comes_back_takes_the_newest_place_of_those_who_do_least(
    start: Start, roles: tuple[str, ...], leaves: int
) -> None:
    step = start()
    ann, bob = play(step, "Ann", "Bob")
    bob.hang_up()
    others: list[Dialler] = []
    for number, role in enumerate(roles):
        name, address = f"p{number}", f"192.0.2.{number}"
        others.append(seat(step, name, address) if role == "sits" else step.call(name, address))
        if role == "watches":
            assert isinstance(others[-1].ask(Watch, 1), Done)
    lower(step, connections=1 + len(roles))
    assert step.call("Bob", "203.0.113.5").is_in() and ann.is_in()
    assert [one.is_in() for one in others] == [number != leaves for number in range(len(roles))]
    (bye,) = others[leaves].goodbyes()
    assert bye.code == "full"
