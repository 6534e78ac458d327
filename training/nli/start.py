"""Lets a training go on from an exported model, though the tokenizer is a new one.

    python start.py --work WORK --out OUT --model ../../models/guard-nli-mini

OUT has the new tokenizer, WORK its piece vectors (build.py). Writes WORK/start.pt: the weights of the model, with the vectors
of its own pieces where the new tokenizer has them too. The vector of any other piece is the one of build.py, carried over by
the linear map that fits the pieces of both best. Of several models, which must have begun alike, the mean weights are taken.
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
    """Weight name -> array as export.py wrote them, without those of the second end (guard.py): that is trained anew. A
    product's weights lie turned around, under a name of the exporter's, and its node is named after the layer."""
    graph = onnx.load(str(path)).graph
    arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    weights = {name.removeprefix("net."): array for name, array in arrays.items() if name.startswith("net.")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            layer = node.name.removeprefix("/").removeprefix("net/").removesuffix("/MatMul").replace("/", ".")
            if not layer.startswith("last."):
                weights[f"{layer}.weight"] = arrays[node.input[1]].T
    return {name: torch.tensor(array) for name, array in weights.items()}


def mean_weights(models):
    """The mean of the weights of networks that began alike."""
    return {name: torch.stack([weights[name].float() for weights in models]).mean(0) for name in models[0]}


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


def weights_for(folder, out, work):
    """The weights of an exported model for the tokenizer of `out`, and how many pieces both have."""
    weights = weights_of(folder / "model.onnx")
    pieces, old_pieces = (tokenizer.Tokenizer(where / "tokenizer.json").vocab for where in (out, folder))
    found, shared = embedding_of(np.load(work / "vectors.npy"), pieces, weights["embedding.weight"].numpy(), old_pieces)
    weights["embedding.weight"] = torch.from_numpy(found)
    weights["pair_norm.num_batches_tracked"] = torch.tensor(0)
    return weights, shared


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, nargs="+", required=True)
    args = parser.parse_args()
    models = [weights_for(folder, args.out, args.work) for folder in args.model]
    torch.save(mean_weights([weights for weights, _ in models]), args.work / "start.pt")
    for folder, (weights, shared) in zip(args.model, models):
        print(f"{folder}: {shared} of {len(weights['embedding.weight'])} pieces as they were")


if __name__ == "__main__":
    main()
