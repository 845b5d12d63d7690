"""Log time and the players' own: hosts that are late or down are honest, one whose clock runs ahead is not."""

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.actions import Draw
from rummynet_protocol.errors import Cheat
from tests.support.forge import Conditions, Forge
from tests.support.forge_scripts import dealt
from tests.support.games import EVERY, short

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 40},
    "basic": {"deals": 1},
    "vegas": {"max_score": 60},
    "crummy": {"offer_seconds": 4},
    "joker": {"target": 100},
}
"""Of games that are to be played otherwise than the short ones of the list."""
GAMES = {name: {**OPTIONS.get(name, short(name)), "turn_seconds": 20} for name in EVERY}
ROUGH = Conditions(delay=4000, drift=0.001, pauses=0.03, restarts=0.05)
"""A slow network; clocks that are a tenth of a percent off; a host that crashes, players that restart."""
SMOOTH = Conditions(delay=3)


@pytest.mark.parametrize("conditions", [ROUGH, SMOOTH], ids=["rough", "smooth"])
@pytest.mark.parametrize("variant", GAMES)
def test_honest_hosts_and_players_are_not_accused(variant: str, conditions: Conditions) -> None:
    for seed in range(3):
        forge = Forge(
            variant, GAMES[variant], 2 + seed % 2, seed=seed, idles_in="pickup", conditions=conditions
        ).play(2)  # fmt: skip
        report = check(forge.transcript(seed % 2), partial=True)
        assert report.verified, report.verdict
        assert report.passed["time"] > 30


@pytest.mark.parametrize("variant", GAMES)
def test_turns_that_are_timed_out_in_no_time_are_found(variant: str) -> None:
    forge = Forge(variant, GAMES[variant], 2, seed=1, idles_in="pickup", crook="lets-log-time-run")
    forge.begin()
    forge.play_round()
    report = check(forge.transcript(), partial=True)
    assert report.check == "time", report.verdict


def led(millis: int, *, restarted: bool = False) -> str | None:
    """The failing check when log time has run ahead by this much before a player's next action."""
    forge = dealt(options={"turn_seconds": 30})
    seat = forge.state.turn
    forge.act(seat, Draw())
    forge.time.skip(millis)
    forge.stand_in(why="turn") if millis >= 30_000 else forge.step()
    if restarted:
        forge.players[forge.state.turn].clock = forge.player("x").clock
    forge.act(forge.state.turn, Draw()) if forge.state.phase == "pickup" else forge.step()
    return check(forge.transcript(), partial=True).check


def test_the_tolerance_is_a_second_and_half_a_percent() -> None:
    assert led(900) is None
    assert led(30_001) == "time"


def test_a_restarted_player_does_not_bound_the_time_of_its_absence() -> None:
    assert led(30_001, restarted=True) is None


def test_a_client_asks_the_same_of_its_own_clock_when_an_entry_comes() -> None:
    """Before it signs anything: its last statement bounds the time of the next entry."""
    forge = dealt()
    player = forge.players[0]
    auditor = Auditor(me=player.signer.public)
    for one in forge.written:
        auditor.feed(one.entry, one.signature)
    here = player.clock.read(forge.time.now)
    bound = auditor.time[player.signer.public]
    assert not bound.leads(player.clock.name, here, auditor.clock)
    assert bound.leads(player.clock.name, here, auditor.clock + 60_000)


def test_a_host_that_was_down_for_days_is_behind_and_no_cheat() -> None:
    forge = dealt()
    forge.time.now += 10**9
    forge.time.ahead -= 10**9
    while not forge.game.hands_are_shown(forge.state):
        forge.step()
    forge.finish()
    assert check(forge.transcript(), partial=True).verified


def test_every_entry_but_the_first_has_a_time() -> None:
    auditor, forge = Auditor(), dealt()
    times = []
    for one in forge.written:
        auditor.feed(one.entry, one.signature)
        times.append(auditor.clock)
    assert times[0] == 0 and times == sorted(times) and times[-1] == forge.time.log


def test_a_cheat_about_time_names_the_entry() -> None:
    forge = dealt(options={"turn_seconds": 30})
    forge.act(forge.state.turn, Draw())
    forge.time.skip(40_000)
    forge.stand_in(why="turn")
    forge.act(forge.state.turn, Draw())
    auditor = Auditor()
    with pytest.raises(Cheat) as caught:
        for one in forge.written:
            auditor.feed(one.entry, one.signature)
    assert (caught.value.check, caught.value.record) == ("time", len(forge.written) - 1)
