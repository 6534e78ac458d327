"""Makes the tokenizer, the arrays of all pairs and the piece vectors that training starts from.

    python build.py --data FOLDER [FOLDER ...] --prose WORK/prose.txt --out models/guard-nli-mini --work WORK

Each FOLDER holds TSV files (label, premise, hypothesis); the prose has a sentence a line and tells the piece vectors which words
stand in like places. OUT must hold lexicon.json (lexicon.py) and gets tokenizer.json.
One premise in 20 is kept out of training, for choosing settings and for calibration.
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np

import data
import features
import prepare
import text
import tokenizer
import vectors

HELD_MOST = 1000
PLAIN_WORD = re.compile(r"[a-z0-9]+")
# Sets that we made or wrote: no evidence of quality, so nothing of them is held out.
OURS = ("generated", "reworded", "inferences")


def split(sets):
    """Set -> rows into (training, held out) as lists of (set number, row)."""
    train, held = [], []
    for number, (name, rows) in enumerate(sets.items()):
        out = [row for row in rows if data.is_held(row[1]) and not name.startswith(OURS)]
        train += [(number, row) for row in rows if not data.is_held(row[1])]
        held += [(number, row) for row in out[:HELD_MOST]]
    return train, held


def word_counts(rows):
    counts, seen = Counter(), set()
    for row in rows:
        for side in row[1:]:
            if side not in seen:
                seen.add(side)
                counts.update(word for word, _ in text.words(side))
    return counts


def distinct_texts(pairs):
    """Piece ids of each distinct text."""
    found = {}
    for side in (pairs.premise, pairs.hypothesis):
        for start, end in zip(side.start, side.start[1:]):
            ids = side.ids[start:end]
            found[ids.tobytes()] = ids
    return list(found.values())


def read_prose(path, reader):
    """Piece ids of each sentence, cut like the texts of pairs."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield [piece for word in PLAIN_WORD.findall(line.lower()) for piece in reader.encode(word)][: prepare.MAX_PIECES]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--prose", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--vocabulary", type=int, default=14_000)
    parser.add_argument("--embedding", type=int, default=128)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    sets = data.read_folders(args.data)
    train, held = split(sets)
    rows = [row for _, row in train]
    tokenizer.save(tokenizer.train(word_counts(rows), args.vocabulary), args.out / "tokenizer.json")
    reader = tokenizer.Tokenizer(args.out / "tokenizer.json")
    lexicon = features.Lexicon(json.loads((args.out / "lexicon.json").read_text()))
    pairs = prepare.encode_all(rows, lexicon, reader)
    prepare.save(pairs, args.work / "train.npz")
    prepare.save(prepare.encode_all([row for _, row in held], lexicon, reader), args.work / "held.npz")
    labels = {}
    for name, part in (("train", train), ("held", held)):
        labels[f"{name}_sets"] = np.array([number for number, _ in part])
        labels[f"{name}_allowed"] = np.array([data.LABELS[row[0]] for _, row in part], np.float32)
    np.savez(args.work / "labels.npz", **labels)
    (args.work / "meta.json").write_text(json.dumps({"sets": list(sets), "vocabulary": len(reader.vocab)}))
    texts = [*distinct_texts(pairs), *(read_prose(args.prose, reader) if args.prose else [])]
    np.save(args.work / "vectors.npy", vectors.train(texts, len(reader.vocab), args.embedding, 1).numpy())
    print({name: sum(1 for n, _ in train if n == number) for number, name in enumerate(sets)}, len(held), "held out")


if __name__ == "__main__":
    main()
