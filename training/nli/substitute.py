"""Makes pairs from entailed ones by changing one word or denying the verb: what is exchanged for an opposite or for
another member of its kind contradicts, a synonym still follows.

    python substitute.py --data FOLDER [FOLDER ...] --out WORK/generated --pairs 16000 --seed 1
"""

import argparse
import json
import random
from pathlib import Path

import data
import text
from generate_words import Words, third

HERE = Path(__file__).parent
LONGEST = 30
DENIED = {"is": "is not", "are": "are not", "was": "was not", "were": "were not", "can": "cannot", "will": "will not", "has": "does not have", "should": "should not", "must": "must not", "may": "may not"}


def tables(common):
    """Kind of change -> word -> words for it."""
    found = {"opposite": {}, "synonym": {}, "sibling": {}}
    for left, right in common["opposites"]:
        for words, others in ((left, right), (right, left)):
            for word in words:
                found["opposite"].setdefault(word, []).extend(others)
    for kind, groups in (("synonym", common["synonyms"]), ("sibling", common["siblings"].values())):
        for group in groups:
            for word in group:
                found[kind].setdefault(word, []).extend(other for other in group if other != word)
    return found


class Changer:
    def __init__(self, chance):
        self.random = chance
        self.words = Words(json.loads((HERE / "generator.json").read_text()), chance)
        common = json.loads((HERE / "common-english.json").read_text())
        self.tables, self.stop = tables(common), set(common["stop"])
        self.synonyms = self.tables["synonym"]

    def forms(self, word):
        """(base form, function that inflects another word alike) as far as the ending shows."""
        yield word, str
        if word.endswith("ing"):
            for base in (word[:-3], word[:-3] + "e", word[:-4]):
                yield base, self.words.gerund
        if word.endswith("s"):
            yield word[:-1], third

    def options(self, word, kind):
        for base, inflect in self.forms(word):
            if base in self.tables[kind]:
                return [inflect(other) for other in self.tables[kind][base] if other not in self.synonyms.get(base, ()) or kind == "synonym"]
        return []

    def substituted(self, premise, hypothesis, kind):
        """The hypothesis with one word changed that the premise has too, or None."""
        present = {word for word, _ in text.words(premise)}
        parts = hypothesis.split(" ")
        places = []
        for at, part in enumerate(parts):
            word = part.strip(".,").lower()
            if word in present and word not in self.stop:
                options = [o for o in self.options(word, kind) if o not in present]
                if options:
                    places.append((at, word, self.random.choice(options)))
        if not places:
            return None
        at, word, other = self.random.choice(places)
        parts[at] = parts[at].lower().replace(word, other) if at else parts[at].lower().replace(word, other).capitalize()
        return " ".join(parts)

    def denied(self, hypothesis):
        parts = hypothesis.split(" ")
        places = [at for at, part in enumerate(parts) if part in DENIED]
        if not places or {"not", "no", "never"} & set(parts):
            return None
        parts[places[0]] = DENIED[parts[places[0]]]
        return " ".join(parts)


KINDS = (("sibling", "c", 6), ("opposite", "c", 5), ("synonym", "e", 4), ("denied", "c", 1))


def change(changer, premise, hypothesis, kind):
    if kind == "denied":
        return changer.denied(hypothesis)
    return changer.substituted(premise, hypothesis, kind)


def generate(rows, count, seed):
    chance = random.Random(seed)
    changer = Changer(chance)
    chance.shuffle(rows)
    found = set()
    for premise, hypothesis in rows:
        kind, label, _ = chance.choices(KINDS, [weight for _, _, weight in KINDS])[0]
        changed = change(changer, premise, hypothesis, kind)
        if changed:
            found.add((label, premise, changed))
        if len(found) == count:
            break
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--sets", nargs="*", help="names of the sets to take; all without it")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=16_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows, seen = [], set()
    for folder in args.data:
        for part in data.read_folder(folder, args.sets).values():
            for label, premise, hypothesis in (row for row in part if not data.is_held(row[1])):
                if label in ("e", "entailment") and len(premise.split(" ")) <= LONGEST:
                    rows.append((premise, hypothesis))
                if len(premise.split(" ")) <= LONGEST and premise not in seen:
                    seen.add(premise)
                    rows.append((premise, premise))
    found = generate(rows, args.pairs, args.seed)
    (args.out / "generated_substitutions.tsv").write_text("".join("\t".join(row) + "\n" for row in found))


if __name__ == "__main__":
    main()
