"""Hosts and clients on a network of their own: ``scripts/networks/lan_check`` with its cables cut and mended.

It needs network namespaces, so root on Linux; where they may not be made the reason stands in the list of skips. How
soon things are seen is for the script to judge: here it counts that they are seen at all. The script waits for most of
a minute and hardly works, so it runs beside the other tests: ``conftest.py`` starts it, and the test waits for its end.
"""

import json

import pytest

from tests.support.lan_run import LanRun

SKIPPED = 77


def test_two_hosts_and_three_clients_find_each_other_through_cuts_and_mending(lan_run: LanRun) -> None:
    status, out, errors = lan_run.result()
    if status == SKIPPED:
        pytest.skip(out.strip().removeprefix("skipped: "))
    assert status in (0, 1), errors
    checks = json.loads(out)["checks"]
    never = [one for one in checks if not one["held"] and None in one.get("seconds", {"": None}).values()]
    assert never == []
    assert len(checks) > 15
