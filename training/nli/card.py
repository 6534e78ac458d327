"""Completes card.json and writes the tables of MODEL_CARD.md from it, so that no figure in it is typed.

    python card.py --model ../../models/guard-nli-mini --table WORK/table.json --seeds WORK/seeds.json

The table is what evaluate.py wrote of this model, the seeds are what seeds.py wrote. Without them those of card.json stay.

Each table stands between <!-- generated:NAME --> and <!-- /generated:NAME -->; all else in the file is left as it is.
"""

import argparse
import json
from pathlib import Path

from evaluate import table_lines

# What is calibrated: name in the card, its bound, what the model does with it, what it looks for.
EFFECTS = (
    ("warn", "warnPrecision", "warns of a contradiction", "contradictions"),
    ("block", "blockPrecision", "blocks", "contradictions"),
    ("same", "samePrecision", "warns of a repetition", "repetitions"),
)
SHOWN = ("snli_test", "mnli_mm", "fever_symmetric", "breaking", "cur_negation_val", "cur_counting_val")


def data_lines(card):
    yield "| source | pairs | licence |"
    yield "|---|---|---|"
    for name, source in card["data"].items():
        files = ", ".join(f"`{file}`" for file in source["files"])
        yield f"| {name} ({files}) | {source['pairs']:,} | {source['licence']} |"


def seed_lines(card):
    results, median = card["seeds"]["results"], card["seeds"]["median"]
    yield f"| seed | held out | {' | '.join(SHOWN)} | guard: all, AUC | |"
    yield "|---" * (len(SHOWN) + 4) + "|"
    for seed, result in results.items():
        accuracies = [f"{result['sets'][name]['accuracy']:.1f}" for name in SHOWN]
        held, guard = f"{100 * result['held_out_accuracy']:.1f}", f"{result['sets']['guard: all']['auc']:.3f}"
        note = "the middle" if seed == median else ""
        yield "| " + " | ".join([seed, held, *accuracies, guard, note]) + " |"


def point(found):
    if found is None:
        return "none"
    precision = "-" if found["precision"] is None else f"{found['precision']:.2f}"
    return f"precision {precision}, recall {found['recall']:.3f}, {found['pairs_above']} pairs above it"


def calibration_lines(card):
    found = card["calibration"]
    written, held = found["hand_written"], found["held_out"]
    error = found["expected_calibration_error"]
    yield "| | hand-written | held out |"
    yield "|---|---|---|"
    yield f"| pairs | {written['pairs']} ({written['pairs_behind_gate']} of them behind the overlap gate) | {held['pairs']} |"
    yield f"| expected calibration error | {error['hand_written']:.3f} | {error['held_out']:.3f} |"
    yield f"| accuracy | {written['accuracy']:.1f} | {held['accuracy']:.1f} |"
    yield f"| contradiction AUC | {written['contradiction_auc']:.3f} | {held['contradiction_auc']:.3f} |"
    yield f"| to warn, by the texts alone | {point(written['warn'])} | {point(held['warn'])} |"
    yield f"| to block, by the texts alone | {point(written['block_behind_gate'])} | {point(held['block'])} |"
    yield ""
    thresholds, guard = card["thresholds"], card["guard_calibration"]
    for name, bound, does, what in EFFECTS:
        effect, value = guard[name], thresholds[name]
        found_of = f"{effect['found']} of {effect['sought']} {what} that the rules let pass"
        false = f"{effect['falsePairs']} false in pairs, {effect['falseDocuments']} in documents"
        said = f"from {value} on: {found_of}, {false}" if value is not None else f"never; no threshold keeps a precision of {guard['bounds'][bound]} and the bounds for documents"
        yield f"- Behind the rules, the model {does} {said}."
    hits = guard["first_hits"]
    if hits is not None and thresholds["warn"] is None:
        effect = hits["effect"]
        yield f"- To find {effect['found']} of these {effect['sought']} contradictions it would have to warn from {hits['from']} on, of {effect['falsePairs']} pairs and {effect['falseDocuments']} statements of documents without one as well."


SECTIONS = {"data": data_lines, "training": lambda card: [card["training"]], "seeds": seed_lines, "accuracy": lambda card: table_lines(card["accuracy"]), "calibration": calibration_lines}


def filled(text, name, lines):
    """The text with what stands between the marks of a section replaced. Raises if the marks are missing."""
    start, end = f"<!-- generated:{name} -->\n", f"<!-- /generated:{name} -->"
    before, found, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"MODEL_CARD.md has no section {name}: it needs the marks {start.strip()} and {end}")
    return before + start + "".join(line + "\n" for line in lines) + end + after


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return round(value, 4) if isinstance(value, float) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--seeds", type=Path)
    args = parser.parse_args()
    card, path = json.loads((args.model / "card.json").read_text()), args.model / "MODEL_CARD.md"
    given = {"accuracy": args.table, "seeds": args.seeds}
    card |= {name: rounded(json.loads(file.read_text())) for name, file in given.items() if file}
    (args.model / "card.json").write_text(json.dumps(card, indent=2) + "\n")
    text = path.read_text()
    for name, lines in SECTIONS.items():
        text = filled(text, name, lines(card))
    path.write_text(text)


if __name__ == "__main__":
    main()
