"""Sentences and lines that follow from values alone, all of a kind at once: they are kept in a file."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest

from rummynet.puzzles.choosing import puzzle_lines
from rummynet.puzzles.puzzle import read_line
from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.waits import whole_seconds
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.spoken.spoken_cards import SPOKEN, codes_in_words, hand_words
from rummynet_client.core.spoken.table_words import pile_words
from rummynet_client.core.spoken.table_words import sentence as sentence_of_words
from rummynet_client.core.text import commands, game_words, news, verbs
from rummynet_client.core.text.action_text import Wording, action_text
from rummynet_client.core.text.card_names import WRITTEN, face_words, in_letters, in_notation, use_letters
from rummynet_client.core.text.event_text import event_sentences, events_line
from rummynet_client.core.text.news import TableListed
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.core.text.table_wish import TableWish, next_level, next_value
from rummynet_client.core.views.host_list import ListedHost, as_json, host_lines, numbered_lines, text_lines
from rummynet_client.core.views.host_registry import HostSeen, MetHost, Standing, standing
from rummynet_client.core.views.lesson import Lesson
from rummynet_client.core.views.puzzle_table import PuzzleTable
from rummynet_client.core.views.ranking import best_first, gain_of, price_of
from rummynet_protocol import events as ev
from rummynet_protocol import notation
from rummynet_protocol.actions import CountAces
from rummynet_protocol.sentences import comma_list, player_in, plural_sentence, sentence
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from rummynet_protocol.wire.versions import VERSIONS
from tests.client.text.test_parity import COMMANDS
from tests.support import pictures
from tests.support.kept import is_kept
from tests.terminal.test_choice import at

FILE: Final = Path(__file__).parent / "kept.txt"
MELDS: Final = (("9C", "9D", "*1=9H"), ("5S.0", "6S.1", "7S.0", "2C.1=8S"))
EVENTS: Final[tuple[tuple[ev.Event, ...], ...]] = (
    (ev.Dealt((2, 2)), ev.TurnedUp("7H")), (ev.Drew(0, None),), (ev.Drew(1, "QD.1"),), (ev.Took(0, ("9C", "4D")),),
    (ev.Took(0, ("9C",)), ev.Drew(0, None)), (ev.Took(1, ("9C",)), ev.Drew(1, "JS")),
    (ev.Took(1, ("9C",)), ev.Drew(0, "JS")), (ev.LaidDown(1, 0, ("9C", "9D", "*1=9H")), ev.ThrewOut(1, "KS")),
    (ev.LaidOff(0, 1, ("5S.0", "2C.1=8S")), ev.LaidOff(1, 1, ("7S.0",)), ev.LaidOff(1, 2, ("2D",))),
    (ev.Exchanged(1, 0, "9H", "*1=9H"),), (ev.CalledRummy(0), ev.LaidOff(0, 0, ("9C",))),
    (ev.CalledFalsely(0, ("2C",), 0),), (ev.CalledFalsely(1, ("2C", "3C"), 10),), (ev.Declared(1),),
    (ev.Shuffled(1), ev.Shuffled(20)), (ev.TurnedOver(1, 12),), (ev.Passed(0, "pass"), ev.Passed(1, "waive")),
    (ev.Chose(0, "aces 0"), ev.Chose(1, "aces 2"), ev.Chose(1, "buy"), ev.Passed(0, "decline"), ev.Passed(1, "fly")),
    (ev.ThrewOut(1, "2C"), ev.WentOut(1), ev.RoundEnded(1, (-5, 20), (5, 40))), (ev.WentOut(0),),
    (ev.Chose(0, "aces 1"), ev.Chose(1, "aces 0")),
    (ev.RoundEnded(None, (0, 1), (0, 1)), ev.GameEnded(None)), (ev.GameEnded(0), ev.GameEnded(1)),
)  # fmt: skip
NEWEST: Final = VERSIONS[-1]
TOLD: Final = Announcement(
    "Kitchen", "sha256:" + "ab" * 32, NEWEST, NEWEST, ("keilty",), 2, 1,
    (TableAnnounced(1, "keilty", "waiting", 2, 6, "anna's table"),),
)  # fmt: skip
HOST: Final = HostSeen("label", TOLD, ("192.0.2.1", "2001:db8::1"), 7866, 0.0)
NEW: Final = ListedHost(HOST, Standing("new"))
LISTED: Final = TableListed(1, "anna's table", "keilty", "waiting", ("anna", "bo"), 6, 1)
EMPTY: Final = TableListed(2, "", "vegas", "playing", (), 12, 0, closed=True, sealed=True, far=True)
HOSTS: Final = (
    NEW, replace(NEW, standing=Standing("changed", "ANOTHER KEY")), replace(NEW, why="does not answer", answers=False),
    replace(NEW, tables=(LISTED, EMPTY), answers=True), replace(NEW, tables=()),
    *(replace(NEW, tables=(LISTED,), standing=Standing("known"), own_name=name) for name in ("bo", "b", "")),
    replace(NEW, standing=Standing("known"), own_name="bo"), replace(NEW, tables=(LISTED,), own_name="bo"),
    *(replace(NEW, incidents=(Incident(kind),)) for kind in ("cheat", "held-back")),
    *(replace(NEW, host=replace(HOST, announcement=replace(TOLD, **changed))) for changed in (
        {"low": NEWEST + 1, "high": NEWEST + 1}, {"low": 0, "high": 0}, {"open": 5}, {"open": 0, "tables": ()},
        {"players": 1},
    )),
)  # fmt: skip


def events() -> Iterable[str]:
    """Every event, to who did it and to others, read and heard."""
    for found in EVENTS:
        for voice in (WRITTEN, SPOKEN):
            for me in (0, None):
                by = Wording(("Ann", "Bob"), me, MELDS, voice)
                yield f"{events_line(found, by)} | {' | '.join(event_sentences(found, by))}"


def actions() -> Iterable[str]:
    """Every action, read and heard, and in letters of German cards."""
    for line in COMMANDS:
        if verbs.VERBS[line.split(" ")[0]].when == verbs.ACTION:
            use_letters("german")
            german = in_letters(line) + " = " + in_notation(in_letters(line))
            use_letters("english")
            yield f"{action_text(line, MELDS)} | {action_text(line, MELDS, SPOKEN)} | {german}"
    yield from map(in_notation, ("throw 10♦", "throw qs", "throw the queen of spades", "throw q of spades"))
    yield from (codes_in_words(text) for text in ("*1 is 9H.1", "AH=? KD QD, x", "KS.1=2C"))
    yield from (face_words(face) for face in ("*1", "9?", "TH", "A?"))


def hosts() -> Iterable[str]:
    """Every kind of host in each form of a list."""
    for one in HOSTS:
        yield from (f"{style}: {line}" for style, line in text_lines([one]))
        yield from (*numbered_lines([one, one])[-2:], *host_lines([one]), str(as_json([one])))


def games() -> Iterable[str]:
    """The words about each game and its options, and what is seen of its values."""
    for name in (*NAMES, "whist"):
        yield f"{game_words.game_title(name)}: {game_words.game_words(name)} {game_words.melds_of(name)}"
        for one in TableWish(name).variety.options if name in NAMES else ():
            values = [one.default, *one.choices, one.low, one.high, *(one.presets if one.is_list else ())]
            words = [game_words.value_words(one, value) for value in values if value not in (None, ())]
            yield f"{game_words.option_title(one)}: {game_words.option_says(one)} {words}"
    yield from (game_words.table_title(name) for name in ("den", "Ann's table", "'s table"))
    yield from (game_words.level_words(level) for level in ("simple", "Rosa", "nobody"))


def wishes() -> Iterable[str]:
    """Steps from each value of each option, with bots and without."""
    for name in NAMES:
        wish = TableWish(name)
        yield f"{wish.command} {wish.most_bots} {[one.with_game(step).words for one in (wish,) for step in (1, -1)]}"
        for one in wish.variety.options:
            ends = [value for value in (one.low, one.high) if value is not None]
            presets = one.presets[:2] if one.is_list else ()
            near = [one.default, *presets, *one.choices[:2], *ends, *(value - 1 for value in ends[1:])]
            near = ["draw", 0, 3] if one.seat_or_draw else near
            near += [value + 7 for value in ends[:1] if one.high is not None and value + 7 < one.high]
            found = [(value, [next_value(one, value, step, 4) for step in (1, -1)]) for value in near]
            yield f"{one.name}: {found} {[wish.stepped(one, step).words for step in (1, -1)]}"
        for count in (-1, 0, 1, 3, 50):
            more = replace(wish, bots=("expert",), closed=True).with_bots(count, least=count == 0)
            stepped = more.with_level(len(more.bots) - 1, 1).words if more.bots else ""
            yield f"{more.words} | {stepped} | {more.objection()} | {more.objection(alone=True)}"
    yield from (f"{next_level(level, step, alone=alone)}" for level in ("simple", "x", "match") for step in (1, -1)
                for alone in (True, False))  # fmt: skip
    wrong = TableWish("vegas", values={"split": (1,)})
    late = (TableWish("keilty", values={"first_starter": seat}, bots=("expert",)) for seat in (2, 5))
    yield from (f"{bad.objection()} {bad.objection(alone=True)}" for bad in (wrong, *late))
    for option in wrong.options:
        yield f"{option.name} {[wrong.stepped(option, step).words for step in (1, -1)]}"


def offers() -> Iterable[str]:
    """What is offered at a table of each game, best first, what it brings and what speaks against it."""
    for name in NAMES:
        for step in (16, 21, 29, 34):
            model = pictures.on_turn(name, 3, step)
            ranked = best_first(model, model.legal())
            told = [f"{notation.text(one)} {gain_of(model, one)} {price_of(model, one)}" for one in ranked]
            yield f"{name} {step}: {told[:5]} {told[-3:]}"
        yield str(list(map(notation.text, best_first(replace(model, me=None), model.legal()[:5]))))
    for place in (0, 2, None):
        model = pictures.offered(place)
        yield str([notation.text(one) + str(gain_of(model, one)) for one in best_first(model, model.legal())])
    yield str([price_of(model, CountAces(high)) for high in (0, 3)])


def second_person() -> Iterable[str]:
    """What the rules say of players, to one of them, to another, and to who watches."""
    several = [comma_list([player_in(seat) for seat in seats]) for seats in ((0, 2), range(3))]
    for players in (player_in(0), player_in(1), *several):
        for template in ("{players} sits out", "{players} gets {won}", "{place}. {players}", "{players} waits"):
            says = plural_sentence(template, template, 1, players=players, won=3, place=2)
            yield str([in_second_person(says, ("Ann", "Bob", "Cid"), me) for me in (0, 1, None)])
    for template in ("{player} was out once", "{card} is offered to {player}, then to {then}"):
        says = sentence(template, player=player_in(0), then=player_in(1), card="2C")
        yield str([in_second_person(sentence("{so}!", so=says), ("Ann", "Bob"), me) for me in (0, 1, None)])
    many = "{player} was out {times} times"
    for count in (1, 2):
        says = plural_sentence("{player} was out once", many, count, player=player_in(1), times=count)
        yield str([in_second_person(says, ("Ann", "Bob"), me) for me in (0, 1)])


def typed() -> Iterable[str]:
    """Commands as they are named, seats by names, and completions."""
    for line in (
        "sit 1", "watch 2", "create joker", "ready", "ready no", "throw 9C", "help draw", "quit", "let ann", "say a b",
        "seats close", "owner 2", "remove 2", "vote 1 no", "why deck", "set bell off", "bot add simple", "review",
        "coach", "coach game", "incidents", "incidents clear", "create vegas split=70,30 bots=simple seats=closed",
    ):  # fmt: skip
        yield f"{line}: {commands.command_text(verbs.parse_command(line))}"
    names = {0: "Ben", 1: "Anna", 2: "Anna (2)", 3: "Carla", 4: "7"}
    for line in (
        "vote ben", "vote Anna", "vote anna (2) no", "VOTE car no", "owner  carla ", "vote 7", "vote a", "vote nobody",
        "vote", "say anna", "remove ben", "admit ben no", "vote no", "vote anna no",
    ):  # fmt: skip
        yield f"{line}: {verbs.with_seats(line, names)}"
    yield str([verbs.with_seats(f"vote {verbs.seat_word(seat, name)}", names) for seat, name in names.items()])
    legal = ["throw 9C", "throw KD", "meld 7C 7D 7H"]
    for line in ("throw ", "throw K", "throw KD", "rummy ", "create k", "b", "h", "bot ", "help qu", "hand ", "x "):
        yield f"{line}: {verbs.complete(line, legal)} {verbs.complete(line, legal, ('hand', 'bot', 'throw'))}"


def heard() -> Iterable[str]:
    """Hands, melds and answers as they are heard."""
    yield from (hand_words(cards.split()) for cards in ("KD *1 2S AS 3D", "", "TH 9H.1 9H.0", "*1 *2"))
    for cards in ("5S 6S *1", "9C 9D *1=9H", "*1=6H 7H 8H", "2S 7H 8H", "QC", "QC=3D QC QD.1"):
        yield f"{SPOKEN.meld(cards.split())} | {SPOKEN.cards(cards.split())}"
    yield str([whole_seconds(millis) for millis in (0, 1, 1000, 1001, 2001, 2002, 60_030, 60_000_000)])
    yield from (pile_words(at("KD", pile, [], "pickup")) for pile in ("", "2C 3C 5C 6C 7C", "2C 3C 5C 6C 7C 8C"))
    for text, name in (("play wins", "play"), ("players win", "play"), ("so?", ""), ("bob", "bob"), ("it is!", "")):
        yield sentence_of_words(text, [name])
    for pairs in (
        (("command", "draw"), ("does", "draws a card")), (("setting", "suits"), ("value", 3), ("does", "shows them")),
        (("incidents", 0), ("says", "nothing")), (("transcript", "a.rummy"),), (("rule", "draw"), ("says", "it")),
    ):  # fmt: skip
        yield str(Narrator().tell([news.QueryAnswered("fair", pairs)], pictures.waiting("keilty", 2)))


def standings() -> Iterable[str]:
    """A host beside those that were met before."""
    old, other = TOLD.fingerprint, "sha256:" + "cd" * 32
    met = [MetHost(at, key, name) for at in ("192.0.2.1:7866", "[::ffff:192.0.2.1]:7866", "198.51.100.1:1")
           for key in (old, other) for name in ("Kitchen", "K\u0456t\u0441hen", "Attic")]  # fmt: skip
    for one in ([], *([each] for each in met), [met[3], met[0]], [met[-1], met[-3]], [met[3], met[10]], met[15:17]):
        yield str(standing(HOST, "192.0.2.1:7866", one))


def chat() -> Iterable[str]:
    """Which news are chat of players, which are not wanted, and which are a detail of a verification."""
    for by in ("player", "bot", "watcher", "host"):
        said = news.ChatSaid("x", 1, by, "hi")
        unwanted = [
            news.is_unwanted_chat(said, mute=mute, talk=talk) for mute in (True, False) for talk in (True, False)
        ]
        yield f"{by} {news.is_player_chat(said)} {unwanted}"
    for pairs in ((("check", "verify"), ("says", "x")), (("check", "verify"), ("verified", True)), (("says", "x"),)):
        item = news.QueryAnswered("fair", pairs)
        yield f"{news.is_verification_detail(item)} {news.is_player_chat(item)}"


def puzzles() -> Iterable[str]:
    """A puzzle of each game: answered by each of its plays, or looked at move by move."""
    for name in NAMES:
        for line in list(puzzle_lines((name,)).values())[:2]:
            puzzle = read_line(line)
            for do in [*(notation.text(play.actions[0]) for play in puzzle.plays[:3]), "hint", "throw 9X", "hand"]:
                table = PuzzleTable(puzzle, puzzle.rating, "puzzle")
                asks = [
                    f"{table.take_input(said)} {table.outcome} {table.refusal_text}" for said in (do, "hint", "hint")
                ]
                model = table.model
                yield f"{asks} {table.take_input('ready')} {model.due} {model.hand} {model.over} {model.state == model}"
                yield f"{table.heading} {table.question()} {table.is_done and table.verdict(SPOKEN)}"
                yield f"{table.recent_lines()} {table.lines(SPOKEN)[-2:]} {model.lines[-1:]} {model.refusal}"


def lesson() -> Iterable[str]:
    """The lesson, step by step, with what does not lead on."""
    taught = Lesson()
    first = ("throw 2C", "ready", "fly", "hint", "throw 9D", "meld 6S 5S 7S")
    for said in (*first, *["hint"] * 7, "throw JS", "hint", "hint", "x"):
        taught.take_input(said)
        model = taught.model
        yield f"{said}: {taught.step_index} {taught.refusal_text} {taught.wanted} {model.due} {model.my_turn}"
        yield f"{taught.instruction} {model.hand} {model.lines[-2:]} {model.over} {model.table}"
    yield f"{model.game} {model.round} {model.totals} {model.fairness}"


WAYS = (events, actions, hosts, games, wishes, offers, typed, heard, standings, chat, second_person, puzzles, lesson)
CASES: Final[dict[str, Callable[[], Iterable[str]]]] = {one.__name__: one for one in WAYS}


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_is_what_was_kept(name: str) -> None:
    assert is_kept(FILE, name, CASES[name]())
