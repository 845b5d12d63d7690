"""The tables' time, and with it log time, does not follow the machine's clock."""

import io
from pathlib import Path

from rummynet.table.api.inputs import RequestReceived
from rummynet_protocol.fairness.entries import Acted, CardsDealt, read_entry
from tests.host.test_dispatcher import begin
from tests.support.dialling import Building


class Real:
    """Time that passes, whatever the machine's clock is set to."""

    def __init__(self) -> None:
        self.now = 50.0

    def seconds(self) -> float:
        return self.now


def newest(building: Building) -> Acted | CardsDealt:
    game = building.dispatcher.lobby.tables[1].game
    assert game is not None
    entry = read_entry(game.game_log.rows[-1][0])
    assert isinstance(entry, Acted | CardsDealt)
    return entry


def test_a_machines_clock_that_is_set_moves_no_log(tmp_path: Path) -> None:
    real = Real()
    building = Building(tmp_path, io.StringIO(), monotonic=real.seconds)
    people = begin(building)
    for one in people:
        one.person.now = lambda: round(1000 * real.now)
        one.person.clock = one.person.name.encode().ljust(8, b".")
    before, game = newest(building), building.dispatcher.lobby.tables[1].game
    assert isinstance(before, CardsDealt) and game is not None and game.play is not None
    mover = people[game.play.full.turn].person
    building.clock.rightNow += 7_200  # the clock is set two hours ahead
    real.now += 3
    building.dispatcher.take_input(RequestReceived(mover.key, mover.submit(1, mover.acting("draw"))))
    act = newest(building)
    assert isinstance(act, Acted) and act.t == before.t + 3_000
    building.clock.rightNow -= 14_400  # and far back
    real.now += 2
    assert building.dispatcher.ms == round(1000 * real.now)
    building.close()


def test_log_time_stands_while_the_host_is_down(tmp_path: Path) -> None:
    real = Real()
    building = Building(tmp_path, io.StringIO(), monotonic=real.seconds)
    people, before = [one.person for one in begin(building)], newest(building)
    for gone, reads in ((3_600.0, real.now + 3_600), (0.0, 5.0)):  # after a reboot the monotonic clock counts from zero
        building.close()
        real.now = reads
        building = Building(tmp_path, io.StringIO(), monotonic=real.seconds)
        game = building.dispatcher.lobby.tables[1].game
        assert game is not None and game.game_log.newest + 1 == len(people[0].entries), gone
    real.now += 3
    assert isinstance(before, CardsDealt) and game is not None and game.play is not None
    mover = people[game.play.full.turn]
    building.dispatcher.take_input(RequestReceived(mover.key, mover.submit(1, mover.acting("draw"))))
    act = newest(building)
    assert isinstance(act, Acted) and act.t == before.t + 3_000
    building.close()
