"""Pairs about settings, choices, states, quantities, lists, preferences, people and realms for generate.py."""

from generate_words import third

BOUNDS = {
    ">=": ["at least {n}", "{n} or more", "no less than {n}", "a minimum of {n}"],
    "<=": ["at most {n}", "no more than {n}", "up to {n}", "a maximum of {n}"],
    ">": ["more than {n}", "over {n}"],
    "<": ["less than {n}", "under {n}", "fewer than {n}"],
    "=": ["exactly {n}", "{n}", "precisely {n}"],
}
SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
# {x} and {y}: people; the last entry says what the exchange of both is worth.
RELATIONS = [
    (["{x} killed {y}", "{y} was killed by {x}", "{y} died by the hand of {x}", "{x} slew {y}"], "c"),
    (["{x} is the father of {y}", "{y} is a child of {x}", "{x} is a parent of {y}", "{y}'s father is {x}"], "c"),
    (["{x} married {y}", "{x} is the spouse of {y}", "{x} and {y} are married"], "e"),
    (["{x} is older than {y}", "{y} is younger than {x}", "{x} was born before {y}"], "c"),
    (["{x} defeated {y}", "{y} lost to {x}", "{y} was beaten by {x}", "{x} won against {y}"], "c"),
    (["{x} serves {y}", "{y} is served by {x}", "{x} is in the service of {y}"], "n"),
    (["{x} taught {y}", "{y} was a pupil of {x}", "{y} learned from {x}"], "n"),
    (["{x} betrayed {y}", "{y} was betrayed by {x}"], "n"),
    (["{x} is taller than {y}", "{y} is shorter than {x}"], "c"),
    (["{x} reports to {y}", "{y} is the manager of {x}", "{x}'s boss is {y}"], "c"),
]


class Facts:
    def __init__(self, words):
        self.words, self.random = words, words.random

    def say(self, forms, **fields):
        return self.random.choice(forms).format(**fields)

    def setting(self):
        """One value of one attribute of one thing."""
        attribute, subject = self.words.pick("attributes"), self.words.pick("subjects")
        value, other = self.random.sample(attribute["values"], 2)
        change = self.random.choice(("same", "value", "value", "subject", "attribute", "negated"))
        second = {"subject": subject, "attribute": attribute, "value": value}
        if change == "value":
            return "c", self.set(subject, attribute, value), self.set(subject, attribute, other)
        if change == "negated":
            label, shown = ("c", value) if self.random.random() < 0.6 else ("e", other)
            text = f"the {self.random.choice(attribute['names'])} of {subject} is not {self.amount(attribute, shown)}"
            return label, self.set(subject, attribute, value), text
        if change == "subject":
            second["subject"] = self.random.choice([s for s in self.words.data["subjects"] if s != subject])
            second["value"] = self.random.choice((value, other))
        if change == "attribute":
            second["attribute"] = self.random.choice([a for a in self.words.data["attributes"] if a is not attribute])
            second["value"] = self.random.choice(second["attribute"]["values"])
        return ("e" if change == "same" else "n"), self.set(subject, attribute, value), self.set(**second)

    def amount(self, attribute, value):
        return f"{value} {self.random.choice(attribute['unit'])}".strip()

    def set(self, subject, attribute, value):
        forms = ["the {n} of {s} is {v}", "{s} has a {n} of {v}", "we set the {n} of {s} to {v}", "{s}'s {n} is {v}", "for {s}, the {n} is {v}", "{s}: {n} = {v}", "{v} is the {n} of {s}", "the {n} for {s} was fixed at {v}"]  # fmt: skip
        return self.say(forms, n=self.random.choice(attribute["names"]), s=subject, v=self.amount(attribute, value))

    def choice(self):
        """Which tool serves a purpose."""
        purpose = self.random.choice(list(self.words.data["tools"]))
        tool, other = self.random.sample(self.words.data["tools"][purpose], 2)
        change = self.random.choice(("same", "tool", "tool", "replaced", "purpose", "beside", "not", "instead"))
        first = self.use(purpose, tool)
        if change == "same":
            return "e", first, self.use(purpose, tool)
        if change == "tool":
            return "c", first, self.use(purpose, other)
        if change == "replaced":
            return "c", first, self.say(["{t} was replaced by {o} for {p}", "we moved {p} from {t} to {o}", "{p} no longer runs on {t}"], t=tool, o=other, p=self.words.wording(purpose))  # fmt: skip
        if change == "not":
            return "c", first, self.say(["we do not use {t} for {p}", "never use {t} for {p}", "{t} is not used for {p}", "{p} works without {t}"], t=tool, p=self.words.wording(purpose))  # fmt: skip
        if change == "instead":
            return "e", first, self.say(["we do not use {o} for {p}", "{p} does not rely on {o}"], o=other, p=self.words.wording(purpose))  # fmt: skip
        if change == "beside":
            return "n", first, self.say(["{o} was considered for {p}", "some teams know {o} well", "{o} is also popular for {p}", "we once looked at {o}"], o=other, p=self.words.wording(purpose))  # fmt: skip
        purpose = self.random.choice([p for p in self.words.data["tools"] if p != purpose])
        return "n", first, self.use(purpose, self.random.choice(self.words.data["tools"][purpose]))

    def use(self, purpose, tool):
        forms = ["we use {t} for {p}", "use {t} for {p}", "{p} is done with {t}", "{p} relies on {t}", "our choice for {p} is {t}", "{t} is what we use for {p}", "for {p} we picked {t}", "{p} must be based on {t}", "{t} serves for {p}"]  # fmt: skip
        return self.say(forms, p=self.words.wording(purpose), t=tool)

    def preference(self):
        purpose = self.random.choice(list(self.words.data["tools"]))
        a, b = self.random.sample(self.words.data["tools"][purpose], 2)
        forms = ["prefer {a} over {b}", "prefer {a} to {b}", "use {a} rather than {b}", "use {a} instead of {b}", "{a} is preferred over {b}", "choose {a}, not {b}", "we favour {a} over {b}", "{b} is second choice after {a}"]  # fmt: skip
        first = self.say(forms, a=a, b=b)
        if self.random.random() < 0.5:
            return "c", first, self.say(forms, a=b, b=a)
        return "e", first, self.say(forms, a=a, b=b)

    def state(self):
        good, bad = self.random.sample(self.words.pick("states"), 2)
        subject = self.words.pick("subjects")
        forms = ["{s} is {w}", "{s} is currently {w}", "{s} stays {w}", "{s} remains {w}", "{s} has to be {w}", "we keep {s} {w}"]
        denied = ["{s} is not {w}", "{s} isn't {w}", "{s} is no longer {w}", "{s} is never {w}", "it is not true that {s} is {w}"]
        first = self.say(forms, s=subject, w=self.words.wording(good))
        change = self.random.randrange(6)
        if change == 0:
            return "e", first, self.say(forms, s=subject, w=self.words.wording(good))
        if change == 1:
            return "e", first, self.say(denied, s=subject, w=self.words.wording(bad))
        if change in (2, 3):
            return "c", first, self.say(forms, s=subject, w=self.words.wording(bad))
        if change == 4:
            return "c", first, self.say(denied, s=subject, w=self.words.wording(good))
        other = self.random.choice([s for s in self.words.data["subjects"] if s != subject])
        return "n", first, self.say(forms + denied, s=other, w=self.words.wording(self.random.choice((good, bad))))

    def quantity(self):
        """Bounds on a number; the label follows from the two intervals."""
        noun = self.random.choice(["approvals", "characters", "replicas", "seconds", "guards", "attempts", "days", "soldiers", "reviewers", "megabytes"])
        lead = self.random.choice(["a release needs {q} {u}", "passwords have {q} {u}", "the gate is held by {q} {u}", "the job takes {q} {u}", "each account gets {q} {u}", "{q} {u} are kept", "there are {q} {u}", "use {q} {u}"])  # fmt: skip
        scale = self.random.choice((1, 1, 1, 5, 10, 100))
        spans, texts = [], []
        for _ in range(2):
            kind, number = self.random.choice(list(BOUNDS)), self.random.randint(1, 12) * scale
            spans.append(span(kind, number))
            shown = SMALL[number] if number <= 12 and self.random.random() < 0.5 else str(number)
            texts.append(lead.format(q=self.say(BOUNDS[kind], n=shown), u=noun))
        return relation(*spans), *texts

    def quantifier(self):
        many, one = self.words.pick("groups")
        plural, singular = self.words.pick("predicates")
        name = self.random.choice(["new", "largest", "oldest", "northern", "internal", "first"])
        base = plural.split(" ")
        negative = f"do not {plural}"
        every = [f"all {many} {plural}", f"every {one} {singular}", f"each {one} {singular}", f"{many} always {plural}", f"there is no {one} that does not {plural}"]
        none = [f"no {one} {singular}", f"none of the {many} {plural}", f"{many} never {plural}", f"not a single {one} {singular}"]
        some = [f"some {many} {plural}", f"at least one {one} {singular}", f"a few {many} {plural}", f"there are {many} that {plural}"]
        rest = [f"not all {many} {plural}", f"some {many} {negative}", f"there are {many} that {negative}", f"not every {one} {singular}"]
        single = [f"the {name} {one} {singular}", f"even the {name} {one} {singular}"]
        missing = [f"the {name} {one} does not {' '.join(base)}", f"the {name} {one} never {singular}"]
        table = [("c", every, none), ("c", every, rest), ("c", every, missing), ("c", none, some), ("c", none, single), ("e", every, some), ("e", every, single), ("e", none, missing), ("e", none, rest), ("n", some, every), ("n", single, every), ("n", some, rest), ("n", some, single), ("e", every, every), ("e", none, none), ("c", single, missing)]  # fmt: skip
        label, first, second = self.random.choice(table)
        a, b = self.random.choice(first), self.random.choice(second)
        return (label, b, a) if label == "c" and self.random.random() < 0.5 else (label, a, b)

    def exclusive(self):
        actor, other = self.words.two("actors")
        action = self.words.pick("actions")
        verb, thing = self.random.choice(action["verbs"]), self.words.wording(self.random.choice(action["objects"]))
        a, b = self.words.wording(actor), self.words.wording(other)
        only = [f"only {a} may {verb} {thing}", f"nobody but {a} may {verb} {thing}", f"{thing} may be {self.words.participle(verb)} by {a} alone", f"no one except {a} can {verb} {thing}"]
        also = [f"{b} may {verb} {thing}", f"{b} are allowed to {verb} {thing}", f"anyone can {verb} {thing}", f"{thing} can be {self.words.participle(verb)} by {b} too"]
        own = [f"{a} may {verb} {thing}", f"{a} are allowed to {verb} {thing}"]
        label, second = self.random.choice((("c", also), ("c", also), ("e", own), ("e", only), ("e", [f"{b} may not {verb} {thing}"])))
        return label, self.random.choice(only), self.random.choice(second)

    def members(self):
        """Lists: a member follows, what is not listed is open unless the list is closed."""
        pool = self.random.choice(list(self.words.data["tools"].values()) + [self.words.data["towns"], self.words.data["races"]])
        items = self.random.sample(pool, min(len(pool), 4))
        if len(items) < 3:
            return self.preference()
        listed, extra = items[:-1], items[-1]
        subject = self.words.pick("subjects")
        names = f"{', '.join(listed[:-1])} and {listed[-1]}"
        open_ = [f"{subject} supports {names}", f"{subject} works with {names}", f"{subject} accepts {names}"]
        closed = [f"{subject} supports only {names}", f"{subject} works with {names} and nothing else", f"the only ones that {subject} accepts are {names}"]

        def one(item):
            return self.random.choice([f"{subject} supports {item}", f"{subject} works with {item}", f"{item} is accepted by {subject}"])

        def without(item):
            return self.random.choice([f"{subject} does not support {item}", f"{item} is not supported by {subject}", f"{subject} refuses {item}"])

        member = self.random.choice(listed)
        table = [("e", open_, one(member)), ("n", open_, one(extra)), ("n", open_, without(extra)), ("c", open_, without(member)), ("c", closed, one(extra)), ("e", closed, one(member)), ("e", closed, without(extra)), ("n", [one(member)], one(extra))]  # fmt: skip
        label, first, second = self.random.choice(table)
        return label, self.random.choice(first), second

    def relation(self):
        forms, swapped = self.random.choice(RELATIONS)
        x, y, z = self.random.sample(self.words.data["people"], 3)
        first = self.say(forms, x=x, y=y)
        change = self.random.randrange(5)
        if change == 0:
            return swapped, first, self.say(forms, x=y, y=x)
        if change == 1:
            return "e", first, self.say(forms, x=x, y=y)
        if change == 2:
            return "n", first, self.say(forms, x=z, y=y) if swapped != "c" else self.say(RELATIONS[5][0], x=x, y=y)
        if change == 3:
            return "c", first, "it is not true that " + self.say(forms, x=x, y=y)
        return "n", first, self.say(forms, x=z, y=self.random.choice((x, "a stranger")))

    def reign(self):
        """Who rules where and when; where something lies, was found, who died when."""
        x, y = self.words.two("people")
        realm, other = self.words.two("realms")
        town, far = self.words.two("towns")
        year, later = sorted(self.random.sample(range(200, 900), 2))
        rules = ["{x} is the ruler of {r}", "{x} rules {r}", "{r} is ruled by {x}", "{x} sits on the throne of {r}", "the crown of {r} belongs to {x}"]
        capital = ["the capital of {r} is {t}", "{t} is the capital of {r}", "{r} is governed from {t}, its capital"]
        died = ["{x} died in {n}", "{x} passed away in the year {n}", "the death of {x} came in {n}", "{x} was killed in {n}"]
        alive = [f"{x} was still alive in {later}", f"{x} fought in the war of {later}", f"{x} was crowned in {later}"]
        born = ["{x} was born in {n}", "{x} came into the world in {n}", "the birth of {x} was in {n}"]
        table = [
            ("c", self.say(rules, x=x, r=realm), self.say(rules, x=y, r=realm)),
            ("n", self.say(rules, x=x, r=realm), self.say(rules, x=y, r=other)),
            ("e", self.say(rules, x=x, r=realm), self.say(rules, x=x, r=realm)),
            ("n", f"{x} ruled {realm} until {year}", f"{y} ruled {realm} from {later}"),
            ("c", self.say(capital, r=realm, t=town), self.say(capital, r=realm, t=far)),
            ("n", self.say(capital, r=realm, t=town), self.say(capital, r=other, t=far)),
            ("e", self.say(capital, r=realm, t=town), self.say(capital, r=realm, t=town)),
            ("c", self.say(died, x=x, n=year), self.say(died, x=x, n=later)),
            ("c", self.say(died, x=x, n=year), self.random.choice(alive)),
            ("e", self.say(died, x=x, n=later), f"{x} was dead by {later + 10}"),
            ("n", self.say(died, x=x, n=year), self.say(died, x=y, n=later)),
            ("n", self.say(born, x=x, n=year), self.say(died, x=x, n=later)),
            ("c", self.say(born, x=x, n=year), self.say(born, x=x, n=later)),
            ("c", self.say(born, x=x, n=later), self.say(died, x=x, n=year)),
        ]
        return self.random.choice(table)

    def kind(self):
        x, y = self.words.two("people")
        thing = self.words.pick("things")
        race, other = self.words.two("races")
        town, far = self.words.two("towns")
        is_a = ["{x} belongs to the {r} people", "{x} is of {r} blood", "by birth, {x} is one of the {r} folk", "the race of {x} is {r}"]
        owns = ["{x} owns {t}", "{t} belongs to {x}", "{x} is the owner of {t}", "{t} is in the hands of {x}"]
        lies = ["{t} lies in {p}", "{t} is kept in {p}", "{t} can be found in {p}", "{p} is where {t} is"]
        table = [
            ("c", self.say(is_a, x=x, r=race), self.say(is_a, x=x, r=other)),
            ("n", self.say(is_a, x=x, r=race), self.say(is_a, x=y, r=other)),
            ("e", self.say(is_a, x=x, r=race), self.say(is_a, x=x, r=race)),
            ("c", self.say(owns, x=x, t=thing), self.say(owns, x=y, t=thing)),
            ("e", self.say(owns, x=x, t=thing), self.say(owns, x=x, t=thing)),
            ("c", self.say(owns, x=x, t=thing), f"{x} has never owned {thing}"),
            ("c", self.say(lies, t=thing, p=town), self.say(lies, t=thing, p=far)),
            ("e", self.say(lies, t=thing, p=town), self.say(lies, t=thing, p=town)),
            ("n", self.say(lies, t=thing, p=town), self.say(owns, x=x, t=thing)),
            ("n", self.say(owns, x=x, t=thing), f"{x} {third(self.random.choice(('fear', 'want', 'seek', 'paint')))} {self.words.pick('things')}"),
        ]  # fmt: skip
        return self.random.choice(table)


def span(kind, number):
    """The whole numbers that a bound allows, as (low, high)."""
    far = 10**9
    return {">=": (number, far), ">": (number + 1, far), "<=": (0, number), "<": (0, number - 1), "=": (number, number)}[kind]


def relation(a, b):
    if a[1] < b[0] or b[1] < a[0]:
        return "c"
    return "e" if a[0] >= b[0] and a[1] <= b[1] else "n"


def makers(words):
    """(function that makes one pair, weight)."""
    f = Facts(words)
    return [(f.setting, 6), (f.choice, 5), (f.preference, 2), (f.state, 4), (f.quantity, 4), (f.quantifier, 3), (f.exclusive, 2), (f.members, 2), (f.relation, 4), (f.reign, 3), (f.kind, 3)]
