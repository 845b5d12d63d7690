#!/usr/bin/env python3
"""Finds puzzles for ``rummynet puzzle``, and adds them to ``rummynet/puzzles/GAME.jsonl``.

python scripts/make/puzzles.py keilty joker --wanted 20

Bots play games; a decision in which ``expert`` chooses nothing obvious is a candidate. Each is judged in three steps,
on positions drawn anew for each: the best plays with few rounds played to the end by ``strong``, the best of them with
more, and the best few by ``expert``. A puzzle is what all three find and what is not obvious, with the lower end of the
interval of the last one MARGIN points clear of the second-best play. docs/puzzles.md says what the figures mean.

Everything follows from the seeds, which begin behind the last puzzle of the file: stopped and started again the script
goes on, and finds what it would have found.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet import players  # noqa: E402
from rummynet.bots.budget import Budget, StepClock  # noqa: E402
from rummynet.bots.coach.explaining import Explainer  # noqa: E402
from rummynet.bots.coach.findings import half_interval  # noqa: E402
from rummynet.bots.coach.judging import (  # noqa: E402
    as_level,
    as_strong,
    clear_of,
    come_to,
    difference,
    goes_on,
    leads_of,
    turn_end,
)  # fmt: skip
from rummynet.bots.coach.play_reasons import Better, Reason  # noqa: E402
from rummynet.bots.evaluation.bot_plays import is_play, points_named  # noqa: E402
from rummynet.bots.seat_view import SeatView  # noqa: E402
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT  # noqa: E402
from rummynet.bots.strategy import NothingToDo  # noqa: E402
from rummynet.puzzles.puzzle import Answer, JudgedPlay, Puzzle, Theme, line_of  # noqa: E402
from rummynet.recorded_round import RecordedRound  # noqa: E402
from rummynet.rules import GameState, Seeded, variety  # noqa: E402
from rummynet.rules.core.variety import Variety, has_calls, once_answered  # noqa: E402
from rummynet.rules.library.chance import ChanceOutcome  # noqa: E402
from rummynet.rules.library.game_state import Move  # noqa: E402
from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet.rules.varieties import variety as variety_called  # noqa: E402
from rummynet_protocol.actions import Action, CallRummy, Draw, Take, ThrowOut, TurnOver  # noqa: E402
from rummynet_protocol.errors import Refusal  # noqa: E402
from rummynet_protocol.notation import text  # noqa: E402
from rummynet_protocol.values import replace  # noqa: E402

LEVELS: Final = ("simple", "steady", "strong", "expert")
"""How many of them choose wrongly says how hard a puzzle is. The first two have to."""
# Choices of each of these two that are looked at: among equals chance decides.
ASKED: Final = 3
# Points by which the second-best play is worse at least, at the lower end of the 95 % interval: less is a matter of
# opinion, and of how well the bots play on.
MARGIN: Final = 3.0
# Standard errors of the interval.
CLEAR: Final = 1.96
# Positions of the three steps. The last one decides: its error is about a fourteenth of what a round varies.
FIRST, SECOND, LAST = 12, 40, 80
PROBED: Final = 4  # positions in which a round has to end before the last step
TOP: Final = 6  # plays that the first step looks at, beside what the levels choose: the best by ``expert``
KEPT: Final = 4  # plays that the second step looks at, and the third
MOST_ACTIONS: Final = 24  # of a decision; more take long to judge and to read
LEAST_PLAYS: Final = 3  # different plays, so that a guess is wrong more often than right
TRIED: Final = 3  # candidates of one game that are judged closely, those first that ``expert`` is surest of
# Points by which ``expert`` takes its choice to be better than the next, at least: below, a puzzle was seldom found.
LEAST_GAP: Final = 5.0
SAME: Final = 0.5  # points below which two values of ``expert`` are taken to be of one play
# Cards in the stock of a decision, at most: a basic round goes on for up to ten times as many actions as one of Keilty,
# and what is far from its end is decided by luck and takes minutes to search.
MOST_STOCK: Final = {"basic": 20, "crummy": 35}
MOST_MOVES: Final = 1000  # of a round, after which a game is given up: in basic rummy cards can go round for ever
# Moves of a line: the own turn and one of each other; a turn has more only in hands that nobody can follow.
MOST_OF_LINE: Final = 30
FIRST_RATING, PER_LEVEL, PER_PLAY = 900, 200, 20
"""The rating of a puzzle that every level solves; by how much it rises for each that does not, and for each play."""
PER_POINT, MOST_POINTS = 2, 50
"""By how much it falls for each point that the best play is ahead, and how many count."""


def main() -> int:
    """Find puzzles until each file has as many as wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(NAMES)}")
    parser.add_argument("--wanted", type=int, default=20, help="puzzles that each file shall have")
    parser.add_argument("--most-seeds", type=int, default=10_000, help="games after which a file is given up")
    args = parser.parse_args()
    for name in args.games or NAMES:
        path = ROOT / "rummynet" / "puzzles" / f"{name}.jsonl"
        have = path.read_text("utf-8").splitlines() if path.exists() else []
        seed = int(have[-1].partition('"id":"')[2].partition('"')[0].rpartition("-")[2]) if have else 0
        count, until = len(have), seed + args.most_seeds
        while count < args.wanted and seed < until:
            seed += 1
            puzzle = puzzle_of(name, seed)
            if puzzle is not None:
                with path.open("a", encoding="utf-8") as file:
                    file.write(line_of(puzzle) + "\n")
                count += 1
            spent = time.process_time() / 60
            print(f"\r{name}: {count} of {args.wanted}, seed {seed}, {spent:.1f} CPU minutes ", end="", file=sys.stderr)
        print(file=sys.stderr)
    return 0


class Decision(NamedTuple):
    """A decision that may make a puzzle: the round before it, the seat, the state."""

    round: RecordedRound
    seat: int
    state: GameState


def puzzle_of(name: str, seed: int) -> Puzzle | None:
    """The first puzzle among the likeliest decisions in the game of this seed."""
    candidates = list[tuple[float, int, Decision]]()
    for played in rounds_of(name, seed):
        state, done = played.start, list[tuple[int | None, Move]]()
        for seat, move in played.moves:
            if seat is None or state.position.reshuffles:
                break  # a new stock is no move that pages could play
            if not isinstance(move, CallRummy) and (gap := expected_gap(state, seat)) >= LEAST_GAP:
                decision = Decision(RecordedRound(played.start, tuple(done)), seat, state)
                candidates.append((-gap, len(candidates) + 1, decision))
            state = state.apply(move, seat)
            done.append((seat, move))
    tried = 0
    for _, number, one in sorted(candidates, key=lambda each: each[:2]):
        if (plays := different_plays(one)) is None:
            continue
        # No two games and decisions draw the same.
        chance = (NAMES.index(name) * 1_000_000 + seed) * 10_000 + number
        if (puzzle := searched(f"{name}-{seed}", one, *plays, chance)) is not None:
            return answered(puzzle)
        tried += 1
        if tried == TRIED:
            break
    return None


def expected_gap(state: GameState, seat: int) -> float:
    """By how much ``expert`` takes its choice to be better than the next; 0 if the decision is no candidate."""
    if state.is_chance or state.position.claims or state.position.phase not in ("pickup", "play"):
        return 0.0
    if len(state.position.stock) > MOST_STOCK.get(state.name, sys.maxsize):
        return 0.0
    seen = state.observation(seat)
    try:
        view = SeatView(seat, seen.position, seen.log)
        ranked = EXPERT.rank(variety_called(state.name), view, lambda _: 0, Budget(0, StepClock(1)))
        if ranked[0][1] in obvious(state, seat):
            return 0.0
    except NothingToDo:
        return 0.0
    # Plays that come to the same are worth the same.
    return next((ranked[0][0] - worth for worth, _ in ranked if worth < ranked[0][0] - SAME), 0.0)


def obvious(state: GameState, seat: int) -> set[Action]:
    """What is done without thinking: by ``simple``, by ``steady``, and by who lays the most, else draws.

    The most cards or the most points; with nothing to lay and nothing to draw the dearest card is thrown out.
    """
    seen = state.observation(seat)
    found = {players.named(level, n).choose(seen) for level in LEVELS[:2] for n in range(ASKED)}
    legal = [one for one in state.legal(seat) if not isinstance(one, CallRummy | ChanceOutcome)]
    plays = [one for one in legal if is_play(one)] or [one for one in legal if isinstance(one, Draw)] or legal
    for size in (points_named, lambda one: len(text(one).split())):
        found.update(one for one in plays if size(one) == max(map(size, plays)))
    return found


def rounds_of(name: str, seed: int) -> Iterator[RecordedRound]:
    """Three rounds between bots of the two best levels, two or three of them."""
    chance = Seeded(seed)
    # Two play oftener: there the plan of one player decides more.
    count = (2, 2, 3)[chance.randrange(3)]
    game = variety(name)
    bots = [players.named(LEVELS[2 + chance.randrange(2)], seed * 10 + seat) for seat in range(count)]
    state = game.deal(count)
    # Crummy's contracts grow from round to round; elsewhere rounds are alike, and differ in the totals.
    for _ in range(3):
        state = start = state.resolved(chance)
        moves = list[tuple[int | None, Move]]()
        while not state.over:
            if len(moves) == MOST_MOVES:
                return
            seat, move = next_move(state, bots, chance)
            state = state.apply(move, seat)
            moves.append((seat, move))
        yield RecordedRound(variety(name).from_position(start.to_position()), tuple(moves))
        if state.game_over:
            return
        state = state.next_round()


def next_move(state: GameState, bots: Sequence[players.NamedPlayer], chance: Seeded) -> tuple[int | None, Move]:
    """What happens next, and which seat does it."""
    if state.is_chance:
        outcomes = state.legal()
        return None, outcomes[chance.randrange(len(outcomes))]
    for seat, bot in enumerate(bots):
        if state.position.claims and (call := bot.rummy(state.observation(seat))) is not None:
            return seat, call
    actor = state.actor
    assert actor is not None
    return actor, bots[actor].choose(state.observation(actor))


def different_plays(decision: Decision) -> tuple[list[list[Action]], list[int]] | None:
    """The different plays of a decision, and which of them the levels choose, by their places.

    None if there are too many or too few, or one would see it at a glance.
    """
    state, seat = decision.state, decision.seat
    actions = few_actions(state, seat)
    if actions is None:
        return None
    game, seen = variety_called(state.name), state.observation(seat)
    ends: dict[object, list[Action]] = {}
    for action in actions:
        ends.setdefault(turn_end(game, view_of(decision), action, as_level(game, EXPERT)), []).append(action)
    plays = list(ends.values())
    levels = [players.named(level, 1).choose(seen) for level in LEVELS]
    chosen = [at for one in levels for at, play in enumerate(plays) if one in play]
    # Mostly ``expert`` is right, so that what is obvious would be too.
    if len(plays) < LEAST_PLAYS or len(chosen) < len(LEVELS) or obvious(state, seat).intersection(plays[chosen[-1]]):
        return None
    return plays, chosen


def view_of(decision: Decision) -> SeatView:
    """What the seat sees."""
    seen = decision.state.observation(decision.seat)
    return SeatView(decision.seat, seen.position, seen.log)


def searched(id: str, decision: Decision, plays: list[list[Action]], chosen: list[int], seed: int) -> Puzzle | None:
    """The puzzle that the three steps find; None without a clear answer."""
    view = view_of(decision)
    game = variety_called(view.position.variety)
    strong, expert = as_strong(game, view.position.players), as_level(game, EXPERT)
    firsts = [play[0] for play in plays]
    losses: dict[int, tuple[float, float]] = {}
    ranked = [one for _, one in EXPERT.rank(game, view, lambda _: 0, Budget(0, StepClock(1)))]
    places = [min((ranked.index(one) for one in play if one in ranked), default=len(ranked)) for play in plays]
    left = sorted({*sorted(range(len(plays)), key=places.__getitem__)[:TOP], *chosen})
    answers = left
    steps = ((FIRST, strong, 0.5), (SECOND, strong, 1.0), (LAST, expert, CLEAR))
    for step, (positions, policy, clear) in enumerate(steps):
        # Rounds that never end take minutes to find out; in basic rummy cards can go round for ever.
        if positions == LAST and len(leads_of(game, view, [firsts[left[0]]], PROBED, policy, seed)) < PROBED:
            return None
        leads = leads_of(game, view, [firsts[at] for at in left], positions, policy, seed + step)
        if len(leads) < positions // 2:
            return None
        columns = range(len(left))
        means = [sum(row[column] for row in leads) / len(leads) for column in columns]
        order = sorted(columns, key=lambda column: -means[column])
        best = order[0]
        # Different ways out of a round are one play, if they bring the same in every position.
        same = [column for column in order if all(row[column] == row[best] for row in leads)]
        rest = [column for column in order if column not in same]
        for column in columns:
            losses[left[column]] = difference(leads, best, column) or (0.0, 0.0)
        gain, error = losses[left[rest[0]]] if rest else (0.0, 0.0)
        if gain - clear * error < (MARGIN if positions == LAST else 0.1):
            return None
        if step and 0 not in same:
            return None  # the steps disagree on the best play
        # What the levels choose is looked at closely too: it is what people will play.
        answers = [left[column] for column in same]
        kept = [*answers, *(left[column] for column in rest[:KEPT])]
        left = [*kept, *(at for at in dict.fromkeys(chosen) if at not in kept)]
    # Who plays one of the others is told a figure, too; fewer rounds are enough, as most of them lose much.
    dropped = [at for at in range(len(plays)) if at not in left]
    leads = leads_of(game, view, [firsts[at] for at in (answers[0], *dropped)], SECOND, expert, seed + len(steps))
    for column, at in enumerate(dropped, 1):
        losses[at] = difference(leads, 0, column) or (0.0, 0.0)
    if any(loss - CLEAR * error < MARGIN for at, (loss, error) in losses.items() if at not in answers):
        return None
    # What holds only where rummies are called, also those that cost who calls them, is no advice.
    if has_calls(game):
        uncalled = leads_of(game, view, [firsts[at] for at in left], SECOND, expert, seed, calls_percent=0)
        if not all(clear_of(uncalled, 0, at) for at, play in enumerate(left) if play not in answers):
            return None
    end = turn_end(game, view, firsts[answers[0]], expert)
    answers += [at for at in losses if at not in answers and any(comes_to(game, view, one, end) for one in plays[at])]
    right = [action for at in answers for action in plays[at]]
    others = [JudgedPlay(tuple(plays[at]), *loss) for at, loss in losses.items() if at not in answers]
    wrong = sum(at not in answers for at in chosen)
    if not others or obvious(decision.state, decision.seat).intersection(right):
        return None
    found = (JudgedPlay(tuple(right), 0.0, 0.0), *sorted(others, key=lambda one: one.loss))
    theme, rating = theme_of(game, view, right[0]), FIRST_RATING + PER_LEVEL * wrong + PER_PLAY * len(found)
    rating -= PER_POINT * min(round(found[1].loss), MOST_POINTS)
    return Puzzle(id, decision.round, decision.seat, found, (), theme, rating, decision.state)


def comes_to(game: Variety, view: SeatView, action: Action, end: tuple[Any, ...]) -> bool:
    """Whether the turn can come to this end after the action, however the seat goes on."""
    seat = view.seat
    left = [(once_answered(game, replace(view.position, claims=()), seat), [action])]
    seen = set[tuple[object, ...]]()
    while left:
        state, actions = left.pop()
        for one in actions:
            try:
                after = replace(game.apply(state, seat, one)[0], claims=())
            except Refusal:
                continue
            come = come_to(after, seat)
            if come == end:
                return True
            # Nothing that the end has in the hand or in another meld may lie: else wild cards make this endless.
            is_on_way = len(end) > 1 and all(any(meld <= one for one, _ in end[3]) for meld, _ in come[3])
            if come not in seen and goes_on(after, seat) and is_on_way and not end[0] & ~after.hands[seat]:
                seen.add(come)
                left.append((after, game.legal(after, seat)))
    return False


def few_actions(state: GameState, seat: int) -> list[Action] | None:
    """Every legal action but calls; None if there are too many."""
    found = list[Action]()
    for action in state.all_legal(seat):
        if not isinstance(action, CallRummy):
            found.append(action)  # type: ignore[arg-type]  # no chance here
        if len(found) > MOST_ACTIONS:
            return None
    return found


def theme_of(game: Variety, view: SeatView, action: Action) -> Theme:
    """What the play does."""
    seat, state = view.seat, view.position
    if isinstance(action, Draw | TurnOver):
        return "draw"
    after = game.apply(state, seat, action)[0]
    if after.out == seat or not after.count(seat):
        return "out"
    if isinstance(action, Take):
        return "take"
    if isinstance(action, ThrowOut):
        return "hold" if any(is_play(one) for one in game.legal(state, seat)) else "throw"
    return "lay"


def answered(puzzle: Puzzle) -> Puzzle:
    """The puzzle with what is told of each of its best actions."""
    best = puzzle.plays[0].actions
    return replace(puzzle, answers=tuple(Answer(reasons(puzzle, one), line_after(puzzle, one)) for one in best))


def reasons(puzzle: Puzzle, action: Action) -> tuple[Reason, ...]:
    """The reasons for one of the best actions; the last is what the search says of the second-best play."""
    game, view = puzzle.variety, puzzle.view
    state = replace(once_answered(game, view.position, view.seat), claims=())
    ranked = [(-play.loss, action if number == 0 else play.actions[0]) for number, play in enumerate(puzzle.plays)]
    facts = Explainer(game, SeatView(view.seat, state, view.log), ranked).reasons(action)
    second = puzzle.plays[1]
    figure = Better(second.actions[0], round(second.loss), half_interval(second.error))
    # The figures of the search replace what the explainer would take from the ranking.
    return *(one for one in facts if not isinstance(one, Better)), figure


def line_after(puzzle: Puzzle, action: Action) -> tuple[tuple[int, Action], ...]:
    """An action, and how it can go on until the seat's next turn if everybody plays as ``expert``.

    With the cards of the real game; it ends where chance would have to decide.
    """
    policy = as_level(puzzle.variety, EXPERT)
    state, found = puzzle.state.apply(action, puzzle.seat), [(puzzle.seat, action)]
    for _ in range(MOST_OF_LINE):
        actor = state.actor
        others_moved = found[-1][0] != puzzle.seat
        if actor is None or (actor == puzzle.seat and others_moved and state.position.phase == "pickup"):
            break
        try:
            move = policy(state.position, actor)
            state = state.apply(move, actor)
        except (NothingToDo, Refusal):
            break
        if state.is_chance or state.position.reshuffles:
            break
        found.append((actor, move))
    return tuple(found)


if __name__ == "__main__":
    sys.exit(main())
