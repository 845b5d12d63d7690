"""Finds hints, and what cost most in a round, in a thread beside the event loop, so that screen and link go on."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from rummynet.bots.budget import Budget
from rummynet.bots.coach.findings import Advice, Decision, Moment
from rummynet.bots.seat_view import SeatView
from rummynet.rules.core.variety import Variety
from rummynet_client.core.session.hints import hint_question, review_question
from rummynet_client.core.session.review import turning_points
from rummynet_client.core.session.session import Session
from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_client.language import _, sentence_of
from rummynet_protocol.errors import Refusal

T = TypeVar("T")

# Forty positions take less in most games; in basic rummy, whose rounds are longer, it is enough for a dozen. A person
# waits for it.
HINT_MS: Final = 1500
# Positions played to the end for each doubtful decision: the moments have to be there while the round's end is on the
# screen; ``replay --coach``, where nobody waits, takes 40.
POSITIONS: Final = 16
_KEPT: Final = 200  # hints, each with its position: more than anybody asks for in a game


class Coaching:
    """Answers one player. What was found once is kept: asked again at the same position, the hint is the same."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._given: list[tuple[SeatView, Advice]] = []
        """The hints of this game: the coach says of a decision what its hint said."""

    async def hint(self) -> list[News]:
        """The hint for this moment, or why there is none."""
        try:
            question = hint_question(self._session.model, self._session.game)
            advice = next((advice for view, advice in self._given if view == question.view), None)
            if advice is None:
                budget = Budget(HINT_MS, time.monotonic)
                advice = await beside(partial(_advise, question.variety, question.view, budget))
                self._given = [*self._given[-_KEPT:], (question.view, advice)]
        except Refusal as problem:
            return [news.WentWrong(problem.code, sentence_of(problem))]
        if self._session.model.state != question.view.position:
            return [news.WentWrong("no_hint", _("the game has moved on; ask again"))]
        return [news.HintGiven(advice)]

    async def moments(self, round: int | None) -> list[News]:
        """What cost most in a finished round (None: the last one), or why that is not told."""
        game = self._session.game
        try:
            variety, review, decisions = review_question(self._session.model, game, round)
        except Refusal as problem:
            return [news.WentWrong(problem.code, sentence_of(problem))]
        moments = review.moments
        if moments is None:
            moments = await beside(partial(_costly_moments, variety, decisions, tuple(self._given)))
            if game is not None:
                game.add_moments(review.round, moments)
        return [news.RoundCoached(review.round, moments)]

    async def turning_points(self) -> list[News]:
        """What cost most in the whole game, or why that is not told; rounds are looked at that were not yet."""
        for one in self._session.model.reviews:
            told = await self.moments(one.round)
            if isinstance(told[0], news.WentWrong):
                return told
        if not self._session.model.reviews:
            return await self.moments(None)  # which says why there is nothing
        points = turning_points(self._session.model.reviews)
        return [news.GameCoached(tuple((one.round, one.moment) for one in points))]

    @property
    def follows(self) -> bool:
        """Whether finished rounds are to be looked at without being asked: the player sits where hints are allowed."""
        model = self._session.model
        return bool(model.options.get("hints")) and model.me is not None


def has_scores(items: Sequence[News]) -> bool:
    """Whether a round has just ended."""
    return any(isinstance(item, news.RoundScored) for item in items)


async def beside(work: Callable[[], T]) -> T:
    """The result of *work*, done in a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, problem: Exception | None) -> None:
        if result.done():
            return
        if problem is not None:
            result.set_exception(problem)
        else:
            # Without a problem there is a value, which the types do not tell.
            result.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value, problem = None, None
        try:
            value = work()
        except Exception as found:  # it is raised where the result is awaited
            problem = found
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, value, problem)

    threading.Thread(target=run, name="coach", daemon=True).start()
    return await result


def _advise(variety: Variety, view: SeatView, budget: Budget) -> Advice:
    from rummynet.bots.coach.advice import advise  # the search is loaded when it is asked for

    return advise(variety, view, budget)


def _costly_moments(
    variety: Variety, decisions: Sequence[Decision], given: Sequence[tuple[SeatView, Advice]]
) -> tuple[Moment, ...]:
    from rummynet.bots.coach.costly_moments import costly_moments

    return costly_moments(variety, decisions, positions=POSITIONS, given=given)
