"""The pages in a real browser against a real host: watched, played by taps, loaded anew, host killed, tampered with."""

import json
import re
from pathlib import Path

import pytest

from rummynet.verifier.offline import check
from tests.support.pages import PATIENCE, OpenWindow, Page, PageHost

pytestmark = pytest.mark.drawn(3)

QUICK = {"break_seconds": 0}
NEXT_TAP = """
const keys = [...document.querySelectorAll('.offers button')].map((one) => one.dataset.key);
const actions = [...document.querySelectorAll('.offers [data-action]:not(:disabled)')].map((one) => one.dataset.action);
if (keys.includes('again')) return ['over', ''];
if (document.querySelector('.offers').ariaBusy === 'true') return ['wait', ''];
if (!document.querySelector('.prompt').classList.contains('turn')) return ['wait', ''];
if (actions.length) return ["act", actions.find((one) => !one.startsWith('draw')) ?? actions[0]];
const playable = [...document.querySelectorAll('.hand .card-button:not(.idle)')].at(-1);
return playable ? ['card', playable.dataset.key] : ['wait', ''];
"""


def come_in(page: Page, host: PageHost, name: str = "Anna") -> None:
    """Say a name."""
    page.open(host.url)
    page.type("#name", name)
    page.tap("form .main")


def sit_down(page: Page, host: PageHost, name: str = "Anna") -> None:
    """Say a name, and sit down at the only table."""
    come_in(page, host, name)
    page.tap("[data-key^=sit]")
    page.tap("[data-key=ready]")


def play(page: Page, most: int = 400) -> bool:
    """Play by taps, each when something is asked: lay what can be laid, else touch the last card that can be played.

    Whether the game is over.
    """
    for _ in range(most):
        found = page.until(lambda: asked(page), "a turn")
        if found[0] == "over":
            return True
        try_tap(page, *found)
    return False


def try_tap(page: Page, what: str, name: str) -> None:
    """Tap what can be tapped: a button of an action, or a card."""
    page.try_tap(f".offers [data-action='{name}']" if what == "act" else f".hand [data-key='{name}']")


def asked(page: Page) -> tuple[str, str] | None:
    """What can be tapped now; nothing while the host or others are waited for."""
    what, action = page.run_drawn(NEXT_TAP)
    return None if what == "wait" else (what, action)


def hand(page: Page) -> list[str]:
    """The cards that the page shows as the own hand."""
    found: list[str] = page.run(
        "return [...document.querySelectorAll('.hand [data-card]')].map((one) => one.dataset.card)"
    )
    return found


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_a_whole_game_is_played_by_taps_and_its_file_verifies(
    host: PageHost, window: OpenWindow, width: int, height: int
) -> None:
    """The other games: scripts/evenings."""
    host.player(variant="keilty", options={"target": 30, **QUICK})
    with window(width, height) as page:
        sit_down(page, host)
        assert play(page)
        assert "won" in page.text(".prompt")
        wide = page.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide == [width, width], "nothing is wider than the screen: a phone would zoom out"
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab fair']")
        page.until(lambda: len(page.text(".words").split()) == 6, "six words")
        file = page.run(
            """const caught = []; URL.createObjectURL = (blob) => { caught.push(blob); return 'data:,'; };
            document.querySelector('[data-key=download]').click();
            window.caught = caught;"""
        )
        assert file is None
        data = page.run("return window.caught[0].arrayBuffer().then((all) => [...new Uint8Array(all)])")
        report = check(bytes(data))
        assert report.verified, report.verdict
        page.tap("[data-key=close]")
        page.back()
        page.tap("[data-key=past-games] summary")
        assert re.search(r"Keilty rummy · fair\s+.*\bAnna −?\d", page.text(".past-games li"))
        assert page.complaints() == []


OTHER_WORDS = """const real = fetch; window.times = 0;
const another = () => (window.times += 1, Promise.resolve(new Response('zero')));
window.fetch = (...asked) => asked[0] === '/words.txt' ? another() : real(...asked);"""


def test_words_of_another_list_are_not_shown(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 30, **QUICK})
    with window(390, 844) as page:
        page.before(OTHER_WORDS)
        sit_down(page, host)
        page.until(lambda: page.run("return window.times") > 1, "the list is asked for again")


FAIR = "✓ Fair: this device checked the deck and every move."


def test_a_page_loaded_anew_between_games_keeps_its_seat_and_the_last_game(host: PageHost, window: OpenWindow) -> None:
    """In the waiting room, at a game's end, and at the table after it; the list of tables leads back to the own one."""
    host.player(variant="keilty", options={"target": 30, **QUICK})
    with window(390, 844) as page:
        come_in(page, host)
        page.tap("[data-key^=sit]")
        page.until(lambda: page.count("[data-key=ready]"), "the seat")
        page.reload()
        page.tap("[data-key=ready]")
        page.until(lambda: asked(page), "a turn")
        for key in ("menu", "leave-table", "leave-table", "take-over"):
            page.tap(f"[data-key={key}]")
        page.until(lambda: asked(page), "the turn, after it was away")
        page.back()
        page.until(lambda: page.text("[data-key^=back]") == "back to your table", "the way back")
        assert page.count("[data-key^=sit], [data-key^=watch]") == 0
        page.tap("[data-key^='back ']")
        assert play(page)
        assert FAIR in page.text(".round-result")
        page.reload()
        page.until(lambda: FAIR in page.text(".round-result"), "the end of the game, checked again")
        assert "won" in page.text(".prompt")
        assert page.text(".trouble") == ""
        page.tap("[data-key=again]")
        page.until(lambda: page.count(".seated"), "the table")
        page.reload()
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab fair']")
        page.until(lambda: FAIR in page.text(".side"), "what was checked")
        assert page.count("[data-key=download]") == 1
        assert len(page.text(".words").split()) == 6
        assert page.count(".seated") == 1, "its end was seen"
        assert page.complaints() == []


SHARE = """
navigator.canShare = () => true;
navigator.share = async ({ files }) => { window.shared = await files[0].text(); };
document.querySelector('[data-key=share]').click();
"""


COACH = """
const position = {
  hands: [['5H', '2C', null], [null]], hidden: [0, 0], discard: ['9C'], stock: [null, null],
  melds: [{ cards: ['6H', '7H', '8H'], by: [1, 1, 1] }],
};
const reasons = [{ reason: 'lays', points: 5 }];
const better = { better: 'lay 5H on 0', reasons, turn: 3, round: 1, error: 2.6, position, seat: 0 };
const lines = [2, 30, 9, 20].map((points, at) => JSON.stringify({ ...better, did: `throw ${at + 2}S`, points }));
const { fetch, setTimeout } = window;
let asked = 0;
window.setTimeout = (later) => later(); // the page asks again at once
window.fetch = async (path) => {
  if (!`${path}`.startsWith('/coach/1/1/')) return fetch(path);
  asked += 1;
  if (asked < 3) return new Response('', { status: 202 });
  Object.assign(window, { fetch, setTimeout });
  return new Response(lines.join('\\n'));
};
"""


def test_a_game_that_is_over_is_shared_as_a_page_and_played_again_in_one_touch(
    host: PageHost, window: OpenWindow, tmp_path: Path
) -> None:
    with window(360, 740) as page:
        come_in(page, host)
        page.until(lambda: page.count("#variant"), "the form")
        for name, value in (
            ("option-target", "30"),
            ("option-break_seconds", "0"),
            ("option-hints", True),
        ):
            page.run(SET, name, value)
        page.tap(".lobby form button.main")
        host.bot(1)
        page.tap("[data-key=ready]")
        assert play(page)
        # The coach takes a while; what it would say is put in its place.
        page.run(COACH)
        page.tap("[data-key=turning-points]")
        page.until(lambda: page.count(".turning-points figure"), "the turning points")
        told = page.run("return [...document.querySelectorAll('figcaption')].map((one) => one.textContent)")
        assert [one.split("'")[1] for one in told] == ["throw 3♠", "throw 5♠", "throw 4♠"], "the dearest first"
        better = "not 'throw 3♠' but lay 5♥ on 6♥ 7♥ 8♥: it lays 5 points"
        assert told[0] == f"Round 1: turn 3, about 30 ± 5 points: {better}"
        # Of each moment the own cards, the pile and the meld; the cards of others are hidden.
        assert page.count("figure .own-hand .card") == 6 and page.count("figure .pile .card") == 3
        assert page.count("figure .meld") == 3
        page.run(SHARE)
        html = page.until(lambda: page.run("return window.shared"), "the page of the game")
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab fair']")
        assert "rummynet verify" not in page.text(".side"), "who plays on a phone has no terminal"
        assert page.run("return document.querySelector('.side a').pathname") == "/verify"
        page.tap("[data-key=close]")
        page.tap("[data-key=play-again]")
        page.until(lambda: asked(page), "a turn of the next game")
        file = tmp_path / "game.html"
        file.write_text(html)
        page.open(file.as_uri())
        page.until(lambda: "verified" in page.text("#top"), "the verdict of the page that was shared")


SET = """
const field = document.getElementById(arguments[0]);
if (field.type === 'checkbox') field.checked = arguments[1];
else field.value = arguments[1];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""


def test_the_owner_of_a_table_at_a_page_has_what_the_terminal_has(host: PageHost, window: OpenWindow) -> None:
    """Options of a new table, chat, a hint, rest, another name, a vote about one who has gone."""
    with window(1280, 800) as page:
        come_in(page, host)
        page.until(lambda: page.count("#variant"), "the form")
        page.run(SET, "option-target", "0")
        page.tap(".lobby form button.main")
        page.until(lambda: "1 to 100000" in page.text(".lobby form .bad"), "what the target may be")
        for name, value in (("target", "400"), ("hints", True), ("break_seconds", "0")):
            page.run(SET, f"option-{name}", value)
        page.tap(".lobby form button.main")
        page.until(lambda: "400" in page.text(".option-set"), "the option at the table")
        others = [host.player(table=1, opponents=2) for _ in range(2)]
        page.until(lambda: page.count(".seated li") == 3, "all at the table")
        # Who comes in, or names itself, behind the tap makes it void: then the page asks again, as it asks a person.
        ready = "[data-key=ready]"
        page.until(lambda: asked(page) or (page.count(ready) and page.try_tap(ready) and None), "a turn")
        page.tap("[data-key=words]")
        page.tap("[data-key=hint]")
        page.until(lambda: page.text(".prompt").startswith("simple hint: "), "a hint")
        page.tap("[data-key=talk]")
        page.tap("[data-key=to-turn]")
        page.type(".aside .say", "good evening\n")
        page.until(lambda: "Anna: good evening" in page.text(".log") and page.text(".unheard"), "what was said")
        page.tap("[data-key=menu]")
        page.until(lambda: not page.text(".unheard"), "the number to go, as the log shows the line")
        page.tap("[data-key=pause]")
        page.until(lambda: "PAUSED" in page.text(".people"), "the rest")
        assert page.count(".offers [data-action], .offers .call") == 0
        page.tap("[data-key=close]")
        page.tap("[data-key=resume]")
        page.until(lambda: page.text(".people") == "" and asked(page), "the turn after it")
        others[0].kill()
        page.until(lambda: page.count("[data-key^='vote ']"), "the vote")
        page.tap("[data-key^='vote ']")
        page.until(lambda: "(1 so far)" in page.text(".people"), "the vote to count")
        page.tap("[data-key=menu]")
        page.run("document.querySelector('#new-name').value = 'Berta'")
        page.tap(".side form button")
        page.until(lambda: "name='Berta'" in host.log(), "the greeting with the new name")
        assert page.complaints() == []


def test_a_game_is_watched_to_its_end(host: PageHost, window: OpenWindow) -> None:
    first = host.player(variant="keilty", options={"target": 30, **QUICK})
    assert first.stdout is not None and first.stdout.readline().startswith("table"), "else the other finds none"
    with window() as page:
        page.open(f"{host.url}/watch")
        host.player(table=1)
        page.until(lambda: page.count(".table .player") == 2, "players")
        page.until(lambda: page.count(".table .log li") > 2, "the log")
        assert page.count(".table .fan.pile .card") + page.count(".table .meld .card") > 0
        assert page.count(".hand") == 0, "a spectator is shown no hand"
        page.until(lambda: page.text(".meld .label").startswith("Noddy") or first.poll(), "who laid a meld")
        page.until(lambda: "won the game" in page.text(".table") or first.poll(), "the end")
        assert not first.returncode, first.communicate()
        assert page.complaints() == []
    out, errors = first.communicate(timeout=PATIENCE)
    assert json.loads(out.splitlines()[-1])["ended"] == "played", errors


def test_the_way_in_is_shown_with_what_the_browser_will_say(host: PageHost, window: OpenWindow) -> None:
    with window(320, 640) as page:
        page.open(host.url)
        assert "key" not in page.text("body").replace("Why a page protects you less than the program", "")
        page.type("#name", "Anna")
        page.tap("form .main")
        page.until(lambda: page.count("#variant"), "the form")
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab invite']")
        page.until(lambda: page.count(".side .code-of-link"), "the code")
        page.until(lambda: page.run("return document.querySelector('.code-of-link').naturalWidth > 0"), "its picture")
        says = page.text(".side")
        assert "https://" in says and "Advanced" in says and "Show Details" in says
        assert page.run("return document.documentElement.scrollWidth") == 320
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".invited .code-of-link"), "the code on the screen for all")
        page.until(lambda: page.text(".tables") == "There is no table yet.", "what it waits for")
        assert page.complaints() == []
        page.open(f"{host.url.replace('https', 'http')}/#{'a' * 64}")
        assert page.run("return document.querySelector('a.main').href") == f"{host.url}/#{'a' * 64}"


CUT = """
const found = [];
for (const one of document.querySelectorAll('.lobby form label, .lobby form select')) {
  const isCut = one.scrollWidth > one.clientWidth + 1;
  const width = one.offsetWidth;
  Object.assign(one.style, { width: 'max-content', maxWidth: 'none', flex: 'none' });
  if (isCut || (one.tagName === 'SELECT' && one.offsetWidth > width)) found.push(one.id || one.htmlFor);
  one.removeAttribute('style');
}
return found;
"""
"""The labels and fields of a new table whose text has too little room."""
GAP = """
const bottom = document.querySelector('.content h2').getBoundingClientRect().bottom;
return document.querySelector('.seated').getBoundingClientRect().top - bottom;
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_nothing_of_a_new_table_is_cut_or_squeezed(host: PageHost, window: OpenWindow, width: int, height: int) -> None:
    with window(width, height) as page:
        come_in(page, host)
        page.tap(".lobby details summary")
        for game in ("keilty", "basic", "vegas", "crummy", "joker"):
            page.run(SET, "variant", game)
            assert page.run(CUT) == [], game
        shown = "return document.querySelector('#option-escrow').checkVisibility()"
        assert not page.run(shown), "it means nothing with a plain deck"
        page.run(SET, "option-deck", "1")
        assert page.run(shown)
        page.run("document.querySelector('#option-escrow').click()")
        page.run(SET, "option-deck", "0")
        page.run(SET, "bots", "2")
        page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
        page.tap(".lobby form button.main")
        page.until(lambda: page.count(".seated li") == 3, "the bots")
        assert page.run(GAP) >= 8, "the seats do not touch the name of the game"
        page.tap("[data-key=talk]")
        high = "return [...document.querySelectorAll('.talk .say-form > *')].map((one) => one.offsetHeight)"
        assert len(set(page.run(high))) == 1, "field and button are of one height"


OVERLAP = """
const [board, own] = ['.board', '.own'].map((one) => document.querySelector(one).getBoundingClientRect());
return [board.height, own.left >= board.right || own.top >= board.bottom];
"""
ORDER = "return [...document.querySelectorAll('.hand .card-button')].map((one) => one.dataset.card)"


def test_cards_are_dragged_and_say_why_they_cannot_be_played(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500, **QUICK})
    with window(740, 360) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        height, is_apart = page.run(OVERLAP)
        assert height > 140 and is_apart, "a phone on its side shows the board, and the hand beside it"
        if page.count(".offers [data-action=draw]"):
            page.tap(".hand .idle")
            page.until(lambda: "First pick a card up" in page.text(".trouble"), "the reason")
            assert page.run(COVERED) == 0, "the reason pushes no card out of sight"
            page.tap(".offers [data-action=draw]")
        page.until(lambda: page.count(".hand .fresh") == 1, "the card that came to be marked")
        before = page.run(ORDER)
        page.drag(".hand .card-button", ".cards:last-child > :last-child")
        after = page.until(lambda: (now := page.run(ORDER)) != before and now, "the own order")
        assert after[:-2] == before[1:-1] and sorted(after) == sorted(before)
        page.drag(".hand .card-button", ".piles .pile")
        page.until(lambda: after[0] not in page.run(ORDER), "the card on the pile")
        page.until(lambda: asked(page), "the next turn")
        if page.count(".offers [data-action=draw]"):
            page.tap(".offers [data-action=draw]")
        page.until(lambda: page.count(".hand .fresh") == 1, "the next card")
        assert page.run(ORDER)[:-1] == after[1:], "the order stays, and the new card is last"
        assert page.complaints() == []


def test_the_back_button_goes_one_step_out_and_being_offline_is_said(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500, **QUICK})
    with window(360, 740) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        page.tap("[data-key=menu]")
        page.until(lambda: page.count(".side.panel:not([hidden])"), "the menu")
        page.back()
        page.until(lambda: not page.count(".side.panel:not([hidden])"), "the game behind the menu")
        assert page.count(".game:not([hidden])") == 1
        page.back()
        page.until(lambda: page.count("[data-key^='back ']"), "the tables, with the way back to the own one")
        page.tap("[data-key^='back ']")
        page.until(lambda: page.count(".game:not([hidden])"), "the game")
        page.run("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        page.until(lambda: host.log().count("127.0.0.1' name='Anna'") == 3, "who came, left, and came again")
        network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        page.cdp("Network.emulateNetworkConditions", **network)
        host.process.kill()
        page.until(lambda: "OFFLINE: turn its network on" in page.text(".trouble"), "what to do")


def test_cards_fly_unless_the_device_wants_no_motion(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500, **QUICK})
    count = """
        window.flown = 0;
        const old = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.flown += 1; return old.apply(this, all); };
    """
    with window(360, 740) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        page.run(count)
        assert not play(page, most=3)
        page.until(lambda: asked(page), "a turn")
        assert page.run("return window.flown") == 0
        motion = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
        page.cdp("Emulation.setEmulatedMedia", features=motion)
        assert not play(page, most=3)
        page.until(lambda: page.run("return window.flown") > 0, "a card to fly")
        page.until(lambda: asked(page), "a turn")
        assert page.run(FLOWN_FAR) == [True, False], "a card that flies makes no other smaller, and the table no longer"


FLOWN_FAR = """
const board = document.querySelector('.board');
const width = () => board.style.getPropertyValue('--card');
const before = width();
board.querySelector('.card').animate({ transform: ['translateY(900px)', 'translateY(900px)'] }, 1e6);
dispatchEvent(new Event('resize'));
return new Promise((then) => requestAnimationFrame(() => setTimeout(() =>
  then([width() === before, board.classList.contains('more')]))));
"""
CHOSEN_AT_ONCE = """
const cards = () => [...document.querySelectorAll('.pile [data-card], .hand [data-card]')];
const before = cards();
const old = Element.prototype.animate;
let flown = 0;
Element.prototype.animate = function (...all) { flown += 1; return old.apply(this, all); };
document.querySelector('.hand .card-button:not(.idle)').click();
Element.prototype.animate = old;
const now = cards();
return [document.querySelectorAll('.hand .chosen').length, now.filter((one, at) => one !== before[at]).length, flown];
"""


def test_a_touch_chooses_a_card_at_once_and_moves_no_other_one_and_the_arrows_go_through_the_hand(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500, **QUICK})
    with window(360, 740) as page:
        motion = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
        page.cdp("Emulation.setEmulatedMedia", features=motion)
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        assert page.count(".hand [tabindex='0']") == 1
        page.run("document.querySelector(\".hand [tabindex='0']\").focus()")
        focused = "return [...document.querySelectorAll('.hand button')].indexOf(document.activeElement)"
        page.keys("ArrowRight", "ArrowRight", "ArrowLeft")
        assert page.run(focused) == 1 and page.count(".hand [tabindex='0']") == 1
        page.keys("End")
        assert page.run(focused) == page.count(".hand button") - 1
        if page.count(".offers [data-action=draw]"):
            page.tap(".offers [data-action=draw]")
        page.until(lambda: page.count(".hand .fresh") == 1, "the card")
        page.run_drawn("return 0")
        assert page.run(CHOSEN_AT_ONCE) == [1, 0, 0]


COVERED = """
return [...document.querySelectorAll('.hand .card')].filter((card) => {
  const box = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint(box.x + 10, box.y + 20));
}).length;
"""
"""How many cards of the hand lie under something, or out of sight."""


def test_the_six_words_are_shown_when_the_game_begins(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500, **QUICK})
    with window(360, 640) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        line = page.text(".people")
        assert line.startswith("Read aloud: ") and "Same for all" in line
        edges = "return ['.board', '.notices'].map((one) => document.querySelector(one).getBoundingClientRect())"
        board, notices = page.run(edges)
        assert page.run(COVERED) == 0 and board["bottom"] <= notices["top"], "no card lies under the words"
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab fair']")
        assert page.text(".words") in line
        page.tap("[data-key=close]")
        page.tap("[data-key=differ]")
        page.until(lambda: page.text(".people").startswith("Different words"), "what that means")
        page.reload()
        page.until(lambda: page.text(".people") == line, "the words")
        page.tap("[data-key=words]")
        page.until(lambda: page.text(".people") == "", "the line to go")
        page.reload()
        page.until(lambda: asked(page), "the same turn")
        assert page.text(".people") == "", "what was read aloud is not asked for again"
        page.run("const now = Date.now; Date.now = () => now() + 200_000")  # longer than the table waits for anybody
        page.until(lambda: page.text(".people").startswith("Everybody is waiting for you: "), "who is waited for")


IN_BREAK = """
const keys = [...document.querySelectorAll('.offers button')].map((one) => one.dataset.key);
return keys.includes('go-on');
"""


def test_a_break_between_two_rounds_accuses_nobody(host: PageHost, window: OpenWindow) -> None:
    """With the break that tables have: the hand that was left over is looked at while the next round begins.

    The page is loaded anew in one of the breaks.
    """
    host.player(variant="keilty", options={"target": 2000})
    with window(390, 844) as page:
        sit_down(page, host)
        for number in range(2):
            while not page.run(IN_BREAK):
                found = page.until(lambda: page.run(IN_BREAK) or asked(page), "a turn or the break")
                if found is not True:
                    try_tap(page, *found)
            assert page.text(".trouble") == ""
            assert page.count(".round-result") == 1
            if number == 1:
                page.reload()
                page.until(lambda: page.run(IN_BREAK), "the break again")
                assert (page.text(".trouble"), page.count(".round-result")) == ("", 1)
            page.tap("[data-key=go-on]")
            page.until(lambda: page.count(".round-result") == 0, "the next deal")
            assert page.text(".trouble") == ""


PLAYERS = """
return [...document.querySelectorAll('.player')].map((one) => one.querySelector('.name').innerText + one.className
  + parseInt(one.querySelector('.count').innerText) + one.querySelector('.points').innerText);
"""
"""Who plays, whose turn it is, cards and points; not the milliseconds to the host, which a busy machine has too."""


def test_a_page_loaded_anew_in_mid_turn_and_a_host_killed_in_mid_turn_go_on(host: PageHost, window: OpenWindow) -> None:
    opponent = host.player(variant="keilty", options={"target": 500, **QUICK})
    with window(360, 740) as page:
        sit_down(page, host)
        assert not play(page, most=2)
        page.until(lambda: asked(page), "a turn")
        before = hand(page), page.run(PLAYERS)
        page.reload()
        page.until(lambda: page.count(".prompt") and asked(page), "the same turn")
        assert (hand(page), page.run(PLAYERS)) == before
        host.kill()
        page.until(lambda: "LOST" in page.text(".trouble"), "the loss to be seen")
        assert opponent.wait(PATIENCE), "the other player tries no second time"
        host.start()
        page.until(lambda: page.text(".trouble") == "" and asked(page), "the turn to go on")
        assert hand(page) == before[0]
        assert not play(page, most=1)
        assert page.text(".trouble") == ""


TAMPER = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  set onmessage(handler) {
    super.onmessage = (event) => {
      const bytes = new Uint8Array(event.data);
      const text = String.fromCharCode(...bytes.slice(0, 40000));
      const at = text.indexOf('%s');
      if (at >= 0 && !window.tampered) { bytes[at + %d] ^= 1; window.tampered = true; }
      handler.call(this, { data: bytes.buffer });
    };
  }
};
"""


def test_a_byte_changed_on_the_way_is_found_and_named(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 30, **QUICK})
    with window(360, 740) as page:
        script = TAMPER % ("deal_root", 20)
        page.before(script)
        sit_down(page, host)
        page.until(lambda: "CHEAT FOUND" in page.text(".trouble"), "the alteration to be found")
        assert "host-signature" in page.text(".trouble")
        assert page.count(".trouble.notice") == 0, "an alarm is red"
        assert page.run("return window.tampered")
        assert page.count(".offers [data-action]") == 0, "nothing more is done in this game"


LATE = """const ask = fetch; let lost = 0; window.fetch = (one) => lost++ === 0 ? Promise.reject() :
  new Promise((then) => { window.goOn = () => then(ask(one)); });"""


def test_a_page_without_a_game(host: PageHost, window: OpenWindow) -> None:
    """German, with the lesson; another host than the one invited to is sent nothing; no script but its own runs."""
    host.player(variant="keilty", options=QUICK)
    with window(language="de") as page:
        page.before(LATE)
        page.open(host.url)
        assert page.text("#page").startswith("This page is starting."), "no empty page until the sentences come"
        page.until(lambda: page.run("return window.goOn !== undefined"), "the sentences to be asked for again")
        page.run("window.goOn()")
        page.until(lambda: page.count("#name") and not page.count("#boot"), "the start")
        assert "Spiel" in page.text("#page")
    with window(language="de") as page:
        page.open(host.url)
        assert page.run("return document.documentElement.lang") == "de"
        page.run(
            "const one = document.createElement('script'); one.textContent = 'window.evil = 1';"
            "document.body.append(one);"
            "document.body.insertAdjacentHTML('beforeend', '<b onclick=\"window.evil = 1\">x</b>');"
            "document.querySelector('b').click()"
        )
        assert page.run("return window.evil ?? null") is None
        assert any("Content Security Policy" in line for line in page.complaints())
        page.tap("[data-key=learn]")
        page.until(lambda: page.text(".prompt").startswith("Willkommen"), "the lesson")
        foot = "document.querySelector('.hand').getBoundingClientRect().bottom"
        assert page.run(f"return innerHeight - {foot}") < 40, "the hand lies at the foot of the window"
        page.tap(".stock.useful")
        page.tap(".hand [data-card='5S']")
        page.until(lambda: "7♠" in page.text(".offers"), "the run to be offered")
        for key, says in (("0000", "beschädigt"), ("0" * 64, "nicht der Gastgeber")):
            page.open("about:blank")
            page.open(f"{host.url}/#{key}")
            page.until(lambda says=says: says in page.text(".content"), "what is wrong with the link")  # type: ignore[misc]
        assert not page.count("#name") and "name='Anna'" not in host.log(), "it is told before the name"
        come_in(page, host)
        page.until(lambda: "hinsetzen" in page.text(".content"), "the tables in German")
