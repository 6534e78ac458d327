"""The network: convolutions, soft alignment in both directions, comparison, pooling, a small classifier."""

import copy

import torch
from torch import nn
from torch.nn import functional

import features

LABELS = ("entailment", "neutral", "contradiction")
UNKNOWN = 1
MASKED = -1e4


class Convolution(nn.Module):
    """Gated convolution over three neighbouring positions, with a residual. [batch, length, width] in and out."""

    def __init__(self, width):
        super().__init__()
        self.mix = nn.Linear(3 * width, 2 * width)
        self.norm = nn.LayerNorm(width)

    def forward(self, x, mask):
        inner = functional.pad(self.norm(x) * mask, (0, 0, 1, 1))
        around = torch.cat([inner[:, :-2], inner[:, 1:-1], inner[:, 2:]], dim=-1)
        return x + functional.glu(self.mix(around), dim=-1)


class Block(nn.Module):
    """Reads each text, aligns it with the other one, and compares each place with what it was aligned to."""

    def __init__(self, width):
        super().__init__()
        self.read = Convolution(width)
        self.key = nn.Linear(width, width)
        self.same = nn.Parameter(torch.tensor(2.0))
        self.compare = nn.Linear(4 * width, width)
        self.norm = nn.LayerNorm(width)
        self.scale = width**-0.5

    def fuse(self, x, aligned):
        seen = torch.cat([x, aligned, x - aligned, x * aligned], dim=-1)
        return self.norm(x + functional.gelu(self.compare(seen)))

    def forward(self, p, h, mask_p, mask_h, same):
        p, h = self.read(p, mask_p), self.read(h, mask_h)
        scores = self.key(p) @ self.key(h).transpose(1, 2) * self.scale + self.same * same
        over_h = torch.softmax(scores + (1 - mask_h.transpose(1, 2)) * MASKED, dim=2)
        over_p = torch.softmax(scores + (1 - mask_p) * MASKED, dim=1)
        return self.fuse(p, over_h @ h), self.fuse(h, over_p.transpose(1, 2) @ p)


class Net(nn.Module):
    """Logits [batch, 3] of LABELS from ids [batch, length], channels [batch, length, CHANNELS], pair features."""

    def __init__(self, vocabulary, embedding=128, width=128, blocks=2, dropout=0.2):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding, padding_idx=0)
        nn.init.normal_(self.embedding.weight, std=0.1)
        self.enter = nn.Linear(embedding + features.CHANNELS, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.dropout = nn.Dropout(dropout)
        self.pair_norm = nn.BatchNorm1d(features.PAIR_FEATURES)
        self.hidden = nn.Linear(8 * width + features.PAIR_FEATURES, 2 * width)
        self.out = nn.Linear(2 * width + features.PAIR_FEATURES, len(LABELS))

    def embed(self, ids, feats, mask):
        x = torch.cat([self.dropout(self.embedding(ids)), feats], dim=-1)
        return functional.gelu(self.enter(x)) * mask

    def begin(self, p_ids, h_ids, p_feats, h_feats, pair):
        """What the last block is given: either text, which of its places are words, the same pieces, the pair features."""
        mask_p = (p_ids != 0).unsqueeze(-1).to(p_feats.dtype)
        mask_h = (h_ids != 0).unsqueeze(-1).to(h_feats.dtype)
        same = ((p_ids.unsqueeze(2) == h_ids.unsqueeze(1)) & (p_ids.unsqueeze(2) != UNKNOWN)).to(p_feats.dtype)
        p, h = self.embed(p_ids, p_feats, mask_p), self.embed(h_ids, h_feats, mask_h)
        for block in self.blocks[:-1]:
            p, h = block(p, h, mask_p, mask_h, same)
        return p, h, mask_p, mask_h, same, self.pair_norm(pair)

    def conclude(self, begun):
        return conclude(begun, self.blocks[-1], self.hidden, self.out, self.dropout)

    def forward(self, *inputs):
        return self.conclude(self.begin(*inputs))


def pool(x, mask):
    mean = (x * mask).sum(1) / mask.sum(1)
    return torch.cat([mean, (x + (1 - mask) * MASKED).amax(1)], dim=-1)


def conclude(begun, last, hidden, out, dropout):
    """Logits from what `Net.begin` gave: the last block, pooling and a classifier."""
    p, h, mask_p, mask_h, same, pair = begun
    p, h = last(p, h, mask_p, mask_h, same)
    vp, vh = pool(p, mask_p), pool(h, mask_h)
    joint = torch.cat([vp, vh, (vp - vh).abs(), vp * vh, pair], dim=-1)
    inner = functional.gelu(hidden(dropout(joint)))
    return out(torch.cat([dropout(inner), pair], dim=-1))


class Guarded(nn.Module):
    """A second end for pairs of statements of one memory, with a last block and a classifier of its own. It begins as those of
    the network, which is shared up to there and stays as it is."""

    def __init__(self, net, dropout=0.2):
        super().__init__()
        self.net = net.requires_grad_(False).eval()
        self.last, self.hidden, self.out = (copy.deepcopy(part).requires_grad_() for part in (net.blocks[-1], net.hidden, net.out))
        self.dropout = nn.Dropout(dropout)

    def train(self, mode=True):
        super().train(mode)
        self.net.eval()
        return self

    def conclude(self, begun):
        return conclude(begun, self.last, self.hidden, self.out, self.dropout)

    def forward(self, *inputs):
        return self.conclude(self.net.begin(*inputs))


class Calibrated(nn.Module):
    """What is exported: probabilities of any pair at a temperature, and those of two statements of one memory."""

    def __init__(self, guarded, temperature):
        super().__init__()
        self.net = guarded.net
        self.guarded = guarded
        self.temperature = temperature

    def forward(self, premise_ids, hypothesis_ids, premise_feats, hypothesis_feats, pair_feats):
        begun = self.net.begin(premise_ids, hypothesis_ids, premise_feats, hypothesis_feats, pair_feats)
        logits = self.net.conclude(begun)
        return torch.softmax(logits / self.temperature, dim=-1), torch.softmax(self.guarded.conclude(begun), dim=-1)
