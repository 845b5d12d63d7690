"""What the pages for browsers know of each game: modules of web/, written from the varieties."""

import json
from collections.abc import Mapping

from rummynet.bots.names import NAMES as BOT_NAMES
from rummynet.rules.core.options import Option
from rummynet.rules.core.variety import Offers, Variety, has_calls
from rummynet.rules.shared.one_deck import UNDEALT, OneDeckGame
from rummynet.rules.varieties import NAMES, variety

_MADE = "Written by scripts/make/docs.py from rummynet/rules."


def traits() -> str:
    """web/rules/varieties.js: titles, cards and options, and what decides something."""
    return f"""/**
 * {_MADE}
 *
 * @typedef {{import("../core/msgpack.js").Value}} Value
 * @typedef {{object}} Option
 * @property {{"number" | "truth" | "choice" | "list" | "seat"}} kind `seat`: the number of one, or `draw`
 * @property {{Value}} usual the value where none is chosen
 * @property {{number}} low of numbers, and of those in a list
 * @property {{number}} high
 * @property {{readonly Value[]}} choices all values of a choice; of a number those besides the range
 * @property {{boolean}} [unwritten] whether tables and logs name it only where it has another value than usual
 * @property {{readonly [string, Value]}} [onlyWith] an option and its value without which this one means nothing
 *
 * @typedef {{object}} Variety
 * @property {{string}} title
 * @property {{readonly [number, number]}} seats the fewest and the most players
 * @property {{number}} faces cards of one deck: those of the faces below it
 * @property {{number | null}} mostDealt cards that all hands together may have, of a game with one deck
 * @property {{boolean}} highestWins
 * @property {{boolean}} hasCalls whether rummies are called, out of turn
 * @property {{boolean}} callsMelds whether whole melds of the pile can be called
 * @property {{boolean}} holdsPlays whether the host holds plays back for calls, if an option says for how long
 * @property {{boolean}} ordersAnswers whether the host holds answers back until all that count before them are in
 * @property {{boolean}} mayJoin whether new players may come in between rounds
 * @property {{{{ readonly [name: string]: Option }}}} options in the order in which people are asked for them
 */

/** @type {{{{ readonly [variant: string]: Variety }}}} */
export const VARIETIES = Object.assign(Object.create(null), {{
{"".join(_variety(variety(name)) for name in NAMES)}}});
"""


def _variety(game: Variety) -> str:
    options = "".join(f"      {_json(one.name)}: {_json(_option(one))},\n" for one in game.options)
    traits = "".join(f"    {_json(name)}: {_json(value)},\n" for name, value in _traits_of(game).items())
    return f'  {_json(game.name)}: {{\n{traits}    "options": {{\n{options}    }},\n  }},\n'


def _option(option: Option) -> dict[str, object]:
    written = {
        **({"onlyWith": option.only_with} if option.only_with else {}),
        **({"unwritten": True} if option.unwritten else {}),
    }
    if option.seat_or_draw:
        return {"kind": "seat", "usual": option.default, "low": 0, "high": 11, "choices": ["draw"], **written}
    if option.low is None:
        kind, choices = ("choice", option.choices) if option.choices else ("truth", (True, False))
        return {"kind": kind, "usual": option.default, "low": 0, "high": 0, "choices": choices, **written}
    besides = [one for one in option.choices if one is None or not option.low <= one <= (option.high or 0)]
    kind = "list" if option.is_list else "number"
    return {
        "kind": kind,
        "usual": option.default,
        "low": option.low,
        "high": option.high,
        "choices": besides,
        **written,
    }


def _faces(game: Variety) -> int:
    """How many cards one deck has: those of the first faces, as the pages count cards."""
    faces = {code % 54 for code in game.deck(game.resolve({}), None, game.seats[0])}
    assert faces == set(range(len(faces))), f"the pages know no deck like that of {game.name}"
    return len(faces)


def _traits_of(game: Variety) -> dict[str, object]:
    offers = type(game.offers)
    return {
        "title": game.title,
        "seats": (game.seats[0], game.seats[-1]),
        "faces": _faces(game),
        "mostDealt": len(game.deck_cards) - UNDEALT if isinstance(game, OneDeckGame) else None,
        "highestWins": game.highest_wins,
        "hasCalls": has_calls(game),
        "callsMelds": game.offers.calls_melds,
        "holdsPlays": offers.holds is not Offers.holds,
        "ordersAnswers": offers.offer_early is not Offers.offer_early,
        "mayJoin": game.newcomers.may_join,
    }


def words() -> str:
    """web/live/variety_words.js: what is said of games and options, in English; who shows it translates it."""
    games = [variety(name) for name in NAMES]
    options = [option for game in games for option in game.options]
    examples = {game.name: [game.examples.of_set, game.examples.of_run, game.examples.says] for game in games}
    values = {f"{one.name} {_text(value)}": says for one in options for value, says in one.value_names.items()}
    return f"""/** {_MADE} */

/** What a game is like. @type {{{{ readonly [variant: string]: readonly string[] }}}} */
export const SUMMARIES = Object.assign(Object.create(null), {{
{_rows({game.name: list(game.summary) for game in games})}}});

/** What cards are worth, and how a round and the game end.
 * @type {{{{ readonly [variant: string]: readonly string[] }}}} */
export const COUNTING = Object.assign(Object.create(null), {{
{_rows({game.name: list(game.counting) for game in games})}}});

/** A set, a run, and what makes them. @type {{{{ readonly [variant: string]: readonly [string, string, string] }}}} */
export const EXAMPLES = Object.assign(Object.create(null), {{
{_rows(examples)}}});

/** What an option is called. @type {{{{ readonly [option: string]: string }}}} */
export const OPTION_TITLES = Object.assign(Object.create(null), {{
{_rows({one.name: one.title or one.says for one in options})}}});

/** Players of puzzles by seat. */
export const BOT_NAMES = {_json(BOT_NAMES)};

/** By option and value: what stands in place of the value. @type {{{{ readonly [place: string]: string }}}} */
export const VALUE_NAMES = Object.assign(Object.create(null), {{
{_rows(values)}}});
"""


def _rows(values: Mapping[str, object]) -> str:
    return "".join(f"  {_json(name)}: {_json(value)},\n" for name, value in values.items())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: object) -> str:
    """A value as JavaScript writes it into a text."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else value if isinstance(value, str) else _json(value)
