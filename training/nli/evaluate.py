"""The table of the model's accuracy per test set, beside the linear yardstick and the pilot.

    python evaluate.py --model ../../models/guard-nli-mini --test FOLDER [--guard FOLDER] [--out table.json]

FOLDER of --test holds TSV files that were never trained on; --guard holds JSON lines {a, b, kind, expect} in tp-* and tn-*
files. Needs the package `onnxruntime`. P and R are precision and recall of "contradiction" at the warn and block thresholds of the card, or at USUAL ones.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import baseline
import data
import measure

# Accuracy of the pilot, whose training had further sets that may not be used for shipped weights.
PILOT = {"snli_test": 68.0, "mnli_mm": 62.6, "fever_symmetric": 72.6, "breaking": 69.2, "cad_test": 56.4, "conj_dev": 63.2, "hans": 54.0, "med": 51.2, "cur_negation_val": 99.2, "cur_comparative_val": 61.6, "cur_counting_val": 76.5}  # fmt: skip
PILOT_AUC = {"snli_test": 0.865, "mnli_mm": 0.814, "fever_symmetric": 0.786, "breaking": 0.896, "cad_test": 0.741, "conj_dev": 0.751}
GOALS = {"snli_test": 70.0, "mnli_mm": 65.0, "fever_symmetric": 75.0, "breaking": 75.0}
GUARD_GOAL = 0.90
# Where precision and recall are shown of a model that has no threshold.
USUAL = {"warn": 0.6, "block": 0.8}
NOT_IN_THE_TEXT = ("scope_env", "scope_team", "time_disjoint")
LARGEST = 9_500


def read_tests(folder):
    sets = data.read_folder(folder)
    symmetric = [row for name in ("fsym_dev", "fsym_test") for row in sets.pop(name, [])]
    if symmetric:
        sets["fever_symmetric"] = symmetric
    return {name: rows[:: -(-len(rows) // LARGEST)] for name, rows in sets.items()}


def read_guard(folder):
    """Pairs of tp-* and tn-* files that differ in the text: conflict is "c", all else "nc"."""
    sets = {}
    for path in sorted(Path(folder).glob("t[pn]-*.jsonl")):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        sets[path.stem] = [
            ("c" if row["expect"] == "conflict" else "nc", row["a"], row["b"]) for row in rows if row["kind"] not in NOT_IN_THE_TEXT and row["a"] != row["b"]
        ]
    sets["guard: all"] = [row for rows in sets.values() for row in rows]
    return sets


def is_of_guard(allowed):
    """Whether the labels are conflict and no conflict."""
    return not (allowed == data.LABELS["e"]).all(1).any()


def figures(model, rows, thresholds):
    """Accuracy (None where a set says only whether pairs contradict), AUC, and precision and recall at each threshold of what
    the guard reads. Where all that is known is whether pairs contradict, they are ranked by that too."""
    allowed = np.array([data.LABELS[row[0]] for row in rows], np.float32)
    pairs = model.encode(rows)
    guarded = model.both(pairs, "guard_probs")
    forward, back = guarded if is_of_guard(allowed) else model.both(pairs)
    ranked, _ = measure.combine(forward, back)
    mean, least = measure.combine(*guarded)
    linear = baseline.probs(pairs.pair)
    positive, known = measure.contradicts(allowed)
    result = {"pairs": len(rows)}
    if not is_of_guard(allowed):
        result |= {"accuracy": 100 * measure.accuracy(forward, allowed), "linear_accuracy": 100 * measure.accuracy(linear, allowed)}
    result["auc"] = measure.auc(ranked[known], positive[known])
    result["linear_auc"] = measure.auc(linear[known, 2], positive[known])
    for name, scores in (("warn", mean), ("block", least)):
        if thresholds[name] is not None and positive.any():
            precision, recall, _ = measure.at_threshold(scores[known], positive[known], thresholds[name])
            result[name] = {"threshold": thresholds[name], "precision": precision, "recall": recall}
    return result


def shown(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def at(row, name):
    point = row.get(name)
    return f"{shown(point['precision'], 2)} / {shown(point['recall'], 2)}" if point else "-"


def verdict(name, row):
    """What the goals say of a set; a miss is said plainly."""
    notes = []
    if name in GOALS:
        notes.append("goal reached" if row["accuracy"] >= GOALS[name] else f"MISS: goal {GOALS[name]}")
    if name in PILOT and row["accuracy"] < PILOT[name]:
        notes.append("below the pilot")
    if name in PILOT_AUC and row["auc"] < PILOT_AUC[name]:
        notes.append("AUC below the pilot")
    if name == "guard: all":
        notes.append("goal reached" if row["auc"] >= GUARD_GOAL else f"MISS: goal AUC {GUARD_GOAL:.2f}")
    return "; ".join(notes)


def table_lines(table):
    """The table as lines of Markdown."""
    yield "| set | pairs | accuracy | linear | pilot | AUC c | linear | pilot | warn P / R | block P / R | |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for name, row in table.items():
        cells = [
            name, row["pairs"], shown(row.get("accuracy")), shown(row.get("linear_accuracy")), shown(PILOT.get(name)),
            shown(row["auc"], 3), shown(row["linear_auc"], 3), shown(PILOT_AUC.get(name), 3),
            at(row, "warn"), at(row, "block"), verdict(name, row),
        ]  # fmt: skip
        yield "| " + " | ".join(str(cell) for cell in cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--guard", type=Path)
    parser.add_argument("--only", nargs="*", help="names of test sets; all without it")
    parser.add_argument("--cache", type=Path, help="folder that keeps the encoded pairs for the next time")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    card = args.model / "card.json"
    found = json.loads(card.read_text())["thresholds"] if card.exists() else {}
    thresholds = {name: found.get(name) or usual for name, usual in USUAL.items()}
    model = measure.Model(args.model, cache=args.cache)
    sets = read_tests(args.test) | (read_guard(args.guard) if args.guard else {})
    table = {name: figures(model, rows, thresholds) for name, rows in sets.items() if not args.only or name in args.only}
    print("\n".join(table_lines(table)))
    if args.out:
        args.out.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()
