"""The base classes of every error a person may see: a stable code for programs, one sentence for people."""

from rummynet_protocol.sentences import sentence


class RummynetError(Exception):
    """Something was refused or went wrong; ``str()`` is one sentence that says what, and what to do.

    ``code`` is stable: programs may compare it, sentences may be reworded. With *values* the sentence is a template.
    """

    code: str = "error"

    def __init__(self, *says: str, **values: object) -> None:
        super().__init__(*(sentence(one, **values) if values else one for one in says))

    @property
    def says(self) -> str:
        """The sentence as it was given: with its template, if it has one."""
        # `str(self)` would be plain text: a Sentence keeps template and values only as the argument itself.
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class Refusal(RummynetError):
    """A person or a program asked for something that cannot be done now; nothing has changed."""

    code = "refused"

    def __init_subclass__(cls, code: str = "") -> None:
        cls.code = code or cls.code


class BadNotation(Refusal):
    """A text is no action in the notation."""

    code = "notation"


class BadCard(BadNotation):
    """A text is no card."""

    code = "card"


class Unknown(RummynetError):
    """A log of a version, game, option or number of players that this program does not know, so cannot check.

    It says nothing against anybody: a newer program may find all well.
    """

    code = "unknown"


class Cheat(RummynetError):
    """Evidence that a log, a message or a transcript is not what an honest host would have made.

    ``check`` names the check that failed (one of the names in PROTOCOL.md), ``record`` the first entry concerned.
    """

    code = "cheat"

    def __init__(self, check: str, sentence: str, record: int | None = None) -> None:
        super().__init__(sentence)
        self.check = check
        self.record = record
