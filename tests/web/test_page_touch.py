"""A finger on the page, by touch events of Chromium: cards are dragged, say why they stay, and are asked for twice."""

import pytest
from pages import page_tour
from pages.page_tour import GAMES, NEXT, begin, open_table

from tests.support.pages import WEB, OpenWindow, Page, PageHost
from tests.web.test_browser_pages import hand
from tests.web.test_page_copies import printed

pytestmark = pytest.mark.drawn(2)


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Where a finger meets the first of these; of a card that lies under another one its free strip."""
    x, y = page.run(
        """const one = document.querySelector(arguments[0]);
        one.scrollIntoView({ block: 'nearest' });
        const box = one.getBoundingClientRect();
        return [box.x + Math.min(box.width / 2, 12), box.y + box.height / 2];""",
        selector,
    )
    return x, y


def touch(page: Page, kind: str, place: tuple[float, float] | None) -> None:
    """Send one event of a finger."""
    points = [] if place is None else [{"x": place[0], "y": place[1]}]
    page.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=points)


def finger(page: Page, *places: tuple[float, float]) -> None:
    """Touch the first place, move on to each of the others, and let go."""
    for kind, place in [("touchStart", places[0]), *(("touchMove", one) for one in places[1:]), ("touchEnd", None)]:
        touch(page, kind, place)
    page.run_drawn("return 0")


def drag(page: Page, start: str, end: str) -> None:
    """Drag the first thing to the second."""
    (x, y), last = middle(page, start), middle(page, end)
    finger(page, (x, y), (x, y - 12), ((x + last[0]) / 2, (y + last[1]) / 2), last)


def sit(page: Page, host: PageHost, game: str, **options: object) -> None:
    """Come to a game of this kind against a bot."""
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    begin(page, host)
    open_table(page, host, 1, game, 1, **{"break_seconds": 0, **options})
    page.tap("[data-key=ready]")


PICKED_UP = """
const [says, offers] = [document.querySelector('.prompt.turn'), document.querySelector('.offers')];
return says?.innerText.includes('throw a card out') && offers?.getAttribute('aria-busy') !== 'true';
"""


def pick_up(page: Page) -> None:
    """Play by taps until a card is to be thrown out."""
    for _ in range(40):
        page.until(lambda: page.run_drawn(PICKED_UP) or page.run_drawn(NEXT), "a turn")
        if page.run_drawn(PICKED_UP):
            return
        page.try_tap(".offers [data-action=draw]") or page.try_tap(".offers [data-action]:not([data-action^=throw])")
    raise AssertionError(page.text("body"))


def card(word: str) -> str:
    """The card of the hand."""
    return f".hand [data-card='{word}']"


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_orders_the_hand_and_throws_a_card_onto_the_pile(
    host: PageHost, window: OpenWindow, game: str
) -> None:
    with window(390, 844) as page:
        sit(page, host, game, break_seconds=30)  # the bot may go out at once, and the next hand would be looked at
        pick_up(page)
        cards = hand(page)
        drag(page, card(cards[0]), card(cards[2]))
        assert hand(page) == [cards[1], cards[0], *cards[2:]], "left of the card that it was let go over"
        drag(page, card(cards[-1]), ".piles .pile")
        page.until(lambda: cards[-1] not in hand(page), "the throw")
        assert hand(page) == [cards[1], cards[0], *cards[2:-1]], "the order stays"
        assert "RUMMY" in (page.text(".trouble") or "RUMMY") and page.complaints() == []


def test_a_card_stays_under_the_finger_while_the_hand_is_drawn(host: PageHost, window: OpenWindow) -> None:
    with window(390, 844) as page:
        sit(page, host, "keilty")
        pick_up(page)
        word = hand(page)[0]
        x, y = middle(page, card(word))
        touch(page, "touchStart", (x, y))
        touch(page, "touchMove", (x, y - 20))
        page.resize(396, 844)
        page.until(lambda: page.count(".dragged") == 0, "the hand for the other width")
        for place in ((x, y - 60), middle(page, ".piles .pile")):
            touch(page, "touchMove", place)
        touch(page, "touchEnd", None)
        page.until(lambda: word not in hand(page), "the throw")


LAID = r"""
const found = [...document.querySelectorAll('.offers [data-action]')]
  .map((one) => /^lay (\S+) on (\d+)$/.exec(one.dataset.action)).filter(Boolean);
return found.length ? [found[0][1], found[0][2]] : null;
"""
"""A card that can be laid off, and the meld that takes it."""


def test_a_finger_lays_a_card_onto_a_meld_and_a_meld_that_does_not_take_it_gives_it_back(
    host: PageHost, window: OpenWindow
) -> None:
    with window(390, 844) as page:
        sit(page, host, "keilty", target=2000)
        for _ in range(600):
            what, name = page.until(lambda: page.run_drawn(NEXT), "a turn")
            if found := page.run(LAID):
                break
            page.try_tap(f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
        word, meld = found
        source = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
        finger(page, middle(page, f".hand [data-card='{word}']"))
        assert page.count(".meld.useful") and page_tour.findings(page, source, 390) == []
        finger(page, middle(page, f".hand [data-card='{word}']"))
        before, size = hand(page), page.count(f"[data-meld='{meld}'] .card")
        drag(page, f".hand [data-card='{word}']", ".hand-place")
        assert sorted(hand(page)) == sorted(before), "let go over the hand it is only laid elsewhere"
        drag(page, f".hand [data-card='{word}']", f"[data-meld='{meld}'] .card")
        page.until(lambda: word not in hand(page), "the card on the meld")
        assert page.count(f"[data-meld='{meld}'] .card") == size + 1
        assert page.complaints() == []


IDLE = {
    ".hand .idle": ("touch the stock or the pile.", "to play", "cannot be played now."),
    ".pile .card-button": ("can be taken", "has to be laid at once.", "to play", "cannot be played now."),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_can_do_nothing_says_why_and_a_throw_is_asked_for_twice_where_one_wants_it(
    host: PageHost, window: OpenWindow, game: str
) -> None:
    with window(390, 844) as page:
        sit(page, host, game)
        page.until(lambda: page.run_drawn(NEXT), "a turn")
        assert not page.count(".pile .idle, .pile .useful"), "without hints the cards of the pile look alike"
        for place, whys in IDLE.items():
            if page.count(place):
                finger(page, middle(page, place))
                assert page.text(".trouble").endswith(whys) or page.count(".pile .chosen")
        pick_up(page)
        assert page.run_drawn("return 0") == 0 and page.run_drawn("return document.querySelector('.trouble').hidden")
        if page.count(".pile .card-button"):
            finger(page, middle(page, ".pile .card-button"))
            assert page.text(".trouble") == "you have picked up already; lay or throw out"
        is_laid = page.count(".offers [data-action^=lay], .offers [data-action^=meld]") > 0
        assert ("YOUR TURN: lay, or throw a card out" in page.text(".prompt")) >= is_laid
        page.tap("[data-key=menu]")
        page.tap("[data-key=confirms]")
        page.tap(".side [data-key=close]")
        cards = hand(page)
        finger(page, middle(page, ".hand .card-button:not(.idle)"))
        finger(page, middle(page, ".offers [data-action^=throw]"))
        assert "touch again" in page.text(".offers") and hand(page) == cards
        finger(page, middle(page, ".offers [data-action^=throw]"))
        page.until(lambda: len(hand(page)) == len(cards) - 1, "the throw")


LAID_OUT = """
const hand = document.querySelector('.hand'), card = hand.querySelector('.card-button'), wrong = [];
for (const [count, { card: wide, rows, perRow, strip }] of arguments[0]) {
  const some = (most) => Array.from({ length: most }, () => card.cloneNode(true));
  hand.replaceChildren(...Array.from({ length: rows }, (_, at) => {
    const row = document.createElement('div');
    row.className = 'cards';
    row.append(...some(Math.min(perRow, count - at * perRow)));
    return row;
  }));
  hand.className = `hand${rows > 2 ? ' deep' : ''}`;
  for (const [name, value] of [['--card', wide], ['--strip', strip]]) hand.style.setProperty(name, `${value}px`);
  for (const one of hand.querySelectorAll('.card-button')) {
    one.scrollIntoView({ block: 'nearest' });
    const { x, y, right } = one.getBoundingClientRect();
    const met = [[1, 8], [Math.min(strip, wide) - 2, 30]].map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy));
    if (right > arguments[1] || !met.every((other) => one.contains(other))) wrong.push([count, x, y]);
  }
}
return wrong;
"""


MELDS = """
const meld = `<div class="meld"><span class="fan">${'<span class="card"></span>'.repeat(3)}</span></div>`;
document.querySelector('.melds').innerHTML = meld.repeat(arguments[0]);
"""
FILLED = """
const box = (name) => document.querySelector(name).getBoundingClientRect(), board = box('.board');
return [box('.players').y, box('.stock').width, (board.bottom - box('.melds').bottom) / board.height];
"""


def test_names_keep_their_place_beside_any_melds_which_take_the_room_and_each_card_of_any_hand_can_be_touched(
    host: PageHost, window: OpenWindow
) -> None:
    """As web/live/fitting.js and web/seat/hand_layout.js lay them out."""
    with window(360, 740) as page:
        sit(page, host, "keilty")
        pick_up(page)
        places = set()
        for width, count in enumerate((1, 4, 6, 9, 15), 360):
            page.run(MELDS, count)
            page.resize(width, 740)
            page.until(lambda: page.run_drawn("return innerWidth") == width, "the other width")  # noqa: B023
            names, card, free = page.run_drawn(FILLED)
            places.add(names)
            assert card >= 64 or free <= 0.3, (count, card, free)
        assert len(places) == 1
        for width, height in ((320, 640), (360, 740), (390, 844), (800, 360), (820, 1180)):
            page.resize(width, height)
            room = page.run_drawn("return document.querySelector('.hand-place').clientWidth")
            layouts = printed(
                "import { handLayout } from './seat/hand_layout.js';"
                f"const of = (count) => [count, handLayout(count, {room}, {{ width: {width}, height: {height} }})];"
                "console.log(JSON.stringify([1, 7, 10, 13, 17, 20, 40].map(of)));"
            )
            assert page.run(LAID_OUT, layouts, width) == [], f"at {width} pixels"


def test_a_finger_that_slides_along_the_hand_raises_and_names_each_card_and_takes_the_last(
    host: PageHost, window: OpenWindow
) -> None:
    with window(360, 740) as page:
        sit(page, host, "keilty")
        pick_up(page)
        cards = hand(page)
        places = [middle(page, card(cards[at])) for at in (0, 1, 3)]
        touch(page, "touchStart", places[0])
        for place, word in zip(places[1:], (cards[1], cards[3]), strict=True):
            touch(page, "touchMove", place)
            raised = page.run_drawn("return [...document.querySelectorAll('.raised')].map((one) => one.dataset.card)")
            name = page.run("return document.querySelector('.hand-place').dataset.named")
            assert raised == [word] and name == page.run(f"return document.querySelector(`{card(word)}`).ariaLabel")
        touch(page, "touchEnd", None)
        page.until(lambda: page.run_drawn("return document.querySelector('.chosen')?.dataset.card") == cards[3], "it")
        assert hand(page) == cards and page.count(".raised") == 0
