"""The rules alone, over JSON Lines: what ``rummynet engine`` runs. One request a line, one answer a line, in order.

Everything is open here: all hands, the stock, and every rummy that can be called. For referees, experiments and bug
reports. A request that cannot be done is answered ``{"ok": false, "error": {"code": …, "message": …}}`` and changes
nothing.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Final

from rummynet import engine_requests as requests
from rummynet.engine_requests import BadRequest, Request
from rummynet.rules.core.errors import BadPosition, NeedsShuffle, refuse
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.events import to_dict
from rummynet_protocol.fairness.shuffle import Drbg

LONGEST_LINE: Final = 1 << 20  # bytes; the longest sensible request, a position of 216 cards, has a few thousand
# Deeper than anybody can wait for; a bound keeps the walk within Python's limit of recursion.
DEEPEST: Final = 100

Answer = dict[str, Any]


class NoPosition(Refusal):
    """There is no position yet."""

    code = "no_position"


class Engine:
    """One position, and what can be asked of it."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._commands: dict[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "set": self._set,
            "position": self._position,
            "legal": self._legal,
            "apply": self._apply,
            "reshuffle": self._reshuffle,
            "insert": self._insert,
            "next": self._next,
            "perft": self._perft,
            "draw_for_deal": self._draw_for_deal,
        }

    def answer(self, request: object) -> Answer:
        """The answer to one request. Raises RummynetError; the position is then as it was."""
        if not isinstance(request, Mapping):
            raise BadRequest('a request is an object with cmd, such as {"cmd": "position"}')
        command = request.get("cmd")
        if not isinstance(command, str) or command not in self._commands:
            raise BadRequest(f"cmd should be one of: {', '.join(self._commands)}")
        return self._commands[command](request)

    # -- the position as a whole

    def _new(self, request: Request) -> Answer:
        game = variety(requests.text(request, "variant"))
        players = requests.integer(request, "players", game.seats[0], game.seats[-1])
        options = game.resolve(requests.mapping(request, "options"))
        game.check(options, players)
        starter = requests.starter(game, options, players, request)
        deck = requests.deck(request, game.deck(options, None, players), 1)
        step = game.deal(options, players, starter, deck)
        return self._dealt(game, request, step)

    def _next(self, request: Request) -> Answer:
        game, state = self._game()
        if state.phase != "over":
            refuse("round_not_over", "the round is not over; play it to its end first")
        join = requests.wholes(request, "join", [])
        whole = game.deck(state.options, state, state.players, len(join))
        deck = requests.deck(request, whole, state.round + 1)
        return self._dealt(game, request, game.next_round(state, deck, join))

    def _dealt(self, game: Variety, request: Request, step: Step) -> Answer:
        state = step[0]
        # From the seed too, else a seed would not give a whole round; with its own deck the caller chooses the places.
        if request.get("deck") is None and game.chance.insertions(state):
            draws = Drbg(requests.seed_key(request, "insert", state.round))
            places = [draws.below(len(state.stock) + more + 1) for more in range(game.chance.insertions(state))]
            state = game.chance.insert(state, places)[0]
        self._state = state
        return {"position": game.positions.write(state)}

    def _set(self, request: Request) -> Answer:
        position = requests.mapping(request, "position")
        game = variety(requests.text(position, "variant"))
        state = game.positions.read(position)
        if any(state.hidden) or HIDDEN in state.stock:
            # With hidden cards `legal` and `perft` would be guesses.
            raise BadPosition("the engine has to know every card; name those that are null")
        self._state = state
        return {"position": game.positions.write(state)}

    def _position(self, request: Request) -> Answer:
        game, state = self._game()
        return {"position": game.positions.write(state)}

    # -- playing

    def _legal(self, request: Request) -> Answer:
        game, state = self._game()
        seat = requests.integer(request, "seat", 0, state.players - 1)
        return {"actions": [notation.text(action) for action in game.legal(state, seat)]}

    def _apply(self, request: Request) -> Answer:
        game, state = self._game()
        seat = requests.integer(request, "seat", 0, state.players - 1)
        action = notation.parse(requests.text(request, "action"))
        return self._done(game, game.apply(state, seat, action))

    def _reshuffle(self, request: Request) -> Answer:
        game, state = self._game()
        order = requests.codes(request, "order", getattr(state, "decks", 1))
        return self._done(game, game.chance.reshuffle(state, order))

    def _insert(self, request: Request) -> Answer:
        game, state = self._game()
        return self._done(game, game.chance.insert(state, requests.wholes(request, "places", None)))

    def _done(self, game: Variety, step: Step) -> Answer:
        self._state, happened = step
        return {"events": [to_dict(event) for event in happened], "position": game.positions.write(self._state)}

    # -- looking ahead, and the draw for the first deal

    def _perft(self, request: Request) -> Answer:
        game, state = self._game()
        return {"nodes": perft(game, state, requests.integer(request, "depth", 0, DEEPEST))}

    def _draw_for_deal(self, request: Request) -> Answer:
        game = variety(requests.text(request, "variant"))
        players = requests.integer(request, "players", game.seats[0], game.seats[-1])
        if request.get("deck") is None:
            deck = requests.deck(request, game.deck(game.resolve({}), None, players), 0)
        else:
            deck = requests.codes(request, "deck", 1)  # it may end early: then cards do not suffice to draw again
        draws, dealer = game.first_starter.from_cards(players, deck)
        return {"draws": [[seat, cards.face(card)] for seat, card in draws], "dealer": dealer}

    def _game(self) -> tuple[Variety, State]:
        if self._state is None:
            raise NoPosition("there is no position yet; make one with new or set")
        return variety(self._state.variety), self._state


def perft(game: Variety, state: State, depth: int) -> list[int]:
    """How many sequences of 0, 1, .. *depth* actions there are from *state*, always of the seat that has to act.

    Calls are not counted; an action that needs a shuffle first is counted and leads no further.
    """
    nodes = [1] + [0] * depth

    def walk(here: State, ply: int) -> None:
        if ply > depth:
            return
        for seat in game.actors(here)[:1]:
            actions = [action for action in game.legal(here, seat) if not isinstance(action, CallRummy)]
            nodes[ply] += len(actions)
            for action in actions if ply < depth else ():
                try:
                    after = game.apply(here, seat, action)[0]
                except NeedsShuffle:
                    continue
                walk(after, ply + 1)

    walk(state, 1)
    return nodes


# -- lines


def answer_line(engine: Engine, line: bytes) -> bytes:
    """The answer to one line, without the end of line. Never raises."""
    request: object = None
    try:
        request = _read(line)
        answer = {"ok": True, **engine.answer(request)}
    except RummynetError as problem:
        answer = _refused(problem.code, str(problem))
    except RecursionError:
        answer = _refused("request", "the request is nested too deeply")
    except Exception as problem:  # A bug must not end a session that another program relies on.
        answer = _refused("internal", f"the engine failed at this request ({type(problem).__name__}); please report it")
    if isinstance(request, Mapping) and "id" in request:
        answer = {"id": request["id"], **answer}
    try:
        return json.dumps(answer).encode()
    except RecursionError:
        return json.dumps(_refused("request", "the id is nested too deeply")).encode()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the input ends."""
    engine = Engine()
    for line in _lines(requests):
        answers.write(answer_line(engine, line) + b"\n")
        answers.flush()


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only its first part, which then is no request."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        # Read to its end and dropped, so that the next answer belongs to the next line.
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 1)
        yield line


def _read(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"a line has at most {LONGEST_LINE} bytes")
    try:
        # `id` comes back as it was: NaN, or 1e999, would make an answer that is no JSON.
        return json.loads(line.decode(), parse_float=_finite, parse_constant=_finite)
    except ValueError:
        raise BadRequest('the line is no JSON; a request looks like {"cmd": "position"}') from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _refused(code: str, message: str) -> Answer:
    return {"ok": False, "error": {"code": code, "message": message}}
