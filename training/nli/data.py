"""Labelled pairs from TSV folders (`label<TAB>premise<TAB>hypothesis`, plain or gzipped)."""

import gzip
import hashlib
from collections import defaultdict
from pathlib import Path

# The label of a pair that nobody labelled.
UNKNOWN = "?"

# Which of (entailment, neutral, contradiction) a label leaves possible.
LABELS = {
    "e": (1, 0, 0),
    "n": (0, 1, 0),
    "c": (0, 0, 1),
    "ne": (0, 1, 1),
    "nc": (1, 1, 0),
    UNKNOWN: (1, 1, 1),
    "entailment": (1, 0, 0),
    "neutral": (0, 1, 0),
    "contradiction": (0, 0, 1),
    "not_entailment": (0, 1, 1),
}

HELD = 20


def is_held(premise):
    """Whether a premise is kept out of training, with all its pairs: one in HELD, by its digest."""
    return int.from_bytes(hashlib.sha256(premise.encode()).digest()[:4], "big") % HELD == 0


def read_file(path):
    """[(label, premise, hypothesis)]; lines with another shape or label are skipped."""
    opener = gzip.open if path.suffix == ".gz" else open
    rows = []
    with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            parts = line.rstrip("\r\n").split("\t")
            if len(parts) == 3 and parts[0] in LABELS and parts[1].strip() and parts[2].strip():
                rows.append(tuple(parts))
    return rows


def read_folder(folder, only=None):
    """File name without its endings -> rows, of the sets named in `only` or of all. Raises if the folder holds no pairs."""
    sets = defaultdict(list)
    for path in sorted(Path(folder).iterdir()):
        if path.name.endswith((".tsv", ".tsv.gz")) and (only is None or path.name.split(".")[0] in only):
            sets[path.name.split(".")[0]] += read_file(path)
    if not any(sets.values()):
        raise SystemExit(f"no labelled pairs in {folder}: expected *.tsv or *.tsv.gz with label, premise, hypothesis")
    return dict(sets)


def read_folders(folders):
    """The sets of all folders."""
    return {name: rows for folder in folders for name, rows in read_folder(folder).items()}
