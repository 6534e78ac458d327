"""Tests of going on from an exported model: python -m unittest"""

import tempfile
import unittest
from pathlib import Path

import export
import numpy as np
import start
import torch
from model import Calibrated, Net


class Start(unittest.TestCase):
    def test_weights_come_back_as_they_were_exported(self):
        torch.manual_seed(1)
        net = Net(30, embedding=8, width=12, blocks=2).eval()
        for value in net.state_dict().values():  # equal weights would be stored once
            if value.dtype.is_floating_point:
                value.add_(torch.rand(value.shape))
        with tempfile.TemporaryDirectory() as folder:
            export.write_onnx(Calibrated(net, 1.5).eval(), Path(folder) / "model.onnx")
            weights = start.weights_of(Path(folder) / "model.onnx")
        expected = {name: value for name, value in net.state_dict().items() if name != "pair_norm.num_batches_tracked"}
        self.assertEqual(set(weights), set(expected))
        for name, value in expected.items():
            self.assertTrue(torch.equal(weights[name], value), name)

    def test_of_several_models_the_mean_weights_are_taken(self):
        with tempfile.TemporaryDirectory() as root:
            folders = [Path(root) / name for name in ("one", "other")]
            nets = [Net(30, embedding=8, width=12, blocks=1).eval() for _ in folders]
            for net, folder in zip(nets, folders):
                folder.mkdir()
                (folder / "tokenizer.json").write_text("{}")
                export.write_onnx(Calibrated(net, 1.0).eval(), folder / "model.onnx")
            mean = start.mean_weights(folders)
            (folders[1] / "tokenizer.json").write_text("{ }")
            self.assertRaises(SystemExit, start.mean_weights, folders)
        one, other = (net.state_dict()["embedding.weight"] for net in nets)
        torch.testing.assert_close(mean["embedding.weight"], (one + other) / 2)

    def test_pieces_of_both_keep_their_vectors_and_others_are_carried_over(self):
        random = np.random.default_rng(1)
        vectors = random.normal(size=(50, 4)).astype(np.float32)
        turned = vectors @ random.normal(size=(4, 4)) + 2
        pieces = {f"p{at}": at for at in range(50)}
        old_pieces = {f"p{at}": 49 - at for at in range(1, 50)}
        found, shared = start.embedding_of(vectors, pieces, turned[::-1].astype(np.float32), old_pieces)
        self.assertEqual(shared, 49)
        np.testing.assert_array_equal(found[1:], turned[1:].astype(np.float32))
        np.testing.assert_allclose(found[0], turned[0], atol=0.3)


if __name__ == "__main__":
    unittest.main()
