"""Words, stems and numbers of a text. FEATURES.md states the same rules in prose; the runtime ports both."""

import unicodedata

MAX_WORDS = 128
KEPT_SYMBOLS = "%$<>=+&?!,"
# Code points from 0x80 on that never belong to a word.
GAPS = (
    (0x80, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7), (0x2000, 0x2BFF), (0x2E00, 0x2E7F), (0x3000, 0x303F),
    (0xD800, 0xF8FF), (0xFE00, 0xFE6F), (0xFFF0, 0xFFFF), (0x1F000, 0x1FAFF),
)  # fmt: skip
IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FA1F))
APOSTROPHES = "\u2018\u2019\u201b\u2032"
CONTRACTIONS = {"won't": "will not", "can't": "can not", "shan't": "shall not", "cannot": "can not"}
ENDINGS = (("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"), ("'m", "am"), ("'s", ""))


def normalize(text):
    """Compatibility-decomposed text without accents (U+0300..U+036F) and with plain apostrophes."""
    out = []
    for char in unicodedata.normalize("NFKD", text):
        if "\u0300" <= char <= "\u036f":
            continue
        out.append("'" if char in APOSTROPHES else char)
    return "".join(out)


def in_ranges(code, ranges):
    return any(low <= code <= high for low, high in ranges)


def is_digit(char):
    return "0" <= char <= "9"


def is_letter(char):
    return "a" <= char <= "z" or "A" <= char <= "Z"


def is_word_char(char):
    code = ord(char)
    if code < 0x80:
        return is_letter(char) or is_digit(char)
    return not in_ranges(code, GAPS) and not in_ranges(code, IDEOGRAPHS)


def joins(text, at):
    """Whether the character at `at`, no word character itself, stands inside a word: 3.5, 12:30, 1,000, don't."""
    if at + 1 >= len(text):
        return False
    char, before, after = text[at], text[at - 1], text[at + 1]
    if char in ".:":
        return is_digit(before) and is_digit(after)
    if char == "'":
        return is_letter(before) and is_letter(after)
    return char == "," and is_digit(before) and groups_thousands(text, at)


def groups_thousands(text, comma):
    group = text[comma + 1 : comma + 4]
    end = text[comma + 4 : comma + 5]
    return len(group) == 3 and all(is_digit(char) for char in group) and not (end and is_digit(end))


def expand(word):
    """A lower-case word as one or more words: contractions written out, possessive endings dropped."""
    if word in CONTRACTIONS:
        return CONTRACTIONS[word].split(" ")
    if "'" not in word:
        return [word]
    if word.endswith("n't") and len(word) > 3:
        return [word[:-3], "not"]
    for ending, full in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return [word[: -len(ending)].replace("'", ""), *([full] if full else [])]
    return [word.replace("'", "")]


def words(text):
    """At most MAX_WORDS of (lower-case word, written with a capital A-Z) of a text, in order."""
    text = normalize(text)
    found = []
    at = 0
    while at < len(text) and len(found) < MAX_WORDS:
        char = text[at]
        if not is_word_char(char):
            if char in KEPT_SYMBOLS or in_ranges(ord(char), IDEOGRAPHS):
                found.append((char, False))
            at += 1
            continue
        end = at + 1
        while end < len(text) and (is_word_char(text[end]) or joins(text, end)):
            end += 1
        raw = text[at:end].replace(",", "")
        capital = "A" <= raw[0] <= "Z"
        found.extend((part, capital) for part in expand(raw.lower()))
        at = end
    return found[:MAX_WORDS]


def has_vowel(word):
    return any(char in "aeiouy" for char in word)


def undouble(word):
    return word[:-1] if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "aeioulsz" else word


def strip_plural(word):
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def strip_ending(word):
    if word.endswith("ing") and len(word) > 4 and has_vowel(word[:-3]):
        return undouble(word[:-3])
    if word.endswith("ed") and not word.endswith("eed") and len(word) > 3 and has_vowel(word[:-2]):
        return undouble(word[:-2])
    return word[:-2] if word.endswith("ly") and len(word) > 5 else word


def stem(word, irregular):
    """The word without its inflection. `irregular` maps inflected words to their base forms."""
    word = irregular.get(word, word)
    if len(word) <= 3 or not all("a" <= char <= "z" for char in word):
        return word
    word = strip_ending(strip_plural(word))
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 2 and word.endswith("y") else word


def number(word, spelled):
    """A canonical number ("3", "1000.5", "v1.2" as it stands) or None. `spelled` maps "three" to "3"."""
    if word in spelled:
        return spelled[word]
    if not any(is_digit(char) for char in word):
        return None
    if not all(is_digit(char) or char == "." for char in word) or word.count(".") > 1:
        return word
    whole, _, fraction = word.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + fraction if fraction else "")
