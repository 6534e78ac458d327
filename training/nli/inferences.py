"""Makes labelled pairs from premises whose hypotheses were written by hand: inferences/*.txt.

    python inferences.py --text inferences --out WORK/generated

After a premise (`p`) stand what follows from it (`e`), what it leaves open (`n`) and what can't be so (`c`). Some premises have
a variant (`q`), changed in a few words so that what follows and what can't be so change places.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from rewordings import write

HYPOTHESES = ("e", "n", "c")


@dataclass
class Group:
    """A premise, its variant or None, and label -> hypotheses."""

    premise: str
    variant: str | None = None
    hypotheses: dict = field(default_factory=lambda: {label: [] for label in HYPOTHESES})


def read_groups(folder):
    """[Group]. Raises ValueError with file and line where a line has no mark or no premise before it."""
    groups = []
    for path in sorted(Path(folder).glob("*.txt")):
        open_group = None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            mark, _, said = line.partition(" ")
            said = " ".join(said.split())
            if mark == "p" and said:
                open_group = Group(said)
                groups.append(open_group)
            elif mark == "q" and said and open_group:
                open_group.variant = said
            elif mark in HYPOTHESES and said and open_group:
                open_group.hypotheses[mark].append(said)
            elif line and mark != "#":
                raise ValueError(f"{path.name}:{number}: expected a line that begins with # or p or, below a premise, q e n c")
    return groups


def pairs_of(groups):
    """(label, premise, hypothesis) of all groups."""
    rows = []
    for group in groups:
        rows += [(label, group.premise, said) for label in HYPOTHESES for said in group.hypotheses[label]]
        if group.variant is not None:
            rows += [("c", group.variant, said) for said in group.hypotheses["e"]]
            rows += [("e", group.variant, said) for said in group.hypotheses["c"]]
            rows.append(("c", group.premise, group.variant))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    write(args.out / "inferences.tsv", ["\t".join(row) for row in pairs_of(read_groups(args.text))])


if __name__ == "__main__":
    main()
