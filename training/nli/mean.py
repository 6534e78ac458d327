"""Takes the mean of the weights of exported models as one network, and says how it does on the held-out pairs.

    python mean.py --work WORK --out OUT --model ROUND_1/seed-1 ROUND_2/seed-1 ROUND_3/seed-1 --name train-1

The models must have begun alike: networks of rounds of which each went on from the one before. Their tokenizers may differ; the
vectors of pieces that OUT's tokenizer has and a model has not are carried over as by start.py. Writes WORK/NAME.pt for export.py and a line of
WORK/NAME.jsonl for seeds.py, as train.py does.
"""

import argparse
from pathlib import Path
from types import SimpleNamespace

import start
import torch
import train


def shape_of(weights):
    """What a network of these weights is built with."""
    blocks = {name.split(".")[1] for name in weights if name.startswith("blocks.")}
    width, embedding = weights["enter.weight"].shape[0], weights["embedding.weight"].shape[1]
    return {"embedding": embedding, "width": width, "blocks": len(blocks)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, nargs="+", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    state = start.mean_weights([start.weights_for(folder, args.out, args.work)[0] for folder in args.model])
    meta, labels, _, held = train.load_work(args.work)
    (args.work / f"{args.name}.jsonl").unlink(missing_ok=True)
    network = SimpleNamespace(name=args.name, work=args.work, seed=0, **shape_of(state))
    train.report(SimpleNamespace(state=state), network, meta, labels, held, 0, 0.0, 0.0)


if __name__ == "__main__":
    main()
