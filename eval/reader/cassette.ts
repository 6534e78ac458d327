import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Proposal } from '../../src/core/proposal.js';
import { PROPOSED_PRONOUNS, PROPOSED_SLOTS, PROPOSED_STATES } from '../../src/core/proposal.js';
import { isNamed, quotedIn } from '../../src/core/quotation.js';
import { readAnswer } from '../../src/llm/answer.js';
import { type LocalEndpoint, startEndpoint } from '../endpoint.js';

export const CASSETTES = new URL('./cassettes/', import.meta.url);

/** Parts of a proposition that are words. */
const WORDED = ['quote', 'subject', 'slot', 'state', 'verb', 'filler', 'modalityQuote', 'condition'] as const;

/**
 * A part without its words: where it stands in the statement, that it is empty, that it stands nowhere in it, or a word of
 * one of our own lists.
 */
type PlacedPart = readonly [start: number, end: number] | string | null;
const INVENTED = null;

/** A proposition without words, for statements that are not our own. */
export type PlacedProposal = [
  ...parts: PlacedPart[],
  rest: Pick<Proposal, 'given' | 'modality' | 'only'> & { hedges?: Proposal['hedges'] },
];

/** What a model read in each statement once; by the hash of the statement. */
export interface ReaderCassette {
  prompt_hash: string;
  /** As it names itself. */
  model: string;
  recorded_at: string;
  /** Word for word. */
  told?: Record<string, string>;
  /** Null for what can't be used. */
  placed?: Record<string, PlacedProposal[] | null>;
}

export function readCassettes(): ReaderCassette[] {
  const files = existsSync(CASSETTES) ? readdirSync(CASSETTES).sort() : [];
  return files.map((name) => JSON.parse(readFileSync(new URL(name, CASSETTES), 'utf8')) as ReaderCassette);
}

export function statementKeyOf(statement: string): string {
  return createHash('sha256').update(statement).digest('hex');
}

const LISTED: ReadonlySet<string> = new Set([...PROPOSED_SLOTS, ...PROPOSED_STATES, ...PROPOSED_PRONOUNS]);

/** What is kept of an answer about a statement of others: nothing that could not be told without its words. */
export function placedOf(answer: string, statement: string): PlacedProposal[] | null {
  try {
    return readAnswer(answer).map((proposal) => {
      const { given, modality, only, hedges } = proposal;
      const parts = WORDED.map((name): PlacedPart => placeOf(proposal[name], statement));
      return [...parts, { given, modality, only, ...(hedges.length === 0 ? {} : { hedges }) }];
    });
  } catch {
    return null;
  }
}

function placeOf(part: string, statement: string): PlacedPart {
  if (part.trim() === '' || LISTED.has(part)) return part.trim();
  const found = isNamed(part) ? quotedIn(statement, part) : null;
  return found === null ? INVENTED : [found.start, found.end];
}

/** The answer as the model gave it, but for words that stand nowhere in the statement. */
function worded(placed: readonly PlacedProposal[] | null, statement: string): string {
  if (placed === null) return '(words that could not be used)';
  const propositions = placed.map((proposal) => {
    const parts = WORDED.map((name, at) => [name, wordsOf(proposal[at] as PlacedPart, statement)]);
    const { modalityQuote, ...told } = Object.fromEntries(parts) as Record<(typeof WORDED)[number], string>;
    const rest = proposal.at(-1) as Pick<Proposal, 'given' | 'modality' | 'only'>;
    return { ...told, modality_quote: modalityQuote, hedges: [], ...rest };
  });
  return JSON.stringify({ propositions });
}

function wordsOf(part: PlacedPart, statement: string): string {
  if (part === INVENTED) return '(words that do not stand in the statement)';
  return typeof part === 'string' ? part : statement.slice(part[0], part[1]);
}

/** A local endpoint that answers what is on cassettes, and nothing else. */
export function startReplay(cassettes: readonly ReaderCassette[]): Promise<LocalEndpoint> {
  return startEndpoint(({ promptHash, user }) => {
    const known = cassettes.filter(({ prompt_hash }) => prompt_hash === promptHash);
    const { statement } = JSON.parse(user) as { statement: string };
    const key = statementKeyOf(statement);
    for (const { told, placed } of known) {
      if (told?.[key] !== undefined) return told[key];
      if (placed?.[key] !== undefined) return worded(placed[key], statement);
    }
    return null;
  });
}
