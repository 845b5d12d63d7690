import pytest

from rummynet_client.core.views.host_list import ListedHost, host_lines
from rummynet_client.core.views.host_registry import HostSeen, MetHost, Standing
from rummynet_client.seek import NotChosen, NotTrusted, choose, with_standing
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from tests.support.errors import raises


def listed_host(name: str, tables: tuple[int, ...] = (), count: int | None = None, standing: str = "new") -> ListedHost:
    told = tuple(TableAnnounced(number, "keilty", "waiting", 0, 6, "t") for number in tables)
    said = Announcement(name, "sha256:" + "ab" * 32, 4, 4, (), 0, len(tables) if count is None else count, told)
    says = "ANOTHER KEY than before" if standing == "changed" else ""
    return ListedHost(HostSeen(name, said, ("192.0.2.1",), 1, 0.0), Standing(standing, says))  # type: ignore[arg-type]


A, B = listed_host("A", (1,)), listed_host("B", (2, 3))


class Person:
    """Supplies these lines; records what was written and how often a line was read."""

    def __init__(self, *says: str) -> None:
        self.says, self.written, self.asked = list(says), list[str](), 0

    def read(self) -> str | None:
        self.asked += 1
        return self.says.pop(0) if self.says else None

    def choose(self, *found: ListedHost, table: int | None = None, terminal: bool = False) -> str | None:
        host = choose(found, table, host_lines, self.read, self.written.append, asked=terminal)
        return None if host is None else host.label


class TestFromAPipe:
    @pytest.mark.parametrize("says", [(), ("tables",), ("0",), ("3",), ("²",), ("9" * 5000,)])
    def test_anything_else_is_refused_in_words(self, says: tuple[str, ...]) -> None:
        with raises(NotChosen, "not_chosen", 2):
            Person(*says).choose(A, B)

    def test_an_impostor_is_not_joined_unasked(self) -> None:
        with raises(NotTrusted, "not_trusted", "A"):
            Person().choose(listed_host("A", standing="changed"))


class TestAtATerminal:
    def test_one_asks_until_there_is_a_number(self, capsys: pytest.CaptureFixture[str]) -> None:
        person = Person("x", "7", " 1 \n")
        assert person.choose(A, B, terminal=True) == "A"
        assert person.asked == 3
        assert "type the number before a host" in capsys.readouterr().err

    def test_the_only_one_is_asked_for_too(self) -> None:
        assert Person("1").choose(A, terminal=True) == "A"

    def test_the_end_of_input_leaves(self) -> None:
        assert Person().choose(A, terminal=True) is None


def test_two_hosts_with_one_name_are_two_hosts_but_one_alone_may_pose_as_the_other() -> None:
    met = MetHost("192.0.2.9:1", A.host.announcement.fingerprint, "A")
    other = replace(A.host, announcement=replace(A.host.announcement, fingerprint="sha256:" + "cd" * 32))
    assert [one.standing.kind for one in with_standing([A.host, other], [met])] == ["known", "new"]
    assert [one.standing.kind for one in with_standing([other], [met])] == ["changed"]


class TestByTable:
    def test_a_table_narrows_it_down(self) -> None:
        assert Person().choose(A, B, table=3) == "B"

    def test_no_host_has_it(self) -> None:
        with raises(NotChosen, "not_chosen", "table 9"):
            Person().choose(A, B, table=9)
