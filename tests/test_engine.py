"""``rummynet engine``: requests and answers line by line."""

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.engine import DEEPEST, LONGEST_LINE, Engine, answer_line, perft, serve
from rummynet.rules.keilty.game import VARIETY
from rummynet_cli.verbs.engine import run
from rummynet_protocol import cards
from tests.support.keilty_play import at, position

PAGE = (Path(__file__).parents[1] / "docs" / "engine.md").read_text("utf-8")
DECK = list(cards.FACES[:52])
NEW = {"cmd": "new", "variant": "keilty", "players": 2, "starter": 0, "deck": DECK, "options": {}}


def ask(engine: Engine, request: object) -> dict[str, Any]:
    line = answer_line(engine, json.dumps(request).encode())
    assert b"\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


def refused(engine: Engine, request: object) -> str:
    """The code of the refusal, which has to leave the position alone."""
    before = ask(engine, {"cmd": "position"})
    answer = ask(engine, request)
    assert answer["ok"] is False and set(answer["error"]) == {"code", "message"} and answer["error"]["message"]
    assert ask(engine, {"cmd": "position"}) == before
    code: str = answer["error"]["code"]
    return code


def fresh(request: object = NEW) -> Engine:
    engine = Engine()
    assert ask(engine, request)["ok"] is True
    return engine


def placed(hands: list[str], discard: str = "", table: tuple[str, ...] = (), **more: Any) -> Engine:  # noqa: ANN401
    return fresh({"cmd": "set", "position": position(hands, discard, table, **more)})


# -- each request


def test_new_deals_from_the_deck() -> None:
    answer = ask(Engine(), NEW)
    assert answer["ok"] is True and list(answer) == ["ok", "position"]
    dealt = answer["position"]
    assert dealt["hands"][0] == DECK[0:20:2] and dealt["hands"][1] == DECK[1:20:2]
    assert dealt["discard"] == [DECK[20]] and dealt["stock"] == DECK[21:]
    assert (dealt["variant"], dealt["round"], dealt["starter"], dealt["turn"], dealt["phase"]) == (
        "keilty",
        1,
        0,
        0,
        "pickup",
    )


def test_new_from_a_seed_is_the_same_each_time_and_another_for_another_seed() -> None:
    seeded = {key: value for key, value in NEW.items() if key not in ("deck", "starter")}
    deals = [ask(Engine(), seeded | {"seed": seed})["position"] for seed in (1, 1, 2, -1, 2**63 - 1)]
    assert deals[0] == deals[1] and len({json.dumps(deal) for deal in deals}) == 4
    first, second = deals[0]["hands"]
    assert sorted([*first, *second, *deals[0]["stock"], *deals[0]["discard"]]) == sorted(DECK)
    starters = {ask(Engine(), seeded | {"seed": seed})["position"]["starter"] for seed in range(20)}
    assert starters == {0, 1}


def test_the_starter_is_given_or_named_by_the_options_or_seat_0() -> None:
    bare = {key: value for key, value in NEW.items() if key != "starter"}
    assert ask(Engine(), bare)["position"]["starter"] == 0
    assert ask(Engine(), bare | {"options": {"first_starter": 1}})["position"]["starter"] == 1
    assert ask(Engine(), NEW | {"options": {"first_starter": 1}})["position"]["starter"] == 0


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"variant": "gin"}, "option"), ({"variant": 1}, "request"), ({"players": 7}, "request"),
        ({"players": None}, "request"), ({"starter": 2}, "request"), ({"starter": "0"}, "request"),
        ({"options": {"target": -1}}, "option"), ({"options": []}, "request"), ({"deck": DECK[1:]}, "deck"),
        ({"deck": [*DECK[1:], "2C"]}, "deck"), ({"deck": [*DECK, "AC"]}, "deck"), ({"deck": ["X"] * 52}, "card"),
        ({"deck": "AC"}, "request"), ({"deck": [1] * 52}, "request"), ({"deck": None}, "request"),
        ({"deck": None, "seed": 1.5}, "request"), ({"deck": None, "seed": 2**70}, "request"),
        ({"options": {"hand": 13}, "players": 4}, "option"),
    ],
)  # fmt: skip
def test_new_refuses(more: dict[str, Any], code: str) -> None:
    assert refused(fresh(), NEW | more) == code


def test_set_takes_a_position_and_gives_it_back() -> None:
    given = position(["7H TD", "AS 2C"], "5S 6S", ("3H 4H 5H by 0 0 1",), stock="4C")
    answer = ask(Engine(), {"cmd": "set", "position": given})
    assert answer["position"]["melds"] == given["melds"] and answer["position"]["claims"] == []


def test_set_refuses_what_cannot_be_and_what_is_hidden() -> None:
    engine = fresh()
    good = position(["7H TD", "AS 2C"], "5S 6S")
    assert refused(engine, {"cmd": "set"}) == "request"
    assert refused(engine, {"cmd": "set", "position": [good]}) == "request"
    assert refused(engine, {"cmd": "set", "position": good | {"discard": ["7H"]}}) == "position"
    assert refused(engine, {"cmd": "set", "position": good | {"hands": [["7H", None], ["AS"]]}}) == "position"
    assert refused(engine, {"cmd": "set", "position": good | {"stock": [None]}}) == "position"
    assert refused(engine, {"cmd": "set", "position": good | {"variant": "whist"}}) == "option"


def test_before_there_is_a_position() -> None:
    for cmd in ("position", "legal", "apply", "reshuffle", "next", "perft", "insert"):
        assert ask(Engine(), {"cmd": cmd, "seat": 0})["error"]["code"] == "no_position"


def test_legal_lists_everything_for_each_seat_sorted_with_calls() -> None:
    engine = placed(["2D 5D", "5S 7S 9C"], "6S 3C 4C 5C", claims=[{"action": "rummy meld 3C 4C 5C", "by": 1}], turn=1)
    assert ask(engine, {"cmd": "legal", "seat": 0})["actions"] == ["rummy meld 3C 4C 5C"]
    assert ask(engine, {"cmd": "legal", "seat": 1})["actions"] == [
        "draw", "take 3C meld 3C 4C 5C", "take 6S meld 5S 6S 7S",
    ]  # fmt: skip
    for seat in (2, -1, "0", None, True, 1.0):
        assert refused(engine, {"cmd": "legal", "seat": seat}) == "request"


def test_apply_answers_with_what_happened_and_the_position() -> None:
    engine = placed(["5S 7S 9C", "2D 5D"], "6S KD")
    answer = ask(engine, {"cmd": "apply", "seat": 0, "action": "take 6S meld 5S 6S 7S"})
    assert answer["events"] == [
        {"event": "took", "seat": 0, "cards": ["6S", "KD"]},
        {"event": "laid_down", "seat": 0, "meld": 0, "cards": ["5S", "6S", "7S"]},
    ]
    assert answer["position"] == ask(engine, {"cmd": "position"})["position"]
    assert answer["position"]["phase"] == "play" and answer["position"]["discard"] == []


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, "draw", "not_your_turn"), (0, "throw 5S", "wrong_phase"), (0, "take 6S", "card_not_used"),
        (0, "fly", "notation"), (0, "", "notation"), (0, "draw ", "notation"), (0, "throw 5s", "notation"),
        (0, "turn", "not_in_this_game"), (0, None, "request"), (0, 7, "request"), (5, "draw", "request"),
        (1, "rummy meld 5S 6S 7S", "no_such_call"), (0, "\ud800", "notation"), (0, "throw " + "5" * 500, "notation"),
    ],
)  # fmt: skip
def test_apply_refuses_with_a_code(seat: int, action: object, code: str) -> None:
    engine = placed(["5S 7S 9C", "2D 5D"], "6S KD")
    assert refused(engine, {"cmd": "apply", "seat": seat, "action": action}) == code


def test_a_draw_from_an_empty_stock_asks_for_a_shuffle() -> None:
    engine = placed(["5S 7S 9C", "2D 5D"], "6S KD 3C", stock="")
    assert refused(engine, {"cmd": "apply", "seat": 0, "action": "draw"}) == "needs_shuffle"
    assert refused(engine, {"cmd": "reshuffle", "order": ["6S"]}) == "deck"
    assert refused(engine, {"cmd": "reshuffle", "order": ["6S", "3C"]}) == "deck"
    assert refused(engine, {"cmd": "reshuffle"}) == "request"
    answer = ask(engine, {"cmd": "reshuffle", "order": ["KD", "6S"]})
    assert answer["position"]["stock"] == ["KD", "6S"] and answer["position"]["discard"] == ["3C"]
    assert answer["position"]["reshuffles"] == 1 and answer["events"] == [{"event": "shuffled", "count": 2}]
    assert refused(engine, {"cmd": "reshuffle", "order": []}) == "illegal"
    assert ask(engine, {"cmd": "apply", "seat": 0, "action": "draw"})["events"][0]["card"] == "KD"


def test_next_deals_the_following_round_and_carries_on_starter_and_totals() -> None:
    engine = placed(["2D", "AS"], "6S", starter=0, phase="play", scores=[10, 20])
    assert refused(engine, {"cmd": "next", "deck": DECK}) == "round_not_over"
    ask(engine, {"cmd": "apply", "seat": 0, "action": "throw 2D"})
    assert refused(engine, {"cmd": "next"}) == "request"
    assert refused(engine, {"cmd": "next", "deck": DECK, "join": [2]}) == "players"
    assert refused(engine, {"cmd": "next", "deck": DECK, "join": "2"}) == "request"
    answer = ask(engine, {"cmd": "next", "deck": DECK})["position"]
    assert (answer["round"], answer["starter"], answer["turn"], answer["scores"]) == (2, 1, 1, [10, 5])
    assert answer["hands"][1] == DECK[0:20:2] and answer["round_scores"] is None and answer["out"] is None


def test_next_is_refused_when_the_game_is_over() -> None:
    engine = placed(["2D", "AS"], "6S", phase="play", scores=[500, 20])
    won = ask(engine, {"cmd": "apply", "seat": 0, "action": "throw 2D"})
    assert won["position"]["winner"] == 0 and won["events"][-1] == {"event": "game_ended", "winner": 0}
    assert refused(engine, {"cmd": "next", "deck": DECK}) == "game_over"


def test_perft_counts_and_knows_its_limits() -> None:
    engine = placed(["2D 3D", "AS"], "6S", stock="9H")
    assert ask(engine, {"cmd": "perft", "depth": 0}) == {"ok": True, "nodes": [1]}
    assert ask(engine, {"cmd": "perft", "depth": 3})["nodes"] == [1, 1, 3, 3]
    for depth in (-1, DEEPEST + 1, "2", None):
        assert refused(engine, {"cmd": "perft", "depth": depth}) == "request"


def test_perft_leaves_calls_out_and_a_draw_that_needs_a_shuffle_is_a_leaf() -> None:
    calls = at(["2D 3D", "AS"], "3C 4C 5C", phase="play")
    assert calls.claims and perft(VARIETY, calls, 1) == [1, 2]
    assert perft(VARIETY, at(["2D 3D", "AS"], "6S KD", stock=""), 2) == [1, 1, 0]


def test_requests_of_other_games_are_refused_by_this_one() -> None:
    engine = fresh()
    assert refused(engine, {"cmd": "insert", "places": [1]}) == "illegal"
    assert refused(engine, {"cmd": "insert"}) == "request"
    assert refused(engine, {"cmd": "draw_for_deal", "variant": "keilty", "players": 2, "deck": DECK}) == "illegal"


# -- lines


def test_an_id_is_echoed_also_with_a_refusal() -> None:
    engine = Engine()
    for name in (0, "a", None, [1, {"b": "\ud800"}], 1.5):
        assert ask(engine, {"cmd": "position", "id": name})["id"] == name
        assert ask(engine, NEW | {"id": name})["id"] == name
        engine = Engine()
    assert "id" not in ask(engine, {"cmd": "position"})


BAD_LINES = [
    b"", b"\n", b"{", b"null", b"[]", b"3", b'"cmd"', b"{}", b'{"cmd": 1}', b'{"cmd": "fly"}', b'{"cmd": ["new"]}',
    b"\xff\xfe", b"\x00", b'{"cmd": "new", "seed": NaN}', b'{"cmd": "position", "id": Infinity}',
    b'{"cmd": "position", "id": 1e999}', b'{"cmd": "position", "id": -Infinity}', b"[" * 100_000,
    b'{"a":' * 50_000, b'{"cmd": "perft", "depth": ' + b"9" * 10_000 + b"}",
    b'{"cmd": "position", "id": ' + b"[" * 900 + b"]" * 900 + b"}",
    b"x" * (LONGEST_LINE + 5), b'{"cmd": "set", "position": {"variant": "keilty", "players": {}}}', b"{'cmd': 'new'}",
]  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: repr(line[:24]))
def test_a_bad_line_is_answered_and_changes_nothing(line: bytes) -> None:
    engine = fresh()
    before = ask(engine, {"cmd": "position"})
    answer = json.loads(answer_line(engine, line))
    assert answer["ok"] is False or b"position" in line
    assert answer["ok"] or answer["error"]["code"] != "internal"
    assert ask(engine, {"cmd": "position"}) == before


def test_one_answer_a_line_in_order_and_nothing_else() -> None:
    lines = [b'{"cmd": "position", "id": %d}' % number for number in range(3)]
    lines[1:1] = [b"", b"rubbish", b"y" * (3 * LONGEST_LINE)]
    out = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer.get("id") for answer in answers] == [0, None, None, None, 1, 2]


class Counting(io.BytesIO):
    """Counts how often it was flushed."""

    flushed = 0

    def flush(self) -> None:
        self.flushed += 1


def test_every_answer_is_flushed() -> None:
    out = Counting()
    serve(io.BytesIO(b"{}\n{}\n{}\n"), out)
    assert out.flushed == 3


def test_the_verb_reads_standard_input_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    given, out = io.BytesIO(json.dumps(NEW).encode()), io.BytesIO()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(given))
    stdout = io.TextIOWrapper(out)
    monkeypatch.setattr("sys.stdout", stdout)
    assert run(None) == 0  # type: ignore[arg-type]
    assert json.loads(out.getvalue())["ok"] is True


def test_a_fault_of_the_engine_itself_is_answered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = fresh()
    monkeypatch.setattr(type(VARIETY), "legal", lambda *_: 1 // 0)
    assert refused(engine, {"cmd": "legal", "seat": 0}) == "internal"


scraps = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(DECK),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
COMMANDS = ["new", "set", "position", "legal", "apply", "reshuffle", "insert", "next", "perft", "draw_for_deal"]


@settings(max_examples=300)
@given(
    st.sampled_from(COMMANDS),
    st.sampled_from(
        [*position(["7H TD", "AS 2C"], "5S 6S", ("3H 4H 5H",)), "seat", "action", "deck", "order", "depth"]
    ),
    scraps,
)
def test_any_value_anywhere_is_answered_without_a_fault(command: str, key: str, value: Any) -> None:  # noqa: ANN401
    engine = fresh()
    base = position(["7H TD", "AS 2C"], "5S 6S", ("3H 4H 5H",))
    request = {**NEW, "cmd": command, "seat": 0, "action": "draw", "position": base | {key: value}, key: value}
    if command == "perft":
        request["depth"] = 1
    answer = ask(engine, request)
    assert answer["ok"] or answer["error"]["code"] != "internal"


def test_a_whole_game_is_played_through_the_lines() -> None:
    chance = random.Random(3)
    engine = fresh({"cmd": "new", "variant": "keilty", "players": 3, "seed": 8, "options": {"target": 100}})
    here = ask(engine, {"cmd": "position"})["position"]
    while here["winner"] is None:
        if here["phase"] == "over":
            here = ask(engine, {"cmd": "next", "seed": chance.randrange(1000)})["position"]
            continue
        actions = ask(engine, {"cmd": "legal", "seat": here["turn"]})["actions"]
        answer = ask(engine, {"cmd": "apply", "seat": here["turn"], "action": chance.choice(actions)})
        if not answer["ok"]:
            assert answer["error"]["code"] == "needs_shuffle"
            answer = ask(engine, {"cmd": "reshuffle", "order": here["discard"][:-1]})
        here = answer["position"]
    assert max(here["scores"]) >= 100


@pytest.mark.parametrize(("variant", "players"), [("basic", 3), ("joker", 4), ("vegas", 5), ("crummy", 4)])
def test_the_other_games_are_played_through_the_lines_too(variant: str, players: int) -> None:
    chance = random.Random(4)
    engine = fresh({"cmd": "new", "variant": variant, "players": players, "seed": 4})
    here = ask(engine, {"cmd": "position"})["position"]
    assert ask(engine, {"cmd": "set", "position": here})["position"] == here
    for _ in range(300):
        if here["phase"] == "over":
            here = ask(engine, {"cmd": "next", "seed": chance.randrange(1000)})["position"]
        seat = here["turn"] if here.get("asked") is None else here["asked"]
        action = chance.choice(ask(engine, {"cmd": "legal", "seat": seat})["actions"])
        answer = ask(engine, {"cmd": "apply", "seat": seat, "action": action})
        if not answer["ok"]:
            assert answer["error"]["code"] == "needs_shuffle"
            answer = ask(engine, {"cmd": "reshuffle", "order": here["discard"][:-1]})
        here = answer["position"]
        assert here == ask(engine, {"cmd": "position"})["position"]


def test_the_first_dealer_by_drawn_cards() -> None:
    answer = ask(
        Engine(), {"cmd": "draw_for_deal", "variant": "basic", "players": 4, "deck": [*DECK[12::-1], *DECK[13:]]}
    )
    assert answer == {"ok": True, "draws": [[0, "KC"], [1, "QC"], [2, "JC"], [3, "TC"]], "dealer": 3}
    short = {"cmd": "draw_for_deal", "variant": "basic", "players": 3, "deck": ["KC", "2C", "2D", "5H"]}
    assert Engine().answer(short) == {"draws": [[0, "KC"], [1, "2C"], [2, "2D"]], "dealer": 1}
    assert ask(Engine(), short | {"deck": ["KC", "2C"]})["error"]["code"] == "deck"


# -- what only some games have


def test_wild_cards_that_were_turned_up_are_put_back() -> None:
    deck = [card for card in DECK if card not in ("2S", "KS")]
    deck = [*deck[:14], "*1", "2S", "KS", *deck[14:], "*2"]
    engine = fresh({"cmd": "new", "variant": "crummy", "players": 2, "starter": 1, "deck": deck})
    assert engine.answer({"cmd": "position"})["position"]["aside"] == ["*1", "2S"]
    assert engine.answer({"cmd": "legal", "seat": 1}) == {"actions": []}
    back = engine.answer({"cmd": "insert", "places": [5, 0]})["position"]
    assert (back["phase"], back["stock"][0], back["stock"][6]) == ("pickup", "2S", "*1")
    assert engine.answer({"cmd": "perft", "depth": 3})["nodes"] == [1, 2, 10, 32]


def test_a_newcomer_is_dealt_in_and_more_players_need_more_decks() -> None:
    over = {"variant": "vegas", "players": 3, "turn": 0, "phase": "over", "hands": [[], ["KC"], ["3C"]], "stock": [],
            "discard": ["2D"], "decks": 1, "wild": "7", "out": 0, "aces": [0, 0, 0], "scores": [0, 10, 3],
            "round_scores": [0, 10, 3], "takes": 0}  # fmt: skip
    engine = fresh({"cmd": "set", "position": over})
    deck = [*DECK, "*1", "*2"]
    dealt = engine.answer({"cmd": "next", "deck": deck, "join": [3]})["position"]
    assert (dealt["round"], dealt["starter"], dealt["players"], dealt["in"]) == (2, 1, 4, [True] * 4)
    assert dealt["hands"][1] == ["AC", "5C", "9C", "KC", "4D", "8D", "QD"]
    assert refused(engine, {"cmd": "next", "deck": deck}) == "round_not_over"
    many = {"cmd": "new", "variant": "vegas", "seed": 1}
    assert ask(engine, many | {"players": 5})["position"]["decks"] == 2
    assert refused(engine, many | {"players": 7, "options": {"decks": 1}}) == "option"


# -- docs/engine.md


def test_the_session_of_the_page() -> None:
    engine, session = Engine(), PAGE.split("```")[-2].strip().splitlines()
    for sent, expected in zip(session[::2], session[1::2], strict=True):
        answer = answer_line(engine, sent.removeprefix("> ").encode()).decode()
        assert re.sub(r'"position": \{.*\}\}$', '"position": …}', answer) == expected


def test_the_position_of_the_page_is_one() -> None:
    shown = json.loads(PAGE.split("```json")[2].split("```")[0])
    assert list(VARIETY.positions.write(VARIETY.positions.read(shown))) == list(shown)


@pytest.mark.parametrize(
    "command", ["new", "set", "position", "legal", "apply", "reshuffle", "next", "perft", "insert"]
)
def test_every_request_is_on_the_page(command: str) -> None:
    assert f"| `{command}` |" in PAGE
