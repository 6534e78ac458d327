"""Asks trained networks about pairs, so that one more can learn from what they say together.

    python teach.py --work WORK --out models/guard-nli-mini --data FOLDER --more WORK/further --checkpoints WORK/train-{1,2,3}.pt

Asked are the training pairs that people wrote or judged, not those of templates, whose labels are certain; and, of the
premises of the sets of --sisters, their hypotheses about each other, which nobody labelled. --more holds labelled pairs that
only the student sees. Writes WORK/further.npz, WORK/further-labels.npz, the sisters and these, and WORK/taught.npy, the mean
probabilities [pairs, 3] of the training pairs and then of the further ones (0 where nobody was asked).
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
from train import load_work, tensors_of

SIZE = 256
TEMPLATES = ("cur_", "generated")


def asked_rows(names, sets):
    """Which training pairs the teachers are asked about."""
    by_people = [number for number, name in enumerate(names) if not name.startswith(TEMPLATES)]
    return np.flatnonzero(np.isin(sets, by_people))


def sisters(sets):
    """Rows of all ordered pairs of hypotheses that share a premise that may be trained on."""
    hypotheses = defaultdict(set)
    for rows in sets.values():
        for _, premise, hypothesis in rows:
            if not data.is_held(premise):
                hypotheses[premise].add(hypothesis)
    return [(data.UNKNOWN, *two) for premise in sorted(hypotheses) for two in permutations(sorted(hypotheses[premise]), 2)]


def ask(net, pairs, asked, half):
    """Probabilities [n, 3] of all pairs, 0 of those that are not asked about; those of like length are asked together."""
    lengths = np.diff(pairs.premise.start) + np.diff(pairs.hypothesis.start)
    order = asked[np.argsort(lengths[asked], kind="stable")]
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
    parser.add_argument("--more", type=Path, required=True, help="folder of labelled pairs for the student alone")
    parser.add_argument("--sisters", nargs="*", default=["mnli_m", "snli_dev", "cad_train"], help="sets whose hypotheses are compared")
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16: faster where the CPU can")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    reader = tokenizer.Tokenizer(args.out / "tokenizer.json")
    lexicon = features.Lexicon(json.loads((args.out / "lexicon.json").read_text()))
    unlabelled = sisters(data.read_folder(args.data, args.sisters))
    rows = unlabelled + [row for part in data.read_folder(args.more).values() for row in part]
    further = prepare.encode_all(rows, lexicon, reader)
    prepare.save(further, args.work / "further.npz")
    allowed = np.array([data.LABELS[row[0]] for row in rows], np.float32)
    np.savez(args.work / "further-labels.npz", allowed=allowed, labelled=np.arange(len(rows)) >= len(unlabelled))
    meta, labels, pairs, _ = load_work(args.work)
    asked = np.concatenate([asked_rows(meta["sets"], labels["train_sets"]), len(pairs) + np.arange(len(unlabelled))])
    pairs = prepare.joined(pairs, further)
    together = sum(ask(load_net(checkpoint, len(reader.vocab)), pairs, asked, args.half) for checkpoint in args.checkpoints)
    np.save(args.work / "taught.npy", (together / len(args.checkpoints)).astype(np.float16))


if __name__ == "__main__":
    main()
