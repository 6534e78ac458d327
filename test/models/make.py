"""Makes the tiny models of this folder: real architectures and tokenizers as users have them, with random weights.

    pip install torch transformers tokenizers onnx
    python test/models/make.py

Beside each model lies reference.json: what the Python libraries make of some pairs. Not run in CI; the files are
committed, so that the tests need no Python.
"""

import json
import shutil
from pathlib import Path

import onnx
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = Path(__file__).parent

TEXTS = """
Deploys must use a blue canary. Deploys must never use a red canary. The gateway listens on port 8080 by default.
Tokens expire after thirty minutes of silence. Every change is reviewed by two people before it is merged. Secrets are
kept out of the repository. The old bridge was closed in winter and opened again in spring. No ship may leave the
harbour at night. Ships may leave the harbour whenever they like. The queen ruled the northern isles for twenty years.
Logging is enabled in production and disabled in tests. Caches are cleared once a day. Nobody clears the caches.
""".strip().replace("\n", " ").split(". ")

PAIRS = [
    ("Deploys must use a blue canary", "Deploys must never use a red canary"),
    ("No ship may leave the harbour at night", "Ships may leave the harbour whenever they like"),
    ("Caches are cleared once a day.", "Nobody clears the caches!"),
    ("Café-Größe: naïve façade, 42 %", "Zürich’s “quoted” words — and emoji 🎉, 東京"),
    ("port=8080", "The gateway doesn't listen\ton port 9090"),
    ("x", "y"),
    (" ".join(TEXTS), "Deploys must use a blue canary"),
    ("Deploys must use a blue canary", " ".join(TEXTS)),
    (" ".join(TEXTS), " ".join(reversed(TEXTS[1:]))),
]

MAX_LENGTH = 64
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
# Other orders than those of our own model, on purpose.
ORDERS = {
    "bert": ["contradiction", "entailment", "neutral"],
    "roberta": ["CONTRADICTION", "NEUTRAL", "ENTAILMENT"],
    "deberta": ["entailment", "neutral", "contradiction"],
}


def word_piece():
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.train_from_iterator(TEXTS, trainers.WordPieceTrainer(vocab_size=200, special_tokens=special))
    ids = [(name, tokenizer.token_to_id(name)) for name in ("[SEP]", "[CLS]")]
    tokenizer.post_processor = processors.BertProcessing(*ids)
    return tokenizer, {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}


def byte_pairs():
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=340, special_tokens=special, initial_alphabet=alphabet)
    tokenizer.train_from_iterator(TEXTS, trainer)
    ids = [(name, tokenizer.token_to_id(name)) for name in ("</s>", "<s>")]
    tokenizer.post_processor = processors.RobertaProcessing(*ids, trim_offsets=True, add_prefix_space=False)
    return tokenizer, {"pad_token": "<pad>", "unk_token": "<unk>", "cls_token": "<s>", "sep_token": "</s>"}


def unigram():
    special = ["[PAD]", "[CLS]", "[SEP]", "[UNK]"]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace("\t", " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    trainer = trainers.UnigramTrainer(vocab_size=200, special_tokens=special, unk_token="[UNK]")
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")],
    )
    return tokenizer, {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}


def build(name, config, tokenizer):
    labels = dict(enumerate(ORDERS[name]))
    config.id2label, config.label2id = labels, {label: at for at, label in labels.items()}
    torch.manual_seed(7)
    model = transformers.AutoModelForSequenceClassification.from_config(config, attn_implementation="eager").eval()
    with torch.no_grad():
        # Else a random model is sure of nothing, and every pair looks alike.
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(12)
    return model


def export(name, make_config, parts, input_names, file):
    tokenizer, special = parts
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / file).parent.mkdir(parents=True)
    pad = tokenizer.token_to_id(special["pad_token"])
    model = build(name, make_config(tokenizer.get_vocab_size(), pad), tokenizer)
    tokenizer.enable_truncation(MAX_LENGTH, strategy="longest_first")
    tokenizer.enable_padding(pad_id=pad, pad_token=special["pad_token"])
    inputs = tensors(tokenizer, PAIRS[:3], input_names)
    axes = {key: {0: "batch", 1: "length"} for key in input_names} | {"logits": {0: "batch"}}
    # Else the export leaves the wrapper, and all in it, in training.
    logits_of = Logits(model, input_names).eval()
    torch.onnx.export(
        logits_of, tuple(inputs.values()), folder / file, input_names=input_names,
        output_names=["logits"], dynamic_axes=axes, opset_version=14, dynamo=False,
    )
    shrink(folder / file)
    with torch.no_grad():
        logits = logits_of(*tensors(tokenizer, PAIRS, input_names).values())
    reference = [
        {
            "premise": premise, "hypothesis": hypothesis, "ids": encoded.ids[: sum(encoded.attention_mask)],
            "type_ids": encoded.type_ids[: sum(encoded.attention_mask)], "probabilities": row.softmax(-1).tolist(),
        }
        for (premise, hypothesis), encoded, row in zip(PAIRS, tokenizer.encode_batch(PAIRS), logits)
    ]
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    write(folder / "config.json", slim(model.config))
    write(folder / "tokenizer_config.json", special | {"model_max_length": int(1e30)})
    write(folder / "reference.json", reference)


class Logits(torch.nn.Module):
    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *values):
        return self.model(**dict(zip(self.names, values))).logits


def tensors(tokenizer, pairs, names):
    encoded = tokenizer.encode_batch(pairs)
    all_inputs = {
        "input_ids": torch.tensor([one.ids for one in encoded]),
        "attention_mask": torch.tensor([one.attention_mask for one in encoded]),
        "token_type_ids": torch.tensor([one.type_ids for one in encoded]),
    }
    return {name: all_inputs[name] for name in names}


def shrink(path):
    """Names and places of the source code are most of a tiny export."""
    model = onnx.load(path)
    model.graph.ClearField("value_info")
    for node in model.graph.node:
        node.ClearField("doc_string")
        node.ClearField("name")
        node.ClearField("metadata_props")
    onnx.save(model, path)


def slim(config):
    keep = ("model_type", "id2label", "max_position_embeddings", "pad_token_id", "vocab_size", "type_vocab_size")
    return {key: value for key, value in config.to_dict().items() if key in keep}


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


export(
    "bert",
    lambda size, pad: transformers.BertConfig(
        vocab_size=size, pad_token_id=pad, max_position_embeddings=MAX_LENGTH, **SIZES),
    word_piece(), ["input_ids", "attention_mask", "token_type_ids"], "model.onnx",
)
export(
    "roberta",
    lambda size, pad: transformers.RobertaConfig(
        vocab_size=size, pad_token_id=pad, max_position_embeddings=MAX_LENGTH + pad + 1, type_vocab_size=1, **SIZES),
    byte_pairs(), ["input_ids", "attention_mask", "token_type_ids"], "onnx/model.onnx",
)
export(
    "deberta",
    lambda size, pad: transformers.DebertaV2Config(
        vocab_size=size, pad_token_id=pad, max_position_embeddings=MAX_LENGTH, type_vocab_size=0, relative_attention=True,
        position_biased_input=False, pos_att_type=["p2c", "c2p"], share_att_key=True, norm_rel_ebd="layer_norm",
        position_buckets=16, max_relative_positions=-1, **SIZES | {"num_hidden_layers": 1}),
    unigram(), ["input_ids", "attention_mask"], "onnx/model_quantized.onnx",
)
