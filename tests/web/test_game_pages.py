"""The page of a game and the page that checks any, in a headless Chromium; skipped where there is none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rummynet.pages import PageNotBuilt, page_text
from rummynet_cli.main import main
from tests.support.browser import Browser, missing

VECTORS = Path(__file__).parent.parent.parent / "protocol" / "vectors" / "transcripts"
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


def built() -> str | None:
    """Why there are no pages to look at."""
    try:
        page_text("replay")
    except PageNotBuilt as problem:
        return str(problem)
    return missing()


pytestmark = pytest.mark.skipif(built() is not None, reason=built() or "")


@pytest.fixture(scope="module", params=(PHONE, DESK), ids=lambda size: f"{size[0]}x{size[1]}")
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    width, height = request.param
    with Browser(tmp_path_factory.mktemp("profile"), width=width, height=height) as one:
        yield one


def page_of(file: Path, folder: Path, *more: str) -> str:
    out = folder / "game.html"
    main(["replay", str(file), "--html", str(out), *more])
    return out.as_uri()


def body(browser: Browser) -> str:
    text: Any = browser.run("return document.body.innerText")
    return str(text)


def open_checked(browser: Browser, url: str) -> str:
    browser.open(url)
    found: str = browser.wait(CHECKED)
    return found


def test_a_game_of_keilty_is_verified_and_stepped_through(browser: Browser, tmp_path: Path) -> None:
    assert open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path)) == "verified"
    says = body(browser)
    assert "VERIFIED: the deck was fair and every move legal." in says
    assert "All 105 positions computed here are those that rummynet" in says
    assert "defend merit cuckoo pottery arrange calendar" in says
    browser.click("button[aria-label='step forward']")
    assert browser.text(".sentence") == "cem drew J♠ (the clock)"
    browser.click("button[aria-label='round forward']")
    assert "Börje won the game" in browser.text(".sentence")
    browser.run(CHOOSE, "select[aria-label='whose cards are seen']", "1")
    browser.click("button[aria-label='round back']")
    browser.click("button[aria-label='step forward']")
    assert browser.text(".sentence") == "cem drew a card (the clock)"
    assert browser.run(OPEN_CARDS) == [0, 7, 0]
    assert not browser.complaints()


def test_it_plays_by_itself_and_obeys_keys(browser: Browser, tmp_path: Path) -> None:
    open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path))
    key = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))"
    browser.run(key, "End")
    assert "step 105" in browser.text(".place")
    browser.run(key, "Home")
    browser.run(key, "ArrowRight")
    assert "step 2" in browser.text(".place")
    browser.run(key, "n")
    assert browser.run(OPEN_CARDS) == [0, 0, 0]
    browser.run(CHOOSE, "select[aria-label='speed']", "4")
    browser.click("button[aria-label='play']")
    browser.wait("return document.querySelector('.place').innerText.includes('step 4')")
    browser.click("button[aria-label='pause']")
    assert browser.run("return document.querySelectorAll(\"button[aria-label='play']\").length") == 1


def test_an_altered_file_is_refused_with_its_record(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray((VECTORS / "keilty.rummy").read_bytes())
    data[5292] = 6
    (tmp_path / "altered.rummy").write_bytes(data)
    assert open_checked(browser, page_of(tmp_path / "altered.rummy", tmp_path)) == "wrong"
    assert "the log is wrong (host-signature, record 6)" in capsys.readouterr().err
    assert "NOT VERIFIED: check host-signature failed at record 6" in browser.text(".wrong")
    assert "VERIFIED: the deck" not in body(browser)


def test_the_standing_page_checks_what_is_chosen(browser: Browser, tmp_path: Path) -> None:
    assert main(["verify", "--page", str(tmp_path / "verify.html")]) == 0
    browser.open((tmp_path / "verify.html").as_uri())
    browser.type("#file", str(VECTORS / "keilty.rummy"))
    assert browser.wait(CHECKED) == "verified"
    assert "VERIFIED: the deck was fair and every move legal." in body(browser)
    browser.run("delete document.documentElement.dataset.checked")
    browser.type("#file", str(VECTORS / "crooked" / "another-card-is-thrown-by-the-clock.rummy"))
    assert browser.wait(CHECKED) == "wrong"
    assert "NOT VERIFIED: check clock failed at record 21" in browser.text(".wrong")
    browser.run("delete document.documentElement.dataset.checked")
    browser.type("#file", str(VECTORS / "index.json"))
    assert browser.wait(CHECKED) == "none"
    assert browser.text(".wrong") == "this file is no transcript of rummynet"
    assert not browser.complaints()


def test_nothing_is_wider_than_the_window_and_everything_can_be_tapped(browser: Browser, tmp_path: Path) -> None:
    open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path))
    for step in (1, 60, 100):
        browser.run(CHOOSE, "input[type=range]", str(step))
        assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
    assert browser.run(TOO_SMALL) == 0
    assert browser.run(NAMELESS) == 0


def test_other_games_say_who_checked_the_moves(tmp_path: Path) -> None:
    with Browser(tmp_path / "profile", width=PHONE[0], height=PHONE[1]) as browser:
        for variety in ("basic", "vegas", "crummy", "joker"):
            assert open_checked(browser, page_of(VECTORS / f"{variety}.rummy", tmp_path)) == "verified"
            says = body(browser)
            assert "The moves and points of this game were checked by rummynet, not by this page" in says
            assert "The positions shown were computed by rummynet" in says
            assert "every move legal" not in says
            browser.click("button[aria-label='round forward']")
            assert len(browser.run(OPEN_CARDS)) >= 2
            assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
        assert not browser.complaints()


def test_the_coachs_notes_stand_with_the_steps_if_asked_for(tmp_path: Path) -> None:
    with Browser(tmp_path / "profile") as browser:
        open_checked(browser, page_of(VECTORS / "keilty.rummy", tmp_path, "--coach"))
        note = CHOOSE + "return document.querySelector('.note').innerText"
        notes = [browser.run(note, "input[type=range]", str(step)) for step in range(105)]
        assert any(note.startswith("coach: turn ") for note in notes)
        assert any("a rummy nobody called" in note for note in notes)
        browser.run(CHOOSE, "select[aria-label='whose cards are seen']", "nobody")
        assert browser.run("return document.querySelector('.note').innerText").count("coach:") == 0


def test_the_page_is_in_the_language_of_the_reader(tmp_path: Path) -> None:
    with Browser(tmp_path / "profile", language="de") as browser:
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
