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
from thresher.features.cosine_search import (
    CosineIndex,
    Vectors,
    cosines,
    frequencies,
    parts,
    prefix_sizes,
    ranges,
)
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
    is_shared = (frequencies(terms, len(collection.words)) > 1)[terms]
    sizes = np.zeros(len(collection), dtype=np.int64)
    for part in parts(len(collection)):
        begin, end = starts[part.start], starts[part.stop]
        running = np.concatenate(([0], np.cumsum(is_shared[begin:end])))
        sizes[part] = np.diff(running[starts[part.start : part.stop + 1] - begin])
    shared_starts = np.concatenate(([0], np.cumsum(sizes)))
    return Vectors(values, terms[is_shared], shared_starts, np.diff(starts) - sizes)


def groups_of_similar(
    collection: BlockCollection, values: NDArray[np.float64], epsilon: float
) -> list[Group]:
    """The groups of more than one block, or with others like them. Any other block is alone.

    `values` is the dense part of each block's vector.
    """
    firsts, members, begins, is_alike = _equal_but_for_free_words(collection, values, epsilon)
    del values  # a tenth of what a large site takes
    neighbours = dict(CosineIndex(firsts, len(collection.words), epsilon).pairs())
    several = np.flatnonzero(np.diff(begins) > 1)
    groups = []
    for number in np.union1d(several, np.array(list(neighbours), dtype=np.intp)).tolist():
        own = members[begins[number] : begins[number + 1]]
        others = neighbours.get(number, np.zeros(0, dtype=np.intp))
        places, _ = ranges(begins[others], begins[others + 1] - begins[others])
        groups.append(Group(own, len(own) == 1 or bool(is_alike[own[0]]), members[places]))
    return groups


def _equal_but_for_free_words(
    collection: BlockCollection, values: NDArray[np.float64], epsilon: float
) -> tuple[Vectors, NDArray[np.intp], NDArray[np.int64], NDArray[np.bool_]]:
    """Blocks that may have others like them, in groups that no search can tell apart.

    A vector for each group; the blocks, group after group; where each group begins, and one more;
    and of all blocks, which are like others that differ from them in free words alone.
    """
    vectors = collection_vectors(collection, values)
    chosen = np.flatnonzero(prefix_sizes(vectors, epsilon) > 0)
    keys = np.fromiter(
        (_key(vectors, block) for block in chosen.tolist()), dtype=np.uint64, count=len(chosen)
    )
    _, group, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    members = chosen[np.argsort(group, kind="stable")]
    dots = vectors.squares - vectors.free
    is_alike = cosines(dots, vectors.squares, vectors.squares) > epsilon
    return vectors.take(members[begins[:-1]]), members, begins, is_alike


def _key(vectors: Vectors, block: int) -> int:
    own = vectors.terms[vectors.starts[block] : vectors.starts[block + 1]]
    free = int(vectors.free[block]).to_bytes(8, "little")
    return fingerprint(vectors.values[block].tobytes() + free + own.tobytes())
