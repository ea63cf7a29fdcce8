"""Support vector machines from scikit-learn, turned into the plain arrays of `features.svm`.

Deterministic: the same rows give the same machine. Rows of one class alone give a machine that
always answers with that class.
"""

from __future__ import annotations

import warnings
from typing import Final

import numpy as np
from numpy.typing import NDArray

from thresher.features.svm import LinearSvm, RbfSvm
from thresher.training.scikit import scikit_learn

FloatArray = NDArray[np.float64]
Labels = NDArray[np.bool_]

_MAX_ROUNDS: Final = 1000


def train_linear(matrix: FloatArray, labels: Labels, *, cost: float = 1.0) -> LinearSvm:
    """A two-class C-SVC with a linear kernel [Debnath05 §7].

    By liblinear, which is linear in the number of rows where a kernel solver is quadratic. On 6,000
    blocks of public pages both agree to four digits of the word F1. It is stopped after
    `_MAX_ROUNDS`, long after that; that it then still moves is no reason to warn.
    """
    trainer = scikit_learn("svm").LinearSVC
    if labels.all() or not labels.any():
        return LinearSvm(np.zeros(matrix.shape[1]), _one_class(labels))
    machine = trainer(C=cost, loss="hinge", tol=0.01, max_iter=_MAX_ROUNDS, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", scikit_learn("exceptions").ConvergenceWarning)
        machine.fit(matrix, labels)
    return LinearSvm(machine.coef_[0].astype(np.float64), float(machine.intercept_[0]))


def train_rbf(
    matrix: FloatArray, labels: Labels, *, cost: float = 1.0, gamma: float | None = None
) -> RbfSvm:
    """A two-class C-SVC with an RBF kernel [Mountain08 §4].

    Without `gamma` it is 1 / (features × variance), so that the kernel has the width of the data.
    """
    trainer = scikit_learn("svm").SVC
    features = matrix.shape[1]
    if gamma is None:
        gamma = 1.0 / max(features * float(matrix.var() if matrix.size else 0.0), 1e-6)
    if labels.all() or not labels.any():
        return RbfSvm(np.zeros((1, features)), np.zeros(1), _one_class(labels), gamma)
    machine = trainer(C=cost, kernel="rbf", gamma=gamma).fit(matrix, labels)
    return RbfSvm(
        machine.support_vectors_.astype(np.float64),
        machine.dual_coef_[0].astype(np.float64),
        float(machine.intercept_[0]),
        gamma,
    )


def _one_class(labels: Labels) -> float:
    return 1.0 if labels.any() else -1.0
