"""Trains one network on prepared pairs and saves its averaged weights.

    python train.py --work WORK --seed 1 --steps 6000

WORK is what build.py made. Progress goes to stdout and WORK/train-SEED.jsonl. A training that was interrupted goes on with
--resume from the averaged weights that it saved last, at the rate where it stood.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

import features
import prepare
from model import LABELS, UNKNOWN, Net

POOL = 60
SMOOTH = 0.03
SWAP = 0.2
TEACH = 0.6
SISTERS = 24_000
WARM_UP = 100
LEVEL = 0.2
LONGEST = 44
WATCHED = ("mnli_m", "snli_dev", "wanli", "fever", "disco", "cad_train")
HERE = Path(__file__).parent


class Batches:
    """Endless batches of (inputs, what is possible, what the teachers say or None): each set gives its share of an epoch,
    pairs of like length stand together. Of pairs turned around the teachers were not asked."""

    def __init__(self, pairs, allowed, sets, shares, size, seed, taught=None):
        self.pairs, self.allowed, self.size, self.taught = pairs, allowed, size, taught
        self.members = [np.flatnonzero(sets == number) for number in range(len(shares))]
        self.shares = shares
        self.random = np.random.default_rng(seed)
        self.lengths = np.diff(pairs.premise.start) + np.diff(pairs.hypothesis.start)

    def epoch(self):
        chosen = [self.some(rows, share) for rows, share in zip(self.members, self.shares)]
        return self.random.permutation(np.concatenate(chosen))

    def some(self, rows, share):
        """That many of the rows, each as often as the others or once more."""
        rounds = -(-share // len(rows))
        return np.concatenate([self.random.permutation(rows) for _ in range(rounds)])[:share]

    def __iter__(self):
        while True:
            order = self.epoch()
            for at in range(0, len(order) - self.size + 1, self.size * POOL):
                pool = order[at : at + self.size * POOL]
                pool = pool[np.argsort(self.lengths[pool], kind="stable")]
                # What is left over is no batch: a network can't be trained on a single pair.
                groups = [pool[i : i + self.size] for i in range(0, len(pool) - self.size + 1, self.size)]
                for group in self.random.permutation(len(groups)):
                    yield self.batch(groups[group], self.random.random() < SWAP)

    def batch(self, rows, swap):
        tensors, allowed = tensors_of(self.pairs, rows, swap), self.allowed[rows]
        if swap:
            allowed = swapped(allowed)
        taught = None if swap or self.taught is None else torch.from_numpy(self.taught[rows].astype(np.float32))
        return tensors, torch.from_numpy(allowed), taught


def tensors_of(pairs, rows, swap=False):
    """The five inputs of the network for some pairs; with `swap` each pair is turned around."""
    p_ids, p_feats = prepare.pad(pairs.premise, rows, LONGEST)
    h_ids, h_feats = prepare.pad(pairs.hypothesis, rows, LONGEST)
    pair = pairs.pair[rows]
    if swap:
        p_ids, h_ids, p_feats, h_feats = h_ids, p_ids, h_feats, p_feats
        pair = pair[:, features.SWAP_ORDER] * np.array(features.SWAP_SIGN, np.float32)
    return [torch.from_numpy(x) for x in (p_ids, h_ids, p_feats, h_feats, pair)]


def swapped(allowed):
    """What is possible of the pair turned around: contradiction stays, entailment may become neutral and the reverse."""
    either = np.maximum(allowed[:, 0], allowed[:, 1])
    return np.stack([either, either, allowed[:, 2]], axis=1)


def row_losses(logits, allowed):
    """(negative log of the probability of what is possible, a little smoothed; whether anything is impossible), per row."""
    log = torch.log_softmax(logits, dim=-1)
    inside = torch.logsumexp(log + (1 - allowed) * -1e4, dim=-1)
    known = (allowed.sum(1) < len(LABELS)).float()
    return (-(1 - SMOOTH) * inside - SMOOTH * log.mean(-1)) * known, known


def loss_of(logits, allowed):
    """Mean loss of the rows that have a label."""
    losses, known = row_losses(logits, allowed)
    return losses.sum() / known.sum().clamp(min=1)


def student_loss(logits, allowed, taught):
    """The same with, at TEACH of the weight, what the teachers say of the rows that they were asked about."""
    if taught is None:
        return loss_of(logits, allowed)
    losses, known = row_losses(logits, allowed)
    asked = taught.sum(-1)
    followed = -(taught * torch.log_softmax(logits, dim=-1)).sum(-1)
    return ((1 - TEACH * asked) * losses + TEACH * followed).sum() / torch.maximum(known, asked).sum().clamp(min=1)


def predict(net, pairs, rows, size=128):
    """Probabilities [n, 3] of some pairs at temperature 1."""
    net.eval()
    with torch.no_grad():
        parts = [net(*tensors_of(pairs, rows[at : at + size])) for at in range(0, len(rows), size)]
    return torch.softmax(torch.cat(parts), dim=-1).numpy()


def accuracy(probs, allowed):
    """Share of pairs whose best label is possible; two-way sets count "not entailed" as one label."""
    return float(allowed[np.arange(len(probs)), probs.argmax(1)].mean())


def surprise(probs, allowed):
    """Mean negative log-likelihood of what is possible: finer than accuracy."""
    return float(-np.log((probs * allowed).sum(1) + 1e-9).mean())


class Average:
    """Exponential average of the weights and buffers."""

    def __init__(self, net, decay):
        self.decay = decay
        self.state = {name: value.clone() for name, value in net.state_dict().items()}

    def update(self, net, step):
        decay = min(self.decay, (1 + step) / (10 + step))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].lerp_(value, 1 - decay)
            else:
                self.state[name].copy_(value)


def optimizer_of(net, rate, decay):
    plain = [p for n, p in net.named_parameters() if p.ndim < 2]
    heavy = [p for n, p in net.named_parameters() if p.ndim >= 2]
    groups = [{"params": heavy, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=True)


def rate_at(progress, warm):
    """Share of the peak rate: up over WARM_UP steps, of which `warm` are done, level, then down along a cosine."""
    down = max(0.0, (progress - LEVEL) / (1 - LEVEL))
    return min(1.0, warm / WARM_UP) * (0.01 + 0.99 * (1 + math.cos(math.pi * down)) / 2)


def load_work(work):
    """Prepared pairs, what is possible of each, set numbers and names, and the held-out pairs."""
    meta = json.loads((work / "meta.json").read_text())
    labels = np.load(work / "labels.npz")
    return meta, labels, prepare.load(work / "train.npz"), prepare.load(work / "held.npz")


def shares_of(names, counts):
    """Pairs of each set per epoch: mix.json says how many, a set that it does not name gives all, each of them once."""
    mix = json.loads((HERE / "mix.json").read_text())
    return [mix.get(name, count) for name, count in zip(names, counts)]


def with_further(pool, work):
    """What teach.py wrote, beside all else that is trained on, and what the teachers say."""
    pairs, allowed, sets, shares = pool
    further, labels = prepare.load(work / "further.npz"), np.load(work / "further-labels.npz")
    allowed = np.concatenate([allowed, labels["allowed"]])
    sets = np.concatenate([sets, len(shares) + labels["labelled"]])
    shares = [*shares, SISTERS, int(labels["labelled"].sum())]
    return (prepare.joined(pairs, further), allowed, sets, shares), np.load(work / "taught.npy")


def forget(ids, share):
    """Hides some word pieces in place, so that not all is learned by heart; their channels stay."""
    ids[(torch.rand(ids.shape) < share) & (ids != 0)] = UNKNOWN


def train_step(net, optimizer, tensors, allowed, taught, half):
    with torch.autocast("cpu", torch.bfloat16, enabled=half):
        logits = net(*tensors)
    loss = student_loss(logits.float(), allowed, taught)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    optimizer.step()
    return loss.item()


def steps_of(net, batches, args, done=0):
    """Trains, and yields (step, averaged weights, mean loss) every so many steps and after the last."""
    optimizer, average = optimizer_of(net, args.rate, args.decay), Average(net, args.average)
    losses = []
    for step in range(done + 1, args.steps + 1):
        net.train()
        for group in optimizer.param_groups:
            group["lr"] = args.rate * rate_at(step / args.steps, step - done)
        tensors, allowed, taught = next(batches)
        for ids in tensors[:2]:
            forget(ids, args.forget)
        losses.append(train_step(net, optimizer, tensors, allowed, taught, args.half))
        average.update(net, step - done)
        if step % args.every == 0 or step == args.steps:
            yield step, average, float(np.mean(losses))
            losses = []


def train(args):
    torch.set_num_threads(args.threads)
    meta, labels, pairs, held = load_work(args.work)
    net, done = begin(args, meta["vocabulary"])
    shares = shares_of(meta["sets"], np.bincount(labels["train_sets"], minlength=len(meta["sets"])))
    pool = (pairs, labels["train_allowed"], labels["train_sets"], shares)
    pool, taught = with_further(pool, args.work) if args.taught else (pool, None)
    batches = iter(Batches(*pool, args.batch, args.seed + done, taught))
    started = time.time()
    for step, average, loss in steps_of(net, batches, args, done):
        report(average, args, meta, labels, held, step, loss, time.time() - started)


def begin(args, vocabulary):
    """The network, fresh or as it was saved last, and the steps that it has behind it."""
    torch.manual_seed(args.seed)
    net = Net(vocabulary, args.embedding, args.width, args.blocks, args.dropout)
    if args.resume:
        saved = torch.load(args.work / f"{args.name}.pt", weights_only=True)
        net.load_state_dict(saved["state"])
        torch.manual_seed(args.seed + saved["step"])
        return net, saved["step"]
    if args.start:
        net.load_state_dict(torch.load(args.work / "start.pt", weights_only=True))
    else:
        net.embedding.weight.data.copy_(torch.from_numpy(np.load(args.work / "vectors.npy")))
    return net, 0


def report(average, args, meta, labels, held, step, loss, seconds):
    """Saves the averaged weights and writes [accuracy, mean negative log-likelihood] on the held-out pairs of each set."""
    shape = {"embedding": args.embedding, "width": args.width, "blocks": args.blocks}
    saved = {"shape": shape, "state": average.state, "seed": args.seed, "step": step}
    torch.save(saved, args.work / f"{args.name}.pt")
    best = Net(meta["vocabulary"], **shape)
    best.load_state_dict(average.state)
    scores = {}
    for number, name in enumerate(meta["sets"]):
        rows = np.flatnonzero(labels["held_sets"] == number)
        if name in WATCHED and len(rows):
            probs, allowed = predict(best, held, rows), labels["held_allowed"][rows]
            scores[name] = [round(accuracy(probs, allowed), 4), round(surprise(probs, allowed), 4)]
    mean = np.mean(list(scores.values()), axis=0).round(4).tolist()
    row = {"step": step, "loss": round(loss, 4), "seconds": round(seconds), "mean": mean, "held": scores}
    with (args.work / f"{args.name}.jsonl").open("a") as log:
        print(json.dumps(row), file=log)
    print(json.dumps(row), flush=True)


def add_settings(parser, steps, batch, forget, dropout, every):
    """The options of any training, with its own defaults where trainings differ."""
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--forget", type=float, default=forget, help="share of word pieces hidden from each text")
    parser.add_argument("--average", type=float, default=0.999)
    parser.add_argument("--dropout", type=float, default=dropout)
    parser.add_argument("--every", type=int, default=every)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16: faster where the CPU can")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--name")
    parser.add_argument("--resume", action="store_true", help="go on from the weights that were saved last")
    parser.add_argument("--start", action="store_true", help="start from the weights of start.py")
    parser.add_argument("--taught", action="store_true", help="learn from the teachers of teach.py too")
    add_settings(parser, steps=8000, batch=64, forget=0.2, dropout=0.25, every=1000)
    parser.add_argument("--embedding", type=int, default=128)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=2)
    args = parser.parse_args()
    args.name = args.name or f"train-{args.seed}"
    if not args.resume:
        (args.work / f"{args.name}.jsonl").unlink(missing_ok=True)
    train(args)


if __name__ == "__main__":
    main()
