"""Tests of the rules that FEATURES.md states: python -m unittest"""

import json
import unittest
from pathlib import Path

import features
import generate_facts
import measure
import numpy as np
import prepare
import text
import tokenizer

MODEL = Path(__file__).parent.parent.parent / "models/guard-nli-mini"


def words(sentence):
    return [word for word, _ in text.words(sentence)]


class Words(unittest.TestCase):
    def test_joined_characters(self):
        self.assertEqual(words("1,000.50 ms, at 12:30 (v1.2)."), ["1000.50", "ms", ",", "at", "12:30", "v1.2"])
        self.assertEqual(words("80,443"), ["80443"])
        self.assertEqual(words("80,4431"), ["80", ",", "4431"])

    def test_contractions(self):
        self.assertEqual(words("It isn’t Bob's; they'll say we can't"), ["it", "is", "not", "bob", "they", "will", "say", "we", "can", "not"])

    def test_accents_and_other_scripts(self):
        self.assertEqual(words("Café — ＡＢ 世界"), ["cafe", "ab", "世", "界"])

    def test_capitals(self):
        self.assertEqual(text.words("Ask Émile"), [("ask", True), ("emile", True)])

    def test_stops_at_the_limit(self):
        self.assertEqual(len(text.words("don't " * 100)), text.MAX_WORDS)


class Stems(unittest.TestCase):
    def test_inflections_share_a_stem(self):
        for one, other in (("studies", "studied"), ("making", "make"), ("stopped", "stopping"), ("boxes", "box"), ("quickly", "quick")):
            self.assertEqual(text.stem(one, {}), text.stem(other, {}), (one, other))

    def test_other_words_stay_apart(self):
        for one, other in (("need", "ned"), ("bus", "bu"), ("pass", "pas"), ("thing", "th")):
            self.assertNotEqual(text.stem(one, {}), text.stem(other, {}), (one, other))

    def test_numbers(self):
        found = [text.number(word, {"three": "3"}) for word in ("three", "007", "3.50", "1.2.3", "v1", "0.0", "word")]
        self.assertEqual(found, ["3", "7", "3.5", "1.2.3", "v1", "0", None])


class Features(unittest.TestCase):
    def setUp(self):
        self.lexicon = features.Lexicon(json.loads((MODEL / "lexicon.json").read_text()))
        self.reader = tokenizer.Tokenizer(MODEL / "tokenizer.json")

    def analyse(self, premise, hypothesis):
        return features.analyse(features.read(premise, self.lexicon), features.read(hypothesis, self.lexicon))

    def test_opposite_and_number(self):
        _, rows, pair = self.analyse("The gate is open for 30 days.", "The gate was closed for 40 days.")
        self.assertEqual(rows[3][3], 1.0)
        self.assertEqual(rows[5][12], 1.0)
        self.assertEqual(pair[13], 1.0)

    def test_turned_pairs_follow_from_the_pair(self):
        for a, b in (("Never use tabs.", "Tabs must be used by Anna and Bob"), ("", "Only 5 of 6"), ("He may go", "He must not go to Rome")):
            there, back = self.analyse(a, b)[2], self.analyse(b, a)[2]
            np.testing.assert_allclose(measure.turn(np.array([there]))[0], back)

    def test_empty_text_is_one_unknown_piece(self):
        ids, feats, *_ = prepare.encode_pair("", "Backups", self.lexicon, self.reader)
        self.assertEqual((ids, feats), ([1], [[0.0] * features.CHANNELS]))

    def test_long_text_is_cut(self):
        ids, *_ = prepare.encode_pair("unusualness " * 90, "a", self.lexicon, self.reader)
        self.assertEqual(len(ids), prepare.MAX_PIECES)


class Figures(unittest.TestCase):
    def test_auc_counts_ties_half(self):
        self.assertEqual(measure.auc(np.array([0.1, 0.5, 0.5, 0.9]), np.array([False, True, False, True])), 0.875)

    def test_intervals(self):
        self.assertEqual(generate_facts.relation((8, 10**9), (0, 7)), "c")
        self.assertEqual(generate_facts.relation((8, 8), (5, 10**9)), "e")
        self.assertEqual(generate_facts.relation((5, 10**9), (8, 10**9)), "n")


if __name__ == "__main__":
    unittest.main()
