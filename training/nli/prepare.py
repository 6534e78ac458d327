"""Turns texts into arrays: ids and features of each pair, kept flat with offsets so that batches are cut quickly."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

import features

MAX_PIECES = 64
CHUNK = 5_000


@dataclass
class Side:
    """One side of all pairs: `ids` and `feats` flat over pieces, `start[i]:start[i + 1]` is pair i."""

    ids: np.ndarray
    feats: np.ndarray
    start: np.ndarray


@dataclass
class Pairs:
    premise: Side
    hypothesis: Side
    pair: np.ndarray

    def __len__(self):
        return len(self.pair)


def encode_side(words, rows, tokenizer):
    """Ids and feature rows of the word pieces, at most MAX_PIECES; the last channel marks later pieces of a word."""
    ids, feats = [], []
    for word, row in zip(words, rows):
        for at, piece in enumerate(tokenizer.encode(word)):
            ids.append(piece)
            feats.append([*row, float(at > 0)])
    if not ids:
        return [tokenizer.unknown], [[0.0] * features.CHANNELS]
    return ids[:MAX_PIECES], feats[:MAX_PIECES]


def encode_pair(premise, hypothesis, lexicon, tokenizer):
    """Two texts -> (premise ids, premise feats, hypothesis ids, hypothesis feats, pair feats)."""
    return encode_read(features.read(premise, lexicon), features.read(hypothesis, lexicon), tokenizer)


def encode_read(p, h, tokenizer):
    """The same of two read texts."""
    rows_p, rows_h, pair = features.analyse(p, h)
    return (*encode_side(p.words, rows_p, tokenizer), *encode_side(h.words, rows_h, tokenizer), pair)


def encode_all(rows, lexicon, tokenizer):
    """[(label, premise, hypothesis)] -> Pairs, worked out on all processors."""
    chunks = [rows[at : at + CHUNK] for at in range(0, len(rows), CHUNK)]
    with ProcessPoolExecutor() as workers:
        return joined(*workers.map(encode_rows, chunks, [lexicon] * len(chunks), [tokenizer] * len(chunks)))


def encode_rows(rows, lexicon, tokenizer):
    ids, feats, starts, pair = ([], []), ([], []), ([0], [0]), []
    read = cache(lambda said: features.read(said, lexicon))
    for _, premise, hypothesis in rows:
        p_ids, p_feats, h_ids, h_feats, numbers = encode_read(read(premise), read(hypothesis), tokenizer)
        for side, (new_ids, new_feats) in enumerate(((p_ids, p_feats), (h_ids, h_feats))):
            ids[side].append(np.array(new_ids, np.uint16))
            feats[side].append(np.array(new_feats, np.float16))
            starts[side].append(starts[side][-1] + len(new_ids))
        pair.append(numbers)
    sides = [Side(np.concatenate(ids[s]), np.concatenate(feats[s]), np.array(starts[s])) for s in (0, 1)]
    return Pairs(*sides, np.array(pair, np.float32))


def joined(*parts):
    """The pairs of all parts, in order."""
    return Pairs(joined_sides([x.premise for x in parts]), joined_sides([x.hypothesis for x in parts]), np.concatenate([x.pair for x in parts]))


def joined_sides(sides):
    offsets = np.cumsum([0, *(side.start[-1] for side in sides)])
    starts = [[0], *(side.start[1:] + offset for side, offset in zip(sides, offsets))]
    return Side(np.concatenate([side.ids for side in sides]), np.concatenate([side.feats for side in sides]), np.concatenate(starts))


def save(pairs, path):
    p, h = pairs.premise, pairs.hypothesis
    np.savez(path, p_ids=p.ids, p_feats=p.feats, p_start=p.start, h_ids=h.ids, h_feats=h.feats, h_start=h.start, pair=pairs.pair)


def load(path):
    a = np.load(path)
    return Pairs(Side(a["p_ids"], a["p_feats"], a["p_start"]), Side(a["h_ids"], a["h_feats"], a["h_start"]), a["pair"])


def pad(side, rows, most=MAX_PIECES):
    """ids [n, length] int64 and feats [n, length, CHANNELS] float32 of some pairs, padded with zeros, at most `most` long."""
    lengths = np.minimum(side.start[rows + 1] - side.start[rows], most)
    longest = int(lengths.max())
    at = np.arange(longest)[None, :]
    inside = at < lengths[:, None]
    index = np.where(inside, side.start[rows][:, None] + at, 0)
    return np.where(inside, side.ids[index], 0).astype(np.int64), side.feats[index].astype(np.float32) * inside[:, :, None]
