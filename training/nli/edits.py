"""Makes pairs from plain sentences of any prose by editing them: a changed modality, number, name or word contradicts;
the same change beside another subject, place, time or condition does not.

    python edits.py --text FOLDER [FOLDER ...] --data FOLDER [FOLDER ...] --out WORK/generated --pairs 20000 --seed 1

--text: *.md and *.txt files; --data: TSV folders, of which the premises are taken.
"""

import argparse
import json
import random
from pathlib import Path

import data
import text
from generate_words import capitalise
from substitute import Changer

HERE = Path(__file__).parent
SHORTEST, LONGEST = 5, 26
# A phrase and what contradicts a sentence that has it instead.
MODALITY = [
    ("must not", ["must", "may", "should", "has to"]), ("must", ["must not", "need not", "should not", "cannot", "may not"]),
    ("should not", ["should", "must"]), ("should never", ["should always"]), ("should", ["should not", "must not", "should never"]),
    ("may not", ["may", "must"]), ("may", ["must not", "may not", "cannot"]), ("cannot", ["can"]), ("can't", ["can"]), ("can not", ["can"]),
    ("can", ["cannot", "can never", "must not"]), ("do not", ["always"]), ("don't", ["always"]), ("never", ["always", "sometimes"]),
    ("always", ["never", "not always"]), ("is required", ["is optional", "is not required", "is forbidden"]), ("are required", ["are optional", "are not required"]),
    ("is optional", ["is required", "is mandatory"]), ("is allowed", ["is forbidden", "is not allowed"]), ("are allowed", ["are forbidden", "are not allowed"]),
    ("need to", ["need not", "do not need to"]), ("needs to", ["need not", "does not need to"]), ("is recommended", ["is discouraged", "is not recommended"]),
    ("does not", ["does"]), ("will not", ["will"]), ("is not", ["is"]), ("are not", ["are"]), ("was not", ["was"]), ("were not", ["were"]),
    ("has been", ["has not been", "has never been"]), ("have been", ["have not been"]), ("will", ["will not", "will never"]),
    ("is", ["is not", "is never", "is no longer"]), ("are", ["are not", "are never"]), ("was", ["was not", "was never"]), ("were", ["were not"]),
    ("only", ["not only", "not"]), ("all", ["not all", "none of the"]), ("every", ["no", "not every"]), ("without", ["with"]),
]  # fmt: skip
WEAKER = [("must not", ["should not"]), ("must", ["should", "may", "has to", "is required to"]), ("should not", ["does not have to"]), ("should", ["may", "is encouraged to"]), ("shall", ["must"]), ("can", ["may", "is able to"]), ("cannot", ["can't", "is unable to"]), ("does not", ["doesn't", "never"]), ("is not", ["isn't"]), ("are not", ["aren't"]), ("do not", ["don't", "never"]), ("need to", ["must", "have to"]), ("needs to", ["must", "has to"])]  # fmt: skip
STRONGER = [("may", ["must", "should"]), ("can", ["must", "should"]), ("should", ["must"]), ("should not", ["must not"])]
PERIODS = [("Until 2018, ", "Since 2021, "), ("In 2015, ", "In 2023, "), ("Before the move, ", "After the move, "), ("In the first age, ", "In the third age, "), ("At first, ", "These days, "), ("Last year, ", "This year, ")]  # fmt: skip


def sentences_of(path):
    """Plain sentences of a text file, in order."""
    found = []
    for line in path.read_text(errors="ignore").splitlines():
        if line.startswith(("#", "|", "```", "    ", "<", "!", "[")) or "http" in line:
            continue
        for part in line.strip(" -*>").replace("**", "").split(". "):
            if fits(part):
                found.append(part.rstrip(".") + ".")
    return found


def fits(sentence):
    parts = sentence.split(" ")
    plain = sum(part.strip(",.`'\"").replace("-", "").isalpha() for part in parts)
    return not sentence.isupper() and SHORTEST <= len(parts) <= LONGEST and sentence[:1].isupper() and plain >= 0.7 * len(parts) and not {"(", "[", "|", "{"} & set(sentence)


class Editor:
    def __init__(self, documents, seed):
        self.documents = [document for document in documents if document]
        self.random = random.Random(seed)
        self.changer = Changer(self.random)
        self.words = self.changer.words
        everything = [sentence for document in self.documents for sentence in document]
        self.names = [w for s in everything for w in s.rstrip(".").split(" ")[1:] if w[:1].isupper() and w.isalpha() and len(w) > 2]
        self.heads = [s.split(" ")[1] for s in everything if s.startswith("The ") and s.split(" ")[1].isalpha()]

    def phrase(self, sentence, table):
        """The sentence with the first listed phrase that it has exchanged, or None."""
        padded = f" {sentence[:1].lower()}{sentence[1:]} "
        for phrase, others in table:
            if f" {phrase} " in padded:
                changed = padded.replace(f" {phrase} ", f" {self.random.choice(others)} ", 1).strip()
                return capitalise(changed) if sentence[:1].isupper() else changed
        return None

    def number(self, sentence):
        parts = sentence.split(" ")
        places = [at for at, part in enumerate(parts) if part.strip(".,").isdigit()]
        if not places:
            return None
        at = self.random.choice(places)
        old = parts[at].strip(".,")
        value = int(old)
        new = self.random.choice((value + 1, value + 2, value * 2 + 1, value + 10, max(0, value - 1), value // 2))
        parts[at] = parts[at].replace(old, str(new if new != value else value + 3))
        return " ".join(parts)

    def name(self, sentence, late):
        """Exchanges a name in the last part (a value) or at the beginning (the subject)."""
        parts = sentence.rstrip(".").split(" ")
        middle = len(parts) // 2
        places = [at for at in range(len(parts)) if parts[at][:1].isupper() and parts[at].isalpha() and len(parts[at]) > 2]
        places = [at for at in places if (at > middle) == late and (at or parts[at].lower() not in self.changer.stop)]
        if not places or not self.names:
            return None
        at = places[-1] if late else places[0]
        new = self.random.choice(self.names)
        if new == parts[at] or (at == 0 and late):
            return None
        return " ".join([*parts[:at], new, *parts[at + 1 :]]) + "."

    def against(self, sentence):
        """The sentence changed so that it contradicts itself as it was, or None."""
        kind = self.random.choices(("modality", "number", "name", "opposite", "sibling"), (6, 3, 1.5, 5, 2))[0]
        if kind == "modality":
            return self.phrase(sentence, MODALITY)
        if kind == "number":
            return self.number(sentence)
        if kind == "name":
            return self.name(sentence, True)
        return self.changer.substituted(sentence, sentence, kind)

    def reworded(self, sentence):
        """The same in a slightly other form."""
        kind = self.random.randrange(5)
        if kind == 0:
            return self.words.framed(sentence[:1].lower() + sentence[1:].rstrip("."))
        if kind == 1:
            return self.changer.substituted(sentence, sentence, "synonym") or sentence
        if kind == 2:
            return self.turned(sentence)
        return sentence

    def turned(self, sentence):
        """If A, B <-> B if A."""
        for opener in ("If", "When", "Before", "After", "Unless"):
            if sentence.startswith(opener + " ") and sentence.count(",") == sentence.count(", ") == 1:
                first, second = sentence.rstrip(".").split(", ")
                return f"{capitalise(second)} {first[:1].lower()}{first[1:]}."
            if sentence.count(f" {opener.lower()} ") == 1 and "," not in sentence:
                first, second = sentence.rstrip(".").split(f" {opener.lower()} ")
                return f"{opener} {second}, {first[:1].lower()}{first[1:]}."
        return sentence

    def either(self, sentence):
        """The sentence itself or changed to its contrary: what a frame around it must not depend on."""
        return (self.against(sentence) or sentence) if self.random.random() < 0.65 else sentence

    def conflict(self, sentence, _):
        changed = self.against(sentence)
        return changed and ("c", sentence, self.reworded(changed))

    def same(self, sentence, _):
        return "e", sentence, self.reworded(self.reworded(sentence))

    def weaker(self, sentence, _):
        changed = self.phrase(sentence, WEAKER)
        return changed and ("e", sentence, self.reworded(changed))

    def stronger(self, sentence, _):
        changed = self.phrase(sentence, STRONGER)
        return changed and ("n", sentence, changed)

    def subject(self, sentence, _):
        parts = sentence.split(" ")
        if parts[0] == "The" and parts[1].isalpha():
            other = self.random.choice(self.heads)
            return other != parts[1] and ("n", sentence, self.either(" ".join([parts[0], other, *parts[2:]])))
        changed = self.name(sentence, False)
        return changed and ("n", sentence, self.either(changed))

    def placed(self, sentence, _):
        key = self.random.choice(("scopes", "conditions"))
        one, other = self.random.sample(self.words.data[key], 2)
        inner = sentence[:1].lower() + sentence[1:].rstrip(".")
        second = self.either(sentence)
        second = second[:1].lower() + second[1:].rstrip(".")
        return "n", capitalise(self.words.placed(inner, [one])) + ".", capitalise(self.words.placed(second, [other])) + "."

    def timed(self, sentence, _):
        one, other = self.random.choice(PERIODS)
        second = self.either(sentence)
        return "n", one + sentence[:1].lower() + sentence[1:], other + second[:1].lower() + second[1:]

    def refined(self, sentence, _):
        special = capitalise(self.words.placed(sentence[:1].lower() + sentence[1:].rstrip("."), [self.words.pick("scopes")])) + "."
        return ("e", sentence, special) if self.random.random() < 0.5 else ("n", special, sentence)

    def neighbour(self, sentence, document):
        other = self.random.choice(document)
        return other != sentence and ("n", sentence, other)

    def generate(self, count):
        kinds = (self.conflict, self.same, self.weaker, self.stronger, self.subject, self.placed, self.timed, self.refined, self.neighbour)
        weights = (18, 4, 1.5, 0.5, 4, 3, 1.5, 1, 2)
        found, sizes = set(), [len(document) for document in self.documents]
        for _ in range(count * 12):
            document = self.random.choices(self.documents, sizes)[0]
            sentence = self.random.choice(document)
            row = self.random.choices(kinds, weights)[0](sentence, document)
            if row and (row[1] != row[2] or row[0] == "e") and "\t" not in row[1] + row[2]:
                found.add(row)
            if len(found) >= count:
                break
        return sorted(found)


def premises_of(folder, only):
    """One document per set: its premises that are plain sentences and may be trained on."""
    for rows in data.read_folder(folder, only).values():
        premises = sorted({premise.strip() for _, premise, _ in rows if not data.is_held(premise)})
        yield [p.rstrip(".") + "." for p in premises if fits(p) and ". " not in p]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, nargs="*", default=[])
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--sets", nargs="*", help="names of the sets to take; all without it")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    paths = sorted(path for folder in args.text for path in folder.rglob("*") if path.suffix.lower() in (".md", ".txt") and path.is_file())
    documents = [sentences_of(path) for path in paths]
    documents += [document for folder in args.data for document in premises_of(folder, args.sets)]
    rows = Editor(documents, args.seed).generate(args.pairs)
    (args.out / "generated_edits.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
