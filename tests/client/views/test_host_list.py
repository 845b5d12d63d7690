from rummynet_client.core.text.news import TableListed
from rummynet_client.core.views.host_list import ListedHost, as_json, numbered_lines, text_lines
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_client.terminal.hosts import host_rows
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from rummynet_protocol.wire.versions import VERSIONS

KEY = "sha256:" + "ab" * 32
TABLE = TableAnnounced(1, "keilty", "waiting", 2, 6, "anna's table")
NEWEST = VERSIONS[-1]
SAID = Announcement("Kitchen", KEY, NEWEST, NEWEST, ("keilty",), 2, 1, (TABLE,))
HOST = HostSeen("label", SAID, ("192.0.2.1", "2001:db8::1"), 7866, 0.0)
NEW = ListedHost(HOST, Standing("new"))
VISITED = replace(
    NEW, answers=True, tables=(TableListed(1, "anna's table", "keilty", "waiting", ("anna", "bo"), 6, 1),)
)


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


def test_tables_that_were_not_announced_are_counted() -> None:
    many = replace(NEW, host=replace(HOST, announcement=replace(SAID, open=5)))
    assert text_lines([many])[-1] == ("", "  and 4 more")
    none = replace(NEW, host=replace(HOST, announcement=replace(SAID, open=0, tables=())))
    assert text_lines([none])[-1] == ("", "  no tables yet")
