"""The page of a game and the page that checks any, in a headless Chromium; skipped where there is none."""

import base64
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rummynet.game_coaching import CoachedRound
from rummynet.pages import page_text
from rummynet.rules.varieties import variety
from rummynet_cli.main import main
from rummynet_client.game_page import game_page
from rummynet_client.language import _
from rummynet_client.terminal.replay.replay import Replay
from rummynet_protocol.actions import CallRummy, Draw, LayDown, LayOff, ThrowOut
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Scored, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import HEADER, MAGIC, EntryRecord, Record, pack_record, read_transcript
from rummynet_protocol.values import replace
from tests.support.alterations import an_unknown_game, entries
from tests.support.browser import OpenWindow, Page
from tests.support.forge import Forge
from tests.support.replays import replay_of
from tests.support.vector_games import HOST

pytestmark = pytest.mark.drawn(4)

VECTORS = Path(__file__).parent.parent.parent / "protocol" / "vectors" / "transcripts"
INDEX = json.loads((VECTORS / "index.json").read_bytes())
OTHERS = ("basic", "vegas", "crummy", "joker")
CLAIMS = re.compile(r"(?<!NOT )VERIFIED|every move legal|(?<!not )\bverified\b")
"""What no page may say of a game that it has not checked."""
CHECKED = "return document.documentElement.dataset.checked"
PHONE, DESK = (360, 740), (1280, 800)
CHOOSE = """
const one = document.querySelector(arguments[0]);
one.value = arguments[1];
one.dispatchEvent(new Event(one.type === "range" ? "input" : "change"));
"""
"""Set a field as a person does."""
TOO_SMALL = """
const boxes = [...document.querySelectorAll(".controls button, .controls select, summary")];
return boxes.map((one) => one.getBoundingClientRect()).filter((box) => box.height < 44 || box.width < 44).length;
"""
NAMELESS = """
const fields = [...document.querySelectorAll("button, select, input")];
return fields.filter((one) => !(one.getAttribute("aria-label") || one.innerText || one.labels?.length)).length;
"""
OPEN_CARDS = """
const seats = [...document.querySelectorAll(".seat")];
return seats.map((seat) => seat.querySelectorAll(".card:not(.back)").length);
"""


@pytest.fixture(params=(PHONE, DESK), ids=lambda size: f"{size[0]}x{size[1]}")
def browser(request: pytest.FixtureRequest, window: OpenWindow) -> Iterator[Page]:
    with window(*request.param) as one:
        yield one


def positions(variety: str) -> int:
    """How many positions the vector of this game has."""
    replay = replay_of(read_transcript((VECTORS / f"{variety}.rummy").read_bytes()))
    assert replay is not None
    return sum(not frame.sentence for frame in replay.frames)


def page_of(file: Path, folder: Path, *more: str) -> str:
    out = folder / "game.html"
    main(["replay", str(file), "--html", str(out), *more])
    return out.as_uri()


def body(browser: Page) -> str:
    text: Any = browser.run("return document.body.innerText")
    return str(text)


def open_checked(browser: Page, url: str) -> str:
    browser.open(url)
    found: str = browser.until(lambda: browser.run(CHECKED))
    return found


def test_a_game_of_keilty_is_verified_and_stepped_through(browser: Page, tmp_path: Path) -> None:
    assert open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path)) == "verified"
    says = body(browser)
    assert "VERIFIED: the deck was fair and every move legal." in says
    (game,) = (one for one in INDEX["games"] if one["file"] == "keilty.rummy")
    assert " ".join(game["words"]) in says
    browser.tap("button[aria-label='step forward']")
    drawn = re.fullmatch(r"(\w+) drew \S+?(| \(the clock\))", browser.text(".sentence"))
    assert drawn, browser.text(".sentence")
    other = next(seat for seat, name in enumerate(game["players"]) if name != drawn[1])
    for _round in range(game["rounds"]):
        browser.tap("button[aria-label='round forward']")
    assert f"{game['players'][game['scores'].index(max(game['scores']))]} won the game" in browser.text(".sentence")
    browser.run(CHOOSE, "select[aria-label='whose cards you see']", str(other))
    browser.run(CHOOSE, "input[type=range]", "0")
    browser.tap("button[aria-label='step forward']")
    assert browser.text(".sentence") == f"{drawn[1]} drew a card{drawn[2]}"
    assert browser.run(OPEN_CARDS) == [7 if seat == other else 0 for seat in range(3)]
    assert not browser.complaints()


def test_it_plays_by_itself_and_obeys_keys(browser: Page, tmp_path: Path) -> None:
    open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path))
    key = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))"
    browser.run(key, "End")
    assert f"step {positions('keilty')}" in browser.text(".place")
    browser.run(key, "Home")
    browser.run(key, "ArrowRight")
    assert "step 2" in browser.text(".place")
    browser.run(key, "n")
    assert browser.run(OPEN_CARDS) == [0, 0, 0]
    browser.run(CHOOSE, "select[aria-label='speed']", "4")
    browser.tap("button[aria-label='play']")
    browser.until(lambda: browser.run("return document.querySelector('.place').innerText.includes('step 4')"))
    browser.tap("button[aria-label='pause']")
    assert browser.run("return document.querySelectorAll(\"button[aria-label='play']\").length") == 1


def test_an_altered_file_is_refused_with_its_record(
    browser: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray((VECTORS / "keilty.rummy").read_bytes())
    data[5340] = 6
    (tmp_path / "altered.rummy").write_bytes(data)
    assert open_checked(browser, page_of(tmp_path / "altered.rummy", tmp_path)) == "not-verified"
    assert "the log is wrong (host-signature, record 6)" in capsys.readouterr().err
    assert "NOT VERIFIED: check host-signature failed at record 6" in browser.text(".wrong")
    assert "VERIFIED: the deck" not in body(browser)


def test_the_standing_page_checks_what_is_chosen(browser: Page, tmp_path: Path) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    browser.open((tmp_path / "verify.html").as_uri())
    browser.type("#file", str(VECTORS / "keilty.rummy"))
    assert browser.until(lambda: browser.run(CHECKED)) == "verified"
    assert "VERIFIED: the deck was fair and every move legal." in body(browser)
    browser.run("location.hash = '#7'")
    browser.until(lambda: browser.text(".place").endswith("step 7"), "the step that the address names now")
    page_of(VECTORS / "vegas.rummy", tmp_path)
    browser.run("location.hash = ''")
    browser.type("#file", str(tmp_path / "game.html"))
    browser.until(
        lambda: "Vegas" in browser.text("#top h1") and browser.run(CHECKED) == "verified", "the game in a page"
    )
    crooked = "crooked/another-card-is-thrown-by-the-clock.rummy"
    record = next(one["record"] for one in INDEX["crooked"] if one["file"] == crooked)
    browser.type("#file", str(VECTORS / crooked))
    assert browser.until(lambda: browser.run(CHECKED)) == "not-verified"
    assert f"NOT VERIFIED: check clock failed at record {record}:" in browser.text(".wrong")
    steps = int(browser.run("return document.querySelector('input[type=range]').max")) + 1
    assert steps > 1 and browser.text(".place").endswith(f"step {steps}"), "the table stands where the check failed"
    browser.type("#file", str(VECTORS / "index.json"))
    assert browser.until(lambda: browser.run(CHECKED)) == "none"
    assert browser.text(".wrong") == "this file is no transcript of rummynet"
    assert not browser.complaints()


DROP_BOTH = """
window.working = 0; // reads and slices of checks that go on
const [later, read] = [window.setTimeout, Blob.prototype.arrayBuffer];
window.setTimeout = (then, millis) => (working += 1, later(() => { working -= 1; then(); }, millis));
Blob.prototype.arrayBuffer = function () { working += 1; return read.call(this).finally(() => { working -= 1; }); };
for (const [name, text] of arguments) {
  const dropped = new DataTransfer();
  dropped.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
}
"""


@pytest.mark.parametrize("second", ["crooked/another-card-is-thrown-by-the-clock.rummy", "index.json"])
def test_a_verdict_belongs_to_the_file_that_was_chosen_last(browser: Page, tmp_path: Path, second: str) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    browser.open((tmp_path / "verify.html").as_uri())
    files = [VECTORS / "keilty.rummy", VECTORS / second]
    browser.run(DROP_BOTH, *([one.name, base64.b64encode(one.read_bytes()).decode()] for one in files))
    assert (
        browser.until(lambda: browser.run("return working === 0 && document.documentElement.dataset.checked"))
        != "verified"
    )
    assert "VERIFIED: the deck" not in body(browser)
    assert files[1].name in browser.text(".drop")


def test_nothing_is_wider_than_the_window_and_everything_can_be_tapped(browser: Page, tmp_path: Path) -> None:
    open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path))
    for step in (1, 60, 100):
        browser.run(CHOOSE, "input[type=range]", str(step))
        assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
    assert browser.run(TOO_SMALL) == 0
    assert browser.run(NAMELESS) == 0


def test_every_game_is_checked_and_computed_by_either_page(window: OpenWindow, tmp_path: Path) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    with window(*PHONE) as browser:
        for variety in ("keilty", *OTHERS):
            file = VECTORS / f"{variety}.rummy"
            pages = [page_of(file, tmp_path), (tmp_path / "verify.html").as_uri()]
            for url in pages:
                browser.open(url)
                if url == pages[1]:
                    browser.type("#file", str(file))
                assert browser.until(lambda: browser.run(CHECKED)) == "verified"
                assert "VERIFIED: the deck was fair and every move legal." in body(browser)
                assert browser.run("return document.querySelector('input[type=range]').max") == str(
                    positions(variety) - 1
                )
                assert len(browser.run(OPEN_CARDS)) >= 2
                assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
        assert not browser.complaints()


def resigned(records: list[Record]) -> bytes:
    """The file of these records, with its host's signatures made anew."""
    head, parts, signer = NO_HEAD, [HEADER], Signer(HOST)
    for one in records:
        if isinstance(one, EntryRecord):
            head = next_head(head, one.entry)
            one = EntryRecord(one.entry, signer.sign("head", head))
        parts.append(pack_record(one))
    return b"".join(parts)


def with_another_score(variety: str) -> bytes:
    """A vector whose last score has a point more for its first seat, signed anew by its host."""
    records = list(read_transcript((VECTORS / f"{variety}.rummy").read_bytes()).records)
    last = max(number for number, entry in entries(records) if isinstance(entry, Scored))
    record = records[last]
    assert isinstance(record, EntryRecord)
    score = read_entry(record.entry)
    assert isinstance(score, Scored)
    first, *rest = score.scores
    other = replace(score, scores=(first + 1, *rest))
    records[last] = EntryRecord(pack_entry(other), bytes(64))
    return resigned(records)


def test_a_score_that_was_changed_and_signed_anew_is_called_verified_by_no_page(
    window: OpenWindow, tmp_path: Path
) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    with window() as browser:
        for variety in ("keilty", *OTHERS):
            file = tmp_path / f"{variety}.rummy"
            file.write_bytes(with_another_score(variety))
            assert main(["verify", str(file)]) == 1
            assert open_checked(browser, page_of(file, tmp_path)) == "not-verified"
            assert not CLAIMS.search(body(browser)), variety
            assert "found the file wrong: check score" in body(browser)
            browser.open((tmp_path / "verify.html").as_uri())
            browser.type("#file", str(file))
            assert browser.until(lambda: browser.run(CHECKED)) == "not-verified"
            assert not CLAIMS.search(body(browser)), variety


def test_a_game_that_is_not_known_is_neither_verified_nor_wrong(window: OpenWindow, tmp_path: Path) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    newer = MAGIC + bytes([HEADER[20] + 1]) + (VECTORS / "keilty.rummy").read_bytes()[21:]
    file = tmp_path / "game.rummy"
    with window() as browser:
        for data in (unknown_game(), newer):
            file.write_bytes(data)
            assert main(["verify", str(file)]) == 2
            browser.open((tmp_path / "verify.html").as_uri())
            browser.type("#file", str(file))
            assert browser.until(lambda: browser.run(CHECKED)) == "unknown"
            assert "cannot be checked" in body(browser) and "VERIFIED" not in body(browser)
            assert browser.run("return document.querySelectorAll('.wrong').length") == 0
        file.write_bytes(unknown_game())
        assert open_checked(browser, page_of(file, tmp_path)) == "unknown"
        assert "cannot be checked" in body(browser) and "VERIFIED" not in body(browser)
        assert not browser.complaints()


def unknown_game() -> bytes:
    records = an_unknown_game(list(read_transcript((VECTORS / "keilty.rummy").read_bytes()).records))
    assert records is not None
    return resigned(records)


def test_a_damaged_page_says_that_it_is_damaged(window: OpenWindow, tmp_path: Path) -> None:
    page_of(VECTORS / "keilty.rummy", tmp_path)
    page = (tmp_path / "game.html").read_text("utf-8")
    held = page.index('id="embedded">')
    with window() as browser:
        for part in ("transcript", "besides"):
            place = page.index(f'"{part}": "', held) + 60
            sign = "A" if page[place] != "A" else "B"
            damaged = tmp_path / f"{part}.html"
            damaged.write_text(page[:place] + sign + page[place + 1 :], "utf-8")
            assert open_checked(browser, damaged.as_uri()) == "none"
            assert "This page is damaged" in browser.text(".wrong") and "VERIFIED" not in body(browser)
        assert not browser.complaints()
        place = page.index("<script>") + 5000  # its own program: the content policy keeps it from running
        (tmp_path / "program.html").write_text(page[:place] + " " + page[place:], "utf-8")
        browser.open((tmp_path / "program.html").as_uri())
        assert "the page is damaged" in body(browser)


def test_the_coachs_notes_stand_with_the_steps_for_those_who_see_the_cards(
    window: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach thinks for minutes; what it would say is put in its place."""
    data = (VECTORS / "keilty.rummy").read_bytes()
    coached = [CoachedRound(variety("keilty"), 1, 2, ("anna", "Börje", "cem"), ())]
    said = "coach: {moment}"
    monkeypatch.setattr(
        Replay, "coached", lambda self, rounds: replace(self, notes={3: _(said, moment="not that but this")})
    )
    (tmp_path / "game.html").write_text(game_page(data, read_transcript(data), coached).html, "utf-8")
    note = "return document.querySelector('.note').innerText"
    with window() as browser:
        open_checked(browser, (tmp_path / "game.html").as_uri())
        assert [browser.run(CHOOSE + note, "input[type=range]", str(step)) for step in (2, 3, 4)] == [
            "", "coach: not that but this", "",
        ]  # fmt: skip
        browser.run(CHOOSE, "input[type=range]", "3")
        seat = browser.run(OPEN_CARDS)
        browser.run(CHOOSE, "select[aria-label='whose cards you see']", "nobody")
        assert browser.run(note) == "" and seat != browser.run(OPEN_CARDS)


def test_the_coachs_notes_are_there_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (VECTORS / "keilty.rummy").read_bytes()
    coached = [CoachedRound(variety("keilty"), 1, 2, ("anna", "Börje", "cem"), ())]
    monkeypatch.setattr(Replay, "coached", lambda self, rounds: replace(self, notes={3: _("the cards were dealt")}))
    held = embedded(game_page(data, read_transcript(data), coached).html)
    assert json.loads(unpacked(held["besides"]))["notes"] == {
        "en": {"3": "the cards were dealt"}, "de": {"3": "die Karten wurden gegeben"},
    }  # fmt: skip
    assert _("the cards were dealt") == "the cards were dealt", "the maker's language is as it was"


def test_the_page_is_in_the_language_of_the_reader(window: OpenWindow, tmp_path: Path) -> None:
    with window(language="de") as browser:
        assert open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path)) == "verified"
        assert browser.run("return document.documentElement.lang") == "de"
        assert browser.text(".badge") == "bestätigt"
        assert "BESTÄTIGT: das Deck war fair und jeder Zug erlaubt." in body(browser)


def test_no_page_asks_the_network() -> None:
    for name in ("replay", "verify"):
        page = page_text(name)
        assert "default-src 'none'" in page
        assert "connect-src" not in page
        assert " src=" not in page
        assert "<link" not in page


class Silent(Forge):
    """A game in which everybody draws, throws out, now and then lays, and nobody calls."""

    def step(self) -> None:
        seat = self.game.actors(self.state)[0]
        legal = [one for one in self.game.legal(self.state, seat) if not isinstance(one, CallRummy)]
        plays = [one for one in legal if isinstance(one, LayDown | LayOff) and self.chance.random() < 0.5]
        plain = [one for one in legal if isinstance(one, Draw | ThrowOut)]
        self.act(seat, self.chance.choice(plays or plain or legal))


def test_rummies_that_nobody_called_are_those_that_rummynet_finds(window: OpenWindow, tmp_path: Path) -> None:
    data = Silent("keilty", {"target": 60}, 3, seed=5).play(1).transcript()
    (tmp_path / "forged.rummy").write_bytes(data)
    replay = replay_of(read_transcript(data))
    assert replay is not None
    missed = [one for frame in replay.frames for one in frame.missed]
    assert missed, "a seed in whose game somebody misses one"
    with window() as browser:
        assert open_checked(browser, page_of(tmp_path / "forged.rummy", tmp_path)) in ("verified", "incomplete")
        browser.tap(".tabs button:nth-child(2)")
        shown = browser.run("return [...document.querySelectorAll('.missed li')].map((one) => one.innerText)")
    ends = [f"(made possible by {replay.names[one.by]}, there for {(one.millis + 500) // 1000} s)" for one in missed]
    assert [says[says.index("(made") :] for says in shown] == ends


def embedded(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.split('id="embedded">')[1].split("</script>")[0])
    return found


def unpacked(text: str) -> bytes:
    return gzip.decompress(base64.b64decode(text))


def test_a_page_holds_the_transcript_and_what_its_maker_found() -> None:
    data = (VECTORS / "joker.rummy").read_bytes()
    page = game_page(data, read_transcript(data))
    held = embedded(page.html)
    besides = json.loads(unpacked(held["besides"]))
    assert unpacked(held["transcript"]) == data and page.report.verified
    assert besides["found"] == {"verdict": "verified", "check": None, "record": None}


def test_no_text_of_a_transcript_can_be_read_as_html() -> None:
    data = (VECTORS / "keilty.rummy").read_bytes()
    html = game_page(data, read_transcript(data)).html
    assert html.count("<script") == 3 and html.count("</script>") == 3
    tag = html.split('id="embedded">')[1].split("</script>")[0]
    assert "<" not in tag and ">" not in tag and "&" not in tag
