"""Makes labelled pairs from documents whose statements were reworded by hand: rewordings/*.txt.

    python rewordings.py --text rewordings --out WORK/generated
    python rewordings.py --text calibration/rewordings --cases WORK
    python rewordings.py --text unseen --model ../../models/guard-nli-mini

A document is a title (`#`) and statements (`s`) that agree with each other. After a statement stand its rewordings: the
same in other words (`=`), what contradicts it (`!`), and what looks alike but may stand beside it (`~`). Within a document
everything is said of one world, so what belongs to two statements does not contradict, however many words it shares.

--out gets pairs to train on: reworded_same.tsv, reworded_against.tsv and reworded_beside.tsv. --cases gets what the guard is
calibrated on: reworded-documents.jsonl, the statements alone, and reworded-pairs.jsonl, each with one of its rewordings.
--model prints how well an exported model ranks what contradicts above the rest.
"""

import argparse
import json
import random
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path

import numpy as np

import measure
import text

MARKS = {"s": "statement", "=": "same", "!": "against", "~": "alike"}
# Of each statement's texts, how many pairs are made with the texts of the other statements: the ones most alike, and others.
NEAREST, OTHERS = 6, 2


@dataclass
class Group:
    """A statement and its rewordings."""

    statement: list = field(default_factory=list)
    same: list = field(default_factory=list)
    against: list = field(default_factory=list)
    alike: list = field(default_factory=list)

    @property
    def true(self):
        return self.statement + self.same

    @property
    def texts(self):
        return self.true + self.against + self.alike


def read_documents(folder):
    """[[Group]], one list per document. Raises ValueError with file and line where a line has no mark or no statement before it."""
    documents = []
    for path in sorted(Path(folder).glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            mark, _, said = line.partition(" ")
            if mark == "#":
                documents.append([])
            elif mark == "s" and documents:
                documents[-1].append(Group([said.strip()]))
            elif mark in MARKS and documents and documents[-1]:
                getattr(documents[-1][-1], MARKS[mark]).append(said.strip())
            elif line:
                raise ValueError(f"{path.name}:{number}: expected a line that begins with # or, below a statement, s = ! ~")
    return documents


def own_pairs(group):
    """(label, premise, hypothesis) of the texts of one statement."""
    same = [("e", group.statement[0], other) for other in group.same]
    same += [("nc", *two) for two in combinations(group.same, 2)]
    against = [("c", *two) for two in product(group.true, group.against)]
    alike = [("nc", *two) for two in product(group.true, group.alike)]
    return same, against, alike


def words_of(said):
    return {word for word, _ in text.words(said)}


def shared(words, others):
    """The share of the words of two texts that both have."""
    return len(words & others) / (len(words | others) or 1)


def across(document, chance):
    """("nc", premise, hypothesis) of texts of different statements: the most alike, and a few others."""
    rows = []
    words = {said: words_of(said) for group in document for said in group.texts}
    for group in document:
        rest = [other for others in document if others is not group for other in others.texts]
        two = [(shared(words[a], words[b]), a, b) for a in group.texts for b in rest if a < b]
        two.sort(reverse=True)
        rows += [("nc", a, b) for _, a, b in two[:NEAREST]]
        rows += [("nc", a, b) for _, a, b in chance.sample(two[NEAREST:], min(OTHERS, len(two[NEAREST:])))]
    return rows


def pairs_of(documents, seed):
    """File name -> rows, in an order that the seed gives; either side of a pair comes first as often."""
    chance = random.Random(seed)
    same, against, beside = [], [], []
    for document in documents:
        for group in document:
            for found, rows in zip(own_pairs(group), (same, against, beside)):
                rows += found
        beside += across(document, chance)
    files = {"reworded_same": same, "reworded_against": against, "reworded_beside": beside}
    return {name: turned(rows, chance) for name, rows in files.items()}


def cases_of(documents):
    """File name -> rows as the guard's calibration reads them."""
    statements, pairs = [], []
    for number, document in enumerate(documents, 1):
        for order, group in enumerate(document):
            said = group.statement[0]
            statements.append({"id": f"reworded-{number}-{order}", "doc": f"reworded-{number}", "order": order, "statement": said})
            for kind, expect in (("against", "conflict"), ("same", "same"), ("alike", "no-conflict")):
                pairs += [{"a": said, "b": other, "kind": kind, "expect": expect} for other in getattr(group, kind)]
    return {"reworded-documents": statements, "reworded-pairs": pairs}


def ranking(model, documents):
    """Kind of pair that does not contradict, or "all" -> contradiction AUC against those pairs."""
    chance, sets = random.Random(1), {"against": [], "same": [], "alike": [], "across": []}
    for document in documents:
        for group in document:
            sets["against"] += product(group.true, group.against)
            sets["alike"] += product(group.true, group.alike)
            sets["same"] += product(group.statement, group.same)
        sets["across"] += [row[1:] for row in across(document, chance)]
    encoded = {name: model.encode([("?", *two) for two in pairs]) for name, pairs in sets.items()}
    scores = {name: measure.combine(*model.both(pairs, "guard_probs"))[0] for name, pairs in encoded.items()}
    against = scores.pop("against")
    scores["all"] = np.concatenate(list(scores.values()))
    positive = {name: np.arange(len(against) + len(others)) < len(against) for name, others in scores.items()}
    return {name: round(measure.auc(np.concatenate([against, others]), positive[name]), 3) for name, others in scores.items()}


def turned(rows, chance):
    """Half of the rows turned around, but not those where one follows from the other."""
    return [(label, b, a) if label != "e" and chance.random() < 0.5 else (label, a, b) for label, a, b in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    documents = read_documents(args.text)
    if args.out:
        for name, rows in pairs_of(documents, args.seed).items():
            write(args.out / f"{name}.tsv", ["\t".join(row) for row in rows])
    if args.model:
        print(ranking(measure.Model(args.model), documents))
    if args.cases:
        for name, rows in cases_of(documents).items():
            write(args.cases / f"{name}.jsonl", [json.dumps(row) for row in rows])


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(path.name, len(lines))


if __name__ == "__main__":
    main()
