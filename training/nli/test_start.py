"""Tests of going on from an exported model: python -m unittest"""

import json
import tempfile
import unittest
from pathlib import Path

import export
import mean as means
import numpy as np
import start
import torch
from model import Calibrated, Guarded, Net


class Start(unittest.TestCase):
    def test_weights_come_back_as_they_were_exported(self):
        torch.manual_seed(1)
        net = Net(30, embedding=8, width=12, blocks=2).eval()
        for value in net.state_dict().values():  # equal weights would be stored once
            if value.dtype.is_floating_point:
                value.add_(torch.rand(value.shape))
        with tempfile.TemporaryDirectory() as folder:
            export.write_onnx(Calibrated(Guarded(net), 1.5).eval(), Path(folder) / "model.onnx")
            weights = start.weights_of(Path(folder) / "model.onnx")
        expected = {name: value for name, value in net.state_dict().items() if name != "pair_norm.num_batches_tracked"}
        self.assertEqual(set(weights), set(expected))
        for name, value in expected.items():
            self.assertTrue(torch.equal(weights[name], value), name)

    def test_of_several_models_the_mean_weights_are_taken_piece_by_piece(self):
        pieces = {"[PAD]": 0, "[UNK]": 1, **{f"p{at}": at for at in range(2, 30)}}
        turned = {piece: at if at < 2 else 31 - at for piece, at in pieces.items()}
        with tempfile.TemporaryDirectory() as root:
            out, *folders = (Path(root) / name for name in ("out", "one", "other"))
            for folder, vocab in zip((out, *folders), (pieces, pieces, turned)):
                folder.mkdir()
                (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocab}}))
            nets = [Net(30, embedding=8, width=12, blocks=1).eval() for _ in folders]
            for net, folder in zip(nets, folders):
                export.write_onnx(Calibrated(Guarded(net), 1.0).eval(), folder / "model.onnx")
            np.save(out / "vectors.npy", np.zeros((30, 8), np.float32))
            mean = start.mean_weights([start.weights_for(folder, out, out)[0] for folder in folders])
        one, other = (net.state_dict()["embedding.weight"] for net in nets)
        torch.testing.assert_close(mean["embedding.weight"][2:], (one[2:] + other[2:].flip(0)) / 2)
        self.assertEqual(means.shape_of(mean), {"embedding": 8, "width": 12, "blocks": 1})

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
