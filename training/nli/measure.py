"""Scores pairs with an exported model, and the figures of its answers."""

import hashlib
import json
from pathlib import Path

import numpy as np

import features
import prepare
import tokenizer
from export import INPUTS

ENTAILMENT, NEUTRAL, CONTRADICTION = range(3)


class Model:
    """An exported model folder, run by the package `onnxruntime`."""

    def __init__(self, folder, threads=1, cache=None):
        """With a cache folder the encoded pairs are kept there, as they depend on the words alone."""
        import onnxruntime

        self.cache = cache

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(Path(folder) / "model.onnx"), options)
        self.lexicon = features.Lexicon(json.loads((Path(folder) / "lexicon.json").read_text()))
        self.reader = tokenizer.Tokenizer(Path(folder) / "tokenizer.json")

    def encode(self, rows):
        if not self.cache:
            return prepare.encode_all(rows, self.lexicon, self.reader)
        words = [self.reader.vocab, *rows]
        kept = self.cache / f"{hashlib.sha256(json.dumps(words).encode()).hexdigest()[:16]}.npz"
        if not kept.exists():
            prepare.save(prepare.encode_all(rows, self.lexicon, self.reader), kept)
        return prepare.load(kept)

    def probs(self, pairs, output="probs", size=64):
        """[n, 3] probabilities: of any two texts, or with "guard_probs" of two statements of one memory."""
        order = np.argsort(np.diff(pairs.premise.start) + np.diff(pairs.hypothesis.start), kind="stable")
        out = np.zeros((len(pairs), 3), np.float32)
        for at in range(0, len(order), size):
            rows = order[at : at + size]
            p_ids, p_feats = prepare.pad(pairs.premise, rows)
            h_ids, h_feats = prepare.pad(pairs.hypothesis, rows)
            out[rows] = self.session.run([output], dict(zip(INPUTS, (p_ids, h_ids, p_feats, h_feats, pairs.pair[rows]))))[0]
        return out

    def both(self, pairs, output="probs"):
        """Probabilities of encoded pairs: of (premise, hypothesis) and of (hypothesis, premise)."""
        turned = prepare.Pairs(pairs.hypothesis, pairs.premise, turn(pairs.pair))
        return self.probs(pairs, output), self.probs(turned, output)


def combine(forward, back):
    """Contradiction scores of pairs: the mean (to warn) and the smaller one (to block) of both directions."""
    two = np.stack([forward[:, CONTRADICTION], back[:, CONTRADICTION]])
    return two.mean(0), two.min(0)


def turn(pair):
    """The features of the pairs turned around."""
    return pair[:, features.SWAP_ORDER] * np.array(features.SWAP_SIGN, np.float32)


def accuracy(probs, allowed):
    """Share answered with a possible label. Sets of entailment and contradiction alone are a choice of the two."""
    seen = allowed.sum(0) > 0
    if not seen[NEUTRAL]:
        probs = probs * np.array([1, 0, 1])
    return float(allowed[np.arange(len(probs)), probs.argmax(1)].mean())


def auc(scores, positive):
    """Area under the curve: how often a positive scores above a negative. None if one of them is missing."""
    ranks = np.empty(len(scores))
    order = np.argsort(scores, kind="stable")
    values, first, counts = np.unique(scores[order], return_index=True, return_counts=True)
    ranks[order] = np.repeat(first + (counts + 1) / 2, counts)
    n, m = int(positive.sum()), int((~positive).sum())
    return float((ranks[positive].sum() - n * (n + 1) / 2) / (n * m)) if n and m else None


def at_threshold(scores, positive, threshold):
    """(precision, recall, number) of what reaches the threshold; precision is None if nothing does."""
    hit = scores >= threshold
    right = int((hit & positive).sum())
    return (right / int(hit.sum()) if hit.any() else None), right / max(1, int(positive.sum())), int(hit.sum())


def contradicts(allowed):
    """(is a contradiction, is known to be one or not): "not entailed" rows are unknown."""
    positive = (allowed[:, CONTRADICTION] == 1) & (allowed.sum(1) == 1)
    return positive, positive | (allowed[:, CONTRADICTION] == 0)
