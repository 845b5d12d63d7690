"""Whole games at the table, every entry checked by every player's and a spectator's own auditor."""

import pytest

from rummynet.table.api.effects import Append, Send
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.api.records import EntryLogged, SecretKept
from rummynet_protocol.fairness.entries import Cosigns, HostCommit, Shown, Shuffle, read_entry
from rummynet_protocol.wire.messages import LogEntry, Openings, TableShown, Watch
from tests.support.people import TableHarness, audited, entries, only_drawing


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_a_whole_game_of_keilty_satisfies_every_auditor(count: int) -> None:
    hall = TableHarness(seed=count)
    table, people = hall.game([f"P{n}" for n in range(count)], target=150)
    watcher = hall.person("Wendy")
    hall.done(watcher, Watch, 1)
    hall.play(table, people)
    for person in (*people, watcher):
        assert audited(person).finished
    assert people[0].entries == watcher.entries
    assert audited(people[0]).passed["score"] == table.game.round if table.game else 0
    assert hall.reports == []


def test_the_stock_is_shuffled_anew_in_mid_round_with_values_already_committed() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(
        ["Ann", "Bob"], reshuffle_limit=5, idle_stocks=0
    )  # they only draw: else the round is dead
    hall.play(table, people, acts=500, choose=only_drawing)
    log = entries(people[0])
    first = [one for one in log if isinstance(one, Shuffle) and one.round == 1]
    assert [one.epoch for one in first] == list(range(6))
    commits = [(one.first, len(one.commits)) for one in log if isinstance(one, HostCommit) and one.round == 1]
    assert commits == [(0, 4), (4, 3)]
    shown = next(one for one in log if isinstance(one, Shown))
    assert [epoch for epoch, _ in shown.secrets] == list(range(6))
    for person in people:
        assert audited(person).round == 2


def test_every_entry_and_secret_is_recorded_before_anything_that_follows_from_it_is_told() -> None:
    hall = TableHarness(seed=7)
    _, people = hall.table(["Ann", "Bob"])
    queue: list[RequestReceived] = [RequestReceived(person.key, person.ready(1)) for person in people]
    recorded: set[bytes] = set()
    secrets = 0
    while queue and not any(person.auditor.state for person in people):
        for effect in hall.lobby.take_input(queue.pop(0), hall.ms, 0):
            if isinstance(effect, Append):
                hall.rows.append(effect.row)
            match effect:
                case Append(EntryLogged(entry=entry)):
                    recorded.add(entry)
                case Append(SecretKept()):
                    secrets += 1
                case Send(to, LogEntry() as message):
                    assert message.entry in recorded
                    told = read_entry(message.entry)
                    assert secrets == 4 or not isinstance(told, HostCommit | Cosigns)
                    queue += [RequestReceived(key, said) for key in to for said in hall.people[key].hear(message)]
                case Send(to, Openings() as message):
                    for key in to:
                        hall.people[key].hear(message)
    assert secrets == 4


def test_openings_go_to_their_seat_alone_and_the_log_holds_no_hidden_card() -> None:
    hall = TableHarness(seed=9)
    table, people = hall.game(["Ann", "Bob", "Cid"])
    watcher = hall.person("Wendy")
    hall.done(watcher, Watch, 1)
    hall.play(table, people, acts=30)
    assert not watcher.heard(Openings)
    assert table.game is not None and table.game.play is not None
    for seat, person in enumerate(people):
        state = audited(person).state
        assert state is not None
        assert state.hidden[seat] == 0
        assert state.hands[seat] == table.game.play.full.hands[seat]
    seen = audited(watcher).state
    assert seen is not None
    assert seen == table.game.game_log.ledger.state
    hall.lose(watcher)
    assert people[0].heard(TableShown)[-1].spectators == ()
