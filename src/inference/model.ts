import type { NliPair } from '../core/ports.js';
import { crossEncoder, type PairKind, type Rows } from './cross-encoder.js';
import { ModelError } from './error.js';
import { type ModelCard, readModelFolder } from './folder.js';
import { type Label, labelOrder } from './labels.js';
import { isMini, miniModel } from './mini.js';
import { openSession } from './session.js';

/** Which model to open, as the configuration says it. */
export interface ModelChoice {
  dir: string;
  /** Digest that its ONNX file must have; null: any. */
  sha256: string | null;
  /** Meanings of its outputs in order, where its own config.json does not tell. */
  labels: readonly string[] | null;
}

/** How likely each label is; they sum to 1. */
export type Probabilities = Record<Label, number>;

/** An open model. Not for the thread that answers requests: a batch takes its time. */
export interface NliModel {
  digest: string;
  card: ModelCard;
  /** Whether it says something else of two statements of one memory than of any two texts. */
  tellsKindsApart: boolean;
  /** One direction: does the hypothesis follow from the premise? In the order of the pairs; by default of statements. */
  probabilities(pairs: readonly NliPair[], kind?: PairKind): Promise<Probabilities[]>;
  close(): Promise<void>;
}

/** @throws ModelError that names the setting and what to do */
export async function openModel({ dir, sha256, labels }: ModelChoice): Promise<NliModel> {
  const folder = await readModelFolder(dir, sha256);
  const order = labelOrder(folder.config.id2label, labels ?? undefined);
  const session = await openSession(folder.onnx);
  const tellsKindsApart = isMini(session);
  const rows = tellsKindsApart ? await miniModel(folder, session) : softened(crossEncoder(folder, session));
  const model: NliModel = {
    digest: folder.digest,
    card: folder.card,
    tellsKindsApart,
    probabilities: async (pairs, kind = 'statements') => (await rows(pairs, kind)).map((row) => named(row, order)),
    close: () => session.close(),
  };
  await requireThree(rows);
  return model;
}

/** One pair, asked once: what the names of the labels promise need not be what the graph does. */
async function requireThree(rows: Rows): Promise<void> {
  const [row = []] = await rows([{ premise: 'one', hypothesis: 'two' }], 'statements');
  if (row.length === 3 && row.every(Number.isFinite)) return;
  throw new ModelError('NLI_MODEL_DIR', `it answers ${row.join(', ')} for a pair; three numbers were expected.`);
}

function named(row: readonly number[], order: Readonly<Record<Label, number>>): Probabilities {
  const of = (label: Label) => row[order[label]] ?? Number.NaN;
  return { entailment: of('entailment'), neutral: of('neutral'), contradiction: of('contradiction') };
}

function softened(logits: Rows): Rows {
  return async (pairs, kind) => (await logits(pairs, kind)).map(softmax);
}

function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
