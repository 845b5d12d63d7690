"""What a page says of its connection and of people: two windows, a silent host, who is away, newcomers, knocks."""

import signal

import pytest

from tests.support.pages import PATIENCE, OpenWindow, Page, PageHost
from tests.web.test_browser_pages import asked, come_in, hand, sit_down

pytestmark = pytest.mark.drawn(2)

LONG = ("W" * 32, "Grandfather Wilhelm", "Cousin Bartholomew")


def heights(page: Page) -> dict[str, int]:
    """How high the parts of the page are that people need for playing, and how wide it is."""
    found: dict[str, int] = page.run(
        """const high = (name) => Math.round(document.querySelector(name).getBoundingClientRect().height);
        return { people: high('.notices'), board: high('.board'), hand: high('.hand'),
          wider: document.documentElement.scrollWidth - innerWidth };"""
    )
    return found


def test_of_two_windows_one_has_the_seat_and_the_other_takes_it_over_or_gets_it(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500})
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        cards, second = hand(page), page.another()
        second.open(host.url)
        second.until(lambda: "has your seat" in second.text(".trouble"), "who has the seat")
        assert second.count(".trouble.notice") == 1, "it is no alarm"
        assert second.count(".hand [data-card]") == 0
        assert second.text(".content") == "", "it neither connects nor opens tables"
        second.tap("[data-key=take-over]")
        second.until(lambda: hand(second) == cards, "the game in the second window")
        page.until(lambda: "has your seat" in page.text(".trouble"), "that the other window plays")
        second.close()
        # The line goes when the connection stands; the hand is drawn when the log has come again, a moment later.
        page.until(lambda: page.count(".trouble:not([hidden])") == 0 and hand(page) == cards, "the game as it was")
        page.until(lambda: asked(page), "the turn")


def test_a_silent_host_and_no_network_are_told_and_taken_back(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500})
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        assert page.text(".trouble") == ""
        host.process.send_signal(signal.SIGSTOP)
        page.until(lambda: "LOST" in page.text(".trouble"), "the silence to be told")
        host.process.send_signal(signal.SIGCONT)
        page.until(lambda: page.text(".trouble") == "" and asked(page), "the host's word")
        host.process.send_signal(signal.SIGSTOP)
        page.run("dispatchEvent(new Event('offline'))")
        assert "LOST" in page.run_drawn("return document.querySelector('.trouble').innerText"), "told at once"
        host.process.send_signal(signal.SIGCONT)
        page.until(lambda: page.text(".trouble") == "" and asked(page), "the host's word, whatever the browser says")


CHOSEN = "return [...document.querySelectorAll('.hand .chosen')].map((one) => one.dataset.card)"
LOST_AND_TOUCHED = """
dispatchEvent(new Event('offline')); // the button is drawn until the next frame
document.querySelector('.offers [data-action=draw]').click();
"""


def test_a_touch_acts_on_nothing_once_the_connection_is_lost_what_was_sent_is_shown_and_what_was_chosen_stays(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500})
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: page.count(".offers [data-action=draw]"), "a turn")
        cards = hand(page)
        host.process.send_signal(signal.SIGSTOP)
        page.run(LOST_AND_TOUCHED)
        page.until(lambda: "LOST" in page.text(".trouble") and not page.count(".offers [data-action]"), "nothing to do")
        host.process.send_signal(signal.SIGCONT)
        page.until(lambda: page.text(".trouble") == "" and page.count(".offers [data-action=draw]"), "the host's word")
        assert hand(page) == cards
        host.process.send_signal(signal.SIGSTOP)
        page.run("document.querySelector('.offers [data-action=draw]').click()")
        host.kill()
        page.until(lambda: "Sent before the connection broke, and not answered yet: draw" in page.text(".prompt"), "it")
        host.start()
        page.until(lambda: len(hand(page)) == len(cards) + 1, "the card")

        page.until(lambda: page.count(".hand .card-button:not(.idle)"), "a card to throw")
        page.tap(".hand .card-button:not(.idle)")
        chosen = page.until(lambda: page.run_drawn(CHOSEN), "the card")
        offers = page.text(".offers")
        host.kill()
        page.until(lambda: "LOST" in page.text(".trouble"), "the loss to be seen")
        assert page.run_drawn(CHOSEN) == chosen and page.count(".offers [data-action]") == 0
        host.start()
        page.until(lambda: page.count(".offers [data-action]"), "what can be done with it")
        assert (page.run_drawn(CHOSEN), page.text(".offers")) == (chosen, offers)


def test_who_sits_down_takes_a_ready_back_with_a_word(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 30}, opponents=2)
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: page.count("[data-key=unready]"), "being ready")
        host.player(table=1, opponents=2, name="Bob")
        page.until(lambda: page.text(".changed") == "Bob has sat down: say ready again", "what has changed")
        page.tap("[data-key=ready]")
        page.until(lambda: page.count(".hand [data-card]"), "the cards")


def test_people_who_are_away_leave_room_for_the_game_on_a_phone(host: PageHost, window: OpenWindow) -> None:
    others = [host.player(variant="crummy", options={}, opponents=3, name=LONG[0])]
    assert others[0].stdout is not None and others[0].stdout.readline().startswith("table")
    others += [host.player(table=1, opponents=3, name=name) for name in LONG[1:]]
    with window(390, 844) as page:
        come_in(page, host, "M" * 32)
        page.tap("[data-key^=sit]")
        page.until(lambda: page.count(".seated li") == 4, "everybody")
        page.tap("[data-key=ready]")
        page.until(lambda: page.count(".hand [data-card]"), "the cards")
        for one in others:
            one.kill()
        page.until(lambda: page.count(".people [data-key^='vote ']") == 3, "who is away")
        found = heights(page)
        assert found["wider"] <= 0
        assert found["people"] <= 844 * 0.3 and found["board"] >= 844 * 0.25 and found["hand"] > 0, found
        assert not page.run(
            """document.querySelector('.prompt').textContent = `${'W'.repeat(32)} to play`;
            const parts = [...document.querySelectorAll('.player, .prompt')];
            return parts.some((one) => one.scrollWidth > one.clientWidth + 1);"""
        ), "nothing of a player lies over the next one"


def test_a_newcomer_of_a_running_game_can_ask_to_come_in(host: PageHost, window: OpenWindow) -> None:
    # They stop after some actions: a page on a busy machine never catches up with players that do not think.
    first = host.player(variant="vegas", options={"max_score": 500}, acts=4)
    assert first.stdout is not None and first.stdout.readline().startswith("table")
    host.player(table=1, name="Bob", acts=4)
    with window(390, 844) as page:
        come_in(page, host)
        page.until(lambda: "playing" in page.text(".tables"), "the game")
        page.tap("[data-key^=sit]")
        page.until(lambda: "You can come in with the next round." in page.text(".people"), "how to come in")
        page.until(lambda: "to play" in page.text("body"), "the cards")  # while they are shuffled it is said again
        page.tap(".people [data-key=ready]")
        page.until(lambda: "if the owner of the table lets you in" in page.text(".people"), "who decides")


def test_the_owner_closes_the_seats_and_lets_in_who_knocks(host: PageHost, window: OpenWindow) -> None:
    with window(390, 844) as page:
        come_in(page, host)
        page.until(lambda: page.count("#variant"), "the form")
        page.run("document.querySelector('#closed').checked = true")
        page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
        page.tap(".lobby form button.main")
        page.until(lambda: "You decide who sits down." in page.text(".content"), "that the seats are closed")
        stranger = host.player(table=1, name="Bob")
        assert stranger.wait(PATIENCE), "Bob is refused, and told so"
        page.until(lambda: "Bob asks for a seat" in page.text(".people"), "the knock")
        page.tap(".people [data-key^=knock]")
        page.until(lambda: page.text(".people") == "", "nobody to be left who asks")
        page.tap("[data-key=closed]")
        page.until(lambda: "Anybody may sit down." in page.text(".content"), "the seats to be open")
        host.player(table=1, name="Cem")
        page.until(lambda: page.count(".seated li") == 2, "who sits down")
        assert page.complaints() == []


def test_the_list_of_tables_says_which_deck_is_sealed_and_its_terms_leave_the_button_that_agrees_in_sight(
    host: PageHost, window: OpenWindow
) -> None:
    for deck in ("sealed", "plain"):
        first = host.player(variant="keilty", options={"deck": deck})
        assert first.stdout is not None and first.stdout.readline().startswith("table")
    with window(360, 640) as page:
        come_in(page, host)
        page.until(lambda: page.count(".tables li") == 2, "the tables")
        lines = page.text(".tables li:first-child .quiet"), page.text(".tables li:last-child .quiet")
        assert lines[0].endswith(" · 1/6 · sealed deck") and lines[1].endswith(" · 1/6")
        page.tap("[data-key='sit 1']")
        for name in ("Ben", "Cem"):
            host.player(table=1, name=name)
        page.until(lambda: page.count("[data-key=ready]") and page.count(".seated li") == 4, "the terms")
        assert page.count(".sealed") == 3
        button = "document.querySelector('[data-key=ready]').getBoundingClientRect()"
        assert page.run(f"return {button}.bottom <= innerHeight")


def test_a_notice_covers_nothing_that_can_be_touched(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500})
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        for is_panel_open in (False, True):
            if is_panel_open:
                page.run("document.querySelector('.top button:last-of-type').click()")
                page.until(lambda: page.count(".side:not([hidden])"), "the panel")
            covered = page.run(
                """const notice = document.querySelector('.trouble');
                notice.textContent = 'the table has changed since you looked; look again';
                notice.hidden = false;
                notice.classList.add('notice');
                document.querySelector('.people').innerHTML = '<p class="person"><button>vote</button></p>';
                const parts = [...document.querySelectorAll('.person button, .hand')];
                const places = () => parts.map((one) => one.getBoundingClientRect().y);
                const before = places().join();
                notice.hidden = true;
                if (places().join() !== before) return 'moved';
                notice.hidden = false;
                const box = notice.getBoundingClientRect(), found = [];
                for (let x = box.left + 4; x < box.right; x += 8) for (let y = box.top + 4; y < box.bottom; y += 8)
                  for (const one of document.elementsFromPoint(x, y))
                    if (one.closest('button, input, select, a') && one.closest('.side, .people, .top')) found.push(one);
                return found.length;"""
            )
            assert covered == 0


def test_a_press_counts_while_others_come_and_what_is_pressed_stays_in_its_place(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500}, opponents=9)
    with window(390, 844) as page:
        come_in(page, host)
        page.tap("[data-key='sit 1']")
        box = "document.querySelector('[data-key=ready]').getBoundingClientRect()"
        place = f"const {{ x, y }} = {box}; return [x + 9, y + 9];"
        page.until(lambda: page.count("[data-key=ready]:not(:disabled)"), "the question")
        where = page.run_drawn(place)
        button = {"x": where[0], "y": where[1], "button": "left", "clickCount": 1}
        page.cdp("Input.dispatchMouseEvent", type="mousePressed", **button)
        host.player(table=1, opponents=9, name="Bob")
        page.until(lambda: page.count(".seated li") == 3, "who came")
        assert page.run_drawn(place) == where
        page.cdp("Input.dispatchMouseEvent", type="mouseReleased", **button)
        page.until(lambda: page.count("[data-key=unready]"), "the word")


def test_ready_is_asked_for_once_the_bots_sit_and_a_double_touch_draws_one_card(
    host: PageHost, window: OpenWindow
) -> None:
    with window(320, 640) as page:
        come_in(page, host)
        page.until(lambda: "no table yet" in page.text(".lobby"), "the tables")
        page.run("document.querySelector('#bots').value = '2'; document.querySelector('.lobby form').requestSubmit()")
        seats = """return document.querySelector('[data-key=ready]:not(:disabled)')
          && document.querySelectorAll('.seated li').length"""
        assert page.until(lambda: page.run(seats), "the question") == 3, "a bot that comes takes the word back"
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab rules']")
        page.tap(".side [data-key=close]")
        page.tap("[data-key=menu]")
        assert page.count("[data-key='tab table'][aria-selected=true]") == 1, "it opens where one leaves the table"
        page.tap(".side [data-key=close]")
        page.tap("[data-key=ready]")
        page.until(lambda: page.count(".stock.useful"), "a turn")
        before = len(hand(page))
        page.run("const stock = document.querySelector('.stock.useful'); stock.click(); stock.click();")
        page.until(lambda: len(hand(page)) == before + 1, "the card")
        assert "RUMMY" in (page.text(".trouble") or "RUMMY"), "nothing was sent that the host refuses"


WATCHED = """
return [...document.querySelectorAll('.table')].map((table) => {
  const [board, line] = [table.querySelector('.board'), table.querySelector('.log li')];
  const isSeen = line.getBoundingClientRect().height > 12
    && line.getBoundingClientRect().bottom <= table.getBoundingClientRect().bottom;
  return [table.getBoundingClientRect().left > 100, isSeen, board.scrollHeight <= board.clientHeight];
});
"""


def test_two_tables_stand_side_by_side_on_a_television_with_all_cards_in_sight(
    host: PageHost, window: OpenWindow
) -> None:
    for table in (1, 2):
        first = host.player(variant="keilty", options={"target": 500}, acts=3)
        assert first.stdout is not None and first.stdout.readline().startswith("table")
        host.player(table=table, name="Bob", acts=3)
    with window(1280, 800) as page:
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".table .log li") >= 8, "both games")
        assert page.run_drawn(WATCHED) == [[False, True, True], [True, True, True]]
        page.resize(1920, 1080)
        page.until(lambda: page.run_drawn(WATCHED) == [[False, True, True], [True, True, True]], "the same, larger")


LARGEST = "return Math.min(...[...document.querySelectorAll('.table .board .card')].map((one) => one.offsetWidth))"


def test_four_tables_on_a_television_are_those_that_are_played_with_cards_for_a_room(
    host: PageHost, window: OpenWindow
) -> None:
    """The fifth and sixth wait below until it is their turn (web/tests/rotation.test.js)."""
    for table in range(1, 7):
        first = host.player(variant="keilty", options={"target": 500}, acts=5)
        assert first.stdout is not None and first.stdout.readline().startswith("table")
        if table > 1:  # at the first one nobody plays yet
            host.player(table=table, name="Bob", acts=5)
    with window(1920, 1080) as page:
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".table .player.turn") == 4, "the turn at each table")
        shown = page.run("return [...document.querySelectorAll('.table')].map((one) => one.dataset.table)")
        assert len(shown) == 4 and "1" not in shown, "tables that are played come first"
        assert page.count("#page > .waiting li") == 2 and page.count(".invited img") == 1
        assert page.run_drawn(WATCHED) == [[False, True, True], [True, True, True]] * 2
        assert page.run_drawn(LARGEST) >= 72, "a card's rank is read from three metres"
        page.run("document.querySelector('.table').remove()")
        page.resize(390, 844)
        page.until(lambda: page.run_drawn("return innerWidth") == 390, "the other width")
        below = "return [...document.querySelectorAll('.table')].map(({ offsetTop }) => offsetTop)"
        assert len(set(page.run_drawn(below))) == 3, "three tables below each other on a phone"


REFUSED = """
window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({}), 0); } close() {} };
window.asked = 0;
const fetched = window.fetch;
window.fetch = (what, ...more) => (what === "/invitation" && (asked += 1), fetched(what, ...more));
"""


def test_a_connection_that_the_browser_refuses_is_not_called_lost(host: PageHost, window: OpenWindow) -> None:
    with window(390, 844) as page:
        page.before(REFUSED)
        come_in(page, host)
        page.until(lambda: "ask for an address with a certificate that phones trust" in page.text(".trouble"), "why")
        host.kill()
        before = page.run("return asked")
        page.until(lambda: page.run("return asked") > before, "the next try")
        page.until(lambda: "CONNECTION LOST" in page.text(".trouble"), "the other cause")
        host.start()
