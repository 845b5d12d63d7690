"""How often one person may change a table in an hour: what its journal can be made to keep is bounded by it."""

from typing import Final

from rummynet.table.api.refusals import TooManyChanges
from rummynet_protocol.wire.messages import Ready, Request, Submit

# Keys cost nothing: any number of people without a seat gets what four seats get, and they change little.
OTHERS: Final = 4  # the number of seats' budgets that all members without a seat share
# A consent is kept, with its hash and number, as long as the log; any other change is gone with the next checkpoint.
READY: Final = 10  # the number of changes that a ``ready`` costs
HOUR: Final = 3_600_000  # milliseconds
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
        # A budget is kept as the time at which it is full again: it refills without a timer.
        self._cost = HOUR // per_hour
        self._until: dict[BudgetHolder, int] = {}  # when (milliseconds) a budget is full again

    def check(self, key: bytes, request: Request, is_seated: bool, ms: int) -> None:
        """Raises TooManyChanges if the budget is used up."""
        for holder, cost in self._shares(key, request, is_seated):
            if self._until.get(holder, 0) + cost - ms > HOUR:
                raise TooManyChanges("this table has been changed too often in a short time; try again in a minute")

    def spend(self, key: bytes, request: Request, is_seated: bool, ms: int) -> None:
        """Spend the cost of one change."""
        for holder, cost in self._shares(key, request, is_seated):
            self._until[holder] = max(ms, self._until.get(holder, 0)) + cost

    def _shares(self, key: bytes, request: Request, is_seated: bool) -> list[tuple[BudgetHolder, int]]:
        cost = READY * self._cost if isinstance(request, Ready) else self._cost
        shares: list[tuple[BudgetHolder, int]] = [((key, isinstance(request, Submit)), cost)]
        if not is_seated or isinstance(request, Ready):
            # A ``ready`` of a seat counts here too: else a person could sit, sign and leave with one new key after
            # another.
            shares.append((None, cost // OTHERS))
        return shares
