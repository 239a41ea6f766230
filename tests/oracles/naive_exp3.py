"""The stochastic algorithm as the exam prints it (section 6): whole probability vectors in every step."""

import math

import numpy as np


def naive_exp3(matrix, uniforms, n_max):
    """Return the pairs (i1, i2) of every step; step n takes the numbers uniforms[n] of players 1 and 2."""
    a, b = matrix.shape
    eta1, eta2 = printed_eta(a, n_max), printed_eta(b, n_max)
    v1, v2 = np.zeros(a), np.zeros(b)
    choices = []
    for u1, u2 in uniforms:
        i1, p1 = draw(eta1, v1, u1)
        i2, p2 = draw(eta2, v2, u2)
        r1 = int(matrix[i1, i2])
        r2 = 1 - r1
        v1[i1] += r1 / p1[i1]
        v2[i2] += r2 / p2[i2]
        choices.append((i1, i2))
    return choices


def printed_eta(k, n_max):
    """The printed η, cut at 1 / k so that p stays a distribution however small n_max is."""
    return min(4 / 5 * math.sqrt(math.log(k) / (n_max * k)), 1 / k)


def draw(eta, v, u):
    """Draw i with probability p(i): `u` < kη draws uniformly, the rest of [0, 1) by the softmax."""
    k = len(v)
    softmax = np.exp(eta * v - np.max(eta * v))  # the subtraction changes no quotient, and nothing overflows
    softmax /= softmax.sum()
    p = eta + (1 - k * eta) * softmax
    if u < k * eta:
        i = math.floor(u / eta)
    else:
        i = int(np.searchsorted(np.cumsum(softmax), (u - k * eta) / (1 - k * eta), side="right"))
    return min(i, k - 1), p
