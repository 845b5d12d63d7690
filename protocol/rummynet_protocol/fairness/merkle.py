"""Merkle trees in the shape of RFC 6962: the left part of n leaves is the largest power of two below n.

A path is the sibling hashes from the leaf up, joined. Leaves are hashed under a tag of their own by the caller, so no
inner node can pass for a leaf.
"""

from collections.abc import Sequence

from rummynet_protocol.fairness.hashing import SIZE, H


def split(size: int) -> int:
    """How many of *size* leaves (two or more) are in the left part."""
    return 1 << (size - 1).bit_length() - 1


class Tree:
    """A tree over *leaves*, of 32 bytes each: two hashes a leaf are all that it keeps. Raises ValueError for no leaves.

    A path for each leaf, in a deck of 52 cards six hashes long, would take three times as much.
    """

    __slots__ = ("_nodes", "size")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        if not leaves:
            raise ValueError("a tree has at least one leaf")
        self.size = len(leaves)
        self._nodes = _nodes(leaves)

    @property
    def root(self) -> bytes:
        """The hash that stands for all leaves."""
        return self._nodes[-SIZE:]

    def path(self, index: int) -> bytes:
        """The path of a leaf. Raises IndexError."""
        if not 0 <= index < self.size:
            raise IndexError(f"there is no leaf {index} in a tree of {self.size}")
        siblings, start, size = list[bytes](), 0, self.size
        while size > 1:
            # Nodes lie left part, right part, root: 2 n - 1 hashes for n leaves, the root the last of them.
            left = split(size)
            middle, end = start + (2 * left - 1) * SIZE, start + (2 * size - 2) * SIZE
            if index < left:
                siblings.append(self._nodes[end - SIZE : end])
                size = left
            else:
                siblings.append(self._nodes[middle - SIZE : middle])
                start, size, index = middle, size - left, index - left
        return b"".join(reversed(siblings))


def _nodes(leaves: Sequence[bytes]) -> bytes:
    """All nodes of a tree: those of the left part, those of the right part, the root."""
    if len(leaves) == 1:
        return leaves[0]
    middle = split(len(leaves))
    left, right = _nodes(leaves[:middle]), _nodes(leaves[middle:])
    return left + right + H("node", left[-SIZE:], right[-SIZE:])


def depth(size: int, index: int) -> int:
    """How many siblings the path of leaf *index* has in a tree of *size* leaves."""
    if size == 1:
        return 0
    left = split(size)
    return 1 + (depth(left, index) if index < left else depth(size - left, index - left))


def climb(leaf: bytes, index: int, size: int, path: bytes) -> bytes:
    """The root computed from *leaf* at *index*. Raises ValueError if the path's length does not fit."""
    if not 0 <= index < size or len(path) != SIZE * depth(size, index):
        # Before any hashing: `_climb` takes siblings from the end and would hash an empty one if the path were short.
        raise ValueError("the path does not fit its place in the tree")
    return _climb(leaf, index, size, path)


def _climb(leaf: bytes, index: int, size: int, path: bytes) -> bytes:
    """The root, for a path of the right length."""
    if size == 1:
        return leaf
    left, lower, sibling = split(size), path[:-SIZE], path[-SIZE:]
    if index < left:
        return H("node", _climb(leaf, index, left, lower), sibling)
    return H("node", sibling, _climb(leaf, index - left, size - left, lower))
