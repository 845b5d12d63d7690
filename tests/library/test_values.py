"""Positions and options are values: they hash, compare, copy, pickle and print."""

import copy
import pickle

import pytest

from rummynet.rules.core.options import Options
from rummynet.rules.varieties import variety


def test_options_compare_by_value_and_do_not_change() -> None:
    one, other = variety("vegas").resolve({"split": [50, 50]}), variety("vegas").resolve({"split": (50, 50)})
    assert one == other == dict(one) and hash(one) == hash(other) and one != variety("vegas").resolve({})
    assert one != "options" and Options() == {}
    assert one.with_values(strict=True)["strict"] is True and one["strict"] is False
    assert copy.copy(one) is one and copy.deepcopy(one) is one and pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.strict = True
