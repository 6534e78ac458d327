import { parseArgs } from 'node:util';
import { TENANT_NAME, type Tenant } from '../core/scope.js';
import type { DocumentOutcome } from '../flows/documents/ingest-documents.js';
import type { IngestedLore } from '../flows/documents/ingest-lore.js';

export const USAGE = `Stores the lore of a folder in the configured database: Markdown, YAML and JSON documents, and calendar.json.

  ingest <folder> [--org <org>] [--project <project>] [--who <who>]`;

/** What an operator asks for. */
export interface IngestCommand {
  folder: string;
  tenant: Tenant;
  who: string;
}

/**
 * Reads the words after the name of the program.
 * @throws Error that says what is wrong with them
 */
export function readCommand(words: readonly string[]): IngestCommand {
  const text = { type: 'string' } as const;
  const options = { org: text, project: text, who: text };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new Error('Name one folder.');
  const tenant = { orgId: named('--org', values.org), project: named('--project', values.project) };
  const who = values.who?.trim() ?? 'command line';
  if (who === '' || who.length > 200) throw new Error('--who must have 1 to 200 characters.');
  return { folder, tenant, who };
}

function named(option: string, text = 'default'): string {
  if (TENANT_NAME.test(text)) return text;
  throw new Error(`${option} must be 1 to 64 letters, digits, dots, hyphens or underscores.`);
}

/** What came of the documents: one line for each error, each warning and for each violation that was found, and a summary. */
export function describeIngested(
  paths: readonly string[],
  { documents, violations, counts }: Pick<IngestedLore, 'documents' | 'violations' | 'counts'>,
): string[] {
  const told = documents.flatMap((outcome, at) => linesOf(paths[at] ?? '', outcome));
  const found = violations.map(({ kind, sides }) => `${kind}: ${sides.map(({ statement }) => statement).join(' | ')}`);
  const countOf = (result: DocumentOutcome['result']) => documents.filter((one) => one.result === result).length;
  const results = (['stored', 'updated', 'unchanged', 'failed'] as const).map((one) => `${countOf(one)} ${one}`);
  const { relations, withdrawn, toCompare } = counts;
  const left = toCompare === 0 ? '' : `, ${toCompare} not compared yet`;
  return [...told, ...found, `${results.join(', ')}; ${relations} relations stored, ${withdrawn} withdrawn${left}`];
}

function linesOf(name: string, outcome: DocumentOutcome): string[] {
  if (outcome.result === 'failed') {
    return outcome.errors.map(({ line, column, path, message }) => `${name}:${line}:${column}: ${path} ${message}`);
  }
  if (outcome.result === 'unchanged') return [];
  return outcome.warnings.map(({ code, reason }) => `${name}: ${code}: ${reason}`);
}
