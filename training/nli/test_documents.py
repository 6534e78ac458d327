"""Tests of the texts that nobody labelled: python -m unittest"""

import random
import unittest

import documents
import guard

PAGE = """---
title: Gates
---
# Gates of the town

The north gate is shut at dusk. It opens at dawn.
Guards of the [west gate](west.md) change **twice** a night.

| gate | guards |
|------|--------|

* Carts use the south gate.
* See the list below for the others.
* Keys hang in the tower:

```
open --gate north.
```

The east gate, as shown above, is walled up.
The north gate is shut at dusk.
"""


class Documents(unittest.TestCase):
    def test_sentences_that_stand_alone_are_taken_once_and_without_marks(self):
        self.assertEqual(
            documents.statements(PAGE),
            ["The north gate is shut at dusk.", "Guards of the west gate change twice a night.", "Carts use the south gate."],
        )


class Neighbours(unittest.TestCase):
    def test_each_sentence_stands_beside_the_earlier_ones_that_it_shares_most_words_with(self):
        lines = ["The north gate is shut at dusk.", "Bread is baked before the sun is up.", "The north gate is opened at dawn.", "No sentence"]
        pairs = guard.neighbours(lines, 3, random.Random(1))
        self.assertEqual(len(pairs), 3)
        self.assertEqual({label for label, _, _ in pairs}, {"n"})
        self.assertTrue({earlier for _, earlier, later in pairs if later == lines[2]} <= {lines[0], lines[1]})
        self.assertFalse(any(lines[3] in pair for pair in pairs))


if __name__ == "__main__":
    unittest.main()
