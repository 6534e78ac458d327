import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { FindingKind } from '../../src/core/finding.js';
import { type LocalEndpoint, startEndpoint } from '../endpoint.js';

export const CASSETTES = new URL('./cassettes/', import.meta.url);

/** What a model answered when it was told each story once; by the hash of the story as it was told. */
export interface StoryCassette {
  prompt_hash: string;
  /** As it names itself. */
  model: string;
  recorded_at: string;
  /** Word for word. */
  told?: Record<string, string>;
  /** Of stories that are not our own, without words; null for what can't be used. */
  placed?: Record<string, PlacedFinding[] | null>;
}

/** Lines of a story, and what confuses about them. */
export interface PlacedFinding {
  ids: string[];
  kind: FindingKind;
}

export function readCassettes(): StoryCassette[] {
  const files = existsSync(CASSETTES) ? readdirSync(CASSETTES).sort() : [];
  return files.map((name) => JSON.parse(readFileSync(new URL(name, CASSETTES), 'utf8')) as StoryCassette);
}

export function storyKeyOf(message: string): string {
  return createHash('sha256').update(message).digest('hex');
}

/** A local endpoint that answers what is on cassettes, and nothing else. */
export function startReplay(cassettes: readonly StoryCassette[]): Promise<LocalEndpoint> {
  return startEndpoint(({ promptHash, user }) => {
    const known = cassettes.filter(({ prompt_hash }) => prompt_hash === promptHash);
    const key = storyKeyOf(user);
    for (const { told, placed } of known) {
      if (told?.[key] !== undefined) return told[key];
      if (placed?.[key] !== undefined) return worded(placed[key]);
    }
    return null;
  });
}

/** The question is not kept, as it holds words of the story. */
function worded(findings: readonly PlacedFinding[] | null): string {
  if (findings === null) return '(words that could not be used)';
  return JSON.stringify({ findings: findings.map((one) => ({ ...one, question: 'Is this still the case?' })) });
}
