"""Hosts that cheat their clients during a game, one issue each: it is noticed, named, and remembered."""

from collections.abc import Callable

import pytest

from rummynet_client.core.log.log_start import LastLog
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.player import UnfinishedGame
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.unfinished_games import UnfinishedGames
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Ended, Opened, read_entry
from rummynet_protocol.fairness.statements import Cosigned
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import (
    AskLog,
    Closed,
    LobbyShown,
    LogEntry,
    Message,
    Pong,
    Ready,
    Refused,
    Request,
    TableShown,
)
from tests.support.crooked import OwnLog, cheat, remembered
from tests.support.fake_host import FakeHost, Guest, HandClock, dealt, play, seated
from tests.support.followers import entries_of, follower_of, player_of
from tests.support.forge import Forge

GARBAGE = (b"\x80", bytes(64))


def finished() -> tuple[FakeHost, list[Guest]]:
    host, guests = dealt("Ann", "Bob", options="target=10")
    play(host, guests)
    assert all(guest.session.model.over is not None for guest in guests)
    return host, guests


# -- games without consent


def takes_it_back(host: FakeHost, ann: Guest) -> None:
    host.do(ann, "ready no")


def takes_it_back_and_starts_anew(host: FakeHost, ann: Guest) -> None:
    host.do(ann, "ready no")
    host.lose(ann)
    ann.start()
    host.connect(ann)


def sits_with_somebody_else_for_a_moment(host: FakeHost, _ann: Guest) -> None:
    eve = Guest("Eve")
    host.connect(eve)
    host.do(eve, "sit 1")
    host.do(eve, "stand")


def gives_a_newer_one_that_the_host_confirms(host: FakeHost, ann: Guest) -> None:
    host.ignores = lambda guest, request: isinstance(request, Ready) and request.signed is None
    host.do(ann, "ready no")  # gets no answer
    host.do(ann, "ready")


@pytest.mark.parametrize(
    "then",
    [
        takes_it_back,
        takes_it_back_and_starts_anew,
        sits_with_somebody_else_for_a_moment,
        gives_a_newer_one_that_the_host_confirms,
    ],
)
def test_a_consent_that_does_not_hold_any_more_begins_no_game(then: Callable[[FakeHost, Guest], None]) -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    host.do(ann, "ready")
    then(host, ann)
    host.ignores = lambda guest, request: guest is bob
    host.do(bob, "ready")
    OwnLog(host, [ann], 1).begin([host.signed(guest, "ready")[0] for guest in (ann, bob)])
    assert cheat(ann) == ("consent", "the host began the game with a 'ready' of yours that did not hold any more")
    assert not any(whose is ann and request.kind == "submit" for whose, request in host.asked)


def test_a_game_that_begins_before_the_host_can_know_that_ready_is_taken_back_is_none() -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    host.do(ann, "ready")
    host.ignores = lambda guest, request: isinstance(request, Ready) and request.signed is None
    host.do(ann, "ready no")
    host.do(bob, "ready")
    assert cheat(ann) is None and ann.session.model.round == 1


def test_watchers_hold_the_game_against_what_the_table_shows() -> None:
    host, guests = dealt("Ann", "Bob", options="target=50")
    eve = Guest("Eve")
    host.connect(eve)
    shows = {**host.lobby.tables[1].options, "target": 500}

    def boasts(message: Message) -> list[Message]:
        return [replace(message, options=shows)] if isinstance(message, TableShown) else [message]

    eve.tamper = boasts
    host.do(eve, "watch 1")
    assert any("another game is played than the one that the table shows" in line for line in eve.lines)
    assert all(cheat(guest) is None for guest in (eve, *guests))  # nobody has signed what a table shows


def test_a_log_of_another_table_or_number_than_shown() -> None:
    for changes in ({"table": b"\1" * 32}, {"game": 7}):
        host, (ann, bob) = seated("Ann", "Bob")
        host.do(bob, "ready")
        OwnLog(host, [ann], 1).begin([GARBAGE, GARBAGE], **changes)
        assert cheat(ann) == ("consent", "the host began another game than the one that it had shown")


def test_a_second_log_of_the_same_game_is_kept_as_evidence() -> None:
    host, (ann, _bob) = dealt("Ann", "Bob")
    game = ann.session.game
    assert game is not None
    opened = entries_of(game.follower)[0]
    assert isinstance(opened, Opened)
    OwnLog(host, [ann], 1).write(replace(opened, at=opened.at + 1))
    assert cheat(ann) == ("consent", "the host now shows another entry 0 than it did before")
    assert len(ann.evidence) == 1 and remembered(ann) == ["cheat"]


# -- dropped games


def test_a_game_that_is_dropped_is_told_remembered_and_followed_by_no_other() -> None:
    host, (ann, bob) = dealt("Ann", "Bob")
    play(host, [ann, bob], 5)
    game = ann.session.game
    assert game is not None
    head = game.follower.auditor.head
    drops = OwnLog(host, [ann], 2)
    before = len(host.asked)
    drops.show(stage="waiting", before=head)
    assert [type(request) for _, request in host.asked[before:]] == [AskLog], "it may only be late"
    assert any("game 1 has no end" in line for line in ann.lines)
    assert remembered(ann) == ["no-end"] and ann.session.model.fairness.doubts
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said and "game 1 at this table has no end" in said
    assert len(host.signed(ann, "ready")) == 1
    drops.show(stage="waiting", before=b"\1" * 32)
    assert "game 1 at this table has no end" in host.do(ann, "ready")[0], "another end than the one seen last is none"
    drops.begin([host.signed(guest, "ready")[0] for guest in (ann, bob)], before=head)
    assert cheat(ann) == ("consent", "the host dropped the last game before its end, and began another")
    assert remembered(ann) == ["no-end", "cheat"]


def before_the_end() -> tuple[FakeHost, Guest, Guest]:
    """A game whose end did not reach Ann, nor what came behind it; what she asks for then does not come either."""
    host, (ann, bob) = dealt("Ann", "Bob", options="target=20")
    ann.tamper = lambda message: [] if shows_end(message) else [message]
    host.ignores, host.keeps_pongs = (
        lambda guest, request: guest is ann and isinstance(request, AskLog),
        lambda guest: guest is ann,
    )
    play(host, [ann, bob])
    return host, ann, bob


def shows_end(message: Message) -> bool:
    """Whether the message is the end of a game, or the table behind it."""
    if isinstance(message, TableShown):
        return message.stage == "waiting"
    return isinstance(message, LogEntry) and isinstance(read_entry(message.entry), Ended)


def test_an_end_that_was_requested_before_the_connection_broke_is_requested_again() -> None:
    """Found by kills: the table is shown before the end has come, and the host was taken to have dropped the game."""
    host, ann, bob = before_the_end()
    host.lose(ann)
    ann.tamper = lambda message: [message]
    host.connect(ann)
    assert any(guest is ann and isinstance(request, AskLog) for guest, request in host.asked)
    assert bob.session.game is not None and bob.session.game.follower.auditor.finished
    host.lose(ann)
    host.ignores = lambda guest, request: False
    host.connect(ann)
    assert remembered(ann) == [] and ann.session.model.fairness.doubts == ()
    assert ann.session.game is not None and ann.session.game.follower.auditor.finished


def test_no_other_game_is_agreed_to_while_the_rest_of_the_last_one_does_not_come() -> None:
    """A host that answers the request only when another game has begun would have dropped the last one unseen."""
    host, ann, _bob = before_the_end()
    host.lose(ann)
    ann.tamper = lambda message: [message]
    host.connect(ann)
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said and "asked for the rest of game" in said and "it has not come" in said
    assert len(host.signed(ann, "ready")) == 1
    host.lose(ann)
    host.ignores = lambda guest, request: False
    host.connect(ann)
    host.all("ready")
    assert ann.session.game is not None and ann.session.game.number == 2
    assert remembered(ann) == [] and ann.session.model.fairness.doubts == ()


def test_another_end_of_the_last_game_than_the_one_played_is_not_agreed_to() -> None:
    host, (ann, _bob) = finished()
    OwnLog(host, [ann], 2).show(before=b"\1" * 32)
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said and "a different end of game 1" in said
    forge = Forge("keilty", {}, 2, seed=5)
    forge.number, forge.before = 2, b"\1" * 32
    forge.begin()
    for last, found in (
        (LastLog(b"\2" * 32, ended=True), "the log names another last game than the one that was played here"),
        (LastLog(b"\1" * 32, ended=False), "the host dropped the last game before its end, and began another"),
    ):
        follower = follower_of(forge, player_of(forge.players[0].signer, b"\3" * 32), last)
        with pytest.raises(Cheat, match=found) as caught:
            follower.check_entry(0, forge.written[0].entry, forge.written[0].signature)
        assert caught.value.check == "consent"


def test_a_last_game_that_was_not_seen_to_its_end_is_a_notice_and_no_alarm() -> None:
    forge = Forge("keilty", {}, 2, seed=5)
    forge.number, forge.before = 2, b"\1" * 32
    forge.begin()
    follower = follower_of(forge, player_of(forge.players[0].signer, b"\3" * 32), LastLog(b"\2" * 32, ended=False))
    follower.check_entry(0, forge.written[0].entry, forge.written[0].signature)
    assert follower.own_part.notices[0].startswith("this client did not see the end of the last game at this table")
    assert follower.cheat is None


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize(("seconds", "kinds"), [(590, ["unseen-end"]), (610, [])])
def test_after_a_long_absence_a_table_that_is_gone_accuses_nobody_and_is_told_once(
    seconds: int, kinds: list[str], is_restarted: bool
) -> None:
    host, (ann, _bob) = dealt("Ann", "Bob")
    host.lose(ann)
    host.pass_time(1000 * seconds)
    ann.tamper = lambda message: (
        [replace(message, tables=())] if isinstance(message, LobbyShown) else [] if of_a_table(message) else [message]
    )
    if is_restarted:
        ann.start()
    host.connect(ann)
    told = 'voided=0 says="the table of game 1 is gone: it may have ended, or been given up, while you were away"'
    assert remembered(ann) == kinds and any(told in line for line in ann.lines) == (not kinds)
    host.lose(ann)
    ann.start()
    count = len(ann.lines)
    host.connect(ann)
    assert remembered(ann) == kinds and not any("game 1" in line for line in ann.lines[count:])


def test_another_table_that_is_said_to_be_closed_is_not_the_own_one() -> None:
    host, (ann, _bob) = dealt("Ann", "Bob")
    host.tell(ann.signer.public, Closed(2))
    host.settle()
    assert ann.session.game is not None


def restarted_over(show: Callable[[Message], list[Message]]) -> tuple[FakeHost, Guest]:
    """A program that is started again after a game of its player went on without it, at a host that shows *show*."""
    host, guests = dealt("Ann", "Bob")
    ann = guests[0]
    play(host, guests, 3)
    host.lose(ann)
    ann.start()
    ann.tamper = show
    host.connect(ann)
    return host, ann


def test_nothing_is_said_of_it_before_all_own_tables_have_come_nor_where_another_host_may_have_it() -> None:
    def hides(message: Message) -> list[Message]:
        return [] if of_a_table(message) or isinstance(message, Pong) else [message]

    _hosting, ann = restarted_over(hides)
    assert remembered(ann) == []

    for is_alone in (False, True):
        outbox = Outbox()
        games = UnfinishedGames([UnfinishedGame(b"l" * 32, b"t" * 32, 1, b"h" * 32)], outbox, HandClock())
        games.reconnected(is_alone=is_alone)
        games.lobby_shown()
        games.handle_pong(1)
        assert len(outbox.take_output().incidents) == is_alone


def test_a_later_game_that_names_an_unfinished_one_as_the_last_is_a_cheat_whatever_its_number() -> None:
    host, (ann, bob) = dealt("Ann", "Bob")
    play(host, [ann, bob], 3)
    game = ann.session.game
    assert game is not None
    head = game.follower.auditor.head
    host.lose(ann)
    ann.start()
    ann.tamper = lambda message: (
        [replace(message, game=4, stage="waiting", before=head)]
        if isinstance(message, TableShown)
        else []
        if of_a_table(message)
        else [message]
    )
    host.connect(ann)
    assert remembered(ann) == ["unseen-end"]
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said and len(host.signed(ann, "ready")) == 1


@pytest.mark.parametrize("ends", [True, False], ids=["at the end", "in mid-game"])
def test_who_stands_up_at_an_honest_host_accuses_nobody(ends: bool) -> None:
    host, guests = finished() if ends else dealt("Ann", "Bob")
    lines = host.do(guests[0], "stand")
    assert ends or "code=playing" in lines[-1]
    assert (guests[0].session.model.table is None) == ends
    assert remembered(guests[0]) == remembered(guests[1]) == []


def of_a_table(message: Message) -> bool:
    return getattr(message, "table", None) == 1


# -- blame


def test_a_refusal_that_can_be_true_says_nothing_of_the_host() -> None:
    """Of a clock, or of something newer; nor what was refused behind the void, where it came too late."""
    part = Cosigned(bytes(32), 1, bytes(32), bytes(32), bytes(8), 0, bytes(32), bytes(32), bytes(32))
    own = OwnStatement("root", b"", b"", part, bytes(32), is_on_its_way=True)
    own.refused, own.refusal_signature = "not_due", b"!"
    assert own.answer == "silent"
    own.delivered = "read"
    assert own.answer == "read"
    for code in ("clock", "order"):
        own.refused, own.refusal_signature = code, b"!"
        assert own.answer == "silent"
        own.refusal_signature = b""
        assert own.answer == "read", "an honest host signs that"


# -- refusals


def test_a_refusal_whose_signature_does_not_hold_is_a_cheat() -> None:
    host, guests = dealt("Ann", "Bob")
    ann = guests[0]
    ann.tamper = lambda message: [replace(message, signed=b"\1" * 64)] if isinstance(message, Refused) else [message]
    host.do(ann, "rummy meld KC KD KH")
    assert cheat(ann) == ("refusal", "the host refused something with an invalid signature")
    host, (ann, _bob) = seated("Ann", "Bob")

    def refuses(_guest: Guest, request: Request) -> bool:
        if isinstance(request, Ready):
            host.tell(ann.signer.public, Refused(request.n, "stale", "no", bytes(64), bytes(32)))
        return isinstance(request, Ready)

    host.ignores = refuses
    host.do(ann, "ready")
    assert remembered(ann) == ["cheat"] and any("'ready' with an invalid signature" in line for line in ann.lines)


# -- cheats stay recorded


def test_a_cheat_stays_on_the_screen_and_in_the_way_of_another_game_until_it_is_put_away() -> None:
    host, (ann, _bob) = finished()
    OwnLog(host, [ann], 2).begin([GARBAGE, GARBAGE])
    found = cheat(ann)
    assert found is not None
    host.do(ann, "stand")
    assert ann.session.model.table is None and "check consent" in (ann.session.model.fairness.cheat or "")
    host.do(ann, "create keilty")
    host.do(ann, "sit 2")
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said and "incidents clear" in said
    host.lose(ann)
    ann.start()
    host.connect(ann)
    assert any(line.startswith("fair incidents=1 ") and "1 cheat" in line for line in ann.lines)
    (said,) = host.do(ann, "ready")
    assert "code=not_to_be_trusted" in said
    (told,) = host.do(ann, "incidents")
    assert told.startswith("fair incident=1 ") and "CHEAT, check consent" in told
    assert host.do(ann, "incidents clear") == ['fair incidents=0 says="put away"']
    assert remembered(ann) == [] and ann.session.model.fairness.cheat is None
    assert host.do(ann, "ready")[-1].startswith("seat ")
    host.lose(ann)
    ann.start()
    host.connect(ann)
    assert 'says="nothing is recorded against this host"' in host.do(ann, "incidents")[0]
