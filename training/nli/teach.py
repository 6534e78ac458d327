"""Asks trained models about pairs, so that another network can learn from what they say together.

    python teach.py --work WORK --out OUT --data FOLDER [FOLDER ...] --more WORK/further --teachers FOLDER ...

--data and OUT are those of build.py. Each teacher is an exported model with its own lexicon and tokenizer. Asked are the
training pairs that people wrote or judged in plain English, not those of templates, whose labels are certain, nor those reworded
by hand; and, of the premises of the sets of --sisters, their hypotheses about each other, which nobody labelled. --more holds
labelled pairs that only the student sees. Writes WORK/further.npz, WORK/further-labels.npz, the sisters and these, and
WORK/taught.npy, the mean probabilities [pairs, 3] of the training pairs and then of the further ones (0 where nobody was asked).
"""

import argparse
import json
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import numpy as np

import build
import data
import features
import measure
import prepare
import tokenizer

CERTAIN = ("cur_", *build.OURS)


def asked_rows(names, sets):
    """Which training pairs the teachers are asked about."""
    by_people = [number for number, name in enumerate(names) if not name.startswith(CERTAIN)]
    return np.flatnonzero(np.isin(sets, by_people))


def sisters(sets):
    """Rows of all ordered pairs of hypotheses that share a premise that may be trained on."""
    hypotheses = defaultdict(set)
    for rows in sets.values():
        for _, premise, hypothesis in rows:
            if not data.is_held(premise):
                hypotheses[premise].add(hypothesis)
    return [(data.UNKNOWN, *two) for premise in sorted(hypotheses) for two in permutations(sorted(hypotheses[premise]), 2)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--more", type=Path, required=True, help="folder of labelled pairs for the student alone")
    parser.add_argument("--sisters", nargs="*", default=["mnli_m", "snli_dev", "cad_train"], help="sets whose hypotheses are compared")
    parser.add_argument("--teachers", type=Path, nargs="+", required=True)
    args = parser.parse_args()
    sets = data.read_folders(args.data)
    unlabelled = sisters({name: sets[name] for name in args.sisters})
    further = unlabelled + [row for part in data.read_folder(args.more).values() for row in part]
    save_further(further, len(unlabelled), args)
    train = build.split(sets)[0]
    asked = asked_rows(list(sets), np.array([number for number, _ in train]))
    questions = [train[at][1] for at in asked] + unlabelled
    taught = np.zeros((len(train) + len(further), 3), np.float16)
    taught[[*asked, *range(len(train), len(train) + len(unlabelled))]] = mean_probs(args.teachers, questions)
    np.save(args.work / "taught.npy", taught)


def save_further(rows, unlabelled, args):
    """The rows that are trained on beside those of build.py; the first `unlabelled` of them have no label."""
    reader = tokenizer.Tokenizer(args.out / "tokenizer.json")
    lexicon = features.Lexicon(json.loads((args.out / "lexicon.json").read_text()))
    prepare.save(prepare.encode_all(rows, lexicon, reader), args.work / "further.npz")
    allowed = np.array([data.LABELS[row[0]] for row in rows], np.float32)
    np.savez(args.work / "further-labels.npz", allowed=allowed, labelled=np.arange(len(rows)) >= unlabelled)


def mean_probs(teachers, rows):
    models = [measure.Model(teacher, threads=2) for teacher in teachers]
    return sum(model.probs(model.encode(rows)) for model in models) / len(models)


if __name__ == "__main__":
    main()
