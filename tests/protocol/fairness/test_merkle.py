import pytest

from rummynet_protocol.fairness import merkle
from rummynet_protocol.fairness.hashing import H

SIZES = (1, 2, 3, 4, 5, 7, 8, 51, 52, 54, 108, 216)


def leaves(size: int) -> list[bytes]:
    return [H("leaf", n.to_bytes(2, "big")) for n in range(size)]


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_climbs_to_the_root_by_its_path(size: int) -> None:
    row = leaves(size)
    tree = merkle.Tree(row)
    for index, path in enumerate(map(tree.path, range(size))):
        assert len(path) == 32 * merkle.depth(size, index)
        assert merkle.climb(row[index], index, size, path) == tree.root
    with pytest.raises(ValueError):
        merkle.climb(row[-1], size, size, path)


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
