"""Which pages hold a block like a given one: the count behind IBDF, without comparing all pairs.

Blocks are collapsed twice before any search, and neither changes the answer. Equal blocks are one
in the collection. Words that only one block has can match nothing, so blocks that are equal but for
the number of such words are one vector: a greeting with a name, a line with a counter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.features.block_collection import BlockCollection
from thresher.features.cosine_search import CosineIndex, Vectors, cosines, prefix_sizes, ranges
from thresher.features.keywords import fingerprint


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that no search can tell apart, and the blocks that are like them."""

    members: NDArray[np.intp]
    are_alike: bool
    """The members are like each other (a single one is)."""
    alike: NDArray[np.intp]
    """Blocks of other groups that are like the members."""


def collection_vectors(collection: BlockCollection, values: NDArray[np.float64]) -> Vectors:
    """The blocks as vectors over the terms that more than one of them has."""
    terms, starts = collection.terms, collection.starts
    is_shared = np.bincount(terms, minlength=len(collection.words))[terms] > 1
    running = np.zeros(len(terms) + 1, dtype=np.int64)
    np.cumsum(is_shared, out=running[1:])
    shared_starts = running[starts]
    free = np.diff(starts) - np.diff(shared_starts)
    return Vectors(values, terms[is_shared], shared_starts, free)


def groups_of_similar(vectors: Vectors, vocabulary_size: int, epsilon: float) -> list[Group]:
    """The groups of more than one block, or with others like them. Any other block is alone."""
    members, begins = _equal_but_for_free_words(
        vectors, np.flatnonzero(prefix_sizes(vectors, epsilon) > 0)
    )
    firsts = members[begins[:-1]]
    index = CosineIndex(vectors.take(firsts), vocabulary_size, epsilon)
    neighbours = dict(index.pairs())
    dots = vectors.squares - vectors.free
    groups = []
    for number in np.union1d(
        np.flatnonzero(np.diff(begins) > 1), np.array(list(neighbours), dtype=np.intp)
    ).tolist():
        own = members[begins[number] : begins[number + 1]]
        square = float(vectors.squares[own[0]])
        is_alike = cosines(dots[own[:1]], square, vectors.squares[own[:1]])[0] > epsilon
        others = neighbours.get(number, np.zeros(0, dtype=np.intp))
        places, _ = ranges(begins[others], begins[others + 1] - begins[others])
        groups.append(Group(own, len(own) == 1 or bool(is_alike), members[places]))
    return groups


def _equal_but_for_free_words(
    vectors: Vectors, chosen: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The chosen blocks, group after group, and where each group begins; one more at the end."""
    keys = np.fromiter(
        (_key(vectors, block) for block in chosen.tolist()), dtype=np.uint64, count=len(chosen)
    )
    _, group, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return chosen[np.argsort(group, kind="stable")], begins


def _key(vectors: Vectors, block: int) -> int:
    own = vectors.terms[vectors.starts[block] : vectors.starts[block + 1]]
    free = int(vectors.free[block]).to_bytes(8, "little")
    return fingerprint(vectors.values[block].tobytes() + free + own.tobytes())
