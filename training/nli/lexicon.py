"""Freezes the words that one model's features use: the guard's lexicons and common-english.json -> lexicon.json.

    python lexicon.py --out ../../models/guard-nli-mini/lexicon.json

Run it only before a new training: a model and its lexicon belong together.
"""

import argparse
import json
from pathlib import Path

import text

HERE = Path(__file__).parent
LEXICONS = HERE.parent.parent / "lexicons"


def load(name):
    return json.loads((LEXICONS / name).read_text())


def single(words):
    """The entries of one word, written as text.words() would give them."""
    found = [text.words(word) for word in words]
    return [parts[0][0] for parts in found if len(parts) == 1]


class Builder:
    def __init__(self):
        self.common = json.loads((HERE / "common-english.json").read_text())
        self.irregular = {**load("verbs.json")["irregular"], **self.common["irregular"]}
        self.opposites, self.synonyms, self.siblings = {}, {}, {}

    def stems(self, words):
        return sorted({text.stem(word, self.irregular) for word in single(words)})

    def oppose(self, left, right):
        for a in self.stems(left):
            for b in self.stems(right):
                if a != b:
                    self.opposites.setdefault(a, set()).add(b)
                    self.opposites.setdefault(b, set()).add(a)

    def group(self, table, name, words):
        members = self.stems(words)
        for member in members if len(members) > 1 else ():
            table.setdefault(member, set()).add(name)

    def add_opposites(self):
        for entry in [*load("oppositions.json").values(), *load("states.json").values()]:
            self.oppose(entry["positive"], entry["negative"])
        for prefixes in load("prefixes.json").values():
            for prefix, words in prefixes.items():
                for word in words:
                    self.oppose([word], [prefix + word])
        for left, right in self.common["opposites"]:
            self.oppose(left, right)

    def add_synonyms(self):
        file = load("synonyms.json")
        groups = [[word, *others] for table in file.values() for word, others in table.items()]
        groups += [[verb, *nouns] for verb, nouns in load("verbs.json")["actions"].items()]
        for number, words in enumerate([*groups, *self.common["synonyms"]]):
            self.group(self.synonyms, number, words)

    def add_siblings(self):
        for path in sorted((LEXICONS / "values").glob("*.json")):
            entry = json.loads(path.read_text())
            self.group(self.siblings, entry["class"], entry["members"])
            for name, spellings in entry["members"].items():
                self.group(self.synonyms, f"value:{name}", [name, *spellings])
        for name, words in self.common["siblings"].items():
            self.group(self.siblings, f"common:{name}", words)

    def build(self):
        self.add_opposites()
        self.add_synonyms()
        self.add_siblings()
        negation = {*load("negation.json")["negators"], *self.common["negation"]}
        return {
            "version": 1,
            "irregular": dict(sorted(self.irregular.items())),
            "numbers": self.common["numbers"],
            "stop": self.common["stop"],
            "negation": sorted(negation),
            "denial": self.stems([*load("framing.json")["denying"], *self.common["denial"]]),
            "modality": self.common["modality"],
            "opposites": listed(self.opposites),
            "synonyms": numbered(self.synonyms),
            "siblings": numbered(self.siblings),
        }


def listed(table):
    return {key: sorted(table[key]) for key in sorted(table)}


def numbered(table):
    """The table with group names replaced by numbers."""
    names = {name: at for at, name in enumerate(sorted({n for group in table.values() for n in group}, key=str))}
    return {key: sorted(names[name] for name in table[key]) for key in sorted(table)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    out.write_text(json.dumps(Builder().build(), ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
