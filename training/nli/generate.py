"""Makes labelled pairs of the guard's and of lore's domain: rules, settings, choices, lists, numbers, people and realms.

    python generate.py --out WORK/generated --pairs 24000 --seed 1

What it makes is for training only: accuracy on it says nothing about real text.
"""

import argparse
import json
import random
from pathlib import Path

import generate_facts
from generate_words import Words, capitalise

MUST, MUST_NOT, SHOULD, SHOULD_NOT, MAY, MAY_NOT = "must", "must_not", "should", "should_not", "may", "may_not"
FOR = (MUST, SHOULD, MAY)
OPPOSED = {
    frozenset(pair)
    for pair in ((MUST, MUST_NOT), (MUST, SHOULD_NOT), (MUST, MAY_NOT), (SHOULD, SHOULD_NOT), (SHOULD, MUST_NOT), (MAY, MUST_NOT))
}
IMPLIED = {(MUST, SHOULD), (MUST, MAY), (MUST_NOT, SHOULD_NOT), (MUST_NOT, MAY_NOT), (SHOULD, MAY), (SHOULD_NOT, MAY_NOT)}
NEGATED = {MUST: MUST_NOT, MUST_NOT: MUST, SHOULD: SHOULD_NOT, SHOULD_NOT: SHOULD, MAY: MAY_NOT, MAY_NOT: MAY}

# {a} actor, {v} verb, {o} object, {pp} participle, {ing} gerund.
WITH_ACTOR = {
    MUST: ["{a} must {v} {o}", "{a} have to {v} {o}", "{a} are required to {v} {o}", "{a} need to {v} {o}", "{a} shall {v} {o}", "it is the duty of {a} to {v} {o}", "{a} are obliged to {v} {o}", "{o} must be {pp} by {a}"],
    MUST_NOT: ["{a} must not {v} {o}", "{a} may not {v} {o}", "{a} are not allowed to {v} {o}", "{a} are forbidden to {v} {o}", "{a} cannot {v} {o}", "{a} shall not {v} {o}", "under no circumstances may {a} {v} {o}", "{o} must never be {pp} by {a}"],
    SHOULD: ["{a} should {v} {o}", "{a} are encouraged to {v} {o}", "{a} ought to {v} {o}", "we recommend that {a} {v} {o}", "{a} are advised to {v} {o}"],
    SHOULD_NOT: ["{a} should not {v} {o}", "{a} are discouraged from {ing} {o}", "{a} ought not to {v} {o}", "we advise {a} against {ing} {o}"],
    MAY: ["{a} may {v} {o}", "{a} can {v} {o}", "{a} are allowed to {v} {o}", "{a} are free to {v} {o}", "{a} are permitted to {v} {o}", "it is fine for {a} to {v} {o}", "nothing stops {a} from {ing} {o}"],
    MAY_NOT: ["{a} need not {v} {o}", "{a} do not have to {v} {o}", "{a} are not required to {v} {o}", "{a} are exempt from {ing} {o}", "it is optional for {a} to {v} {o}"],
}  # fmt: skip
WITHOUT_ACTOR = {
    MUST: ["{v} {o}", "always {v} {o}", "{o} must be {pp}", "{o} have to be {pp}", "{ing} {o} is mandatory", "{ing} {o} is required", "make sure to {v} {o}", "never forget to {v} {o}", "be sure to {v} {o}", "{o} are to be {pp}", "we insist on {ing} {o}", "everyone must {v} {o}"],
    MUST_NOT: ["never {v} {o}", "do not {v} {o}", "don't {v} {o}", "{o} must not be {pp}", "{o} may never be {pp}", "{ing} {o} is forbidden", "{ing} {o} is prohibited", "{ing} {o} is not allowed", "nobody may {v} {o}", "refrain from {ing} {o}", "{o} are not to be {pp}", "we have banned {ing} {o}"],
    SHOULD: ["{o} should be {pp}", "prefer to {v} {o}", "try to {v} {o}", "{ing} {o} is recommended", "it is a good idea to {v} {o}", "we encourage {ing} {o}", "where possible, {v} {o}"],
    SHOULD_NOT: ["{o} should not be {pp}", "avoid {ing} {o}", "try not to {v} {o}", "{ing} {o} is discouraged", "it is a bad idea to {v} {o}", "{ing} {o} is not recommended", "we advise against {ing} {o}"],
    MAY: ["{o} may be {pp}", "{o} can be {pp}", "{ing} {o} is allowed", "{ing} {o} is permitted", "it is acceptable to {v} {o}", "you are free to {v} {o}", "feel free to {v} {o}", "anyone may {v} {o}"],
    MAY_NOT: ["{ing} {o} is optional", "{ing} {o} is not required", "{o} need not be {pp}", "there is no need to {v} {o}", "you don't have to {v} {o}", "nobody has to {v} {o}", "{o} don't have to be {pp}"],
}  # fmt: skip


class Rules:
    """Pairs of rules about actions."""

    def __init__(self, words):
        self.words, self.random = words, words.random

    def sentence(self, rule, actor_shown=None):
        """One wording of a rule {modality, verb, object, actor, scope, condition}."""
        actor = rule["actor"]
        forms = WITH_ACTOR if actor else WITHOUT_ACTOR
        form = self.random.choice(forms[rule["modality"]])
        verb = self.random.choice(rule["verbs"])
        fields = {
            "a": actor and self.words.wording(actor),
            "v": verb,
            "pp": self.words.participle(verb),
            "ing": self.words.gerund(verb),
            "o": self.words.wording(rule["object"]),
        }
        return self.words.placed(form.format(**fields), [rule["scope"], rule["condition"]])

    def draw(self):
        action = self.random.choice(self.words.data["actions"])
        chance = self.random.random
        return {
            "action": action,
            "modality": self.random.choices((MUST, MUST_NOT, SHOULD, SHOULD_NOT, MAY, MAY_NOT), (5, 4, 2, 1.5, 2, 1.5))[0],
            "verbs": action["verbs"],
            "object": self.random.choice(action["objects"]),
            "actor": self.random.choice(self.words.data["actors"]) if chance() < 0.45 else None,
            "scope": self.random.choice(self.words.data["scopes"]) if chance() < 0.25 else None,
            "condition": self.random.choice(self.words.data["conditions"]) if chance() < 0.15 else None,
        }

    def other(self, key, current):
        return self.random.choice([entry for entry in self.words.data[key] if entry != current])

    def pair(self):
        a = self.draw()
        change = self.random.choice(
            (self.same, self.opposed, self.opposed, self.opposed, self.weakened, self.other_object, self.other_actor, self.other_scope, self.dropped_scope, self.other_action, self.reversed_verb, self.reversed_verb, self.unrelated)
        )
        label, b = change(a)
        first, second = self.sentence(a), self.sentence(b)
        if change == self.dropped_scope and self.random.random() < 0.5:
            return "n", second, first
        return label, first, second

    def same(self, a):
        return "e", a

    def opposed(self, a):
        choices = [m for m in NEGATED if frozenset((a["modality"], m)) in OPPOSED]
        return ("c", {**a, "modality": self.random.choice(choices)}) if choices else ("e", a)

    def weakened(self, a):
        choices = [m for m in NEGATED if m != a["modality"] and frozenset((a["modality"], m)) not in OPPOSED]
        modality = self.random.choice(choices)
        return ("e" if (a["modality"], modality) in IMPLIED else "n"), {**a, "modality": modality}

    def maybe_opposed(self, a):
        return {**a, "modality": NEGATED[a["modality"]]} if self.random.random() < 0.5 else a

    def other_object(self, a):
        objects = [o for o in a["action"]["objects"] if o != a["object"]]
        return "n", self.maybe_opposed({**a, "object": self.random.choice(objects)})

    def other_actor(self, a):
        a["actor"] = a["actor"] or self.random.choice(self.words.data["actors"])
        return "n", self.maybe_opposed({**a, "actor": self.other("actors", a["actor"])})

    def other_scope(self, a):
        key, table = self.random.choice((("scope", "scopes"), ("condition", "conditions")))
        a[key] = a[key] or self.random.choice(self.words.data[table])
        return "n", self.maybe_opposed({**a, key: self.other(table, a[key])})

    def dropped_scope(self, a):
        """The general rule implies the special one."""
        special = dict(a)
        a["scope"] = a["condition"] = None
        special["scope"] = special["scope"] or self.random.choice(self.words.data["scopes"])
        return "e", special

    def other_action(self, a):
        b = self.draw()
        while b["action"] is a["action"]:
            b = self.draw()
        return "n", {**b, "actor": a["actor"]}

    def unrelated(self, a):
        return self.other_action({**a, "actor": None})

    def reversed_verb(self, a):
        """must enable X / must disable X; must enable X / must not disable X."""
        against = a["action"]["against"]
        if not against:
            return self.opposed(a)
        b = {**a, "verbs": against}
        if a["modality"] in (MUST, SHOULD) and self.random.random() < 0.35:
            return "e", {**b, "modality": NEGATED[a["modality"]]}
        if a["modality"] in (MUST, SHOULD):
            return "c", b
        if a["modality"] == MUST_NOT and self.random.random() < 0.5:
            return "n", {**b, "modality": MAY}
        return ("n", b) if a["modality"] in (MAY, MAY_NOT) else self.opposed(a)


def finish(words, label, premise, hypothesis):
    """Frames both sentences at random and writes them as people do."""
    return label, capitalise(words.framed(premise)), capitalise(words.framed(hypothesis))


def generate(count, seed):
    words = Words(json.loads((Path(__file__).parent / "generator.json").read_text()), random.Random(seed))
    rules = Rules(words)
    makers = [(rules.pair, 10), *generate_facts.makers(words)]
    functions, weights = zip(*makers)
    rows = set()
    while len(rows) < count:
        label, premise, hypothesis = words.random.choices(functions, weights)[0]()
        if premise.lower() != hypothesis.lower() or label == "e":
            rows.add(finish(words, label, premise, hypothesis))
    return sorted(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=24_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows = generate(args.pairs, args.seed)
    (args.out / "generated.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
