"""The sentences of ``--plain``: cards and melds by words, everything once, and nothing that tells of a rummy."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import MOST, SPOKEN_NEWS, Narrator, offers, throws
from rummynet_client.core.spoken.spoken_cards import (
    SPOKEN,
    card_words,
    cards_words,
    codes_in_words,
    hand_words,
    heard_cards,
)
from rummynet_client.core.spoken.table_words import sentence, table_lines
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.action_text import Wording, worded
from rummynet_client.core.text.commands import BadCommand
from rummynet_client.core.text.event_text import event_sentences
from rummynet_client.core.text.game_words import table_title
from rummynet_client.core.text.news import News
from rummynet_client.core.views.ranking import price_of
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.language import other_catalogue, use_catalogue
from rummynet_client.language.catalogues import catalogue
from rummynet_protocol import notation
from rummynet_protocol.actions import AcceptPenalty, CountAces, Draw, ThrowOut
from rummynet_protocol.events import Chose, Drew, Event
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.foreign import Foreign
from tests.support.forge import Forge
from tests.support.in_notation import texts
from tests.support.listening import heard, narrated
from tests.terminal.test_choice import at

TABLE = news.TableChanged(1, "kitchen", "keilty", "playing", {}, ())
TOLD_ELSEWHERE = {news.TurnBegan, news.MovesChanged, news.RummyCalled}
"""The own turn is told from the model, what may be done in it when asked; a call with what it did."""
CODE = re.compile(r"(?<![\w.])(?:[A2-9TJQK][CDHS]|\*[1-9])(?![\w])")


@pytest.mark.parametrize(
    ("name", "words"),
    [("7D", "7 of diamonds"), ("TC.1", "10 of clubs"), ("*1", "joker"), ("*1=7H", "joker as 7 of hearts"),
     ("2C.0=9?", "2 of clubs as 9 of any suit")],
)  # fmt: skip
def test_a_card_in_words(name: str, words: str) -> None:
    assert card_words(name) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["7D", "8D", "9D"], "7, 8 and 9 of diamonds"),
        (["QC", "QH", "QS"], "queen of clubs, hearts and spades"),
        (["AS", "2H"], "ace of spades and 2 of hearts"),
        (["7D", "*1=8D"], "7 of diamonds and joker as 8 of diamonds"),
        (["7C", "8C", "*1.0=9C"], "7 and 8 of clubs, and joker as 9 of clubs"),
        (["3C", "4C", "2H", "6C"], "3 and 4 of clubs, 2 of hearts, and 6 of clubs"),
        ([], ""),
    ],
)
def test_several_cards_in_words(names: list[str], words: str) -> None:
    assert cards_words(names) == words


def test_several_codes_of_a_sentence_are_told_together() -> None:
    told = codes_in_words("a gap over TC TD TS is allowed, and 2H is wild")
    assert told == "a gap over 10 of clubs, diamonds and spades is allowed, and the 2 of hearts is wild"


def test_a_hand_is_told_by_suits() -> None:
    assert hand_words(["KD", "*1", "2S", "AS", "3D"]) == "ace and 2 of spades; 3 and king of diamonds; joker"
    assert hand_words([]) == "no cards"


def test_every_kind_of_news_is_told_or_told_elsewhere() -> None:
    assert set(SPOKEN_NEWS) | TOLD_ELSEWHERE == {*News.__args__}


@pytest.mark.parametrize("variant", NAMES)
def test_a_whole_round_names_no_card_meld_or_seat_by_a_code(variant: str) -> None:
    narrator = Narrator()
    lines = [line for items, model in round_of(variant) for line in narrator.tell(items, model)]
    assert len(lines) > 30 and any(line.startswith("It is your turn. You hold") for line in lines)
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
        for number, one in enumerate(found, 1):
            answer = narrator.read(str(number), model)
            if price_of(model, one.action):
                answer = narrator.read("yes", model)
            assert answer == commands.PlayAction(one.action)
            assert one.words
        whole = narrator.read("what all", model)
        assert isinstance(whole, list) and sum(line.split(":")[0].isdigit() for line in whole) == len(offers(model))
        some = narrator.read("what", model)
        assert isinstance(some, list) and sum(line.split(":")[0].isdigit() for line in some) <= MOST


def test_words_that_are_said_are_understood_and_each_throw_has_a_number() -> None:
    model = at("TH QS 7S KD", "6S 2C", [], "play")
    narrator = Narrator()
    for said in ("throw queen of spades", "throw the Queen of Spades", "THROW QS", "throw qs"):
        assert narrator.read(said, model) == commands.PlayAction(ThrowOut("QS")), said
    for said in ("throw 10H", "throw 10 of hearts", "throw th"):
        assert narrator.read(said, model) == commands.PlayAction(ThrowOut("TH")), said
    laid = commands.PlayAction(notation.parse("take 6S meld 5S 6S 7S"))
    assert narrator.read("take 6 of spades meld 5 of spades 6s 7S", model) == laid
    assert narrator.read("say throw the queen of spades", model) == commands.SayAloud("throw the queen of spades")
    told = narrator.read("what", model)
    assert isinstance(told, list)
    assert told[-1] == (
        "To throw out a card say its number. "
        "1: the 7 of spades; 2: the queen of spades; 3: the 10 of hearts; 4: the king of diamonds."
    )
    narrator.tell([], replace(model, table=TABLE))
    assert narrator.read("2", model) == commands.PlayAction(ThrowOut("QS"))


def test_a_question_is_asked_with_its_price_and_is_no_turn() -> None:
    question = "Want the top of the pile? The top of the stock comes too. No answer means no. You hold"
    for place in (0, 2):  # asked now, or able to answer before it is
        told = Narrator().tell([], pictures.offered(place))
        assert told[0].startswith(question)
        assert told[-2:] == ["1: leave it.", "2: want the 2 of spades."]


def test_german_words_for_cards_are_understood() -> None:
    with other_catalogue(catalogue("de")):
        assert heard_cards(f"throw {card_words('QS')}") == heard_cards("throw queen of spades") == "throw QS"


def test_what_tells_hand_and_pile_on_the_own_turn_and_on_that_of_others() -> None:
    model = at("TH QS 7S KD", "6S 2C", [], "play")
    for due in ((0,), (1,)):
        told = Narrator().read("what", replace(model, due=due, my_turn=due == (0,), table=TABLE))
        assert isinstance(told, list)
        assert "You hold 7 and queen of spades; 10 of hearts; king of diamonds." in told
        assert "The 2 of clubs lies on top of the pile of 2." in told


def test_who_comes_back_after_a_game_hears_that_it_is_over_and_that_ready_is_wanted() -> None:
    narrator, waiting = Narrator(), pictures.waiting("keilty", 2)
    assert waiting.table is not None
    narrator.tell([news.Welcomed("kitchen", "anna", "host"), waiting.table], waiting)
    over = replace(waiting, over=news.GameWasWon(1, 0, "anna", (0, 0)))
    told = narrator.tell([news.Welcomed("kitchen", "anna", "host")], over)
    assert any("The game is over. To play again, say ready" in line for line in told), told
    assert not any("To play again" in line for line in narrator.tell([], over))


def test_the_play_that_lays_most_comes_first_and_a_draw_before_what_lays_nothing() -> None:
    for _items, model in round_of("keilty"):
        found = [notation.text(one.action) for one in offers(model)]
        if len(found) > 1 and "draw" in found:
            assert all("meld" in one or " lay " in one for one in found[: found.index("draw")])


def test_a_penalty_is_what_the_rules_say() -> None:
    assert worded(AcceptPenalty("draw"), (), SPOKEN) == "pick up the top two cards of the stock"
    assert worded(AcceptPenalty("pile"), (), SPOKEN) == "pick up the whole pile"
    events: list[Event] = [Chose(1, "penalty draw"), Drew(1, None), Drew(1, None)]
    told = ["ben: pick up the top two cards of the stock", "ben drew a card", "ben drew a card"]
    assert event_sentences(events, Wording(("anna", "ben"), 0, voice=SPOKEN)) == told
    assert event_sentences(events[:1], Wording(("anna", "ben"), 1, voice=SPOKEN)) == [
        "you: pick up the top two cards of the stock"
    ]


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


def test_a_turn_is_told_once_and_again_when_asked() -> None:
    narrator, last = Narrator(), None
    for items, model in heard(Forge("keilty", {}, 2, seed=1).play(1)):
        narrator.tell(items, model)
        if model.my_turn:
            last = model
            break
    assert last is not None
    chat = news.ChatSaid("ben", 1, "player", "hello")
    assert narrator.tell([chat], last) == ["ben says: hello"]
    asked = narrator.read("what", last)
    assert isinstance(asked, list) and any(line.endswith(": draw.") for line in asked)


def test_alarms_come_first() -> None:
    told = Narrator().tell(
        [news.ChatSaid("ben", 1, "player", "hello"), news.FairnessReported("root", True, 0, "CHEAT: the deck")],
        pictures.empty(),
    )
    assert told == ["CHEAT: the deck.", "ben says: hello"]


def test_text_of_others_is_made_harmless() -> None:
    told = Narrator().tell([news.ChatSaid("a\x1b[31mb", 0, "player", "two\nlines\x07")], pictures.empty())
    assert all(line.isprintable() for line in told)


def test_numbers_and_words_that_mean_nothing() -> None:
    narrator = Narrator()
    assert narrator.read("3", pictures.empty()) == ["There is no offer 3 now; say 'what'."]
    assert narrator.read("what", pictures.empty()) == ["Sit down at a table (sit 1), or open one (create keilty)."]
    with pytest.raises(BadCommand):
        narrator.read("dance", pictures.empty())
    for asked in ("hand", "table", "scores", "review"):
        assert narrator.read(asked, pictures.empty())


def test_a_namesake_a_bot_and_one_who_goes_away_during_a_game() -> None:
    narrator, before = Narrator(), replace(pictures.waiting("keilty", 2), name="anna")
    playing = news.TableChanged(1, "kitchen", "keilty", "playing", {}, ())
    me, bot = news.SeatTaken(0, "anna 2", True, False, True, False), news.SeatTaken(1, "Ada", False, True, True, True)
    model = replace(before, seats=(me, replace(bot, level="steady")))
    assert narrator.tell([playing, *model.seats], model)[1:] == [
        "Somebody here is already called anna: at this table you are anna 2.",
        "You sit down as anna 2. Say 'ready' to play; 'bot add' seats a bot.",
        "Ada sits here, a bot: steady, ready.",
    ]
    away = replace(model.seats[1], connected=False)
    assert narrator.tell([away], model) == ["Ada is away; 'vote Ada' lets the host play for them."]


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


def test_a_table_and_its_people() -> None:
    narrator, empty = Narrator(), pictures.empty()
    table = news.TableChanged(1, "kitchen", "keilty", "waiting", {}, ())
    told = narrator.tell(
        [
            table, news.SeatTaken(0, "anna", True, False, True, False),
            news.SeatTaken(1, "ben", False, False, True, False),
            news.SeatTaken(1, "ben", False, True, True, False), news.SeatTaken(1, "ben", False, True, False, False),
            news.SeatTaken(1, "ben", False, True, True, False), news.SeatFreed(1), replace(table, paused=True),
            replace(table, paused=False), replace(table, coming=2), news.LeftTable(1),
        ],
        empty,
    )  # fmt: skip
    assert told == [
        "You are at table 1, kitchen: Keilty rummy.",
        "You sit down as anna. Say 'ready' to play; 'bot add' seats a bot.",
        "ben sits here.",
        "ben is ready.",
        "ben is away.",
        "ben is back.",
        "ben has left.",
        "The table is paused.",
        "The table goes on.",
        "2 bots are on their way.",
        "You have left the table.",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_who_comes_back_hears_of_each_action_what_those_heard_who_were_there(name: str) -> None:
    told = [(item, model) for items, model in heard(Forge(name, {}, 3, seed=4).play(1)) for item in items]
    acted = [(item, model) for item, model in told if isinstance(item, news.SeatActed)]
    tell = SPOKEN_NEWS[news.SeatActed]
    live = [tell(Narrator(), item, model) for item, model in acted]
    assert any("laid off" in line for lines in live for line in lines) or name == "crummy"
    assert [tell(Narrator(), item, told[-1][1]) for item, _ in acted] == live


def test_a_lost_connection_is_told_once_until_it_is_back_and_each_sentence_has_one_stop() -> None:
    narrator, model = Narrator(), pictures.empty()
    lost = news.ConnectionEnded("lost", "the connection was lost; trying again", again=True)
    refused = news.ConnectionEnded("lost", "connection refused; is the port right?", again=True)
    heard = [narrator.tell([one], model) for one in (lost, refused, refused, refused)]
    assert heard[1] == ["The connection has ended: connection refused; is the port right?", "Trying to reconnect."]
    assert heard[0] and heard[2:] == [[], []]
    narrator.tell([news.Welcomed("pi", "ann", "")], model)
    assert narrator.tell([refused], model)


def test_a_wild_card_is_thrown_out_by_its_number_only_after_a_question() -> None:
    narrator, model = Narrator(), pictures.on_turn("crummy", 3, 1)
    assert model.variety is not None and model.state is not None
    narrator.tell([], model)
    asked = 0
    for number, offer in enumerate([*offers(model), *throws(model)], 1):
        answer = narrator.read(str(number), model)
        if price_of(model, offer.action):
            assert isinstance(answer, list) and answer[0].startswith("This card is wild. ")
            assert narrator.read("yes", model) == commands.PlayAction(offer.action)
            narrator.read(str(number), model)
            narrator.read("hand", model)
            with pytest.raises(BadCommand):
                narrator.read("yes", model)  # only right after the question
            asked += 1
        else:
            assert answer == commands.PlayAction(offer.action)
    assert asked


def read_out(lines: Sequence[str]) -> dict[str, str]:
    """Number to what is offered under it."""
    return dict(re.findall(r"(\d+): (.*?)[.;](?= |$)", " ".join(lines)))


def test_a_number_means_for_the_whole_turn_what_it_meant_when_it_was_read() -> None:
    narrator = Narrator()
    hand, laid = "5S 6S 7S 8S 9D 9H 9C KD", "9C 9D 9H"
    before = read_out(narrator.tell([], at(hand, "2C 3H", [], "play")))
    nines = next(number for number, says in before.items() if "nine" in says or "9" in says)
    after = at("5S 6S 7S 8S KD", "2C 3H", [laid], "play")
    now = read_out(narrator.tell([], after))
    assert nines not in now and narrator.read(nines, after) == [f"There is no offer {nines} now; say 'what'."]
    assert now and all(before[number] == says for number, says in now.items() if number in before)
    # Somebody lays before the list is read out anew: a number means the same play, or none.
    four = at("5S 6S 7S 8S KD", "2C 3H", [laid, "2S 3S 4S"], "play")
    meant = {number: narrator.read(number, after) for number in now}
    assert all(narrator.read(number, four) == does for number, does in meant.items())
    added = read_out(narrator.tell([], four))
    assert max(map(int, added)) > max(map(int, before)), "a new offer has a new number"
    assert all({**before, **now}[number] == says for number, says in added.items() if number in {**before, **now})
    # The next turn begins with 1.
    narrator.tell([], replace(four, due=(1,), my_turn=False))
    assert "1" in read_out(narrator.tell([], four))


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


def test_a_choice_that_can_only_cost_is_asked_about_with_its_price() -> None:
    model = pictures.playing("vegas", 2, 3)
    assert price_of(model, CountAces(2)) == "This costs you 24 points more, and brings nothing"
    assert not price_of(model, CountAces(0)) and not price_of(model, Draw())


def test_a_table_that_nobody_has_named_is_called_after_its_player_in_the_language_in_use() -> None:
    use_catalogue(catalogue("de"))
    try:
        assert [*map(table_title, ("anna's table", "kitchen", "'s table"))] == [
            "Tisch von anna",
            "kitchen",
            "Tisch von ",
        ]
    finally:
        use_catalogue(catalogue("en"))


def test_who_is_on_the_way_to_a_table_hears_no_list_of_them() -> None:
    empty = news.LobbyListed(())
    assert Narrator().tell([empty], pictures.empty())
    assert not Narrator(is_going=True).tell([empty], pictures.empty())


def test_a_name_that_only_begins_like_a_sentence_takes_no_capital_from_it() -> None:
    assert sentence("players expire at 100", ["player", "bo"]) == "Players expire at 100."
    assert sentence("ann (bot) went out", ["ann", "ann (bot)"]) == "ann (bot) went out."


def test_table_tells_what_each_has_laid_where_that_counts() -> None:
    model = pictures.playing("keilty", 3, 30, seed=1)
    laid = laid_so_far(model.state)  # type: ignore[arg-type]
    assert any(laid)
    told = table_lines(model)[1:4]
    assert [f"Laid in this round: {points}." in line for points, line in zip(laid, told, strict=True)] == [
        bool(points) for points in laid
    ]


def test_a_meld_is_called_what_its_cards_show_and_nothing_else() -> None:
    """A wild card that does not say what it stands for may be in either."""
    says = {"5D 5S *1": "the set", "4D 5D *1 7D": "the run", "5D 5S 2C": "the meld", "4D 6H=5D 6D": "the run"}
    for cards, word in says.items():
        assert SPOKEN.meld(cards.split()).startswith(f"{word} "), cards
