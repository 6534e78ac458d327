import { parseArgs } from 'node:util';
import { CLAIMS_MODES, type ClaimsMode } from '../core/document.js';

export const LINT_USAGE = `Looks for contradictions inside and between Markdown documents, and with a server where one is named.

  lint <path...> [--claims rules|all] [--json | --sarif] [--judge] [--url <server> [--key <key>] [--org <org>] [--project <project>]]

A path is a file, a folder, a glob or - for the standard input. Ends with 1 where something contradicts, with 0 where there is
nothing, or nothing but warnings, and with 2 where it can't be done, or a file can't be read.`;

/** What is asked for. */
export interface LintCommand {
  paths: string[];
  mode: ClaimsMode;
  form: 'text' | 'json' | 'sarif';
  /** Whether the model is asked about pairs that the rules leave open. */
  isJudged: boolean;
  server: { url: string; key: string | null; org: string | null; project: string | null } | null;
}

/**
 * Reads the words after the name of the command.
 * @throws Error that says what is wrong with them
 */
export function readLintCommand(words: readonly string[]): LintCommand {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const forms = { json: flag, sarif: flag, judge: flag };
  const options = { claims: text, url: text, key: text, org: text, project: text, ...forms };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (positionals.length === 0) throw new Error('Name at least one path.');
  const mode = CLAIMS_MODES.find((one) => one === (values.claims ?? 'rules'));
  if (mode === undefined || mode === 'none') throw new Error('--claims must be rules or all.');
  if (values.json === true && values.sarif === true) throw new Error('Choose --json or --sarif.');
  const form = values.json === true ? 'json' : values.sarif === true ? 'sarif' : 'text';
  return { paths: positionals, mode, form, isJudged: values.judge === true, server: serverOf(values) };
}

type Values = { [option in 'url' | 'key' | 'org' | 'project']?: string | undefined };

function serverOf({ url, key, org, project }: Values): LintCommand['server'] {
  if (url === undefined) {
    if (key === undefined && org === undefined && project === undefined) return null;
    throw new Error('--key, --org and --project are of a server: name it by --url.');
  }
  if (!URL.canParse(url)) throw new Error('--url must be the address of a server, such as http://127.0.0.1:8787.');
  return { url, key: key ?? null, org: org ?? null, project: project ?? null };
}
