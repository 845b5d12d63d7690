"""The machine of scripts/crooks: what it is, what it finds, and that honest hosts are accused of nothing."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from crooked import search
from crooked.choices import CHOICES, GENERATED, PLAYED, REFUSAL_CODES, UNPLAYED
from crooked.operators import OPERATORS
from crooked.pages import has_node
from crooked.search import Picker, Script, judge, read_script, shrink
from crooked.world import SHOWN_MILLIS, World

from rummynet_protocol.fairness.entries import Voided
from rummynet_protocol.values import replace

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "protocol" / "FAIRNESS.md").read_text()

HONEST = (
    "AB",
    "ABF turn=20 net-drop@9:Ann=20 net-drop@30:Ben=3",
    "AF turn=5 net-slow@8:Ann=25",
    "AB turn=5 net-slow@8:Ann=5 net-slow@15:Ben=2 net-late@3:Ben=2all",
    "ABFb hand=12 net-restart@12:Ann",
    "Abb turn=5 net-late@6:Ann=10all",
    "AB net-restart@3:Ann net-slow@5:Ben=10",
    "AF turn=20 owner-pause@8:Ann=30",
    "AF hand=12 owner-pause@7:Ann=2 net-drop@8:Ann=3",  # a pause that ends while it is away: its turn is told again
    "ABFb turn=5 hand=12 owner-pause@12:Ann=30 owner-pause@2:Ann=2",
    "AF turn=5 voids=1 seed=782633852 net-drop@3:Ann=20 net-slow@4:Ann=25",  # cards came before their entries
    "AB turn=5 seed=69406309 net-slow@0:Ann=25 net-drop@3:Ann=3 net-slow@0:Ann=10 net-drop@13:Ann=3",  # and behind them
    "ABFG game=basic turn=20 net-drop@9:Ann=20 net-restart@20:Ben",
    "ABF game=crummy turn=5 owner-pause@8:Ann=30 net-late@3:Ann=2all",
    "AFBG seed=5 game=crummy turn=20",
    "ABF seed=3 game=basic turn=5 owner-pause@9:Ann=2",
    "AFGb game=vegas target=10 net-restart@9:Ann",
    "AB game=joker target=10 turn=5 net-drop@12:Ben=3",
    "AB target=10",
    "AB game=basic target=10",
    "AB turn=20 deck=sealed",
    "ABF game=basic deck=sealed net-drop@9:Ann=20 net-restart@20:Ben",
    "AFG turn=20 deck=sealed net-away@12:Ann=160",
    "AFb game=crummy deck=sealed net-slow@10:Ann=10 net-late@4:Ann=2all",
    "AB game=joker deck=sealed escrow=0 net-restart@3:Ann owner-pause@12:Ann=2",
)
"""An honest host, and what a network does to its people."""

SEEN = {
    "AB log-refused@1:Ann": "cheat refusal",
    "AB keep-statement@1:Ann": "held-back",
    "AB keep-acknowledged@1:Ann": "held-back",
    "AB lobby-more@10:Ann=0": "no-end",
    "AB close-table@10:Ann": "no-end",
    "AB begin-other@10:Ann": "no-end",
    "AB alter-entry@2:Ann": "cheat refusal",
    "AB seed=5 alter-entry@2:Ann": "cheat host-signature",
    "AB end-early@10:Ann": "cheat end",
    "AF act-unsigned@10:Ann": "cheat clock",
    "AF turn=20 act-clock@10:Ann": "cheat clock",
    "AF turn=20 time-jump@10:Ann=60000": "cheat time",
    "AF turn=20 put-by@10:Ann=200": "cheat time",
    "FA turn=5 game=crummy put-by@10:Ann=0": "cheat time",
    "AFG turn=20 pages=A put-by@12:Ann=200": "cheat time",
    "AB false-openings@0:Ann": "cheat opening",
    "ABF void-blame@2:Ann=done": "blamed",
    "ABF void-blame@2:Ann=kept": "protest read",
    "ABF void-blame@2:Ann=mute": "protest sent",
    "ABF voids=1 void-blame@2:Ann=mute": "protest sent",  # nobody commits any more: the last word, in the own file
    "AB refuse-stale@0:Ann": "cheat refusal",
    "AB refuse-not_your_turn@3:Ann": "cheat refusal",
    "AB refuse-shuffling@1:Ben": "cheat refusal",
    "AB refuse-order@1:Ann": "cheat refusal",
    "AB refuse-order@1:Ann=older": "cheat refusal",
    "AB refuse-order@1:Ann=same": "cheat refusal",
    "AB refuse-order@1:Ann=hidden": "held-back",
    "AB refuse-later@2:Ann": "cheat refusal",
    "AF turn=20 refuse-later@2:Ann=25": "held-back",  # until the clock had played
    "FA seed=4 game=crummy turn=60 refuse-later@0:Ann=answer": "held-back",  # until the clock had waived
    "FAB seed=5 game=crummy turn=60 refuse-later@0:Ann=answer": "held-back",
    "AB refuse-clock@6:Ann=1": "cheat refusal",
    "AF turn=20 refuse-clock@7:Ann=1 time-jump@0:Ann=refused": "cheat refusal",
    "AB refuse-unsigned@1:Ann=not_your_turn": "held-back",
    "AB use-refused@1:Ann=stale": "held-back",
    "ABFb hand=7 seed=1 alter-entry@0:Ben": "cheat host-signature",
    "AF fork-window@0:Ann": "cheat chain",
    "AB show-paused@2:Ann keep-statement@0:Ann": "held-back",
    "ABF act-paused@10:Ann": "cheat chain",
    "AB refuse-paused@0:Ann": "cheat refusal",
    "AF keep-openings@0:Ann": "blind",
    "AF turn=20 hold-entries@10:Ann=40pong": "withheld",
    "AF turn=5 hold-entries@10:Ann=5pong": "withheld",
    "ABF turn=20 voids=1 seed=2 hold-entries@4:Ann=40pong": "withheld",
    "AB lobby-more@10:Ann=1000": "held-back",
    "AB turn=5 hand=7 voids=1 seed=352636519 keep-openings@0:Ben": "blind",  # the turn's clock goes on meanwhile
    "ABFb turn=20 hand=12 seed=2 slow-part@0:Ann=25": "cheat clock",
    "AF drop@9:Ann=3 begin-other@10:Ann leave-log@0:Ann=empty": "unseen-end",
    "AF hand=12 seed=371530572 time-jump@0:Ann=60000 net-restart@2:Ann": "time-leads",
    "AF net-restart@10:Ann lost-table@11:Ann": "unseen-end",
    "AF net-restart@10:Ann begin-other@10:Ann=1": "unseen-end",
    "AF drop@9:Ann=3 leave-log@0:Ann=no_table": "unseen-end",
    # "I am catching up" switches no watch off: a request for the log that is answered late
    "AF turn=20 gap@8:Ann=40hold": "withheld",
    "AF turn=20 flash-waiting@8:Ann=40hold": "no-end",
    "AF turn=20 blip@8:Ann=40hold": "withheld",
    "AB blip@8:Ann=40": "unanswered",
    "AF keep-openings@1:Ann gap@0:Ann=7again": "blind",
    "AF gap-shuffle@0:Ann": "unanswered",
    "AF turn=20 gap@5:Ann=40 refuse-later@0:Ann=25": "held-back",
    # parts of ceremonies
    "AF refuse-part@2:Ann=not_due": "cheat refusal",
    "AF refuse-part@3:Ann=wrong_statement": "cheat refusal",
    "AF refuse-part@0:Ann=not_due": "cheat refusal",
    "AF refuse-part@2:Ann=clock": "cheat refusal",
    "AF refuse-part@2:Ann=stale": "cheat refusal",
    "AF refuse-part@2:Ann=order": "cheat refusal",
    "AF refuse-part@2:Ann=not_dueU": "held-back",
    "AF refuse-part@3:Ann=troubleU": "held-back",
    "AF refuse-part@2:Ann=troubleU": "held-back",
    "AF refuse-part@0:Ann=too_manyU": "held-back",
    "AF refuse-part@2:Ann=too_manyU": "held-back",
    "ABF void-blame@2:Ann=now": "cheat void",
    "AF refuse-ready@0:Ann=use": "cheat consent",
    "AF refuse-ready@0:Ann=useU": "held-back",
    "AF refuse-ready@0:Ann=clock": "cheat refusal",
    # a sealed deck: its parts, its clocks, who holds what
    "AF deck=sealed keep-part@0:Ann=share": "held-back",
    "AF deck=sealed keep-part@0:Ann=mix": "held-back",
    "AF deck=sealed refuse-due@1:Ann=not_due": "cheat refusal",
    "AF deck=sealed refuse-due@1:Ann=wrong_statement": "held-back",
    "AF deck=sealed refuse-wrong_statement@4:Ann": "cheat refusal",
    "AF deck=sealed refuse-due@1:Ann=not_dueU": "held-back",
    "AF deck=sealed void-blame@2:Ann=now": "cheat void",
    "AB turn=20 deck=sealed log-late@12:Ann": "cheat clock",
    "AB deck=sealed deal-twice@0:Ann=deal": "cheat position",
    "AB deck=sealed deal-twice@0:Ann=draw": "cheat position",
    "AFG deck=sealed open-hand@15:Ann=kept": "held-back",
    "AFG turn=20 hand=7 seed=897511506 idle=30 deck=sealed "
    "refuse-too_many@1:Ann=too_many open-hand@7:Ann=kept": "held-back",
    "AFG turn=20 deck=sealed open-hand@14:Ann=hold": "withheld",
    "ABF deck=sealed open-hand@15:Ann=early": "cheat gone",
    "AFG deck=sealed open-hand@15:Ann=unasked": "cheat gone",
    # what is refused without a signature, whatever its code
    "AB refuse-unsigned@1:Ann=trouble": "held-back",
    "AB refuse-unsigned@1:Ann=no_table": "held-back",
    "AB use-refused@1:Ann=trouble": "held-back",
    "AB use-refused@1:Ann=no_table": "held-back",
    "AB use-refused@1:Ann=too_many": "held-back",
    # said not to follow on what was refused without a signature
    "AF refuse-unsigned@1:Ann=not_due refuse-wrong_statement@1:Ann": "held-back",
    # In the last minute of a game it is said at the end.
    "ABFG turn=5 voids=3 seed=536240332 target=10 refuse-too_many@0:Ben=too_many": "held-back",
    "AF turn=5 seed=10 target=10 refuse-too_many@2:Ann=too_many": "held-back",
    # votes and closes of two friends
    "AFG vote-bots@10:Ann": "cheat clock",
    "ABFG vote-bots@10:Ann": "cheat clock",
    "AFGb vote-bots@10:Ann": "cheat clock",
    "AB turn=20 hand=7 voids=1 seed=173716140 game=crummy idle=30 refuse-not_absent@2:Ann": "cheat refusal",
    "ABF turn=5 hand=7 voids=1 seed=368677657 game=basic target=10 idle=30 refuse-no_seat@8:Ben": "cheat refusal",
    "AF turn=5 hand=12 seed=2 game=basic idle=30 refuse-no_such_call@4:Ann": "cheat refusal",
    # What Ben asks on a new connection has the number of an older request: its refusal is not that of his consent.
    "AB hand=7 seed=409031338 game=crummy idle=30 refuse-part@0:Ann=not_dueU net-drop@0:Ben=20": "held-back",
    # A turn that is lost since the network was slow is no gain: others saw it played before she saw it begin, or her
    # program showed some seconds later that the host did not answer.
    "AB turn=5 hand=7 voids=3 seed=350793501 idle=30 refuse-part@2:Ann=troubleU net-slow@0:Ann=25": "held-back",
    "AFb turn=5 hand=3 voids=3 seed=637781153 game=basic refuse-unsigned@2:Ann=trouble net-slow@15:Ann=10": "held-back",
    "AF turn=20 stale-later@0:Ann": "held-back",
    "AF other-table@10:Ann": "no-end",
    "AF free-seat@10:Ann": "no-end",
    "AF free-seat@10:Ann=done": "no-end",
    "FA game=vegas target=900 idle=30 end-waited@0:Ann=nonce": "protest close",
    "FA game=vegas target=900 idle=30 end-waited@0:Ann=nonce-commit": "protest close",
    "AF idle=30 end-waited@10:Ann=turn": "cheat end",
    "AF idle=30 end-waited@1:Ann=held": "blamed",
    "AFG idle=30 end-waited@1:Ann=held": "protest close",
    "AFG idle=30 end-waited@1:Ann=held-not_due": "cheat refusal",
    "ABF hand=12 voids=3 seed=710166194 game=crummy target=10 idle=30 end-waited@0:Ben=held-not_due": "cheat refusal",
    "AFG idle=30 end-waited@1:Ann=held-stale": "cheat refusal",
    "AFG idle=30 end-waited@1:Ann=held-not_dueU": "held-back",
    "AFG idle=30 end-waited@1:Ann=held-too_manyU": "held-back",
    "AFG idle=30 end-waited@1:Ann=held-kept": "held-back",
    # games other than Keilty
    "AB game=basic refuse-stale@1:Ann": "cheat refusal",
    "AB game=crummy refuse-not_your_turn@1:Ann": "cheat refusal",
    "AF game=joker turn=20 act-clock@10:Ann": "cheat clock",
    "ABF game=vegas keep-statement@1:Ann": "held-back",
    "ABF game=crummy keep-acknowledged@1:Ann": "held-back",
    "AB game=basic target=10 end-early@10:Ann": "cheat end",
    # operators
    "AB keep.action@1:Ann=illegal": "cheat refusal",
    "AF read.action@1:Ann=stale-15": "cheat refusal",
    "ABF swap.openings@0:Ann": "blind",
    "AF alter.entry-deal@0:Ann=to": "cheat position",
    "AF alter.entry-act@2:Ann": "cheat host-signature",
    "AF forge.act@2:Ann=seat": "cheat rules",
    "AF add.act@2:Ann=act": "cheat statement-order",
    "ABF turn=20 recall.host@14:Ann=10": "cheat chain",
}
"""Deviations that are seen, and how.

Of an altered entry there are two right answers: who acts next is refused at the head that the host has and they have
not (``refusal``); who waits sees the next entry, whose signature is for that head (``host-signature``).
"""

FIRST = (
    "AB begin-other@10:Ann", "AB close-table@10:Ann", "AB lobby-more@10:Ann=0", "AF free-seat@10:Ann",
    "AF free-seat@10:Ann=done", "AF other-table@10:Ann", "ABF void-blame@2:Ann=done", "ABF void-blame@2:Ann=kept",
    "ABF void-blame@2:Ann=mute", "ABF voids=1 void-blame@2:Ann=mute", "AB log-refused@1:Ann",
    "AB use-refused@1:Ann=stale", "AB use-refused@1:Ann=too_many", "AB refuse-unsigned@1:Ann=trouble",
    "AF drop@9:Ann=3 begin-other@10:Ann leave-log@0:Ann=empty", "AF drop@9:Ann=3 leave-log@0:Ann=no_table",
    "AF net-restart@10:Ann lost-table@11:Ann", "AF net-restart@10:Ann begin-other@10:Ann=1",
    "AF keep-openings@0:Ann", "AF turn=20 hold-entries@10:Ann=40pong", "AF turn=20 blip@8:Ann=40hold",
    "AB blip@8:Ann=40", "AB false-openings@0:Ann", "AF gap-shuffle@0:Ann", "AF turn=20 refuse-later@2:Ann=25",
    "AF turn=20 stale-later@0:Ann", "AF turn=20 gap@8:Ann=40hold",
    "FA seed=4 game=crummy turn=60 refuse-later@0:Ann=answer", "AB keep-statement@1:Ann",
    "AB keep-acknowledged@1:Ann", "AF refuse-ready@0:Ann=use", "AF refuse-ready@0:Ann=useU",
    "AF refuse-part@2:Ann=troubleU", "AF hand=12 seed=371530572 time-jump@0:Ann=60000 net-restart@2:Ann",
    "FA game=vegas target=900 idle=30 end-waited@0:Ann=nonce",
    "AB show-paused@2:Ann keep-statement@0:Ann", "ABFG turn=5 voids=3 seed=536240332 target=10 "
    "refuse-too_many@0:Ben=too_many", "AF fork-window@0:Ann", "AB refuse-clock@6:Ann=1", "AB refuse-order@1:Ann=hidden",
)  # fmt: skip
"""Of these each has a watch of its own: they are played in every run."""

SEED_ON_PAGES = {
    "AB alter-entry@2:Ann": 4,
    "ABFb turn=20 hand=12 seed=2 slow-part@0:Ann=25": 5,  # by 2 the first offer is taken 2 s before the run is over
}
"""Another seed for a page, where its game has no occasion for the deviation by the first one."""

BOUND = (
    "ABF show-paused@0:Ann",
    "AF turn=20 log-pause@8:Ann=30",
    "ABFb hand=12 log-pause@9:Ann=2",
    "AF drop@9:Ann=3 begin-other@10:Ann leave-log@0:Ann=late",
    "AFb vote-bots@10:Ann",  # two others have to want it, and a bot of the host's is not one of them
    "AF refuse-ready@0:Ann=stale",
    "AF turn=20 hold-entries@10:Ann=40",
    "AF turn=20 delay@8:Ann=15all",
    "AF lobby-more@10:Ann=1000mute",
)
"""Deviations that gain nothing any more, or nothing that a network that carries nothing would not give too."""


def rows(name: str) -> set[str]:
    """The identifiers of a table in FAIRNESS.md."""
    table = PAGE.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]
    return {name for row in table.splitlines() for name in re.findall(r"`([a-z_-]+)`", f"{row}||".split("|")[1])}


def test_the_table_of_choices_is_that_of_the_machine() -> None:
    assert rows("choices") | rows("refusals") == {*PLAYED, *UNPLAYED}
    assert not rows("choices") & rows("refusals")
    assert not set(PLAYED) & set(UNPLAYED)


def test_the_search_uses_every_operator() -> None:
    assert {name.partition(".")[0] for name in GENERATED} == OPERATORS.keys()


@pytest.mark.drawn(5)
@pytest.mark.parametrize("text", HONEST)
def test_an_honest_host_is_accused_of_nothing(text: str) -> None:
    found = judge(read_script(text))
    assert len(found.fired) == text.count("@")
    assert not found.says


@pytest.mark.parametrize("text", FIRST)
def test_what_has_a_watch_of_its_own_is_seen(text: str) -> None:
    test_what_is_seen(text)


@pytest.mark.drawn(10)
@pytest.mark.parametrize("text", [text for text in SEEN if text not in FIRST])
def test_what_is_seen(text: str) -> None:
    found = judge(read_script(text))
    assert len(found.fired) == text.count("@")
    assert SEEN[text] in found.says
    assert not found.unseen


@pytest.mark.drawn(5)
@pytest.mark.parametrize("code", [*sorted(REFUSAL_CODES), "order", "order@0:Ann=older", "order@0:Ann=same"])
def test_a_false_refusal_is_found_in_the_file(code: str) -> None:
    found = judge(read_script(f"AB refuse-{code}" + ("" if "@" in code else "@0:Ann")))
    assert {"cheat refusal", "file refusal"} <= found.says


@pytest.mark.parametrize("who", ["", "Ann"], ids=["program", "page"])
def test_log_time_that_ran_ahead_is_found_in_the_file(who: str) -> None:
    text = "AF turn=20 time-jump@10:Ann=60000"
    found = judge(on_page(text, who) if who else read_script(text))
    assert {"cheat time", "file time"} <= found.says


def on_page(text: str, who: str) -> Script:
    """The script with this person on a page."""
    if not has_node():
        pytest.skip("pages need Node and web/node_modules")
    return read_script(f"{text} pages={who[0]}")


def world_after(script: Script, millis: int) -> World:
    """The world in which this has been played for so long."""
    world = World(script.layout)
    for item in script.items:
        CHOICES[item.id].make(item.arg).bind(world, item)
    world.run(millis)
    return world


@pytest.mark.drawn(5)
@pytest.mark.parametrize("text", [text for text in HONEST if "deck=sealed" not in text])
def test_a_page_accuses_no_honest_host(text: str) -> None:
    found = judge(on_page(text, "Ann"))
    assert len(found.fired) == text.count("@")
    assert not found.says


def can_be_on_page(text: str) -> bool:
    """Whether it has its occasion on a page, whose person does not see the cards of a sealed deck and acts little."""
    return "deck=sealed" not in text or bool(re.search("keep-part|refuse-due|void-blame|deal-twice.*=deal", text))


@pytest.mark.parametrize("text", FIRST)
def test_what_has_a_watch_of_its_own_is_seen_on_a_page(text: str) -> None:
    test_what_is_seen_is_seen_on_a_page(text)


@pytest.mark.drawn(7)
@pytest.mark.parametrize("text", [text for text in SEEN if can_be_on_page(text) and text not in FIRST])
def test_what_is_seen_is_seen_on_a_page(text: str) -> None:
    script = on_page(text, read_script(text).deviations[0].who)
    if text in SEED_ON_PAGES:
        script = replace(script, layout=replace(script.layout, seed=SEED_ON_PAGES[text]))
    found = judge(script)
    assert len(found.fired) == text.count("@")
    assert SEEN[text] in found.says
    assert not found.unseen


@pytest.mark.parametrize("who", ["", "Ann"], ids=["program", "page"])
@pytest.mark.parametrize("code", ["not_due", "trouble", "too_many"])
def test_a_part_that_is_refused_without_a_signature_was_read(code: str, who: str) -> None:
    text = f"AF refuse-part@2:Ann={code}U"
    found = judge(on_page(text, who) if who else read_script(text))
    assert {"held-back", "blamed", "protest read"} <= found.says
    assert not found.unseen


@pytest.mark.parametrize(
    "text",
    [
        "AFG seed=6 vote-bots@10:Ann=early",
        "AFG pages=A vote-bots@36:Ann=early",
        "AFG seed=6 gap@8:Ann=40 vote-bots@10:Ann=early",
        "AFG pages=A gap@34:Ann=20 vote-bots@36:Ann=early",
    ],
)
def test_an_objection_that_is_not_waited_for_is_seen(text: str) -> None:
    """By chance the program and the page leave another one of their turns unused for five seconds."""
    if "pages" in text and not has_node():
        pytest.skip("pages need Node and web/node_modules")
    found = judge(read_script(text))
    assert "turn-voted" in found.gains and "cheat clock" in found.says
    assert not found.unseen


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("text", "who"),
    [
        # The alarm comes with the first entry that does; till then what was kept may be on its way.
        ("AFG turn=5 seed=974060119 idle=30 refuse-not_your_turn@0:Ann hold-entries@6:Ann=40pong", "Ann"),
        # Back after an absence she is shown another game: hers has no end for her.
        (
            "AB turn=20 hand=12 seed=398748537 game=vegas target=10 time-jump@2:Ann=60000 show-game@0:Ann "
            "net-drop@0:Ann=20",
            "Ben",
        ),
        # Without the entry that seats her she can do nothing: the page is left as it is, and no error ends it.
        (
            "Abb turn=20 hand=3 seed=1064659757 game=joker show-game@5:Ann drop.entry-seats@1:Ann=on net-drop@9:Ann=3",
            "Ann",
        ),
        # Her page has asked for what it lacked, and has all of her cards.
        (
            "AB hand=7 voids=1 seed=938726870 game=crummy target=10 idle=30 gap-shuffle@0:Ann=40 net-late@1:Ann=2all",
            "Ann",
        ),
    ],
)
def test_what_a_page_says_in_time_is_not_unseen(text: str, who: str) -> None:
    assert not judge(on_page(text, who)).unseen


def test_an_altered_entry_behind_which_nothing_comes_is_no_gain() -> None:
    text = "ABFG hand=3 voids=1 seed=1 idle=30 lost-table@14:Ben alter-entry@2:Ben"
    assert not judge(read_script(text)).gains
    assert judge(read_script("AB alter-entry@2:Ben")).gains == {"split"}


@pytest.mark.drawn(5)
@pytest.mark.parametrize(
    "text",
    [
        # The minute of what is kept stands still while the connection is broken, and while all shuffle.
        "AB turn=5 hand=3 voids=1 seed=161274021 refuse-too_many@1:Ann=too_many net-drop@8:Ann=20",
        "ABFG turn=5 hand=7 voids=3 seed=162987848 refuse-too_many@2:Ann=too_many close-table@0:Ben",
        # The alarm comes a moment behind the last entry, and before the table is closed.
        "AB hand=12 voids=1 seed=62633115 time-jump@35:Ben=36000000 close-table@39:Ben",
        # What goes on to be missing is said once, and a part that is refused again has the same name.
        "AB hand=3 seed=84233260 game=basic refuse-part@3:Ann=wrong_statementU refuse-clock@3:Ann=1",
        # Her log has a gap, and what comes behind it tells her nothing.
        "AB turn=5 hand=7 voids=1 seed=243261945 game=basic target=10 idle=30 time-jump@2:Ann=36000000 "
        "lobby-more@0:Ann=1000mute net-drop@0:Ann=20",
        # One card of a later draw is kept from her, not one of the deal.
        "AB turn=5 hand=3 seed=943516246 game=crummy idle=30 refuse-wrong_statement@7:Ben keep-openings@4:Ann",
        # The game is dropped a moment behind the altered entry, and has no end for both.
        "AB turn=20 hand=3 voids=1 seed=772071120 alter-entry@8:Ben lobby-more@35:Ann=0",
        # In a pause that the host has logged, `paused` is true.
        "AB hand=3 voids=1 seed=484229841 act-paused@12:Ann refuse-paused@1:Ann",
        # The alarm comes in the moment in which a friend ends the game.
        "AF hand=7 seed=1018537271 idle=30 time-jump@12:Ann=60000 end-waited@0:Ann=held",
        # She is not shown the log that the forged entry stands in: it has no end for her.
        "AFb turn=20 hand=12 voids=3 seed=87057925 game=vegas deal-other@0:Ann=shuffle leave-log@0:Ann=trouble "
        "net-drop@0:Ann=20",
        # The network is slow: the alarm comes before the entry that is forged.
        "AFb turn=0 hand=7 voids=3 seed=571070517 idle=30 deal-other@1:Ann=show alter-entry@0:Ann net-slow@0:Ann=25",
        # She has another newest entry than the others, and nothing comes behind it.
        "ABF turn=0 hand=3 voids=3 seed=891994101 game=vegas idle=30 alter-entry@13:Ann net-drop@0:Ann=3",
        # What comes late again is told again, and kept once a game.
        "AB turn=5 hand=3 voids=3 seed=59330342 game=basic hold-entries@0:Ben=10pong net-slow@0:Ben=10",
    ],
)
def test_what_somebody_says_in_time_or_could_not_know_is_not_unseen(text: str) -> None:
    assert not judge(read_script(text)).unseen


def test_an_answer_ahead_has_its_minute_from_the_end_of_the_turn_on_a_page_too() -> None:
    text = "ABFG turn=5 hand=3 voids=1 seed=2 game=crummy target=10 refuse-too_many@0:Ben=too_many"
    found = judge(on_page(text, "Ben"))
    assert "kept" in found.gains and not found.unseen


def test_that_a_part_was_on_its_way_at_a_void_accuses_nobody() -> None:
    found = judge(read_script("AFGb turn=5 hand=12 voids=1 seed=38 net-late@11:Ann=10all net-drop@21:Ann=20"))
    assert found.says == {"protest sent"} and not found.accuses


def test_what_is_otherwise_on_pages_is_of_scripts_that_are_played() -> None:
    assert SEED_ON_PAGES.keys() <= SEEN.keys()


@pytest.mark.drawn(5)
@pytest.mark.parametrize("who", ["", "Ann"], ids=["program", "page"])
@pytest.mark.parametrize("text", BOUND)
def test_what_gains_nothing(text: str, who: str) -> None:
    found = judge(on_page(text, who) if who else read_script(text))
    assert len(found.fired) == text.count("@")
    assert not found.gains


@pytest.mark.parametrize("who", ["", "Ann"], ids=["program", "page"])
def test_the_silence_of_a_host_is_shown(who: str) -> None:
    text = "AF turn=20 hold-entries@10:Ann=40"
    world = world_after(on_page(text, who) if who else read_script(text), 55_000)
    (shown,) = world.silent["Ann"]
    assert shown[0] < 10_000 + SHOWN_MILLIS and shown[1] is not None, "and that it answers again"
    assert not world.guest("Ann").incidents


@pytest.mark.parametrize("who", ["", "Ann"], ids=["program", "page"])
def test_a_part_that_is_due_is_sent_while_the_log_is_asked_for(who: str) -> None:
    """Else its shuffle would be voided in the name of somebody who has signed nothing, and so cannot protest."""
    text = "AF gap-shuffle@0:Ann"
    world = world_after(on_page(text, who) if who else read_script(text), 60_000)
    assert not [index for _game, index, one in world.entries(world.guest("Ann")) if isinstance(one.entry, Voided)]


def test_a_finding_is_shrunk_to_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known that goes unseen, so here nobody says anything."""
    monkeypatch.setattr(search, "judge", lambda script: replace(found := judge(script), unseen=found.gains))
    script = read_script("AFb show-away@2:Ann refuse-paused@1:Ann leave-log@2:Ann net-drop@35:Ann=3")
    shortest = shrink(script)
    assert [item.id for item in shortest.items] == ["refuse-paused"]
    assert judge(shortest).gains


def test_scripts_are_read_as_they_are_written() -> None:
    picker = Picker(random.Random(5), "both")
    for _ in range(100):
        script = picker.pick()
        assert read_script(script.text) == script


@pytest.mark.parametrize("text", ["XY", "AB nothing@1", "AB drop"])
def test_what_is_no_script_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"script|nothing"):
        read_script(text)


def test_some_runs_by_chance_find_nothing_that_is_not_known() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "crooks", "--runs", "8", "--seed", "3"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, told["unseen"], told["false_alarms"]) == (0, 0, 0), done.stdout
    assert told["runs"] == 8 and told["gains"] and told["pairs"]
    assert bool(told["pages"]) == has_node()
