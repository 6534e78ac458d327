"""Word-piece vectors from the training texts alone: positive pointwise mutual information, then a truncated SVD."""

import numpy as np
import torch

WINDOW = 5
SMOOTHING = 0.75


def count_neighbours(texts, size):
    """[size, size] weights of pieces within WINDOW of each other; a pair at distance d weighs 1 / d."""
    counts = torch.zeros(size * size)
    flat = np.concatenate([np.array([*ids, *[0] * WINDOW], np.int64) for ids in texts])
    for distance in range(1, WINDOW + 1):
        left, right = flat[:-distance], flat[distance:]
        keep = (left != 0) & (right != 0)
        index = torch.from_numpy(left[keep] * size + right[keep])
        counts.scatter_add_(0, index, torch.full((len(index),), 1.0 / distance))
    counts = counts.view(size, size)
    return counts + counts.T


def train(texts, size, width, seed):
    """Lists of piece ids -> [size, width] float32 with a spread of 0.1; pieces without neighbours are zero."""
    torch.manual_seed(seed)
    counts = count_neighbours(texts, size)
    rows = counts.sum(1)
    contexts = rows**SMOOTHING
    contexts /= contexts.sum()
    expected = rows.clamp(min=1e-9).unsqueeze(1) * contexts.clamp(min=1e-12).unsqueeze(0)
    counts.div_(expected).clamp_(min=1.0).log_()
    del expected
    u, s, _ = torch.svd_lowrank(counts, q=width, niter=3)
    vectors = u * s.sqrt()
    vectors /= vectors.norm(dim=1, keepdim=True).clamp(min=1e-6)
    return vectors * (0.1 * width**0.5)
