"""Merkle trees in the shape of RFC 6962: the left part of n leaves is the largest power of two below n.

A path is the sibling hashes from the leaf up, joined. Leaves are hashed under a tag of their own by the caller, so no
inner node can pass for a leaf.
"""

from collections.abc import Sequence

from rummynet_protocol.fairness.hashing import SIZE, H


def split(size: int) -> int:
    """How many of *size* leaves (two or more) are in the left part."""
    return 1 << (size - 1).bit_length() - 1


def tree(leaves: Sequence[bytes]) -> tuple[bytes, list[bytes]]:
    """The root, and for each leaf its path: the siblings joined. Raises ValueError for no leaves."""
    if not leaves:
        raise ValueError("a tree has at least one leaf")
    if len(leaves) == 1:
        return leaves[0], [b""]
    middle = split(len(leaves))
    left, left_paths = tree(leaves[:middle])
    right, right_paths = tree(leaves[middle:])
    return H("node", left, right), [*(path + right for path in left_paths), *(path + left for path in right_paths)]


def depth(size: int, index: int) -> int:
    """How many siblings the path of leaf *index* has in a tree of *size* leaves."""
    if size == 1:
        return 0
    left = split(size)
    return 1 + (depth(left, index) if index < left else depth(size - left, index - left))


def climb(leaf: bytes, index: int, size: int, path: bytes) -> bytes:
    """The root computed from *leaf* at *index*. Raises ValueError if the path's length does not fit."""
    if not 0 <= index < size or len(path) != SIZE * depth(size, index):
        raise ValueError("the path does not fit its place in the tree")
    if size == 1:
        return leaf
    left, lower, sibling = split(size), path[:-SIZE], path[-SIZE:]
    if index < left:
        return H("node", climb(leaf, index, left, lower), sibling)
    return H("node", sibling, climb(leaf, index - left, size - left, lower))
