"""Compares the networks of several seeds and names the one in the middle. Writes seeds.json for the card.

    python seeds.py --work WORK --tables WORK/table-{1,2,3}.json --out WORK/seeds.json

WORK holds the logs train-SEED.jsonl; the tables, in the order of --seeds, are what evaluate.py wrote of each exported network.
The middle is that of the mean accuracy on the held-out pairs, which no test set has a part in.
"""

import argparse
import json
from pathlib import Path


def held_out(log):
    """The last line of a training's log."""
    return json.loads(log.read_text().splitlines()[-1])


def summary(log, table):
    last = held_out(log)
    sets = {name: {key: round(row[key], 4) for key in ("accuracy", "auc") if row.get(key) is not None} for name, row in table.items()}
    return {"held_out_accuracy": last["mean"][0], "held_out_surprise": last["mean"][1], "sets": sets}


def middle(results):
    """The seed whose held-out accuracy is the median."""
    ranked = sorted(results, key=lambda seed: results[seed]["held_out_accuracy"])
    return ranked[len(ranked) // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--tables", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    results = {
        str(seed): summary(args.work / f"train-{seed}.jsonl", json.loads(table.read_text()))
        for seed, table in zip(args.seeds, args.tables, strict=True)
    }
    found = {"median": middle(results), "results": results}
    args.out.write_text(json.dumps(found, indent=2) + "\n")
    print(f"the seed in the middle is {found['median']}")


if __name__ == "__main__":
    main()
