"""Asks trained networks about pairs, so that one more can learn from what they say together.

    python teach.py --work WORK --out models/guard-nli-mini --data FOLDER --sets mnli_m snli_dev cad_train \\
        --checkpoints WORK/train-1.pt WORK/train-2.pt WORK/train-3.pt

Asked are all training pairs and, of the premises of some sets, their hypotheses about each other: nobody labelled these
"sisters". Writes WORK/taught.npy, the mean probabilities [pairs, 3] of the training pairs and then of the sisters, and
WORK/sisters.npz, the sisters themselves.
"""

import argparse
import json
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import numpy as np
import torch

import data
import features
import prepare
import tokenizer
from export import load_net
from train import tensors_of

SIZE = 256
UNKNOWN = "?"


def sisters(sets):
    """Rows of all ordered pairs of hypotheses that share a premise that may be trained on."""
    hypotheses = defaultdict(set)
    for rows in sets.values():
        for _, premise, hypothesis in rows:
            if not data.is_held(premise):
                hypotheses[premise].add(hypothesis)
    return [(UNKNOWN, *two) for premise in sorted(hypotheses) for two in permutations(sorted(hypotheses[premise]), 2)]


def ask(net, pairs, half):
    """Probabilities [n, 3] of all pairs; those of like length are asked together."""
    order = np.argsort(np.diff(pairs.premise.start) + np.diff(pairs.hypothesis.start), kind="stable")
    probs = np.zeros((len(pairs), 3), np.float32)
    for at in range(0, len(order), SIZE):
        rows = order[at : at + SIZE]
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=half):
            logits = net(*tensors_of(pairs, rows))
        probs[rows] = torch.softmax(logits.float(), dim=-1).numpy()
    return probs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", help="names of the sets whose hypotheses are compared; all without it")
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16: faster where the CPU can")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    reader = tokenizer.Tokenizer(args.out / "tokenizer.json")
    lexicon = features.Lexicon(json.loads((args.out / "lexicon.json").read_text()))
    extra = prepare.encode_all(sisters(data.read_folder(args.data, args.sets)), lexicon, reader)
    prepare.save(extra, args.work / "sisters.npz")
    pairs = prepare.joined(prepare.load(args.work / "train.npz"), extra)
    together = sum(ask(load_net(checkpoint, len(reader.vocab)), pairs, args.half) for checkpoint in args.checkpoints)
    np.save(args.work / "taught.npy", (together / len(args.checkpoints)).astype(np.float16))


if __name__ == "__main__":
    main()
