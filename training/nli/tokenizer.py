"""WordPiece: training on word counts, the Hugging Face file, and encoding of one word.

Words come from text.words(), so a tokenizer that only splits at white space gives the same ids.
"""

import json
from collections import Counter
from pathlib import Path

PAD, UNKNOWN = "[PAD]", "[UNK]"
MAX_CHARS = 100
MERGES = 2500
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SYMBOLS = "%$<>=+&?!,.:"


def count_merges(counts, merges):
    """Pieces found by merging the most frequent neighbours inside words (byte-pair merges), best first."""
    splits = {word: [word[0], *("##" + char for char in word[1:])] for word in counts}
    pairs, where = Counter(), {}
    for word, parts in splits.items():
        for pair in zip(parts, parts[1:]):
            pairs[pair] += counts[word]
            where.setdefault(pair, set()).add(word)
    found = []
    for _ in range(merges):
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merged = best[0] + best[1].removeprefix("##")
        found.append(merged)
        for word in sorted(where.pop(best)):
            parts = splits[word]
            for pair in zip(parts, parts[1:]):
                pairs[pair] -= counts[word]
            splits[word] = parts = merge(parts, best, merged)
            for pair in zip(parts, parts[1:]):
                pairs[pair] += counts[word]
                where.setdefault(pair, set()).add(word)
        del pairs[best]
    return found


def merge(parts, pair, merged):
    out, at = [], 0
    while at < len(parts):
        if tuple(parts[at : at + 2]) == pair:
            out.append(merged)
            at += 2
        else:
            out.append(parts[at])
            at += 1
    return out


def train(counts, size):
    """Word counts -> vocabulary of at most `size`: single characters, frequent pieces, then frequent words."""
    counts = Counter({word: count for word, count in counts.items() if all(char in LETTERS for char in word)})
    frequent = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:20_000])
    vocabulary = [PAD, UNKNOWN, *SYMBOLS, *LETTERS, *("##" + char for char in LETTERS + ".:")]
    known = set(vocabulary)
    whole = [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    for piece in [*count_merges(frequent, MERGES), *whole]:
        if len(vocabulary) >= size:
            break
        if piece not in known:
            known.add(piece)
            vocabulary.append(piece)
    return vocabulary


def save(vocabulary, path):
    """Writes a tokenizer.json that Hugging Face tokenizers load."""
    special = [
        {"id": at, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for at, token in enumerate((PAD, UNKNOWN))
    ]
    data = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special,
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": MAX_CHARS,
            "vocab": {token: at for at, token in enumerate(vocabulary)},
        },
    }
    Path(path).write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


class Tokenizer:
    def __init__(self, path):
        self.vocab = json.loads(Path(path).read_text())["model"]["vocab"]
        self.unknown = self.vocab[UNKNOWN]
        self.cache = {}

    def encode(self, word):
        """Ids of the pieces of one word: the longest known piece first; one [UNK] if any part is unknown."""
        if word not in self.cache:
            self.cache[word] = self.split(word)
        return self.cache[word]

    def split(self, word):
        if len(word) > MAX_CHARS:
            return [self.unknown]
        ids, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start and (("##" if start else "") + word[start:end]) not in self.vocab:
                end -= 1
            if end == start:
                return [self.unknown]
            ids.append(self.vocab[("##" if start else "") + word[start:end]])
            start = end
        return ids
