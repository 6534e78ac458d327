"""Collects plain sentences of documentation, for the piece vectors to start from: no labels, nothing that a model is trained to say.

    python prose.py --text FOLDER [FOLDER ...] --out WORK/prose.txt

Reads *.html, *.md, *.rst, *.txt (also gzipped) and dictionaries in the dict format; writes one sentence a line, each once.
"""

import argparse
import gzip
import html
import re
from pathlib import Path

SHORTEST, LONGEST = 5, 60
PLAIN = 0.75
NO_PROSE = re.compile(r"<(script|style|pre)[\s\S]*?</\1>|<!--[\s\S]*?-->", re.IGNORECASE)
BLOCK = re.compile(r"</?(p|li|dd|dt|td|h[1-6]|div|br|tr|blockquote)[^>]*>", re.IGNORECASE)
TAG = re.compile(r"<[^>]+>")
SENTENCE_END = re.compile(r"(?<=[.!?]) +")
# What a dictionary says beside words: braces around references, numbers of senses, and lists of opposites.
DICTIONARY_MARKS = re.compile(r"\[ant:[^\]]*\]|\[syn:|[{}\]]|\b\d+:")
TEXTS = (".txt", ".rst", ".md", ".txt.gz")


def blocks_of(path):
    """Paragraphs of a file, still with their line breaks."""
    opener = gzip.open if path.suffix in (".gz", ".dz") else open
    with opener(path, "rt", encoding="utf-8", errors="ignore") as file:
        read = file.read()
    if path.suffix == ".html":
        return html.unescape(TAG.sub("", BLOCK.sub("\n\n", NO_PROSE.sub(" ", read)))).split("\n\n")
    if is_dictionary(path):
        return [DICTIONARY_MARKS.sub(" ", entry) for entry in re.split(r"\n(?=\S)", read)]
    return re.split(r"\n\s*\n", read.replace("`", "").replace("*", ""))


def is_dictionary(path):
    return path.name.endswith(".dict.dz")


def sentences_of(path):
    """Sentences of a file; an entry of a dictionary is one, with its head word and all its senses."""
    for block in blocks_of(path):
        joined = " ".join(block.split())
        if is_dictionary(path):
            yield joined
        else:
            yield from filter(is_plain, SENTENCE_END.split(joined))


def is_plain(said):
    """Whether it is a sentence of words, neither a heading nor a table."""
    words = said.split(" ")
    plain = sum(word.strip(".,;:()\"'").isalpha() for word in words)
    return SHORTEST <= len(words) <= LONGEST and said[:1].isalpha() and plain >= PLAIN * len(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    paths = sorted(path for folder in args.text for path in folder.rglob("*") if path.is_file() and path.name.endswith((*TEXTS, ".html", ".dict.dz")))
    said = dict.fromkeys(sentence for path in paths for sentence in sentences_of(path))
    args.out.write_text("".join(f"{sentence}\n" for sentence in said), encoding="utf-8")
    print(len(paths), "files,", len(said), "sentences,", sum(len(sentence.split()) for sentence in said), "words")


if __name__ == "__main__":
    main()
