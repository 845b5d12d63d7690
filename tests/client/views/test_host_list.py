import json

from rummynet_client.core.session.watch.incidents import WEIGHTS, Incident, Weight
from rummynet_client.core.session.watch.watches import CHEAT
from rummynet_client.core.text.news import TableListed
from rummynet_client.core.views.host_list import ListedHost, as_json, host_lines, numbered_lines, text_lines
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_client.terminal.hosts import host_rows
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.compact_lines import compact

KEY = "sha256:" + "ab" * 32
TABLE = TableAnnounced(1, "keilty", "waiting", 2, 6, "anna's table")
NEWEST = VERSIONS[-1]
SAID = Announcement("Kitchen", KEY, NEWEST, NEWEST, ("keilty",), 2, 1, (TABLE,))
HOST = HostSeen("label", SAID, ("192.0.2.1", "2001:db8::1"), 7866, 0.0)
NEW = ListedHost(HOST, Standing("new"))
VISITED = replace(
    NEW, answers=True, tables=(TableListed(1, "anna's table", "keilty", "waiting", ("anna", "bo"), 6, 1),)
)
CHANGED = ListedHost(HOST, Standing("changed", "ANOTHER KEY than before"))


def test_lines_of_plain_mode() -> None:
    assert [*map(compact, host_lines([NEW]))] == [
        "lobby hosts=1",
        f"lobby host=1 name=Kitchen address=192.0.2.1:7866 fingerprint={KEY} players=2 tables=1 "
        "standing=new warning=none",
        'lobby host=1 table=1 name="anna\'s table" variant=keilty stage=waiting seated=2 seats=6 '
        "players=none spectators=none closed=none sealed=none far=none",
    ]
    assert compact(host_lines([VISITED])[2]).endswith(
        "seated=2 seats=6 players=anna,bo spectators=1 closed=false sealed=false far=false"
    )
    assert [*map(compact, host_lines([]))] == ["lobby hosts=0"]


def test_lines_for_people() -> None:
    assert text_lines([VISITED]) == [
        ("title", "Kitchen  (key abababababab)  192.0.2.1:7866  2 players"),
        ("", "  table 1  keilty  waiting  2 of 6: anna, bo, 1 watching  anna's table"),
    ]
    assert ("alarm", "  ANOTHER KEY than before") in text_lines([CHANGED])
    assert "met before" in text_lines([ListedHost(HOST, Standing("known"))])[0][1]


def test_the_own_table_is_marked_at_a_host_that_was_met() -> None:
    mine = replace(VISITED, standing=Standing("known"), own_name="bo")
    line = "  table 1  keilty  waiting  2 of 6 (your seat): anna, bo, 1 watching  anna's table"
    assert text_lines([mine])[1] == ("", line)
    assert host_rows([mine])[1].text == line
    assert numbered_lines([mine])[-1] == f"{line.strip()}."
    for other in (
        replace(mine, own_name="b"), replace(mine, own_name=""), replace(mine, standing=Standing("new")),
        replace(mine, tables=None),
    ):  # fmt: skip
        assert "your seat" not in str(text_lines([other]))
    assert as_json([mine])["hosts"][0]["tables"] == as_json([VISITED])["hosts"][0]["tables"]


def test_a_host_with_doubts_alone_does_not_look_like_one_that_cheated() -> None:
    doubts = tuple(Incident(kind) for kind, weight in WEIGHTS.items() if weight is Weight.DOUBT)
    styles = [text_lines([replace(NEW, incidents=found)])[1][0] for found in (doubts, (*doubts, Incident(CHEAT)))]
    assert styles == ["doubt", "alarm"]
    rows = [host_rows([replace(NEW, incidents=found)])[1].style for found in (doubts, (*doubts, Incident(CHEAT)))]
    assert rows == ["class:refusal", "class:alarm"]


def test_tables_that_were_not_announced_are_counted() -> None:
    many = replace(NEW, host=replace(HOST, announcement=replace(SAID, open=5)))
    assert text_lines([many])[-1] == ("", "  and 4 more")
    none = replace(NEW, host=replace(HOST, announcement=replace(SAID, open=0, tables=())))
    assert text_lines([none])[-1] == ("", "  no tables yet")


def test_json() -> None:
    told = as_json([VISITED, NEW])
    assert json.loads(json.dumps(told)) == told
    first, second = told["hosts"]
    assert first == {
        "name": "Kitchen", "fingerprint": KEY, "address": "192.0.2.1:7866",
        "addresses": ["192.0.2.1:7866", "[2001:db8::1]:7866"], "protocol": [NEWEST] * 2,
        "games": ["keilty"], "players": 2,
        "tables": [{"table": 1, "name": "anna's table", "variant": "keilty", "stage": "waiting", "seated": 2,
                    "players": ["anna", "bo"], "seats": 6, "spectators": 1, "closed": False,
                    "sealed": False, "far": False}],
        "more_tables": 0, "standing": "new", "answers": True, "warning": None,
    }  # fmt: skip
    assert second["tables"][0]["players"] is None and second["answers"] is None
    assert set(first) == set(second)


def test_another_version_is_a_warning_that_says_which_side_is_old() -> None:
    newer = replace(NEW, host=replace(HOST, announcement=replace(SAID, low=99, high=99)))
    assert not newer.is_compatible
    assert newer.warning == "speaks another version of the protocol: upgrade this program"
    older = replace(NEW, host=replace(HOST, announcement=replace(SAID, low=0, high=0)))
    assert older.warning.endswith("upgrade that host")
    assert NEW.is_compatible and not NEW.warning
