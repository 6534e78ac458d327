"""Trains the yardstick: a linear classifier on the pair features alone. Writes baseline.json.

    python baseline.py --work WORK
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from train import load_work, loss_of, shares_of

HERE = Path(__file__).parent
FILE = HERE / "baseline.json"


def fit(pair, allowed):
    torch.manual_seed(1)
    linear = torch.nn.Linear(pair.shape[1], 3)
    optimizer = torch.optim.LBFGS(linear.parameters(), max_iter=100, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = loss_of(linear(pair), allowed)
        loss.backward()
        return loss

    optimizer.step(closure)
    return linear.weight.detach().numpy(), linear.bias.detach().numpy()


def load():
    data = json.loads(FILE.read_text())
    return np.array(data["weight"], np.float32), np.array(data["bias"], np.float32)


def probs(pair):
    """[n, 3] probabilities from pair features."""
    weight, bias = load()
    logits = pair @ weight.T + bias
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    work = parser.parse_args().work
    meta, labels, pairs, _ = load_work(work)
    sets, random = labels["train_sets"], np.random.default_rng(1)
    shares = shares_of(meta["sets"], np.bincount(sets, minlength=len(meta["sets"])))
    rows = np.concatenate([random.permutation(np.flatnonzero(sets == n))[:share] for n, share in enumerate(shares)])
    weight, bias = fit(torch.from_numpy(pairs.pair[rows]), torch.from_numpy(labels["train_allowed"][rows]))
    FILE.write_text(json.dumps({"weight": weight.astype(float).round(5).tolist(), "bias": bias.astype(float).round(5).tolist()}) + "\n")


if __name__ == "__main__":
    main()
