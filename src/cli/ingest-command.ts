import { parseArgs } from 'node:util';
import { CLAIMS_MODES, type ClaimsMode, formatOf } from '../core/document.js';
import { TENANT_NAME, type Tenant } from '../core/scope.js';
import { becameOf } from '../flows/documents/became.js';
import type { DocumentOutcome } from '../flows/documents/ingest-documents.js';
import type { IngestedLore } from '../flows/documents/ingest-lore.js';
import { STDIN } from './document-paths.js';

export const USAGE = `Stores documents in the configured database: Markdown, YAML and JSON; of a folder also its calendar.json and types.yaml.

  ingest <path...> [--claims none|rules|all] [--path <path>] [--dry-run] [--org <org>] [--project <project>] [--who <who>]
  ingest --remove <path...> [--dry-run] [--org <org>] [--project <project>] [--who <who>]

A path is a folder, a file, a glob or - for Markdown from the standard input, which --path gives the path that it is stored
under: what is sent under one path replaces what was there. --claims says which sentences of Markdown become
claims; by default those that did before, of new documents those that lay down a rule. --dry-run stores nothing. --remove takes
the paths of stored documents, as of files that are gone, and withdraws all that they said.`;

/** What an operator asks for. */
export interface IngestCommand {
  paths: string[];
  tenant: Tenant;
  who: string;
  /** Null: what each document had before. */
  claims: ClaimsMode | null;
  isDry: boolean;
  /** Whether the paths are those of stored documents, of which nothing is to stay. */
  isRemoval: boolean;
  /** What the text of the standard input is stored under; null where none is read. */
  stdinPath: string | null;
}

/**
 * Reads the words after the name of the program.
 * @throws Error that says what is wrong with them
 */
export function readCommand(words: readonly string[]): IngestCommand {
  const text = { type: 'string' } as const;
  const options = {
    org: text,
    project: text,
    who: text,
    claims: text,
    path: text,
    'dry-run': { type: 'boolean' },
    remove: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (positionals.length === 0) throw new Error('Name a folder, files, globs or -.');
  const tenant = { orgId: named('--org', values.org), project: named('--project', values.project) };
  const who = values.who?.trim() ?? 'command line';
  if (who === '' || who.length > 200) throw new Error('--who must have 1 to 200 characters.');
  const claims = CLAIMS_MODES.find((mode) => mode === values.claims) ?? null;
  if (values.claims !== undefined && claims === null) throw new Error(`--claims must be ${CLAIMS_MODES.join(', ')}.`);
  const stdinPath = pathOfStdin(positionals, values.path);
  const isRemoval = values.remove === true;
  if (isRemoval && (claims !== null || stdinPath !== null)) throw new Error('--remove takes no text and no --claims.');
  return { paths: positionals, tenant, who, claims, isDry: values['dry-run'] === true, isRemoval, stdinPath };
}

/** Under one name for all, the second text would silently take the place of the first. */
function pathOfStdin(paths: readonly string[], path: string | undefined): string | null {
  const isRead = paths.includes(STDIN);
  if (!isRead && path !== undefined)
    throw new Error(`--path names what comes from the standard input: give ${STDIN} too.`);
  if (isRead && (path === undefined || path.trim() === ''))
    throw new Error(
      `Say with --path what the standard input is to be stored under, such as --path CONTRIBUTING.md: what is sent under the same path replaces it.`,
    );
  if (path !== undefined && formatOf(path) !== 'markdown')
    throw new Error('--path must be that of Markdown, such as docs/api.md.');
  return path ?? null;
}

function named(option: string, text = 'default'): string {
  if (TENANT_NAME.test(text)) return text;
  throw new Error(`${option} must be 1 to 64 letters, digits, dots, hyphens or underscores.`);
}

/** Lines about sentences that are shown. */
const SENTENCES_MAX = 200;

/**
 * What came of the documents: a line for each error, each warning, each sentence that became or would be a claim, and each
 * violation that was found, and a summary that says where it was stored.
 */
export function describeIngested(
  paths: readonly string[],
  ingested: Pick<IngestedLore, 'documents' | 'violations' | 'contradictions' | 'counts' | 'claims'>,
  { tenant, isDry }: Pick<IngestCommand, 'tenant' | 'isDry'>,
): string[] {
  const { documents, violations, contradictions } = ingested;
  const told = documents.flatMap((outcome, at) => linesOf(paths[at] ?? '', outcome));
  const sentences = documents.flatMap((outcome, at) => sentencesOf(paths[at] ?? '', outcome));
  const further = sentences.length - SENTENCES_MAX;
  const more = further > 0 ? [`… and ${further} more sentences that are claims or were skipped`] : [];
  const found = [...violations, ...contradictions.map((one) => ({ ...one, kind: 'contradiction' }))].map(
    ({ kind, sides }) => `${kind}: ${sides.map(({ statement }) => statement).join(' | ')}`,
  );
  const where = `${isDry ? 'nothing stored in' : 'in'} org ${tenant.orgId}, project ${tenant.project}`;
  return [...told, ...sentences.slice(0, SENTENCES_MAX), ...more, ...found, `${summaryOf(ingested)}; ${where}`];
}

function summaryOf({ documents, counts, claims }: Pick<IngestedLore, 'documents' | 'counts' | 'claims'>): string {
  const countOf = (result: DocumentOutcome['result']) => documents.filter((one) => one.result === result).length;
  const results = (['stored', 'updated', 'unchanged', 'failed'] as const).map((one) => `${countOf(one)} ${one}`);
  const ofClaims = `${claims.stored} claims stored, ${claims.unchanged} unchanged, ${claims.removed} removed`;
  const repeated = counts.repeated === 0 ? '' : `, ${counts.repeated} of them stored already`;
  const ofLore = `${counts.relations} relations stored${repeated}, ${counts.withdrawn} withdrawn`;
  const toCompare = counts.toCompare + claims.toCompare;
  const left = toCompare === 0 ? '' : `, ${toCompare} not compared yet`;
  return `${results.join(', ')}; ${ofClaims}; ${ofLore}${left}`;
}

function linesOf(name: string, outcome: DocumentOutcome): string[] {
  if (outcome.result === 'failed') {
    return outcome.errors.map(({ line, column, path, message }) => `${name}:${line}:${column}: ${path} ${message}`);
  }
  if (outcome.result === 'unchanged') return [];
  return outcome.warnings.map(({ code, reason }) => `${name}: ${code}: ${reason}`);
}

function sentencesOf(name: string, outcome: DocumentOutcome): string[] {
  return [...becameOf(outcome)]
    .filter(({ became }) => became === 'claim' || became === 'skipped')
    .map(({ line, became, because, kind, statement }) => {
      const what = became === 'claim' ? `${kind}, ${because}` : `skipped, ${because}`;
      return `${name}:${line}: ${what}: ${statement}`;
    });
}
