"""Two players call a rummy: a late call is shown only if its evidence holds; its delay is the host's claim."""

import pytest

from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.text import news
from rummynet_protocol.fairness.entries import Acted, read_entry
from rummynet_protocol.fairness.statements import Acting, pack_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Race
from tests.support.fake_host import FakeHost, dealt
from tests.support.followers import in_seat
from tests.support.forge import Forge


def raced() -> tuple[Forge, JoinedGame, Race, Acting]:
    """A forged game up to a call, followed by seat 0; and a later call of another seat."""
    for seed in range(200):
        forge = Forge("keilty", {}, 3, seed=seed).play(1)
        entries = [read_entry(one.entry) for one in forge.written]
        at = next((n for n, one in enumerate(entries) if isinstance(one, Acted) and one.do.startswith("rummy ")), None)
        if at is None:
            continue
        game = JoinedGame(1, in_seat(forge, 0))
        for index in range(at + 1):
            aim = game.follower.auditor.aim
            game.handle_entry(index, forge.written[index].entry, forge.written[index].signature)
        call = entries[at]
        assert isinstance(call, Acted)
        late = next(seat for seat in range(3) if seat != call.seat)
        said = Acting(forge.log, 99, bytes(32), aim, bytes(8), 0, forge.session, 1, call.do)
        return forge, game, signed(forge, said, late, call.seat), said
    raise AssertionError("nobody called")


def signed(forge: Forge, said: Acting, late: int, winner: int) -> Race:
    payload = pack_statement(said)
    signature = forge.players[late].signer.sign("action", payload)
    return Race(1, 1, late, winner, 12, payload, signature)


def test_a_race_with_its_evidence_is_told_and_the_time_is_the_hosts_word() -> None:
    _, game, race, _ = raced()
    assert game.handle_race(race) == [news.CallWasLate(race.seat, race.winner, 12)]
    assert f"{game.player_name(race.seat)} 12 ms later, the host says" in game.lines[-1]


def test_one_whose_evidence_does_not_hold_is_not_shown() -> None:
    forge, game, race, said = raced()
    other = next(seat for seat in range(3) if seat not in (race.seat, race.winner))
    lines = list(game.lines)
    for wrong in (
        replace(race, signature=bytes(64)),
        replace(race, payload=b"\x80"),
        replace(race, seat=other),
        replace(race, seat=3),
        replace(race, winner=other),
        replace(race, winner=race.seat),
        signed(forge, replace(said, log=bytes(32)), race.seat, race.winner),
        signed(forge, replace(said, session=bytes(32)), race.seat, race.winner),
        signed(forge, replace(said, round=2), race.seat, race.winner),
        signed(forge, replace(said, head=bytes(32)), race.seat, race.winner),
        signed(forge, replace(said, do="draw"), race.seat, race.winner),
        signed(forge, replace(said, head=game.follower.auditor.aim), race.seat, race.winner),
    ):
        assert game.handle_race(wrong) == []
    assert list(game.lines) == lines


@pytest.mark.parametrize("before", [True, False])
def test_before_a_session_there_is_no_race(before: bool) -> None:
    _, _, race, _ = raced()
    fresh = JoinedGame(1, in_seat(Forge("keilty", {}, 2), 0))
    assert fresh.handle_race(race) == []
    host: FakeHost
    host, (ann, _bob) = dealt("Ann", "Bob")
    if before:
        host.tell(ann.signer.public, race)
        host.settle()
    assert not any(isinstance(item, news.CallWasLate) for item in ann.news)
