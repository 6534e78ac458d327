"""Finds temperature and thresholds of an exported model on pairs that it was not trained on, and writes card.json.

    python calibrate.py --model ../../models/guard-nli-mini --work WORK

Pairs: calibration/pairs.jsonl (hand-written) and the held-out premises of WORK; never the generator. Export with
temperature 1 first; with the temperature printed here export again and run this once more (it then finds about 1).
The warn threshold, for the mean of both directions, has precision >= .75 where the hand-written and the held-out pairs
count the same in all; the block threshold, for the smaller of them, precision >= .95 among hand-written pairs with much
the same words, the part of the gate that two texts alone can show. The guard's own check on documents decides
whether the block threshold may be used at all.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np

import data
import measure
import prepare

HERE = Path(__file__).parent
WARN, BLOCK = 0.75, 0.95
FEWEST = 12
GATE_COVER, GATE_JACCARD = 0.5, 0.3
HELD_SETS = ("mnli_m", "snli_dev", "wanli")
FILES = ("model.onnx", "tokenizer.json", "config.json", "lexicon.json", "golden.json")


def read_written(path):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [(row["label"], row["premise"], row["hypothesis"]) for row in rows]


def temperature_of(probs, allowed, weights):
    """The temperature with the least weighted negative log-likelihood, by trying."""
    log = np.log(np.clip(probs, 1e-9, 1))
    best = (np.inf, 1.0)
    for value in np.arange(0.6, 2.51, 0.02):
        scaled = log / value
        scaled -= np.log(np.exp(scaled).sum(1, keepdims=True))
        best = min(best, (-float(((scaled * allowed).sum(1) * weights).sum()), float(round(value, 2))))
    return best[1]


def calibration_error(probs, allowed, bins=10):
    """Expected calibration error of the best label."""
    best, right = probs.max(1), allowed[np.arange(len(probs)), probs.argmax(1)]
    place = np.minimum((best * bins).astype(int), bins - 1)
    return float(sum(abs(best[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in range(bins) if (place == b).any()))


def lowest(scores, positive, weights, precision):
    """The lowest threshold above which at least FEWEST pairs lie with that weighted precision, or None."""
    order = np.argsort(-scores, kind="stable")
    share = np.cumsum((positive * weights)[order]) / np.cumsum(weights[order])
    fits = [at for at in range(FEWEST - 1, len(order)) if share[at] >= precision]
    return round(float(scores[order[fits[-1]]]) - 1e-4, 4) if fits else None


def gated(pair):
    """Which pairs have enough words in common."""
    return (np.maximum(pair[:, 0], pair[:, 1]) >= GATE_COVER) & (pair[:, 2] >= GATE_JACCARD)


def point(scores, positive, threshold):
    if threshold is None:
        return None
    precision, recall, hits = measure.at_threshold(scores, positive, threshold)
    return {"precision": precision and round(precision, 4), "recall": round(recall, 4), "pairs_above": hits}


def held_out(model, work):
    """Probabilities, both kinds of contradiction scores and labels of the held-out general pairs."""
    meta, labels = json.loads((work / "meta.json").read_text()), np.load(work / "labels.npz")
    held, sets = prepare.load(work / "held.npz"), labels["held_sets"]
    rows = np.flatnonzero(np.isin(sets, [meta["sets"].index(name) for name in HELD_SETS if name in meta["sets"]]))
    forward, back = (probs[rows] for probs in model.both(held))
    return forward, *measure.combine(forward, back), labels["held_allowed"][rows]


def calibrate(model, work):
    rows = read_written(HERE / "calibration/pairs.jsonl")
    pairs = model.encode(rows)
    written, back = model.both(pairs)
    mean, least = measure.combine(written, back)
    allowed = np.array([data.LABELS[row[0]] for row in rows], np.float32)
    positive, close = allowed[:, measure.CONTRADICTION] == 1, gated(pairs.pair)
    general, general_mean, general_least, general_allowed = held_out(model, work)
    general_positive = general_allowed[:, measure.CONTRADICTION] == 1
    weights = np.concatenate([np.ones(len(general)), np.full(len(written), len(general) / len(written))])
    warn = lowest(np.concatenate([general_mean, mean]), np.concatenate([general_positive, positive]), weights, WARN)
    block = lowest(least[close], positive[close], np.ones(int(close.sum())), BLOCK)
    return {
        "thresholds": {"floor": GATE_JACCARD, "warn": warn, "block": block},
        "calibration": {
            "temperature_left": temperature_of(np.concatenate([general, written]), np.concatenate([general_allowed, allowed]), weights),
            "expected_calibration_error": {
                "hand_written": round(calibration_error(written, allowed), 4),
                "held_out": round(calibration_error(general, general_allowed), 4),
            },
            "hand_written": {
                "pairs": len(rows),
                "accuracy": round(100 * measure.accuracy(written, allowed), 1),
                "contradiction_auc": round(measure.auc(mean, positive), 4),
                "warn": point(mean, positive, warn),
                "block_behind_gate": point(least[close], positive[close], block),
                "pairs_behind_gate": int(close.sum()),
            },
            "held_out": {
                "pairs": len(general),
                "accuracy": round(100 * measure.accuracy(general, general_allowed), 1),
                "contradiction_auc": round(measure.auc(general_mean, general_positive), 4),
                "warn": point(general_mean, general_positive, warn),
                "block": point(general_least, general_positive, block),
            },
        },
    }


def digests(folder):
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--about", type=Path, default=HERE / "about.json", help="name, data and training for the card")
    args = parser.parse_args()
    about = json.loads(args.about.read_text())
    found = calibrate(measure.Model(args.model), args.work)
    print(json.dumps(found, indent=2))
    config = json.loads((args.model / "config.json").read_text())
    card = {
        **about,
        "labels": [config["id2label"][key] for key in sorted(config["id2label"])],
        "feature_version": config["feature_version"],
        "score": {"warn": "mean of probs[contradiction] over both directions", "block": "the smaller of the two", "same": "the smaller of probs[entailment] of both directions"},
        **found,
        "sha256": digests(args.model),
    }
    (args.model / "card.json").write_text(json.dumps(card, indent=2) + "\n")


if __name__ == "__main__":
    main()
