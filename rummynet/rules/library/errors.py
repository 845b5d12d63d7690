"""What the library refuses to a program; no player meets these sentences, so no catalogue has them."""

from rummynet.rules.core.errors import IllegalAction


class NotDealt(IllegalAction):
    """There is no position yet: chance is still dealing."""

    code = "not_dealt"


class NoSuchMove(IllegalAction):
    """The move means nothing in this state: no outcome of its chance, no id of an action, nobody to act."""

    code = "no_such_move"
