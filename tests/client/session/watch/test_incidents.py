"""Incidents of hosts: lines of the file, their sentences, and that they are shown with the host."""

import stat
from pathlib import Path

import pytest

from rummynet_client.core.session.watch import watches
from rummynet_client.core.session.watch.incidents import Incident, read_lines, sentences, summary, to_line
from rummynet_client.core.views.host_list import as_json, host_lines, text_lines
from rummynet_client.core.views.host_registry import HostSeen
from rummynet_client.seek import with_standing
from rummynet_client.storage.incident_file import NAME, IncidentFile, IncidentFileError
from rummynet_client.terminal.hosts import host_rows
from rummynet_protocol.wire.announcement import Announcement
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.compact_lines import compact
from tests.support.errors import raises

CHEAT = Incident(watches.CHEAT, "aa", 3, check="time", says="more time has passed", at=1)
DROPPED = Incident(watches.NO_END, "ab", 4)
VOIDS = [Incident(watches.VOID, "aa", 3, place=f"1.{n}", names=("Bob",)) for n in (0, 4)]
HELD = Incident(watches.HELD_BACK, "aa", 3, says="throw 5S")
BLAMED = Incident(watches.BLAMED, "aa", 3, place="1.4")
ALL = (CHEAT, DROPPED, *VOIDS, HELD, BLAMED)


def test_lines_are_read_as_they_were_written_for_their_host_alone() -> None:
    lines = [to_line("sha256:1", one) for one in ALL] + [to_line("sha256:2", CHEAT)]
    assert read_lines(lines, ("sha256:1",)) == ALL
    assert read_lines(lines, ("sha256:2",)) == (CHEAT,)
    assert read_lines(lines, ("sha256:3",)) == ()


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", '{"host": "h"}', '{"host": "h", "kind": "nice"}', '{"host": "h", "kind": "cheat", "game": "x"}',
     '{"host": "h", "kind": "cheat", "names": 3}', '{"host": "h", "kind": "cheat", "says": []}'],
)  # fmt: skip
def test_lines_that_are_none_are_passed_over(line: str) -> None:
    assert read_lines([line, to_line("h", CHEAT)], ("h",)) == (CHEAT,)


def test_each_is_a_sentence_and_the_voids_of_a_game_are_one() -> None:
    told = sentences(ALL)
    assert len(told) == 5
    assert told[0] == "game 3: CHEAT, check time: more time has passed"
    assert told[-1] == "game 3: 2 shuffles were voided, because the host heard nothing from: Bob 2×"
    assert summary(ALL).startswith("recorded about this host: 1 cheat, 1 game without an end, 2 shuffles voided")
    assert summary(()) == ""


def test_the_file_is_the_owners_alone_and_shared_by_programs(tmp_path: Path) -> None:
    one, other = IncidentFile(tmp_path), IncidentFile(tmp_path)
    assert one.incidents_of("sha256:1") == ()
    one.append_incident("sha256:1", CHEAT)
    other.append_incident("sha256:1", DROPPED)
    assert one.incidents_of("sha256:1") == other.incidents_of("sha256:1") == (CHEAT, DROPPED)
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert len((tmp_path / NAME).read_text().splitlines()) == 2


def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with raises(IncidentFileError, "incidents", tmp_path / NAME):
        IncidentFile(tmp_path).incidents_of("h")
    with raises(IncidentFileError, "incidents", tmp_path / NAME):
        IncidentFile(tmp_path).append_incident("h", CHEAT)


def test_they_are_shown_with_the_host_in_every_list(tmp_path: Path) -> None:
    said = Announcement("den", "sha256:" + "a" * 64, VERSIONS[0], VERSIONS[-1], (), 0, 0)
    host = HostSeen("den", said, ("192.0.2.1",), 7866, 0.0)
    file = IncidentFile(tmp_path)
    (before,) = with_standing([host], (), file.incidents_of)
    assert before.warning == ""
    file.append_incident(said.fingerprint, CHEAT)
    (after,) = with_standing([host], (), file.incidents_of)
    told = "recorded about this host: 1 cheat"
    assert after.warning.startswith(told)
    assert any(style == "alarm" and told in text for style, text in text_lines([after]))
    assert any(told in line for line in map(compact, host_lines([after])))
    assert as_json([after])["hosts"][0]["warning"].startswith(told)
    assert any(row.style == "class:alarm" and told in row.text for row in host_rows([after]))
