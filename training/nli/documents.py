"""Makes documents for the guard's calibration from folders of plain documentation: what agrees with itself must not be refused.

    python documents.py --text FOLDER [FOLDER ...] --out WORK/cases/documents.jsonl

Reads *.md, *.mdx, *.adoc and *.rst; a file is a document, its statements are the sentences that can stand alone: no headings,
tables, code, or sentences that lean on what is around them ("This", "For example", "below"). Writes a line a statement.
"""

import argparse
import json
import re
from pathlib import Path

SUFFIXES = {".md", ".mdx", ".adoc", ".rst"}
FEWEST, MOST = 8, 130
SHORTEST, LONGEST = 4, 45
# What is no running text, and what it leaves behind.
CUTS = (
    (re.compile(r"\A---\n.*?\n---\n", re.S), ""),
    (re.compile(r"```.*?```|~~~.*?~~~|<!--.*?-->", re.S), "\n\n"),
    (re.compile(r"^(----|\.\.\.\.|====)$.*?^\1$", re.S | re.M), "\n\n"),
    (re.compile(r"^(\||[=#]+ |\[|\.\. |:\w+:).*$|^( {4}|\t)(?![-*\d]).*$", re.M), "\n"),
    (re.compile(r"<[^>\n]{1,200}>|!\[[^\]]*\]\([^)]*\)"), " "),
    (re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|(?:link:|https?:)\S+\[([^\]]*)\]"), r"\1\2"),
    (re.compile(r"\*\*|__|``"), ""),
)
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
SENTENCE_END = re.compile(r"(?<=[a-z0-9`\")\]][.!?])\s+(?=[A-Z`\"])")
LEANING = re.compile(
    r"(It|Its|This|These|They|Their|That|Those|Here|However|But|And|So|Then|Also|Thus|Therefore|Hence|Instead|Otherwise|Such|He|She|We|I|You|See"
    r"|For example|For instance|Note|Example|In (this|that|these)|As a result|Similarly|Likewise|Moreover|Furthermore|Additionally|Both|Another|Other"
    r"|Which|Why|How|What|Let|If (so|not)|The (following|above|former|latter|same|first|second|third|next|other|example|previous))\b"
)
POINTING = re.compile(r"\b(below|above|following|this section|previous|example)\b|[{}|\\]|https?:|e\.g\.$|i\.e\.$", re.I)


def paragraphs(read):
    """The text without what is no running text; each item of a list is a paragraph."""
    for pattern, left in CUTS:
        read = pattern.sub(left, read)
    parts = [""]
    for line in read.splitlines():
        if not line.strip() or ITEM.match(line):
            parts.append("")
        parts[-1] += " " + ITEM.sub("", line).strip()
    return [" ".join(part.split()) for part in parts if part.strip()]


def stands_alone(sentence):
    words = len(sentence.split())
    if not SHORTEST <= words <= LONGEST or not sentence.endswith(".") or sentence.count("`") % 2:
        return False
    return bool(re.match(r"[A-Z`\"]", sentence)) and not LEANING.match(sentence) and not POINTING.search(sentence)


def statements(read):
    """The sentences of a text that can stand alone, each once."""
    said = (sentence.strip() for part in paragraphs(read) for sentence in SENTENCE_END.split(part))
    return list(dict.fromkeys(sentence for sentence in said if stands_alone(sentence)))[:MOST]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    documents = {}
    for folder in args.text:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()):
            said = statements(path.read_text(encoding="utf-8", errors="ignore"))
            if len(said) >= FEWEST:
                documents[f"{folder.name}/{path.relative_to(folder)}"] = said
    rows = [{"id": f"{name}:{order}", "doc": name, "order": order, "statement": text} for name, said in documents.items() for order, text in enumerate(said)]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(len(documents), "documents,", len(rows), "statements")


if __name__ == "__main__":
    main()
