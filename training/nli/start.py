"""Lets a training go on from an exported model, though the tokenizer is a new one.

    python start.py --work WORK --out OUT --model ../../models/guard-nli-mini

OUT has the new tokenizer, WORK its piece vectors (build.py). Writes WORK/start.pt: the weights of the model, with the vectors
of its own pieces where the new tokenizer has them too. The vector of any other piece is the one of build.py, carried over by
the linear map that fits the pieces of both best. Of several models, which must have one tokenizer and have begun alike, the
mean weights are taken.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import tokenizer

RIDGE = 1.0


def weights_of(path):
    """Weight name -> array as export.py wrote them. A product's weights lie turned around, under a name of the exporter's."""
    graph = onnx.load(str(path)).graph
    arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    weights = {name.removeprefix("net."): array for name, array in arrays.items() if name.startswith("net.")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            layer = node.name.removeprefix("/net/").removesuffix("/MatMul").replace("/", ".")
            weights[f"{layer}.weight"] = arrays[node.input[1]].T
    return {name: torch.tensor(array) for name, array in weights.items()}


def mean_weights(folders):
    """The mean of the weights of exported models of one tokenizer."""
    if len({(folder / "tokenizer.json").read_bytes() for folder in folders}) > 1:
        raise SystemExit("--model: weights of different tokenizers have no mean")
    models = [weights_of(folder / "model.onnx") for folder in folders]
    return {name: torch.stack([weights[name] for weights in models]).mean(0) for name in models[0]}


def carried(vectors, shared, known):
    """All vectors [n, width], carried over by the map that takes vectors[shared] to known best (ridge regression)."""
    with_one = np.hstack([vectors, np.ones((len(vectors), 1), vectors.dtype)])
    x = with_one[shared]
    weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ known)
    return (with_one @ weights).astype(np.float32)


def embedding_of(vectors, pieces, old_vectors, old_pieces):
    """Vectors of the new pieces (word piece -> id) in the space of the old ones, and how many both have."""
    shared = [(at, old_pieces[piece]) for piece, at in pieces.items() if piece in old_pieces]
    new, old = (np.array(side) for side in zip(*shared))
    found = carried(vectors, new, old_vectors[old])
    found[new] = old_vectors[old]
    return found, len(shared)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, nargs="+", required=True)
    args = parser.parse_args()
    weights = mean_weights(args.model)
    old_vectors = weights["embedding.weight"].numpy()
    pieces, old_pieces = (tokenizer.Tokenizer(folder / "tokenizer.json").vocab for folder in (args.out, args.model[0]))
    found, shared = embedding_of(np.load(args.work / "vectors.npy"), pieces, old_vectors, old_pieces)
    weights["embedding.weight"] = torch.from_numpy(found)
    weights["pair_norm.num_batches_tracked"] = torch.tensor(0)
    torch.save(weights, args.work / "start.pt")
    print(f"{shared} of {len(found)} pieces as they were")


if __name__ == "__main__":
    main()
