"""The rules pages as a whole: the rows and tests that hold each sentence of the sources, and every option."""

import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from rummynet.rules.core.errors import BadOption
from rummynet.rules.core.options import Option
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.game_words import option_title, value_words
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol import notation
from rummynet_protocol.fairness.commitment import rules_hash
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.compact_lines import compact
from tests.support.rows import Row, rows_of

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
CONTENTS = (RULES / "README.md").read_text("utf-8")
PAGES = {name: (RULES / f"{name}.md").read_text("utf-8") for name in NAMES}
SENTENCE = re.compile(r"^\| (\d+) \| .+ \| (.+) \|$", re.MULTILINE)
ALL_OPTIONS = [(name, option) for name in NAMES for option in variety(name).options]
IDS = [f"{name}-{option.name}" for name, option in ALL_OPTIONS]


def sentences(page: str) -> list[tuple[int, str]]:
    part = page.split("## The source, sentence by sentence\n")[1]
    return [(int(number), here) for number, here in SENTENCE.findall(part)]


def test_every_page_has_its_row_with_players_and_rows() -> None:
    for name in PAGES:
        game = variety(name)
        players = f"{game.seats[0]} to {game.seats[-1]}"
        row = f"| {game.title} | {players} | [{name}.md]({name}.md) | [{name}.jsonl]({name}.jsonl) |"
        assert row in CONTENTS, row


def test_every_page_is_linked_from_the_contents_and_nothing_else_lies_there() -> None:
    assert {path.stem for path in RULES.glob("*.md")} == {"README", *NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_has_a_row_or_names_a_test_or_a_ruling(name: str) -> None:
    held = {rule for row in rows_of(name) for rule in rules_of(row)}
    found = sentences(PAGES[name])
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    for number, here in found:
        assert (number in held) == here.startswith("rows"), (number, here)
        assert number in held or re.search(r"\btest_\w|settled", here), (number, here)
    assert held - {number for number, _ in found} == {rule for rule in held if isinstance(rule, str)}
    written = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert [one for one in re.findall(r"\btest_\w+", PAGES[name]) if f"def {one}(" not in written] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_row_names_a_sentence_or_words_of_the_page(name: str) -> None:
    page = " ".join(PAGES[name].split())
    for number, row in enumerate(rows_of(name), 1):
        words = [rule for rule in rules_of(row) if isinstance(rule, str)]
        assert rules_of(row) or "bad" in row, number
        assert [one for one in words if one not in page] == [], number


def rules_of(row: Row) -> list[int | str]:
    """The numbers of sentences, or the words, that a row is of."""
    rule = row.get("rule", [])
    return rule if isinstance(rule, list) else [rule]


@pytest.mark.parametrize("name", NAMES)
def test_every_action_of_the_page_can_be_read(name: str) -> None:
    part = PAGES[name].split("## How actions are written\n")[1].split("\n## ")[0]
    cells = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]
    actions = [action for cell in cells for action in re.findall(r"`([^`]+)`", cell)]
    assert {"draw", "pass"} <= {*actions}
    for action in actions:
        assert notation.text(notation.parse(action)) == action


def test_the_rounds_of_crummy_rummy_have_their_number_of_cards() -> None:
    part = PAGES["crummy"].split("## The seven rounds\n")[1].split("\n## ")[0]
    shown = re.findall(r"^\| (\d) \| (\d+) \|", part, re.MULTILINE)
    game = variety("crummy")
    deals = [game.deal(game.resolve({"contracts": [number]}), 2, 0, range(54))[0] for number in range(1, 8)]
    assert shown == [(str(number), str(state.count(0))) for number, state in enumerate(deals, 1)]


def test_every_rule_names_functions_that_exist() -> None:
    table = CONTENTS.split("<!-- rules -->\n")[1].split("<!-- /rules -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert len(rows) > 50 and len({tuple(row) for row in rows}) == len(rows)
    for rule, _, where in rows:
        module, found = None, 0
        for word in where.split("`")[1::2]:
            if "/" in word:
                module = import_module(f"rummynet.rules.{word.replace('/', '.')}")
            else:
                assert attrgetter(word)(module) is not None, (rule, word)
                found += 1
        assert found, rule


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_rules_has_each_game(name: str) -> None:
    assert f"`{name}/" in CONTENTS.split("<!-- rules -->")[1].split("<!-- /rules -->")[0]


# -- options


def option_rows(page: str, title: str) -> dict[str, list[str]]:
    """The cells after the name in a table of options."""
    part = page.split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in rows}


OF_EVERY = option_rows(CONTENTS, "Options of every table")
OWN = {name: option_rows(page, "Options") for name, page in PAGES.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names_exactly_the_options_there_are_in_their_order(name: str) -> None:
    options = variety(name).options
    assert list(OWN[name]) == [option.name for option in options if option.name not in OF_EVERY]
    assert list(OF_EVERY) == [option.name for option in options if option.name in OF_EVERY]


@pytest.mark.parametrize(("name", "option"), ALL_OPTIONS, ids=IDS)
def test_default_and_range_are_those_of_the_page(name: str, option: Option) -> None:
    default, span, _ = (OWN[name] | OF_EVERY)[option.name]
    shown = {None: "null", (): "none"}.get(option.default, option.default)
    if isinstance(shown, tuple):
        shown = ", ".join(map(str, shown))
    assert default == (str(shown).lower() if isinstance(shown, bool) else str(shown))
    if option.seat_or_draw:
        assert "draw" in span and "seat" in span
    elif option.low is not None and not option.is_list:
        assert span.endswith(f"{option.low} to {option.high}")
    elif option.choices:
        assert span == ", ".join(map(str, option.choices))


@pytest.mark.parametrize(("name", "option"), ALL_OPTIONS, ids=IDS)
def test_the_default_is_allowed_and_what_lies_outside_the_range_is_refused_in_one_sentence(
    name: str, option: Option
) -> None:
    game = variety(name)
    assert game.resolve({})[option.name] == option.read(option.default)
    for bad in _outside(option):
        with pytest.raises(BadOption) as caught:
            game.resolve({option.name: bad})
        assert option.name in str(caught.value) and "\n" not in str(caught.value)
    for good in _inside(option):
        assert game.resolve({option.name: good})[option.name] == option.read(good)
        words = ",".join(map(str, good)) if isinstance(good, list) else str(good).lower()
        assert option.read_text(words) == option.read(good)
        if isinstance(good, bool):
            assert option.read_text("yes" if good else "no") == option.read_text("on" if good else "off") == good
    if option.default is None:
        assert option.read_text("null") is option.read_text("none") is None


@pytest.mark.parametrize(("name", "option"), ALL_OPTIONS, ids=IDS)
def test_another_value_makes_another_rules_hash_and_is_shown_at_the_table(name: str, option: Option) -> None:
    game = variety(name)
    value = next(one for one in _inside(option) if option.read(one) != option.default)
    # An option that hangs on another one is shown beside that.
    others = dict([option.only_with]) if option.only_with is not None else {}
    options = game.resolve({**others, option.name: value})
    assert rules_hash(name, options) != rules_hash(name, game.resolve(others))
    picture = _waiting(name, dict(options))
    (line,) = map(compact, news_lines(picture.table))  # type: ignore[arg-type]
    written = [one for one in game.options if not one.unwritten or one.name == option.name]
    assert all(f"{one.name}=" in line for one in written)
    spelled = plain(screen(picture, Choice(), Size(80, 40)))
    assert all(option_title(one) in spelled for one in written if one.applies(options))
    value = value_words(option, options[option.name])
    assert f"{option_title(option)}: {value}" in " ".join(spelled.split())


@pytest.mark.parametrize(("name", "option"), ALL_OPTIONS, ids=IDS)
def test_some_test_plays_with_it(name: str, option: Option) -> None:
    """Beside this page's: a test of the game's rules, or of the table for what is the host's matter."""
    tests = ROOT / "tests"
    folders = [RULES, tests / "rules", tests / "table", tests / "support", tests / "client"]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".jsonl")]
    written = "".join(path.read_text("utf-8") for path in files)
    assert re.search(rf"\b{option.name}\b", written), f"no test of {name} sets {option.name}"


def _waiting(name: str, options: dict[str, object]) -> ViewModel:
    """A table of this game at which nobody has begun."""
    table = news.TableChanged(1, "kitchen table", name, "waiting", options, ())
    return replace(pictures.empty(), table=table)


def _inside(option: Option) -> list[object]:
    if option.seat_or_draw:
        return ["draw", 1]
    if option.is_list:
        return [*map(list, option.presets), *([[10, 20]] if option.presets == ((),) else [])]
    if option.low is not None and option.high is not None:
        return [option.low, option.high, *option.choices]
    return [*option.choices] or [True, False]


def _outside(option: Option) -> list[object]:
    if option.seat_or_draw:
        return ["nobody", -1, 12, True]
    if option.is_list:
        return [7, "70", [101, -1], [True]]
    if option.low is not None and option.high is not None:
        return (
            [option.low - 1, option.high + 1, "many", True, 1.5]
            if option.low - 1 not in option.choices
            else [option.high + 1]
        )
    return ["perhaps", 2]
