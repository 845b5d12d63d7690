import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.fairness import merkle
from rummynet_protocol.fairness.hashing import H

SIZES = (1, 2, 3, 4, 5, 7, 8, 51, 52, 54, 108, 216)


def leaves(size: int) -> list[bytes]:
    return [H("leaf", n.to_bytes(2, "big")) for n in range(size)]


def test_the_shape_of_seven_leaves_is_that_of_rfc_6962() -> None:
    a, b, c, d, e, f, g = leaves(7)
    left = H("node", H("node", a, b), H("node", c, d))
    assert merkle.Tree([a, b, c, d, e, f, g]).root == H("node", left, H("node", H("node", e, f), g))


@pytest.mark.parametrize(("size", "left"), [(2, 1), (3, 2), (4, 2), (5, 4), (52, 32), (54, 32), (108, 64), (216, 128)])
def test_the_left_part_is_the_largest_power_of_two_below(size: int, left: int) -> None:
    assert merkle.split(size) == left


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_climbs_to_the_root_by_its_path(size: int) -> None:
    row = leaves(size)
    tree = merkle.Tree(row)
    for index, path in enumerate(map(tree.path, range(size))):
        assert len(path) == 32 * merkle.depth(size, index)
        assert merkle.climb(row[index], index, size, path) == tree.root


@pytest.mark.parametrize("size", [3, 52])
def test_a_path_leads_nowhere_from_another_place_or_leaf(size: int) -> None:
    row = leaves(size)
    tree = merkle.Tree(row)
    root, paths = tree.root, [tree.path(index) for index in range(size)]
    for index in range(size):
        for other in set(range(size)) - {index}:
            if len(paths[index]) == 32 * merkle.depth(size, other):
                assert merkle.climb(row[index], other, size, paths[index]) != root
            assert len(paths[other]) != len(paths[index]) or merkle.climb(row[other], index, size, paths[index]) != root


@pytest.mark.parametrize("change", [-32, -1, 1, 32])
def test_a_path_of_another_length_is_refused(change: int) -> None:
    row = leaves(52)
    path = (merkle.Tree(row).path(5) + bytes(64))[: 192 + change]
    with pytest.raises(ValueError):
        merkle.climb(row[5], 5, 52, path)


@pytest.mark.parametrize("index", [-1, 52, 255])
def test_a_leaf_outside_the_tree_is_refused(index: int) -> None:
    with pytest.raises(ValueError):
        merkle.climb(bytes(32), index, 52, bytes(192))


@pytest.mark.parametrize("index", [-1, 52])
def test_there_is_no_path_for_a_leaf_outside_the_tree(index: int) -> None:
    with pytest.raises(IndexError):
        merkle.Tree(leaves(52)).path(index)


def test_a_tree_without_leaves_is_refused() -> None:
    with pytest.raises(ValueError):
        merkle.Tree([])


def test_an_inner_node_does_not_pass_for_a_leaf() -> None:
    a, b, c, d = leaves(4)
    inner = [H("node", a, b), H("node", c, d)]
    assert merkle.Tree(inner).root == merkle.Tree([a, b, c, d]).root, (
        "which is why leaves have a tag and decks a length"
    )
    assert H("leaf", a, b) != H("node", a, b)


@given(st.integers(1, 216), st.data())
def test_no_two_trees_share_a_root(size: int, data: st.DataObject) -> None:
    row = leaves(size)
    index = data.draw(st.integers(0, size - 1))
    changed = [*row[:index], bytes(32), *row[index + 1 :]]
    assert merkle.Tree(row).root != merkle.Tree(changed).root
