"""A page is sent what a spectator at the wire is sent, so what is true of leaks there is true here."""

import io
from pathlib import Path

from rummynet_protocol.wire.messages import Create, LogEntry, Openings, Said, Sit, Watch
from tests.support.dialling import Building, Dialler
from tests.support.people import Person
from tests.support.web_dialling import WebDialler


def test_a_page_is_sent_what_the_wire_is_sent_and_no_hand(tmp_path: Path) -> None:
    building = Building(tmp_path, io.StringIO())
    players = [building.guest(name) for name in ("Ann", "Bob")]
    players[0].ask(Create, "keilty", {"target": 30, "first_starter": 0}, "table")
    for seat, player in enumerate(players):
        player.ask(Sit, 1, seat)
    wire = building.guest("Wendy")
    page = WebDialler(building, Person("Willa", lambda: round(1000 * building.clock.seconds()), b"w" * 8))
    building.diallers.append(page)
    page.greet()
    watchers: list[Dialler] = [wire, page]
    for one in watchers:
        one.ask(Watch, 1)
    for player in players:
        player.ready(1)
    building.settle(1)
    for kind in (LogEntry, Said):
        assert page.heard(kind) == wire.heard(kind)
    assert any(entry.index > 8 for entry in page.heard(LogEntry)), "cards were dealt"
    assert players[0].heard(Openings) and not page.heard(Openings)
    building.close()
