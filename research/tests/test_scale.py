"""The model of many tables: its days repeat from a seed, and show what they are made to show."""

import random
from pathlib import Path

import pytest

from rummynet_research.scale.__main__ import sizes
from rummynet_research.scale.busy_day import PROFILE, STALL_SECONDS, simulate
from rummynet_research.scale.sizing import sizing, table_cpu

BUSIEST = PROFILE.index(max(PROFILE))


def test_a_day_repeats_from_its_seed_and_is_busy_in_the_evening() -> None:
    day = simulate(random.Random(1), 2, 300, 3.0)
    assert day == simulate(random.Random(1), 2, 300, 3.0)
    quiet, busiest = day[4], day[BUSIEST]
    assert busiest.actions > 20 * quiet.actions and busiest.busy > quiet.busy
    assert all(hour.median < hour.p99 <= hour.longest < STALL_SECONDS for hour in day if hour.actions > 100)


def test_when_a_host_dies_its_tables_stand_still_and_no_action_is_left_out() -> None:
    calm, struck = (simulate(random.Random(2), 3, 300, 12.0, dies)[BUSIEST] for dies in (None, BUSIEST))
    assert calm.longest < 1 < STALL_SECONDS <= struck.longest
    assert struck.actions > 0.8 * calm.actions


def test_more_tables_than_a_process_can_serve_are_refused() -> None:
    with pytest.raises(ValueError, match="more than one process"):
        simulate(random.Random(3), 1, int(1 / table_cpu()) + 1, 1.0)


def test_ten_times_the_tables_need_about_ten_times_the_hosts_and_never_fewer_cells() -> None:
    small, large = sizing(100_000), sizing(1_000_000)
    assert 9 <= large.hosts / small.hosts <= 11
    assert 10 * (small.cells - 1) < large.cells <= 10 * small.cells, "the last cell of each is not full"
    assert large.lost_with_host < small.lost_with_host < 0.1
    assert sizing(1).hosts == 2, "one alone has nobody to take over from it"


def test_the_table_of_the_page_is_current() -> None:
    assert sizes() in (Path(__file__).parents[1] / "SCALE.md").read_text("utf-8")
