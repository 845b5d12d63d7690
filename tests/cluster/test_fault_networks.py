"""Runs of ``chaos --cluster`` beside each other have different networks: else one would use the other's database."""

import subprocess

import pytest
from cluster import host_networks
from cluster.host_networks import PAIRS, free_pair


def test_a_network_that_an_interface_has_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "5: rmy77p    inet 198.18.{}.1/24 scope global rmy77p\n"
    used = "".join(line.format(one) for one in (2 * PAIRS - 2, 2 * PAIRS - 1, 0, 1, 22))
    monkeypatch.setattr(subprocess, "run", lambda words, **_: subprocess.CompletedProcess(words, 0, used))
    assert free_pair(1) == 2
    assert free_pair(PAIRS - 1) == 2
    assert free_pair(11) == 24
    assert host_networks.HostNetworks(1).address(0) != "198.18.0.1"
