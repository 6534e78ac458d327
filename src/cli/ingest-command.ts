import { parseArgs } from 'node:util';
import { TENANT_NAME, type Tenant } from '../core/scope.js';
import type { DocumentOutcome } from '../flows/documents/ingest-documents.js';

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

/** What came of the documents: one line for each error, and a summary. */
export function describeOutcomes(paths: readonly string[], outcomes: readonly DocumentOutcome[]): string[] {
  const errors = outcomes.flatMap((outcome, at) =>
    outcome.result === 'failed'
      ? outcome.errors.map(({ line, column, path, message }) => `${paths[at]}:${line}:${column}: ${path} ${message}`)
      : [],
  );
  const stored = outcomes.flatMap((one) => ('stored' in one ? [one.stored] : []));
  const countOf = (result: DocumentOutcome['result']) => outcomes.filter((one) => one.result === result).length;
  const relations = stored.reduce((sum, { relationIds }) => sum + relationIds.length, 0);
  const withdrawn = stored.reduce((sum, one) => sum + one.withdrawn, 0);
  const documents = (['stored', 'updated', 'unchanged', 'failed'] as const).map(
    (result) => `${countOf(result)} ${result}`,
  );
  return [...errors, `${documents.join(', ')}; ${relations} relations stored, ${withdrawn} withdrawn`];
}
