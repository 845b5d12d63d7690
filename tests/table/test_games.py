"""Whole games at the table, every entry checked by every player's and a spectator's own auditor."""

from rummynet_protocol.fairness.entries import HostCommit, Shown, Shuffle
from rummynet_protocol.wire.messages import Openings, TableShown, Watch
from tests.support.people import TableHarness, audited, entries, only_drawing


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
