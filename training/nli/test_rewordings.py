"""Tests of what is made from texts that were written or collected: python -m unittest"""

import gzip
import tempfile
import unittest
from pathlib import Path

import inferences
import numpy as np
import prose
import rewordings

DOCUMENT = """# Gates
s The north gate closes at dusk.
= At nightfall the north gate is shut.
! The north gate stands open all night.
~ The south gate stands open all night.
s The south gate has two guards.
! Nobody guards the south gate.
"""


def folder_with(name, content):
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / name).write_text(content, encoding="utf-8")
    return folder


class Rewordings(unittest.TestCase):
    def setUp(self):
        with folder_with("gates.txt", DOCUMENT) as folder:
            self.documents = rewordings.read_documents(folder)

    def test_reads_statements_with_their_rewordings(self):
        first, second = self.documents[0]
        self.assertEqual(first.true, ["The north gate closes at dusk.", "At nightfall the north gate is shut."])
        self.assertEqual((first.alike, second.against), (["The south gate stands open all night."], ["Nobody guards the south gate."]))

    def test_every_way_to_say_it_is_contradicted(self):
        against = rewordings.pairs_of(self.documents, 1)["reworded_against"]
        self.assertEqual(len(against), 3)
        self.assertTrue(all(label == "c" for label, *_ in against))

    def test_what_belongs_to_two_statements_does_not_contradict(self):
        beside = rewordings.pairs_of(self.documents, 1)["reworded_beside"]
        self.assertEqual({label for label, *_ in beside}, {"nc"})
        self.assertIn({"The north gate stands open all night.", "Nobody guards the south gate."}, [set(row[1:]) for row in beside])

    def test_only_what_follows_keeps_its_order(self):
        same = rewordings.pairs_of(self.documents, 1)["reworded_same"]
        self.assertEqual(same, [("e", "The north gate closes at dusk.", "At nightfall the north gate is shut.")])

    def test_same_seed_same_pairs(self):
        self.assertEqual(rewordings.pairs_of(self.documents, 5), rewordings.pairs_of(self.documents, 5))

    def test_cases_tell_what_conflicts(self):
        cases = rewordings.cases_of(self.documents)
        self.assertEqual([row["order"] for row in cases["reworded-documents"]], [0, 1])
        self.assertEqual([row["expect"] for row in cases["reworded-pairs"]], ["conflict", "same", "no-conflict", "conflict"])

    def test_a_line_without_a_mark_is_named(self):
        with folder_with("bad.txt", "# Gates\ns One.\nTwo.\n") as folder, self.assertRaisesRegex(ValueError, r"bad\.txt:3"):
            rewordings.read_documents(folder)

    def test_no_pair_that_is_calibrated_on_was_trained_on(self):
        trained, kept = (self.pairs_in(folder) for folder in ("rewordings", "calibration/rewordings"))
        self.assertTrue(kept)
        self.assertFalse(trained & kept)

    def pairs_in(self, folder):
        groups = [group for document in rewordings.read_documents(Path(__file__).parent / folder) for group in document]
        return {frozenset(row[1:]) for group in groups for rows in rewordings.own_pairs(group) for row in rows}


GROUPS = """# Towers
p The tower was built in 1200, before the wall.
q The tower was built in 1300, after the wall.
e The tower is older than the wall.
n The tower has a bell.
c The tower was built after 1250.
p The inn is closed.
e Nobody sleeps at the inn tonight.
"""


class Inferences(unittest.TestCase):
    def test_the_variant_turns_what_follows_and_what_can_not_be(self):
        with folder_with("towers.txt", GROUPS) as folder:
            pairs = inferences.pairs_of(inferences.read_groups(folder))
        older, later = "The tower is older than the wall.", "The tower was built after 1250."
        first, variant = "The tower was built in 1200, before the wall.", "The tower was built in 1300, after the wall."
        said = [("e", first, older), ("n", first, "The tower has a bell."), ("c", first, later)]
        turned = [("c", variant, older), ("e", variant, later), ("c", first, variant)]
        self.assertEqual(pairs, [*said, *turned, ("e", "The inn is closed.", "Nobody sleeps at the inn tonight.")])

    def test_a_line_that_belongs_to_no_premise_is_named(self):
        with folder_with("bad.txt", "# Towers\nn The tower has a bell.\n") as folder, self.assertRaisesRegex(ValueError, r"bad\.txt:2"):
            inferences.read_groups(folder)

    def test_every_premise_that_was_written_has_hypotheses(self):
        groups = inferences.read_groups(Path(__file__).parent / "inferences")
        self.assertTrue(groups)
        self.assertEqual([group.premise for group in groups if not any(group.hypotheses.values())], [])


class Ranking(unittest.TestCase):
    def test_ranks_what_contradicts_against_what_says_the_same_and_ties_count_half(self):
        class Model:
            def encode(self, rows):
                return rows

            def both(self, rows, _output):
                probs = np.array([[0, 0, float("all night" in row[1] + row[2])] for row in rows])
                return probs, probs

        with folder_with("gates.txt", DOCUMENT.replace("Nobody guards the south gate.", "All night nobody is there.")) as folder:
            documents = rewordings.read_documents(folder)
        self.assertEqual(rewordings.ranking(Model(), documents)["same"], 0.833)


class Prose(unittest.TestCase):
    def said(self, name, content):
        with folder_with(name, content) as folder:
            return list(prose.sentences_of(Path(folder) / name))

    def test_html_without_tags_and_code(self):
        page = "<p>Keep the <b>north</b> gate &amp; tower shut.</p><pre>do not read this code here</pre>"
        self.assertEqual(self.said("a.html", page), ["Keep the north gate & tower shut."])

    def test_an_entry_of_a_dictionary_is_kept_whole(self):
        entries = b"heap\n    n 1: many things [syn: {pile}, {mass}]\n    2: a store. Of memory [ant: {stack}]\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.dict.dz"
            path.write_bytes(gzip.compress(entries))
            self.assertEqual([" ".join(said.split()) for said in prose.sentences_of(path)], ["heap n many things pile , mass a store. Of memory"])

    def test_only_sentences(self):
        self.assertEqual(self.said("a.txt", "Too short.\n\n--- 1 2 3 4 5 6\n\nThe north gate closes\nat dusk every day."), ["The north gate closes at dusk every day."])


if __name__ == "__main__":
    unittest.main()
