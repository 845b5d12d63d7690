"""What the pages have a copy of is what rummynet has: the games, their options, the lesson."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from babel.messages.pofile import read_po
from make import page_games
from make.catalogue import PAGES

from rummynet.rules.crummy.state import CONTRACTS
from rummynet.rules.crummy.turn import contract_words
from rummynet_client.core.views import lesson
from rummynet_client.language.catalogues import FOLDER
from tests.support.pages import WEB

pytestmark = pytest.mark.drawn(2)


def printed(script: str) -> Any:  # noqa: ANN401 - JSON
    """What a module of the pages holds."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node")
    line = [node, "--input-type=module", "-e", script]
    return json.loads(subprocess.run(line, cwd=WEB, capture_output=True, text=True, check=True).stdout)


def test_the_contracts_are_those_of_the_rules() -> None:
    of_rounds = (
        "[1, 2, 3, 4, 5, 6, 7].map((one) => facts({ round: 1, options: { contracts: [one] }, laid: [] }, [])[0])"
    )
    found = printed(f"import {{ facts }} from './live/facts.js'; console.log(JSON.stringify({of_rounds}));")
    assert found == [f"contract: {contract_words(one)}" for one in CONTRACTS]


def test_every_sentence_of_the_pages_is_in_the_catalogue() -> None:
    """The catalogue's script reads JavaScript, but not what stands inside a template string."""
    with (FOLDER / "rummynet.pot").open("rb") as file:
        found = {message.id if isinstance(message.id, str) else message.id[0] for message in read_po(file)}
    looked_up = re.compile(r'\b(?:_|N_|ngettext)\(\s*"((?:[^"\\]|\\.)*)"')
    sources = [file for folder in PAGES for file in (WEB / folder).rglob("*.js")]
    sentences = {json.loads(f'"{text}"') for file in sources for text in looked_up.findall(file.read_text("utf-8"))}
    assert len(sentences) > 300
    assert sentences - found == set()


def test_the_lesson_has_the_same_steps_and_words() -> None:
    found = printed("import { DONE, STEPS } from './seat/lesson.js'; console.log(JSON.stringify([DONE, STEPS]));")
    wanted = [
        {
            "says": step.instruction,
            "actions": list(step.actions),
            **({"instead": step.instead} if step.instead else {}),
            **({"replies": list(step.replies)} if step.replies else {}),
        }
        for step in lesson.STEPS
    ]
    assert found == [lesson.DONE, wanted]


def test_what_the_pages_know_of_the_games_is_what_the_games_say() -> None:
    assert (WEB / "rules" / "varieties.js").read_text("utf-8") == page_games.traits()
    assert (WEB / "live" / "variety_words.js").read_text("utf-8") == page_games.words()
