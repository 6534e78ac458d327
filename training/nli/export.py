"""Writes model.onnx, config.json and golden.json of a trained network.

    python export.py --checkpoint WORK/train-1.pt [--guard WORK/guard.pt] --out ../../models/guard-nli-mini [--temperature 1.2]

OUT must hold the lexicon.json and tokenizer.json that the network was trained with. Needs the package `onnx`.
Without --guard what is said of statements is what is said of any texts. calibrate.py finds the temperature and writes it with
the card; run it after this, and this again with its result.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import features
import prepare
import tokenizer
from model import LABELS, Calibrated, Guarded, Net

HERE = Path(__file__).parent
OPSET = 17
INPUTS = ["premise_ids", "hypothesis_ids", "premise_feats", "hypothesis_feats", "pair_feats"]
# Probabilities of any two texts, and of two statements of one memory.
OUTPUTS = ["probs", "guard_probs"]


def load_net(checkpoint, vocabulary):
    saved = torch.load(checkpoint, weights_only=True)
    net = Net(vocabulary, **saved["shape"])
    net.load_state_dict(saved["state"])
    return net.eval()


def load_guarded(checkpoint, end, vocabulary):
    """The network with its second end, or with one that says the same as the first."""
    guarded = Guarded(load_net(checkpoint, vocabulary))
    if end:
        left_out, unknown = guarded.load_state_dict(torch.load(end, weights_only=True), strict=False)
        if unknown or any(not name.startswith("net.") for name in left_out):
            raise SystemExit(f"{end} is no second end of this network: {[*unknown, *left_out][:3]}")
    return guarded.eval()


def write_onnx(model, path):
    ids, channels = torch.ones(2, 7, dtype=torch.int64), torch.zeros(2, 7, features.CHANNELS)
    example = (ids, ids[:, :5], channels, channels[:, :5], torch.zeros(2, features.PAIR_FEATURES))
    axes = {
        "premise_ids": {0: "batch", 1: "premise"},
        "hypothesis_ids": {0: "batch", 1: "hypothesis"},
        "premise_feats": {0: "batch", 1: "premise"},
        "hypothesis_feats": {0: "batch", 1: "hypothesis"},
        "pair_feats": {0: "batch"},
    } | {name: {0: "batch"} for name in OUTPUTS}
    torch.onnx.export(
        model, example, str(path), input_names=INPUTS, output_names=OUTPUTS, dynamic_axes=axes, opset_version=OPSET, dynamo=False
    )


def config():
    return {
        "model_type": "guard-nli-mini",
        "id2label": {str(at): label for at, label in enumerate(LABELS)},
        "label2id": {label: at for at, label in enumerate(LABELS)},
        "feature_version": features.FEATURE_VERSION,
        "channels": features.CHANNELS,
        "pair_features": features.PAIR_FEATURES,
        "max_premise_pieces": prepare.MAX_PIECES,
        "max_hypothesis_pieces": prepare.MAX_PIECES,
        "pad_token_id": 0,
        "unk_token_id": 1,
        "inputs": INPUTS,
        "outputs": OUTPUTS,
    }


def golden_texts():
    """Pairs for the parity test: odd texts first, then hand-written pairs of the calibration file."""
    odd = json.loads((HERE / "golden-texts.json").read_text())
    lines = (HERE / "calibration/pairs.jsonl").read_text().splitlines()
    pairs = [json.loads(line) for line in lines[:: max(1, len(lines) // 80)]]
    return [*odd, *([pair["premise"], pair["hypothesis"]] for pair in pairs)]


def golden(model, lexicon, reader):
    """Texts, ids, features and probabilities, each pair computed by itself."""
    cases = []
    for premise, hypothesis in golden_texts():
        p_ids, p_feats, h_ids, h_feats, pair = prepare.encode_pair(premise, hypothesis, lexicon, reader)
        with torch.no_grad():
            inputs = [torch.tensor([x]) for x in (p_ids, h_ids)] + [torch.tensor([x], dtype=torch.float32) for x in (p_feats, h_feats, pair)]
            probs, guard_probs = (rows[0].tolist() for rows in model(*inputs))
        cases.append({
            "premise": premise, "hypothesis": hypothesis, "premise_ids": p_ids, "hypothesis_ids": h_ids,
            "premise_feats": rounded(p_feats), "hypothesis_feats": rounded(h_feats), "pair_feats": rounded([pair])[0],
            "probs": rounded([probs])[0], "guard_probs": rounded([guard_probs])[0],
        })  # fmt: skip
    return {"feature_version": features.FEATURE_VERSION, "tolerance": 1e-4, "pairs": cases}


def rounded(rows):
    return [[int(value) if value == int(value) else round(value, 6) for value in row] for row in rows]


def one_per_line(data):
    """The golden file with one pair a line, so that differences can be read."""
    head = json.dumps({key: value for key, value in data.items() if key != "pairs"})[:-1]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in data["pairs"])
    return f'{head}, "pairs": [\n{lines}\n]}}\n'


def check(path, model, cases):
    """Compares the written file with the network, if onnxruntime is there. Raises if they differ."""
    try:
        import onnxruntime
    except ImportError:
        print("onnxruntime is not installed: the written file was not checked")
        return
    session = onnxruntime.InferenceSession(str(path))
    worst = 0.0
    for case in cases:
        feed = {name: np.array([case[name]], np.int64 if name.endswith("_ids") else np.float32) for name in INPUTS}
        for name, rows in zip(OUTPUTS, session.run(OUTPUTS, feed)):
            worst = max(worst, float(np.abs(rows[0] - np.array(case[name])).max()))
    if worst > 1e-4:
        raise SystemExit(f"{path} differs from the network by {worst}")
    print(f"largest difference between {path.name} and the network: {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--guard", type=Path, help="what guard.py wrote for this checkpoint")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args()
    lexicon = features.Lexicon(json.loads((args.out / "lexicon.json").read_text()))
    reader = tokenizer.Tokenizer(args.out / "tokenizer.json")
    model = Calibrated(load_guarded(args.checkpoint, args.guard, len(reader.vocab)), args.temperature).eval()
    write_onnx(model, args.out / "model.onnx")
    data = golden(model, lexicon, reader)
    check(args.out / "model.onnx", model, data["pairs"])
    (args.out / "golden.json").write_text(one_per_line(data))
    (args.out / "config.json").write_text(json.dumps(config(), indent=2) + "\n")


if __name__ == "__main__":
    main()
