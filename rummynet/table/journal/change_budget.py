"""How often one person may change a table: what bounds the journal, as each change is a row of it."""

from typing import Final

from rummynet.table.refusals import TooManyChanges
from rummynet_protocol.wire.messages import Ready, Request, Submit

OTHERS: Final = 4
"""The number of seats' budgets that all members without a seat share."""
READY: Final = 10
"""The number of changes that a ``ready`` costs."""
HOUR: Final = 3_600_000
"""Milliseconds."""
BudgetHolder = tuple[bytes, bool] | None
"""The holder of a budget: (key, whether for statements signed in vain), or None for all without a seat."""


class ChangeBudget:
    """Changes of one table per person: a burst, and as many more an hour, until a game begins or ends.

    Each seat has its own budget, so that nobody can use up another's; what it signs in vain is counted apart from all
    else. Keys cost nothing: so all who have no seat, whatever their number, share the budget of OTHERS seats. A
    ``ready`` costs READY changes of both budgets: what was signed is kept as long as its log, though its author may
    leave the seat to another key.
    """

    def __init__(self, per_hour: int) -> None:
        self._cost = HOUR // per_hour
        self._until: dict[BudgetHolder, int] = {}
        """When (milliseconds) a budget is full again."""

    def check(self, key: bytes, request: Request, is_seated: bool, ms: int) -> None:
        """Raises TooManyChanges if the budget is used up."""
        if any(self._until.get(holder, 0) + cost - ms > HOUR for holder, cost in self._shares(key, request, is_seated)):
            raise TooManyChanges("this table has been changed too often in a short time; try again in a minute")

    def spend(self, key: bytes, request: Request, is_seated: bool, ms: int) -> None:
        """Spend the cost of one change."""
        for holder, cost in self._shares(key, request, is_seated):
            self._until[holder] = max(ms, self._until.get(holder, 0)) + cost

    def _shares(self, key: bytes, request: Request, is_seated: bool) -> list[tuple[BudgetHolder, int]]:
        cost = READY * self._cost if isinstance(request, Ready) else self._cost
        shares: list[tuple[BudgetHolder, int]] = [((key, isinstance(request, Submit)), cost)]
        if not is_seated or isinstance(request, Ready):
            shares.append((None, cost // OTHERS))
        return shares
