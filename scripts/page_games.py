"""What the pages for browsers know of each game: modules of web/, written from the varieties."""

import json
from collections.abc import Mapping

from rummynet.bots.names import NAMES as BOT_NAMES
from rummynet.rules.core.variety import Offers, Variety, has_calls
from rummynet.rules.varieties import NAMES, variety

_MADE = "Written by scripts/make_docs.py from rummynet/rules."


def traits() -> str:
    """web/rules/varieties.js: titles, and what decides something."""
    return f"""/**
 * {_MADE}
 *
 * @typedef {{object}} Variety
 * @property {{string}} title
 * @property {{boolean}} highestWins
 * @property {{boolean}} hasCalls whether rummies are called, out of turn
 * @property {{boolean}} callsMelds whether whole melds of the pile can be called
 * @property {{boolean}} holdsPlays whether the host holds plays back for calls, if an option says for how long
 * @property {{boolean}} ordersAnswers whether the host holds answers back until all that count before them are in
 * @property {{boolean}} mayJoin whether new players may come in between rounds
 */

/** @type {{{{ readonly [variant: string]: Variety }}}} */
export const VARIETIES = {{
{_rows({name: _traits_of(variety(name)) for name in NAMES})}}};
"""


def _traits_of(game: Variety) -> dict[str, object]:
    offers = type(game.offers)
    return {
        "title": game.title,
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
export const SUMMARIES = {{
{_rows({game.name: list(game.summary) for game in games})}}};

/** A set, a run, and what makes them. @type {{{{ readonly [variant: string]: readonly [string, string, string] }}}} */
export const EXAMPLES = {{
{_rows(examples)}}};

/** What an option is called. @type {{{{ readonly [option: string]: string }}}} */
export const OPTION_TITLES = {{
{_rows({one.name: one.title or one.says for one in options})}}};

/** Players of puzzles by seat. */
export const BOT_NAMES = {_json(BOT_NAMES)};

/** By option and value: what stands in place of the value. @type {{{{ readonly [place: string]: string }}}} */
export const VALUE_NAMES = {{
{_rows(values)}}};
"""


def _rows(values: Mapping[str, object]) -> str:
    return "".join(f"  {_json(name)}: {_json(value)},\n" for name, value in values.items())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: object) -> str:
    """A value as JavaScript writes it into a text."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else value if isinstance(value, str) else _json(value)
