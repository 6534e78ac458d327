"""Makes pairs of statements about several people of whom each has something to do with certain things only. What is said of
somebody who isn't named follows from none of it, however many words are the same.

    python rosters.py --out WORK/further --pairs 8000 --seed 1

Names are made up, so that a network can't know them by heart: it has to see who is named.
"""

import argparse
import random
from pathlib import Path

CONSONANTS = [*"bcdfghjklmnprstvwz", "br", "ch", "dr", "gr", "kl", "pr", "sh", "st", "th", "tr"]
VOWELS = [*"aeiou", "ai", "ea", "ia", "oo"]
ENDINGS = ["", "n", "l", "r", "s", "th", "nd", "ck", "m"]
BEFORE = ["", "", "", "", "Port ", "New ", "Saint ", "North ", "Old ", "Fort "]
AFTER = ["", "", "", "", " City", " Valley", " Bay", " Hill", " Service", " Archive", " Hall"]
# What each of several does with some things only, and how one says that somebody does so or does not.
FRAMES = [
    ("has only used {}", "used {}", "didn't use {}"),
    ("has only approved {}", "approved {}", "did not approve {}"),
    ("only audits {}", "audits {}", "does not audit {}"),
    ("only owns {}", "owns {}", "doesn't own {}"),
    ("may only read {}", "may read {}", "may not read {}"),
    ("can only reach {}", "can reach {}", "cannot reach {}"),
    ("has only ruled {}", "ruled {}", "never ruled {}"),
    ("was only seen in {}", "was seen in {}", "was not seen in {}"),
    ("has only seen {}", "saw {}", "didn't see {}"),
]


class Rosters:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def made_up(self):
        """A word of two or three syllables, with a capital."""
        parts = [self.random.choice(CONSONANTS) + self.random.choice(VOWELS) for _ in range(self.random.choice((1, 2, 2)))]
        return "".join([*parts, self.random.choice(CONSONANTS), self.random.choice(VOWELS), self.random.choice(ENDINGS)]).capitalize()

    def thing(self):
        return self.random.choice(BEFORE) + self.made_up() + self.random.choice(AFTER)

    def pair(self):
        """(label, premise, hypothesis): of somebody named and what is theirs or another's, or of somebody not named."""
        only, yes, no = self.random.choice(FRAMES)
        people = [(self.made_up(), [self.thing() for _ in range(self.random.choice((1, 1, 1, 2)))]) for _ in range(self.random.randint(1, 4))]
        who, own = self.random.choice(people)
        others = [thing for name, things in people if name != who for thing in things] or [self.thing()]
        is_own, is_denied, is_named = self.random.random() < 0.5, self.random.random() < 0.6, self.random.random() < 0.66
        said = (no if is_denied else yes).format(self.random.choice(own if is_own else others))
        premise = ", ".join(f"{name} {only.format(listed(things))}" for name, things in people)
        if not is_named:
            return "n", premise, f"{self.made_up()} {said}"
        return ("c" if is_own == is_denied else "e"), premise, f"{who} {said}"

    def generate(self, count):
        return sorted({self.pair() for _ in range(count)})


def listed(things):
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows = Rosters(args.seed).generate(args.pairs)
    (args.out / "generated_rosters.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
