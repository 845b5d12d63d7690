"""New tables of a host of a cluster, whose numbers are reserved in the database."""

from pathlib import Path

import psycopg

from rummynet_protocol.wire.messages import Create, Done, Refused, Sit
from tests.support.callers import Caller
from tests.support.cluster import cluster
from tests.support.postgres import PostgresServer


def answers(caller: Caller, *wanted: int) -> dict[int, Done | Refused]:
    """By request its answer, of all that come until these are answered."""
    came: dict[int, Done | Refused] = {}
    while not came.keys() >= set(wanted):
        heard = caller.hear()
        assert heard, "the host hung up"
        came |= {one.n: one for one in heard if isinstance(one, Done | Refused)}
    return came


def test_a_table_for_which_no_number_is_left_waits_for_one(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs, psycopg.connect(url, options="-c search_path=rummynet") as base:
        _, address = programs.host(1)
        ann, bob = (Caller(int(address.rpartition(":")[2]), name) for name in ("ann", "bob"))
        for caller in (ann, bob):
            programs.ended.callback(caller.close)
        ann.say(Create(1, "keilty", {}, "one"))
        (first,) = answers(ann, 1).values()
        assert isinstance(first, Done) and first.table is not None
        # The host gets no number while another transaction may change how they are counted. It has three at most.
        base.execute("ALTER SEQUENCE numbers INCREMENT BY 1")
        opened: set[int | None] = {first.table}
        waiting: dict[Caller, list[int]] = {}
        for caller in (ann, bob):
            for number in (2, 3, 4):
                caller.say(Create(number, "keilty", {}, "more"))
            caller.say(Sit(5, first.table, None))
            came = answers(caller, 5)
            assert not [one for one in came.values() if isinstance(one, Refused)]
            opened |= {one.table for number, one in came.items() if number < 5 and isinstance(one, Done)}
            waiting[caller] = [number for number in (2, 3, 4) if number not in came]
        assert len(opened) <= 4 and waiting[bob]
        base.rollback()
        for caller, numbers in waiting.items():
            came = answers(caller, *numbers)
            opened |= {one.table for one in came.values() if isinstance(one, Done)}
        assert len(opened) == 7 and None not in opened
