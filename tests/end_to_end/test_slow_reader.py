"""One who stops reading costs the others at the table nothing, and what waits for them is bounded."""

import re
from contextlib import suppress
from pathlib import Path

from rummynet_protocol.wire.messages import AskLog, Create, Sit, Watch
from tests.end_to_end.test_operating import figures
from tests.support.callers import Caller, FakePlayers, host_key
from tests.support.daemons import Start

UNREAD = 65_536
CONFIG = f"[limits]\nunread_bytes = {UNREAD}\nburst = 1000000\nmessages_per_second = 1000000\nidle_seconds = 86400\n"


def test_one_who_stops_reading_is_cut_off_while_the_others_play_on(start: Start, tmp_path: Path) -> None:
    (tmp_path / "host.toml").write_text(CONFIG)
    host_key(tmp_path / "data")
    host = start("--metrics", "0", "--config", "host.toml")
    found = re.search(r"http://127\.0\.0\.1:\d+/metrics", host.until("metrics"))
    assert found is not None
    ann, bob = Caller(host.port, "Ann"), Caller(host.port, "Bob")
    company = FakePlayers([ann, bob])
    company.ask(ann, Create, "keilty", {"target": 1000}, "kitchen")
    company.ask(ann, Sit, 1, None)
    company.ask(bob, Sit, 1, None)
    company.ready(ann, 1)
    company.ready(bob, 1)
    slow = Caller(host.port, "Sue", narrow=True)
    FakePlayers([slow]).ask(slow, Watch, 1)
    for _ in range(30):
        company.act(1)

    shown = figures(found[0])
    while shown["rummynet_slow_readers_total"] == 0:
        company.act(1)
        with suppress(OSError):  # it may have been cut off by now
            while len(slow.connection.unanswered) < 200:  # whoever does not read can still ask for more to read
                slow.say(AskLog(slow.person.request(), 1, 0))
        shown = figures(found[0])
        assert shown["rummynet_unsent_bytes"] <= UNREAD
    for _ in range(20):
        company.act(1)
    slow.close()

    back, fresh = Caller(host.port, "Sue"), Caller(host.port, "Tim")
    everybody = FakePlayers([ann, bob, back, fresh])
    for one in (back, fresh):
        everybody.ask(one, Watch, 1)
    everybody.act(1)
    assert back.person.entries == fresh.person.entries == ann.person.entries
    shown = figures(found[0])
    assert (shown["rummynet_people"], shown["rummynet_unsent_bytes"]) == (4, 0)
    for one in everybody.players:
        one.close()
    assert host.stop() == 0
