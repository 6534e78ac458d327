"""Asks trained networks about all training pairs, so that one more can learn from what they say together.

    python teach.py --work WORK --checkpoints WORK/train-1.pt WORK/train-2.pt WORK/train-3.pt

Writes WORK/taught.npy: the mean of their probabilities, [pairs, 3].
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import prepare
from export import load_net
from train import tensors_of

SIZE = 256


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
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16: faster where the CPU can")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    vocabulary = json.loads((args.work / "meta.json").read_text())["vocabulary"]
    pairs = prepare.load(args.work / "train.npz")
    together = sum(ask(load_net(checkpoint, vocabulary), pairs, args.half) for checkpoint in args.checkpoints)
    np.save(args.work / "taught.npy", (together / len(args.checkpoints)).astype(np.float16))


if __name__ == "__main__":
    main()
