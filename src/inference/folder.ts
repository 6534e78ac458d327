import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ModelError } from './error.js';

/** What of config.json counts. Much more may stand there. */
const Config = z.looseObject({
  model_type: z.string().default(''),
  id2label: z.record(z.string(), z.string()).default({}),
  max_position_embeddings: z.number().int().positive().optional(),
  pad_token_id: z.number().int().nonnegative().nullish(),
  max_premise_pieces: z.number().int().positive().optional(),
  max_hypothesis_pieces: z.number().int().positive().optional(),
  type_vocab_size: z.number().int().nonnegative().optional(),
});

/** How many pairs a write asks about, unless the card says otherwise. */
export const PAIRS_MAX = 8;

const share = z.number().min(0).max(1);

/** What was measured of a model and lies beside it; `nli calibrate` writes the thresholds. */
const Card = z.looseObject({
  thresholds: z
    .object({
      floor: share.optional(),
      warn: share.nullable(),
      block: share.nullable(),
      same: share.nullable().default(null),
      max_pairs: z.number().int().min(1).max(64).default(PAIRS_MAX),
    })
    .optional(),
  /** Which ONNX file the thresholds were found for, by its digest. */
  guard_calibration: z.looseObject({ model: z.string() }).optional(),
  /** Digests of the files that it was measured with. */
  sha256: z.record(z.string(), z.string()).default({}),
});

export type ModelConfig = z.infer<typeof Config>;
export type ModelCard = z.infer<typeof Card>;

/** The files of a model in the Hugging Face layout, read and checked. */
export interface ModelFolder {
  dir: string;
  onnx: Uint8Array;
  /** SHA-256 of the ONNX file, in hexadecimal. */
  digest: string;
  config: ModelConfig;
  tokenizer: Record<string, unknown>;
  tokenizerConfig: Record<string, unknown>;
  card: ModelCard;
}

export const CARD_FILE = 'card.json';

/**
 * Reads a model folder.
 * @param sha256 the digest that the ONNX file must have; null: any
 * @throws ModelError that says which file is missing or wrong
 */
export async function readModelFolder(dir: string, sha256: string | null): Promise<ModelFolder> {
  if (!existsSync(dir)) throw new ModelError('NLI_MODEL_DIR', `there is no folder ${dir}.`);
  const file = findOnnx(dir);
  const onnx = await readFile(join(dir, file));
  const digest = digestOf(onnx);
  if (sha256 !== null && digest !== sha256.toLowerCase()) {
    const what = `${join(dir, file)} has the digest ${digest}, not ${sha256}.`;
    throw new ModelError('NLI_MODEL_SHA256', `${what} Take the file that was meant, or set its digest.`);
  }
  const tokenizer = await readTokenizer(dir);
  return {
    ...{ dir, onnx, digest, tokenizer },
    config: parse(Config, dir, 'config.json', await readJson(dir, 'config.json')),
    tokenizerConfig: existsSync(join(dir, 'tokenizer_config.json')) ? await readJson(dir, 'tokenizer_config.json') : {},
    card: await readCard(dir),
  };
}

/** What a model was measured with must be what lies there. */
async function readCard(dir: string): Promise<ModelCard> {
  if (!existsSync(join(dir, CARD_FILE))) return Card.parse({});
  const card = parse(Card, dir, CARD_FILE, await readJson(dir, CARD_FILE));
  for (const [name, digest] of Object.entries(card.sha256)) {
    if (!existsSync(join(dir, name)) || digestOf(await readFile(join(dir, name))) === digest) continue;
    throw new ModelError(
      'NLI_MODEL_DIR',
      `${join(dir, name)} is not the file that ${CARD_FILE} was written for. Take the files of one model, all of them.`,
    );
  }
  return card;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One more file of the folder, checked. */
export async function readExtra<T extends z.ZodType>(dir: string, name: string, schema: T): Promise<z.infer<T>> {
  return parse(schema, dir, name, await readJson(dir, name));
}

function findOnnx(dir: string): string {
  const usual = ['model.onnx', join('onnx', 'model.onnx')].find((name) => existsSync(join(dir, name)));
  if (usual !== undefined) return usual;
  const folder = join(dir, 'onnx');
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => /^model.*\.onnx$/.test(name)) : [];
  const [only, ...rest] = others;
  if (only !== undefined && rest.length === 0) return join('onnx', only);
  const what = only === undefined ? 'has no model.onnx and no onnx/model*.onnx' : `has ${others.sort().join(', ')}`;
  const advice =
    only === undefined ? 'Export the model to ONNX first.' : 'Leave one of them, or name one onnx/model.onnx.';
  throw new ModelError('NLI_MODEL_DIR', `${dir} ${what}. ${advice}`);
}

async function readTokenizer(dir: string): Promise<Record<string, unknown>> {
  if (existsSync(join(dir, 'tokenizer.json'))) return readJson(dir, 'tokenizer.json');
  throw new ModelError(
    'NLI_MODEL_DIR',
    `${dir} has no tokenizer.json. Save the tokenizer of the model as a fast one; vocab.txt or spm.model do not do.`,
  );
}

async function readJson(dir: string, name: string): Promise<Record<string, unknown>> {
  const file = join(dir, name);
  if (!existsSync(file)) throw new ModelError('NLI_MODEL_DIR', `${dir} has no ${name}.`);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new ModelError('NLI_MODEL_DIR', `${file} is no JSON: ${(error as Error).message}`);
  }
}

function parse<T extends z.ZodType>(schema: T, dir: string, name: string, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new ModelError('NLI_MODEL_DIR', `${join(dir, name)} is not as expected: ${issues.join('; ')}`);
}
