import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../models', import.meta.url));

/** Tiny models of real architectures with random weights; test/models/make.py made them. */
export const MODELS = ['bert', 'roberta', 'deberta'] as const;
export type ModelName = (typeof MODELS)[number];

/** What the Python libraries made of a pair. */
export interface Reference {
  premise: string;
  hypothesis: string;
  ids: number[];
  type_ids: number[];
  /** In the order of the outputs. */
  probabilities: number[];
}

export function modelDir(name: ModelName): string {
  return join(FOLDER, name);
}

export function readModelJson<T>(name: ModelName, file: string): T {
  return JSON.parse(readFileSync(join(modelDir(name), file), 'utf8')) as T;
}

/** A copy of a model that a test may spoil. */
export interface SpoiltModel {
  dir: string;
  remove(file: string): void;
  /** Writes text or bytes as they are, and anything else as JSON. */
  write(file: string, content: unknown): void;
  dispose(): void;
}

export function copyModel(name: ModelName): SpoiltModel {
  return copyFolder(modelDir(name));
}

export function copyFolder(folder: string): SpoiltModel {
  const dir = mkdtempSync(join(tmpdir(), 'loreguard-model-'));
  cpSync(folder, dir, { recursive: true });
  return {
    dir,
    remove: (file) => rmSync(join(dir, file)),
    write: (file, content) => writeFileSync(join(dir, file), isRaw(content) ? content : JSON.stringify(content)),
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function isRaw(content: unknown): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}
