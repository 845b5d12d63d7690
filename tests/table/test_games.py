"""Whole games at the table, every entry checked by every player's and a spectator's own auditor."""

from collections import Counter

import pytest

from rummynet.table.api.effects import Append, Send
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.api.records import EntryLogged, GameClosed, SecretKept
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.entries import Cosigns, HostCommit, Seated, Shown, Shuffle, read_entry
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.wire.messages import AskLog, LogEntry, Openings, Sit, Watch
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


def test_earlier_rounds_are_in_the_journal_and_sent_from_there_to_whoever_asks() -> None:
    hall = TableHarness(seed=11)
    table, people = hall.game(["Ann", "Bob"], target=10_000)
    while table.game is None or table.game.round < 4:
        hall.play(table, people, acts=1)
    hall.play(table, people, acts=3)
    log, length = table.game.game_log, len(people[0].entries)
    assert log.newest + 1 == length and len(log.rows) < length // 3
    late = hall.person("Wil")
    hall.done(late, Watch, 1)
    assert late.entries == people[0].entries
    hall.done(people[0], AskLog, 1, log.first - 2)
    assert people[0].entries == late.entries
    assert audited(late).round == 4


@pytest.mark.drawn(1)
@pytest.mark.parametrize("variant", ["joker", "crummy"])
def test_other_varieties_are_played_through_the_same_interface(variant: str) -> None:
    hall = TableHarness(seed=4)
    table, people = hall.game(["Ann", "Bob", "Cid"], variant)
    hall.play(table, people)
    for person in people:
        assert audited(person).finished


def test_the_hosts_log_verifies_as_a_transcript() -> None:
    hall = TableHarness(seed=8)
    table, people = hall.game(["Ann", "Bob"], target=50)
    hall.play(table, people)
    rows = [row for row in hall.rows if isinstance(row, EntryLogged)]
    data = HEADER + b"".join(pack_entry_record(row.entry, row.signature) for row in rows)
    assert [row.index for row in rows] == list(range(len(rows)))
    assert check(data).verified


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


def test_after_the_end_all_must_be_ready_again_and_the_next_game_has_the_next_number() -> None:
    hall = TableHarness(seed=5)
    table, people = hall.game(["Ann", "Bob"], target=20)
    hall.play(table, people)
    assert table.stage == "waiting"
    assert [seat.ready for seat in table.seating.seats.values()] == [False, False]
    assert hall.rows[-2] == GameClosed(1, 1, played=True), "and then a checkpoint"
    first = audited(people[0])
    for person in people:
        hall.ready(person, 1)
    assert table.stage == "playing"
    assert people[0].game == 2
    assert audited(people[0]).opened != first.opened
    hall.play(table, people)
    assert audited(people[1]).finished


def test_many_tables_play_at_once_without_touching_each_other() -> None:
    hall = TableHarness(seed=6)
    games = [hall.game([f"{n}{who}" for who in "ab"], target=30) for n in range(5)]
    while any(table.stage == "playing" for table, _ in games):
        for table, people in games:
            hall.play(table, people, acts=hall.chance.randrange(4))
    for _, people in games:
        assert all(audited(person).finished for person in people)


def test_seats_are_numbered_without_gaps_when_the_game_begins() -> None:
    hall = TableHarness()
    table, (ann, bob) = hall.table(["Ann", "Bob"])
    cid = hall.person("Cid")
    hall.done(cid, Sit, table, 5)
    for person in (ann, bob, cid):
        hall.ready(person, table)
    seated = next(one for one in entries(cid) if isinstance(one, Seated))
    assert seated.players == ((ann.key, "Ann"), (bob.key, "Bob"), (cid.key, "Cid"))
    assert audited(cid).me_seat == 2


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
    assert seen == table.game.play.public


def test_a_game_is_the_same_for_the_same_chance() -> None:
    def heads() -> list[Counter[str]]:
        hall = TableHarness(seed=11)
        table, people = hall.game(["Ann", "Bob"], target=20)
        return [hall.play(table, people)]

    assert heads() == heads()
