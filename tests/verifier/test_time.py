"""Log time and the players' own: hosts that are late or down are honest, one whose clock runs ahead is not."""

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, Wanted
from tests.support.cheats import ALL
from tests.support.forge import Conditions, Forge
from tests.support.forge_scripts import dealt, entries
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


@pytest.mark.drawn(8)
@pytest.mark.parametrize(
    ("conditions", "phase"), [(ROUGH, "pickup"), (ROUGH, "play"), (SMOOTH, "pickup")], ids=["rough", "play", "smooth"]
)
@pytest.mark.parametrize("variant", GAMES)
def test_honest_hosts_and_players_are_not_accused(variant: str, conditions: Conditions, phase: str) -> None:
    by_clock = 0
    for seed in range(2):
        forge = Forge(variant, GAMES[variant], 2 + seed % 2, seed=seed, idles_in=phase, conditions=conditions).play(2)
        report = check(forge.transcript(seed % 2), partial=True)
        assert report.verified, report.verdict
        assert report.passed["time"] > 30
        unsigned = [one for one in entries(forge) if isinstance(one, Acted | Wanted) and one.signed is None]
        assert report.passed["clock"] == sum(one.why != "want" for one in unsigned)
        by_clock += report.passed["clock"]
    assert by_clock


def test_a_restarted_player_does_not_bound_the_time_of_its_absence() -> None:
    forge = dealt(options={"turn_seconds": 30})
    seat = forge.turn
    forge.draw()
    forge.time.skip(30_001)
    forge.stand_in(why="turn")
    forge.players[forge.turn].clock = forge.player("x").clock
    forge.draw()
    report = check(forge.transcript(), partial=True)
    assert report.verified and report.clock_breaks == {1 - seat: 1}
    assert f"The clock of player {1 - seat} began again 1 time" in report.verdict


def test_a_cheat_names_the_entry_and_all_behind_it_is_refused() -> None:
    row = ALL["a_turn_is_timed_out_in_no_time"]
    forge = row.base()
    row.edit(forge)
    auditor = Auditor()
    *_, last = forge.written
    for one in forge.written[:-1]:
        auditor.feed(one.entry, one.signature)
    for _ in range(2):
        with pytest.raises(Cheat) as caught:
            auditor.feed(last.entry, last.signature)
        assert (caught.value.check, caught.value.record) == ("time", len(forge.written) - 1)
