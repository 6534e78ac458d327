"""Trains the second end of a network: for two statements of one memory, as the guard asks about them.

    python guard.py --work WORK --checkpoint WORK/train-2.pt --model ../../models/guard-nli-mini --prose WORK/prose.txt

Data sets of inference tell little of what stands side by side in a memory: statements that have many words in common, and
yet seldom repeat and hardly ever contradict each other. So this end learns from our own pairs alone, most of them of documents
reworded by hand, and from nearly as many neighbours in manuals and other plain text, which are taken to do neither.
WORK is what build.py made. Writes WORK/guard.pt, the averaged weights of this end alone.
"""

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch

import features
import prepare
import rewordings
import tokenizer
import train
from export import load_net
from model import Guarded

# Pairs of each set per epoch.
MIX = {"reworded_same": 25_000, "reworded_against": 50_000, "reworded_beside": 180_000, "inferences": 10_000, "generated": 4_000, "generated_edits": 12_000}
# What only looks alike, and what is said of two things, says something else.
BESIDE = "reworded_beside"
NEUTRAL = (0, 1, 0)
# Neighbours are sentences of one stretch of text, each with the earlier ones that it shares most words with.
NEIGHBOURS, STRETCH, NEAREST = 200_000, 80, 2
SHORTEST, LONGEST = 5, 40


def neighbours(lines, wanted, chance):
    """That many pairs of sentences from random stretches of the lines: [(label, earlier, later)]."""
    rows = []
    while len(rows) < wanted:
        at = chance.randrange(max(1, len(lines) - STRETCH))
        said = [line for line in lines[at : at + STRETCH] if line.endswith(".") and SHORTEST <= len(line.split()) <= LONGEST]
        words = [rewordings.words_of(sentence) for sentence in said]
        for this, mine in enumerate(words):
            near = sorted(range(this), key=lambda other: -rewordings.shared(mine, words[other]))
            rows += [("n", said[other], said[this]) for other in near[:NEAREST]]
    return chance.sample(rows, wanted)


def read_neighbours(args):
    """Encoded neighbours. Kept in WORK, as encoding takes longer than reading."""
    file = args.work / "neighbours.npz"
    if not file.exists():
        lexicon = features.Lexicon(json.loads((args.model / "lexicon.json").read_text()))
        reader = tokenizer.Tokenizer(args.model / "tokenizer.json")
        lines = args.prose.read_text(encoding="utf-8").splitlines()
        prepare.save(prepare.encode_all(neighbours(lines, NEIGHBOURS, random.Random(1)), lexicon, reader), file)
    return prepare.load(file)


def batches(args):
    """Endless batches as train.py makes them, of the sets of MIX and of neighbours."""
    meta, labels, pairs, _ = train.load_work(args.work)
    more = read_neighbours(args)
    numbers = [meta["sets"].index(name) for name in MIX]
    allowed = labels["train_allowed"].copy()
    allowed[labels["train_sets"] == meta["sets"].index(BESIDE)] = NEUTRAL
    allowed = np.concatenate([allowed, np.tile(np.array(NEUTRAL, allowed.dtype), (len(more), 1))])
    place = np.full(len(meta["sets"]), -1)
    place[numbers] = range(len(numbers))
    sets = np.concatenate([place[labels["train_sets"]], np.full(len(more), len(numbers))])
    shares = [*MIX.values(), len(more)]
    return iter(train.Batches(prepare.joined(pairs, more), allowed, sets, shares, args.batch, args.seed))


def end_of(state):
    """The weights of the second end alone."""
    return {name: value for name, value in state.items() if not name.startswith("net.")}


def learn(args):
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    vocabulary = len(tokenizer.Tokenizer(args.model / "tokenizer.json").vocab)
    net = Guarded(load_net(args.checkpoint, vocabulary), args.dropout)
    source, started = batches(args), time.time()
    for step, average, loss in train.steps_of(net, source, args):
        torch.save(end_of(average.state), args.work / f"{args.name}.pt")
        print(json.dumps({"step": step, "loss": round(loss, 4), "seconds": round(time.time() - started)}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("work", "checkpoint", "model", "prose"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--name", default="guard")
    train.add_settings(parser, steps=4500, batch=256, forget=0.1, dropout=0.2, every=500)
    learn(parser.parse_args())


if __name__ == "__main__":
    main()
