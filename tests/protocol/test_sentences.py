import copy
import json
import pickle
from collections.abc import Callable

import pytest

from rummynet_protocol import codec
from rummynet_protocol.sentences import Sentence, sentence
from rummynet_protocol.shapes import ShapeError
from rummynet_protocol.wire import sentence_form


@pytest.mark.parametrize("pack", [json.dumps, codec.pack])
def test_a_sentence_is_stored_and_sent_as_its_text(pack: Callable[[object], object]) -> None:
    assert pack(sentence("seat {seat}", seat=1)) == pack("seat 1")


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_sentence_can_be_translated_as_well(again: Callable[[Sentence], Sentence]) -> None:
    said = Sentence("{n} card", {"n": 2}, "{n} cards", 2)
    assert sentence_form.sentence(9)(["{n} card", {"n": 0}, "{n} cards", 0]) == "0 cards"
    other = again(said)
    assert other == "2 cards" and (other.template, other.values) == (said.template, said.values)


def test_sentences_stand_in_sentences_three_deep() -> None:
    said: object = "said"
    for _ in range(3):
        said = ["{x}", {"x": said}]
    assert sentence_form.sentence(400)(said) == "said"
    for wrong in (["{x}", {"x": said}], ["{n}", {"n": 1}, "{n}", -1], ["{x}{x}", {"x": "x" * 300}]):
        with pytest.raises(ShapeError):
            sentence_form.sentence(400)(wrong)
