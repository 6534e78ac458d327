"""Tests of what makes training pairs: python -m unittest"""

import json
import random
import unittest
from pathlib import Path

import build
import data
import edits
import generate
import generate_facts
import numpy as np
import prepare
import rosters
import teach
import torch
from generate_words import Words
from model import UNKNOWN
from substitute import Changer
from train import Batches, forget, loss_of, student_loss, swapped

HERE = Path(__file__).parent


class Edits(unittest.TestCase):
    def setUp(self):
        self.editor = edits.Editor([["The gate must be closed at night.", "The tower is open, says Anna Berg."]], 1)

    def test_modality_is_exchanged_once(self):
        changed = self.editor.phrase("The gate must be closed.", [("must", ["must not"])])
        self.assertEqual(changed, "The gate must not be closed.")
        self.assertIsNone(self.editor.phrase("The mustang runs.", [("must", ["must not"])]))

    def test_clauses_change_places(self):
        self.assertEqual(self.editor.turned("If it rains, the gate is shut."), "The gate is shut if it rains.")
        self.assertEqual(self.editor.turned("The gate is shut when it rains."), "When it rains, the gate is shut.")

    def test_number_becomes_another(self):
        changed = self.editor.number("It takes 30 days.")
        self.assertNotEqual(changed, "It takes 30 days.")
        self.assertRegex(changed, r"^It takes \d+ days\.$")

    def test_same_seed_same_pairs(self):
        documents = [["The gate must be closed at night.", "The tower is open for guests.", "All 3 guards wear blue coats."]]
        self.assertEqual(edits.Editor(documents, 7).generate(30), edits.Editor(documents, 7).generate(30))


class Generated(unittest.TestCase):
    def test_same_seed_same_pairs(self):
        self.assertEqual(generate.generate(50, 3), generate.generate(50, 3))

    def test_every_kind_of_pair_is_filled(self):
        words = Words(json.loads((HERE / "generator.json").read_text()), random.Random(2))
        for make, _ in [(generate.Rules(words).pair, 1), *generate_facts.makers(words)]:
            for _ in range(60):
                label, premise, hypothesis = make()
                self.assertIn(label, ("e", "n", "c"))
                self.assertFalse({"{", "}"} & set(premise + hypothesis), (premise, hypothesis))

    def test_verb_forms(self):
        words = Words(json.loads((HERE / "generator.json").read_text()), random.Random(2))
        self.assertEqual([words.gerund(v) for v in ("log", "use", "run", "turn on")], ["logging", "using", "running", "turning on"])
        self.assertEqual([words.participle(v) for v in ("write", "deny", "close", "roll back")], ["written", "denied", "closed", "rolled back"])


class Substitutions(unittest.TestCase):
    def test_inflection_is_kept(self):
        changer = Changer(random.Random(1))
        self.assertTrue(all(word.endswith("ing") for word in changer.options("walking", "sibling")))

    def test_only_shared_words_are_changed(self):
        self.assertIsNone(Changer(random.Random(1)).substituted("A dog sleeps", "The door is open", "opposite"))


class Training(unittest.TestCase):
    def test_held_out_premises_are_not_trained_on(self):
        rows = [("e", f"premise {n}", "x") for n in range(400)]
        train, held = build.split({"a": rows, "generated": rows})
        kept = {row[1] for number, row in train if number == 0}
        self.assertTrue(held)
        self.assertFalse(kept & {row[1] for _, row in held})

    def test_turned_labels(self):
        labels = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]], np.float32)
        self.assertEqual(swapped(labels).tolist(), [[1, 1, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1]])

    def test_joined_pairs_keep_their_pieces(self):
        side = prepare.Side(np.array([5, 6, 7], np.uint16), np.zeros((3, 20), np.float16), np.array([0, 1, 3]))
        one = prepare.Pairs(side, side, np.zeros((2, 22), np.float32))
        ids, _ = prepare.pad(prepare.joined(one, one).premise, np.array([3]))
        self.assertEqual(ids.tolist(), [[6, 7]])

    def test_sisters_share_a_premise_that_is_trained_on(self):
        held = next(f"p{n}" for n in range(400) if data.is_held(f"p{n}"))
        kept = next(f"p{n}" for n in range(400) if not data.is_held(f"p{n}"))
        rows = [("e", kept, "a"), ("c", kept, "b"), ("n", held, "c"), ("n", held, "d"), ("e", "p", "z")]
        self.assertEqual(teach.sisters({"x": rows}), [("?", "a", "b"), ("?", "b", "a")])

    def test_rosters_leave_open_what_is_said_of_somebody_not_named(self):
        for label, premise, hypothesis in rosters.Rosters(3).generate(300):
            self.assertEqual(label != "n", hypothesis.split(" ")[0] in premise.replace(",", "").split(" "), hypothesis)

    def test_a_student_follows_the_teachers_where_no_label_is_known(self):
        logits, unknown = torch.tensor([[2.0, 0.0, 0.0]]), torch.ones(1, 3)
        agreed = student_loss(logits, unknown, torch.tensor([[1.0, 0.0, 0.0]]))
        denied = student_loss(logits, unknown, torch.tensor([[0.0, 0.0, 1.0]]))
        self.assertLess(agreed.item(), denied.item())
        labelled = torch.tensor([[0.0, 0.0, 1.0]])
        alone = student_loss(logits, labelled, torch.zeros(1, 3))
        self.assertAlmostEqual(alone.item(), loss_of(logits, labelled).item(), places=5)

    def test_an_epoch_takes_each_pair_of_a_set_alike(self):
        side = prepare.Side(np.array([5, 6, 7], np.uint16), np.zeros((3, 20), np.float16), np.arange(4))
        pairs = prepare.Pairs(side, side, np.zeros((3, 22), np.float32))
        batches = Batches(pairs, np.ones((3, 3), np.float32), np.array([0, 0, 1]), [5, 1], 2, 1)
        counts = np.bincount(batches.epoch(), minlength=3)
        self.assertEqual(sorted(counts[:2]), [2, 3])
        self.assertEqual(counts[2], 1)

    def test_forgets_pieces_but_no_padding(self):
        ids = torch.tensor([[5, 6, 0]])
        forget(ids, 1.0)
        self.assertEqual(ids.tolist(), [[UNKNOWN, UNKNOWN, 0]])
        forget(kept := torch.tensor([[5, 6, 0]]), 0.0)
        self.assertEqual(kept.tolist(), [[5, 6, 0]])


if __name__ == "__main__":
    unittest.main()
