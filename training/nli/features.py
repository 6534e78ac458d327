"""The lexical channels per word and the features per pair. FEATURES.md numbers and defines them."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import text as rules

FEATURE_VERSION = 1
CHANNELS = 20
PAIR_FEATURES = 22
OBLIGATION, RECOMMENDATION, PERMISSION = 3, 2, 1


class Lexicon:
    """The frozen lexicon of one model (lexicon.json), with sets where it has lists."""

    def __init__(self, data):
        self.irregular = data["irregular"]
        self.numbers = data["numbers"]
        self.stop = frozenset(data["stop"])
        self.negation = frozenset(data["negation"])
        self.denial = frozenset(data["denial"])
        self.modality = data["modality"]
        self.opposites = {key: frozenset(value) for key, value in data["opposites"].items()}
        self.synonyms = {key: frozenset(value) for key, value in data["synonyms"].items()}
        self.siblings = {key: frozenset(value) for key, value in data["siblings"].items()}
        self.stems = {}

    def stem(self, word):
        if word not in self.stems:
            self.stems[word] = rules.stem(word, self.irregular)
        return self.stems[word]


@dataclass
class Text:
    """One text, read with a lexicon: what the features of any pair with it need."""

    words: list
    capitals: list
    stems: list
    numbers: list
    content: list
    lexicon: Lexicon

    @cached_property
    def word_set(self):
        return set(self.words)

    @cached_property
    def stem_set(self):
        return set(self.stems)

    @cached_property
    def content_stems(self):
        return {stem for stem, content in zip(self.stems, self.content) if content}

    @cached_property
    def content_words(self):
        return {word for word, content in zip(self.words, self.content) if content and rules.is_letter(word[0])}

    @cached_property
    def number_set(self):
        return {number for number in self.numbers if number is not None}

    @cached_property
    def bigrams(self):
        return set(zip(self.stems, self.stems[1:]))

    @cached_property
    def classes(self):
        """Synonym classes of the words."""
        return {name for stem in self.stem_set for name in self.lexicon.synonyms.get(stem, ())}

    @cached_property
    def groups(self):
        """Sibling group -> stems of this text in it."""
        found = {}
        for stem in self.stem_set:
            for name in self.lexicon.siblings.get(stem, ()):
                found.setdefault(name, set()).add(stem)
        return found

    @cached_property
    def first_places(self):
        places = {}
        for index, stem in enumerate(self.stems):
            places.setdefault(stem, index)
        return places

    @cached_property
    def level(self):
        """The strongest modality named in the text: 3 must, 2 should, 1 may, 0 none."""
        return max((self.lexicon.modality.get(word, 0) for word in self.words), default=0)


def read(text, lexicon):
    pairs = rules.words(text)
    found = [word for word, _ in pairs]
    numbers = [rules.number(word, lexicon.numbers) for word in found]
    content = [
        number is not None or (word not in lexicon.stop and word not in rules.KEPT_SYMBOLS)
        for word, number in zip(found, numbers)
    ]
    return Text(found, [capital for _, capital in pairs], [lexicon.stem(word) for word in found], numbers, content, lexicon)


@lru_cache(maxsize=200_000)
def trigrams(word):
    padded = f"#{word}#"
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


@lru_cache(maxsize=1_000_000)
def similarity(left, right):
    """Dice coefficient of the two words' character trigrams."""
    a, b = trigrams(left), trigrams(right)
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


@dataclass
class Match:
    """How the words of one text relate to another text; lists run over the words."""

    exact: list
    stem: list
    synonym: list
    opposite: list
    sibling: list
    number_mismatch: list
    stray_name: list


def match(this, other):
    lexicon = this.lexicon
    size = len(this.words)
    result = Match(*([False] * size for _ in range(7)))
    for i in range(size):
        stem = this.stems[i]
        result.exact[i] = this.words[i] in other.word_set
        same_number = this.numbers[i] is not None and this.numbers[i] in other.number_set
        result.stem[i] = stem in other.stem_set or same_number
        if not result.stem[i]:
            result.synonym[i] = not other.classes.isdisjoint(lexicon.synonyms.get(stem, ()))
        result.opposite[i] = not other.stem_set.isdisjoint(lexicon.opposites.get(stem, ()))
        if not result.stem[i] and not result.synonym[i]:
            result.sibling[i] = has_sibling(stem, this, other)
        result.number_mismatch[i] = this.numbers[i] is not None and not same_number and bool(other.number_set)
        result.stray_name[i] = this.capitals[i] and i > 0 and this.content[i] and not (result.stem[i] or result.synonym[i])
    return result


def has_sibling(stem, this, other):
    """Whether the other text has a sibling of the stem that this text lacks."""
    for name in this.lexicon.siblings.get(stem, ()):
        if any(member not in this.stem_set for member in other.groups.get(name, ())):
            return True
    return False


def closest(word, other):
    return max((similarity(word, candidate) for candidate in other.content_words), default=0.0)


def channels(this, other, found):
    """One list of CHANNELS - 1 numbers per word; the last channel depends on the word piece."""
    rows = []
    lexicon, size = this.lexicon, len(this.words)
    for i, word in enumerate(this.words):
        stem, content = this.stems[i], this.content[i]
        soft = content and rules.is_letter(word[0]) and not (found.stem[i] or found.synonym[i])
        level = lexicon.modality.get(word, 0)
        placed = stem in other.first_places
        rows.append([
            float(found.exact[i]),
            float(found.stem[i]),
            float(found.synonym[i]),
            float(found.opposite[i]),
            float(found.sibling[i]),
            closest(word, other) if soft else 0.0,
            float(word in lexicon.negation),
            float(stem in lexicon.denial),
            float(level == OBLIGATION),
            float(level == RECOMMENDATION),
            float(level == PERMISSION),
            float(this.numbers[i] is not None),
            float(found.number_mismatch[i]),
            float(not content),
            float(this.capitals[i]),
            float(found.stray_name[i]),
            float(i > 0 and (this.stems[i - 1], stem) in other.bigrams),
            float(i + 1 < size and (stem, this.stems[i + 1]) in other.bigrams),
            i / size - other.first_places[stem] / len(other.words) if placed else 0.0,
        ])  # fmt: skip
    return rows


def share(part, whole):
    return len(part) / len(whole) if whole else 1.0


def covered(this, found):
    """Share of the distinct content stems that have the same stem or a synonym in the other text."""
    stems = {stem for stem, ok, syn, content in zip(this.stems, found.stem, found.synonym, this.content) if content and (ok or syn)}
    return share(stems, this.content_stems)


def capped(count, limit):
    return min(count, limit) / limit


def negations(this):
    lexicon = this.lexicon
    plain = sum(word in lexicon.negation for word in this.words)
    return plain, plain + sum(stem in lexicon.denial for stem in this.stems)


def one_substituted(p, h):
    return len(p.stems) == len(h.stems) and sum(a != b for a, b in zip(p.stems, h.stems)) == 1


def stray_names(this, found):
    names = [i for i in range(1, len(this.words)) if this.capitals[i] and this.content[i]]
    return sum(found.stray_name[i] for i in names) / len(names) if names else 0.0


def pair_features(p, h, mp, mh):
    """PAIR_FEATURES numbers. p, h: the two texts; mp, mh: how each relates to the other."""
    union = p.content_stems | h.content_stems
    (neg_p, all_p), (neg_h, all_h) = negations(p), negations(h)
    total = len(p.words) + len(h.words)
    return [
        covered(h, mh),
        covered(p, mp),
        len(p.content_stems & h.content_stems) / len(union) if union else 1.0,
        share(h.word_set & p.word_set, h.word_set),
        share(p.word_set & h.word_set, p.word_set),
        share(h.bigrams & p.bigrams, h.bigrams),
        share(p.bigrams & h.bigrams, p.bigrams),
        capped(neg_p, 3),
        capped(neg_h, 3),
        float((all_p - all_h) % 2),
        capped(sum(mp.opposite) + sum(mh.opposite), 4),
        capped(sum(mp.sibling) + sum(mh.sibling), 4),
        capped(sum(mp.synonym) + sum(mh.synonym), 4),
        float(any(mh.number_mismatch)),
        float(any(mp.number_mismatch)),
        float(not p.number_set.isdisjoint(h.number_set)),
        stray_names(h, mh),
        stray_names(p, mp),
        (p.level - h.level) / 3 if p.level and h.level else 0.0,
        float(one_substituted(p, h)),
        capped(total, 80),
        (len(p.words) - len(h.words)) / total if total else 0.0,
    ]


# Where the features of (h, p) stand among those of (p, h), and which change their sign.
SWAP_ORDER = [1, 0, 2, 4, 3, 6, 5, 8, 7, 9, 10, 11, 12, 14, 13, 15, 17, 16, 18, 19, 20, 21]
SWAP_SIGN = [-1.0 if index in (18, 21) else 1.0 for index in range(PAIR_FEATURES)]


def analyse(premise, hypothesis):
    """Two read texts -> (rows of the premise, rows of the hypothesis, pair features)."""
    mp, mh = match(premise, hypothesis), match(hypothesis, premise)
    return channels(premise, hypothesis, mp), channels(hypothesis, premise, mh), pair_features(premise, hypothesis, mp, mh)
