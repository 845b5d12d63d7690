"""The sentences of ``--plain``: cards and melds by words, everything once, and nothing that tells of a rummy."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.answers import answer
from rummynet_client.core.session.review import MissedRummy, RoundReview, SeatScored
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import Waited
from rummynet_client.core.spoken.narrator import MOST, Narrator, offers, throws
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.news import News
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.language import use_catalogue
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, LayDown, ThrowOut
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.foreign import Foreign
from tests.support.forge import Forge
from tests.support.in_notation import texts
from tests.support.listening import heard, narrated
from tests.terminal.test_choice import at

TABLE = news.TableChanged(1, "kitchen", "keilty", "playing", {}, ())
CODE = re.compile(r"(?<![\w.])(?:[A2-9TJQK][CDHS]|\*[1-9])(?![\w])")


@pytest.mark.parametrize("variant", NAMES)
def test_a_whole_round_names_no_card_meld_or_seat_by_a_code(variant: str) -> None:
    narrator = Narrator()
    lines = [line for items, model in round_of(variant) for line in narrator.tell(items, model)]
    assert len(lines) > 30 and any(line.startswith("It is your turn. You hold") for line in lines)
    assert any(re.fullmatch(r"It is .*'s turn\.", line) for line in lines)
    before = "".join(lines[: next(at for at, line in enumerate(lines) if re.search(r" (drew|took|got) ", line))])
    assert "You hold" in before, "the hand is told before anything else happens"
    for line in lines:
        assert line.isprintable() and line[-1] in ".!"
        assert not CODE.search(line), line
        assert not re.search(r"\bmeld \d", line), line


@pytest.mark.parametrize("variant", NAMES)
def test_every_sentence_is_in_the_catalogue(variant: str) -> None:
    forge = Forge(variant, {}, 3, seed=4).play(1)
    six = set(pictures.followed(forge, 0).follower.auditor.words)
    use_catalogue(Foreign())
    for line in narrated(forge):
        left = re.sub(r"player \d|throw \S+\.", "", line)
        assert set(re.findall("[A-Za-z]{2,}", left)) <= six, line


@cache
def round_of(variant: str) -> tuple[tuple[list[News], ViewModel], ...]:
    """The first round among three in which the player in seat 0 acts often, as that player hears of it."""
    for seed in range(4, 50):
        told = tuple(heard(Forge(variant, {}, 3, seed=seed).play(1)))
        if len(turns_of(told)) > 5:
            return told
    raise AssertionError("no round is long enough")


def turns_of(told: Iterable[tuple[list[News], ViewModel]]) -> list[tuple[list[News], ViewModel]]:
    """When the player may act."""
    return [(items, model) for items, model in told if model.may_act and model.state is not None]


@pytest.mark.parametrize("variant", NAMES)
def test_the_numbers_cover_all_legal_actions(variant: str) -> None:
    for items, model in turns_of(round_of(variant))[::3]:
        narrator = Narrator()
        narrator.tell(items, model)
        found, legal = [*offers(model), *throws(model)], set(texts(model.legal()))
        assert {notation.text(one.action) for one in found} == legal
        some, whole = narrator.read("what", model), narrator.read("what all", model)
        assert isinstance(some, list) and sum(line.split(":")[0].isdigit() for line in some) <= MOST
        told = [int(number) for number in re.findall(r"(?:^|[;.] )(\d+): ", "\n".join(some), re.MULTILINE)]
        assert told == list(range(1, len(told) + 1)), "no number is left out for what is not read"
        assert isinstance(whole, list) and not any("more: say" in line for line in whole)
        assert sum(line.split(":")[0].isdigit() for line in whole) == len(offers(model))
        made = set()
        for number in range(1, len(found) + 1):
            answer = narrator.read(str(number), model)
            answer = narrator.read("yes", model) if isinstance(answer, list) else answer
            assert isinstance(answer, commands.PlayAction)
            made.add(text := notation.text(answer.action))
            again = narrator.read(f"throw {number}", model) if text.startswith("throw") else answer
            assert again in (answer, narrator.read(str(number), model))
        assert made == legal


def test_what_tells_hand_and_pile_on_the_own_turn_and_on_that_of_others() -> None:
    model = at("TH QS 7S KD", "6S 2C", [], "play")
    for due in ((0,), (1,)):
        told = Narrator().read("what", replace(model, due=due, my_turn=due == (0,), table=TABLE))
        assert isinstance(told, list)
        assert "You hold 7 and queen of spades; 10 of hearts; king of diamonds." in told
        assert "The pile, top card first: 2 of clubs and 6 of spades." in told
    assert Narrator().read("throw queen of spades", model) == commands.PlayAction(ThrowOut("QS"))


@pytest.mark.parametrize("variant", NAMES)
def test_who_comes_to_a_game_hears_how_it_stands_and_what_happened_only_when_asked(variant: str) -> None:
    told = list(heard(Forge(variant, {}, 3, seed=4).play(1)))
    told = told[: 1 + max(at for at, (_, model) in enumerate(told) if model.due and model.hand)]
    items, model = [item for news, _ in told for item in news], replace(told[-1][1], table=TABLE)
    narrator, on_the_way = Narrator(), replace(model, is_catching_up=True)
    told_first = [line for some in ([TABLE], items[:9], items[9:]) for line in narrator.tell(some, on_the_way)]
    standing = narrator.tell([], model)
    assert not re.search("(?<!has )(drew|took|laid|threw|begins)", " ".join(told_first))
    assert standing[0].startswith("Round 1. Now: ") and "Say 'log'" in standing[0] and len(standing) < 10, standing
    assert "You hold" in " ".join(standing)
    acted = next(item for item in reversed(items) if isinstance(item, news.SeatActed))
    assert narrator.tell([acted], model), "what happens from now on is told"
    lines = [line for item in answer(commands.Do("log"), model, None) for line in narrator.tell([item], model)]
    assert len(lines) == min(20, len(model.lines)) and not any(map(CODE.search, lines))


def test_what_is_offered_says_its_points_and_what_ends_the_round() -> None:
    for hand, offered in (
        ("5S 6S 7S 9C", "1: lay 5, 6 and 7 of spades, 15 points."),
        ("9C", "1: the 9 of clubs, ends the round."),
    ):
        told = Narrator().read("what", replace(at(hand, "2C", [], "play"), table=TABLE))
        assert isinstance(told, list) and any(line.endswith(offered) for line in told), told


def test_who_comes_back_after_a_game_hears_that_it_is_over_and_that_ready_is_wanted() -> None:
    narrator, waiting = Narrator(), pictures.waiting("keilty", 2)
    assert waiting.table is not None
    narrator.tell([news.Welcomed("kitchen", "anna", "host"), waiting.table], waiting)
    over = replace(waiting, over=news.GameWasWon(1, 0, "anna", (0, 0)))
    told = narrator.tell([news.Welcomed("kitchen", "anna", "host")], over)
    assert any("The game is over. To play again, say ready" in line for line in told), told
    assert not any("To play again" in line for line in narrator.tell([], over))
    away = replace(pictures.on_turn("keilty", 2, 5), waits={1: Waited("end", 0, 1)})
    away = replace(away, seats=(*away.seats[:1], replace(away.seats[1], connected=False)))
    told = narrator.tell([news.Welcomed("kitchen", "anna", "host")], away)
    assert sum("is away: if 1 of you wants that, the game ends (so far 0)" in line for line in told) == 1, "who"


def test_a_round_is_reviewed_by_its_cards_and_what_was_missed() -> None:
    missed = MissedRummy(CallRummy(LayDown(("9C", "9D", "9H"))), 1, "", 400)
    rounds = [RoundReview(n, 0, (SeatScored(0, "anna", n, 30, (("5S",),), ()),), (missed,)) for n in (10, 20)]
    model = replace(pictures.waiting("keilty", 2), reviews=tuple(rounds))
    ten, twenty = (
        [f"Anna +{n} (now 30). Laid: 5 of spades. Still held: nothing.",
         "Missed: 9 of clubs, diamonds and hearts could have been called for 1 seconds."]
        for n in (10, 20)
    )  # fmt: skip
    assert [Narrator().read(line, model) for line in ("review", "review 10")] == [twenty, ten]


def test_nothing_tells_that_a_rummy_is_there() -> None:
    """The same news and hands with and without possible calls are told in the same words."""
    differed = 0
    for items, model in chain.from_iterable(heard(Forge("keilty", {}, 3, seed=seed).play(1)) for seed in range(1, 9)):
        if model.state is None or not model.state.claims or differed == 2:
            continue
        blind: ViewModel = replace(model, state=replace(model.state, claims=()))
        quiet = [item for item in items if not isinstance(item, news.RummyHinted)]
        assert Narrator().tell(quiet, model) == Narrator().tell(quiet, blind)
        assert Narrator().read("what all", model) == Narrator().read("what all", blind)
        assert Narrator().read("table", model) == Narrator().read("table", blind)
        differed += 1
    assert differed


def test_text_of_others_is_made_harmless() -> None:
    told = Narrator().tell([news.ChatSaid("a\x1b[31mb", 0, "player", "two\nlines\x07")], pictures.empty())
    assert all(line.isprintable() for line in told)


def test_a_namesake_a_bot_and_one_who_goes_away_during_a_game() -> None:
    narrator, before = Narrator(), replace(pictures.waiting("keilty", 2), name="anna")
    playing = news.TableChanged(1, "kitchen", "keilty", "playing", {}, ())
    me, bot = news.SeatTaken(0, "anna 2", True, False, True, False), news.SeatTaken(1, "Ada", False, True, True, True)
    model = replace(before, seats=(me, replace(bot, level="steady")))
    assert narrator.tell([playing, *model.seats], model)[1:] == [
        "Somebody here is already called anna: at this table you are anna 2.",
        "You sit down as anna 2.",
        "Ada sits here, a bot: steady, ready.",
    ]
    bo = replace(me, name="bo")
    assert Narrator().tell([bo], replace(model, seats=(bo,)))[0].startswith("At this table you are bo: the seat has")
    away = replace(model.seats[1], connected=False)
    assert narrator.tell([away], model) == ["Ada is away; 'vote Ada' stops waiting for them."]
    ready, waits = replace(model.seats[0], ready=True), replace(model.seats[1], ready=False)
    said = narrator.read("what", replace(model, seats=(ready, waits)))
    assert said == ["You are ready. The game waits for: Ada."]


def test_who_is_far_is_said_once_and_of_others_only() -> None:
    narrator, model = Narrator(), pictures.empty()
    ben, cid = news.SeatTaken(1, "ben", False, True, True, False), news.SeatTaken(2, "cid", False, True, True, False)
    me = news.SeatTaken(0, "anna", True, False, True, False)
    told = narrator.tell(
        [news.TableChanged(1, "x", "keilty", "waiting", {}, ()), me, ben, replace(cid, delay=80)], model
    )
    assert told[2:] == [
        "ben sits here, ready.",
        "cid sits here, ready.",
        "cid is 80 milliseconds from the host and back.",
    ]
    assert narrator.tell([replace(ben, delay=120)], model) == ["ben is 120 milliseconds from the host and back."]
    assert narrator.tell([replace(ben, delay=120), replace(me, delay=90), ben], model) == []


def test_a_lost_connection_is_told_once_until_it_is_back_and_each_sentence_has_one_stop() -> None:
    narrator, model = Narrator(), pictures.empty()
    lost = news.ConnectionEnded("lost", "the connection was lost; trying again", again=True)
    refused = news.ConnectionEnded("lost", "connection refused; is the port right?", again=True)
    heard = [narrator.tell([one], model) for one in (lost, refused, refused, refused)]
    assert heard[1] == ["The connection has ended: connection refused; is the port right?", "Trying to reconnect."]
    assert heard[0] and heard[2:] == [[], []]
    assert narrator.tell([news.Welcomed("pi", "ann", "")], model) == ["The connection to pi is back."]
    assert narrator.tell([refused], model)


def test_a_play_is_made_on_the_table_that_was_told_of_and_not_while_a_drawn_card_is_on_its_way() -> None:
    narrator = Narrator()
    before, after = at("5S 6S KD", "2C", [], "play"), at("5S 6S KD", "2C 3H", [], "play")
    (listed, *_), state = narrator.tell([], before), before.state
    assert "It is your turn" in listed
    assert narrator.read("throw KD", before, state) == commands.PlayAction(notation.parse("throw KD"))
    assert narrator.read("throw KD", after, state) == ["Nothing was done: the table has just changed."]
    assert isinstance(narrator.read("rummy meld 2C", after, state), commands.PlayAction), "a call must lose no time"
    waits = replace(before, awaits_parts=True)
    assert narrator.read("throw KD", waits, state) == ["Nothing was done: a drawn card is on its way."]
    assert narrator.tell([], waits) == [] and not waits.legal()
    drawn = narrator.tell([], at("5S 6S KD 7S", "2C", [], "play"))
    assert drawn and not any("It is your turn" in line for line in drawn)


def test_who_is_on_the_way_to_a_table_hears_no_list_of_them() -> None:
    empty = news.LobbyListed(())
    assert Narrator().tell([empty], pictures.empty())
    lost = Narrator(is_going=True)
    assert not lost.tell([empty], pictures.empty())
    lost.tell([news.WasRefused("sit 77", "no_table", "there is no table 77")], pictures.empty())
    assert lost.tell([empty], pictures.empty()), "the table is not there: now they look for one"


def test_help_names_what_serves_now() -> None:
    model = replace(at("TH QS 7S KD", "6S 2C", [], "play"), table=TABLE, connected=True)

    def words(shown: ViewModel, topic: str = "") -> set[str]:
        told = answer(commands.Do("help", (topic,) if topic else ()), shown, None)
        return {str(dict(one.pairs)["command"]).split(" ")[0] for one in told if isinstance(one, news.QueryAnswered)}

    assert {"throw", "rummy", "hand"} <= words(model) and len(words(model)) < 15
    assert not words(model) & {"draw", "want", "aces", "create", "ready"}
    assert "create" in words(replace(model, table=None)) and "throw" not in words(replace(model, table=None))
    assert words(model, "all") >= VERBS.keys()
