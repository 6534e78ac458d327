"""Wordings, verb forms and framing for generate.py."""


def capitalise(sentence):
    return sentence[:1].upper() + sentence[1:]


def third(verb):
    head, _, rest = verb.partition(" ")
    if head.endswith(("s", "x", "z", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "s"
    return f"{head} {rest}".strip()


class Words:
    """The word lists of generator.json with one source of chance."""

    def __init__(self, data, chance):
        self.data, self.random = data, chance

    def pick(self, key):
        return self.random.choice(self.data[key])

    def two(self, key):
        return self.random.sample(self.data[key], 2)

    def wording(self, choices):
        """One of the wordings of "a|b"."""
        return self.random.choice(choices.split("|"))

    def past(self, verb):
        return self.regular(verb, 0)

    def participle(self, verb):
        return self.regular(verb, 1)

    def regular(self, verb, form):
        head, _, rest = verb.partition(" ")
        if head in self.data["irregular"]:
            head = self.data["irregular"][head][form]
        elif head.endswith("e"):
            head += "d"
        elif head.endswith("y") and head[-2] not in "aeiou":
            head = head[:-1] + "ied"
        else:
            head += "ed"
        return f"{head} {rest}".strip()

    def gerund(self, verb):
        head, _, rest = verb.partition(" ")
        doubled = self.data["irregular"].get(head, ["", ""])[0]
        if doubled == head + head[-1] + "ed" or head in ("run", "set", "put", "split", "forget"):
            head += head[-1]
        elif head.endswith("e") and not head.endswith("ee"):
            head = head[:-1]
        return f"{head}ing {rest}".strip()

    def placed(self, sentence, details):
        """The sentence with scopes and conditions before or after it."""
        for detail in details:
            if not detail:
                continue
            wording = self.wording(detail)
            sentence = f"{wording}, {sentence}" if self.random.random() < 0.35 else f"{sentence} {wording}"
        return sentence

    def framed(self, sentence):
        """Now and then an opening or a closing that adds nothing; a full stop more often than not."""
        chance = self.random.random
        if chance() < 0.12:
            sentence = f"{self.pick('openers')} {sentence}"
        if chance() < 0.1:
            sentence = f"{sentence}, {self.pick('closers')}"
        return sentence + ("." if chance() < 0.8 else "")
