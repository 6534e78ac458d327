import { readConfig } from '../config.js';
import { DEFAULT_CONTEXT } from '../core/context.js';
import { DOCUMENT_MAX, type RawDocument } from '../core/document.js';
import type { NliScorer } from '../core/ports.js';
import type { Claiming } from '../flows/documents/told-claims.js';
import { type LintRun, lint } from '../flows/lint/lint.js';
import { nliOff } from '../inference/off.js';
import { statusOf } from '../lore/ingest/front-matter.js';
import { frontMatterErrors, readSentences } from '../lore/ingest/read.js';
import { loadLexicon } from '../start/lexicons.js';
import { openScorer } from '../start/nli-scorer.js';
import { packageVersion } from '../start/package-version.js';
import { systemClock } from '../start/system.js';
import { telemetryOff } from '../telemetry/off.js';
import { type CommandIo, namedDocuments, type UnreadFile } from './document-paths.js';
import { LINT_USAGE, readLintCommand } from './lint-command.js';
import { JudgeScorer } from './lint-judge.js';
import { jsonReport, type LintReport, sarifReport, summary, textReport } from './lint-report.js';
import { checkStored } from './lint-store.js';
import { asksForHelp } from './operator.js';

/** What a run of the command may be given by who starts it. */
export interface LintPorts {
  version: string;
  /** Opens the model that pairs which the rules leave open are asked about. */
  openJudge(): Promise<NliScorer & { close(): Promise<void> }>;
}

const FAILED = 2;

/** Those of this process. */
export async function lintPorts(): Promise<LintPorts> {
  const openJudge = () => openScorer({ ...readConfig(), NLI: 'on' }, console.error);
  return { version: await packageVersion(), openJudge };
}

/**
 * `loreguard lint`: contradictions inside and between documents, in memory, and with a server where one is named. The answer is
 * the exit status: 1 where something contradicts, 2 where it can't be done, or not with all files.
 */
export async function runLint(argv: readonly string[], io: CommandIo, ports: LintPorts): Promise<number> {
  if (asksForHelp(argv)) {
    io.out(LINT_USAGE);
    return 0;
  }
  try {
    const command = readLintCommand(argv);
    const { documents, unread, repeated } = await namedDocuments(command.paths, io, ['markdown']);
    for (const line of repeated) io.err(line);
    const model = command.isJudged ? await ports.openJudge() : null;
    const judge = model && new JudgeScorer(model);
    try {
      const lexicon = loadLexicon();
      const [start, before] = [systemClock.elapsed(), process.cpuUsage()];
      const looked = documents.map(lookThrough);
      const failed = [...unread, ...looked.flatMap((one) => one.failed)];
      for (const { uri, error } of failed) io.err(`${uri}:${error.line}:${error.column}: ${error.message}`);
      const read = looked.flatMap((one) => one.read);
      const run = await lintAll(read, { lexicon, scorer: judge ?? nliOff }, command.mode);
      const stored = command.server === null ? [] : await checkStored(command.server, run.statements);
      const ms = systemClock.elapsed() - start;
      const { user, system } = process.cpuUsage(before);
      const spent = { ms, cpuMs: (user + system) / 1000 };
      const judged = judge?.judged ?? null;
      const report = { ...run, documents: documents.length, failed, stored, judged, ...spent, version: ports.version };
      show(report, command.form, io);
      if (isContradicted(report)) return 1;
      return failed.length > 0 ? FAILED : 0;
    } finally {
      await model?.close();
    }
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : error}\n\n${LINT_USAGE}`);
    return FAILED;
  }
}

/** What a document says, and why not all of it is looked through. Beside front matter that is none its text is. */
function lookThrough({ uri, content }: RawDocument): { read: Claiming[]; failed: UnreadFile[] } {
  if (content.length > DOCUMENT_MAX) return notRead(uri, `is longer than ${DOCUMENT_MAX} characters; divide it`);
  const sentences = readSentences(content, uri);
  if (sentences === null) return notRead(uri, 'nests lists and quotes too deeply; write it with fewer levels');
  const failed = frontMatterErrors(content).slice(0, 1);
  return {
    read: [{ path: uri, sentences, status: statusOf(content) }],
    failed: failed.map((error) => ({ uri, error })),
  };
}

function notRead(uri: string, message: string): { read: Claiming[]; failed: UnreadFile[] } {
  return { read: [], failed: [{ uri, error: { path: '(document)', message, line: 1, column: 1 } }] };
}

function lintAll(
  read: readonly Claiming[],
  judging: { lexicon: ReturnType<typeof loadLexicon>; scorer: NliScorer },
  mode: Parameters<typeof lint>[2],
): Promise<LintRun> {
  const { calendar } = DEFAULT_CONTEXT;
  const nowTick = calendar.current(Math.floor(systemClock.now() / 1000)).unit.start;
  const deps = { ...judging, clock: systemClock, telemetry: telemetryOff, context: DEFAULT_CONTEXT, nowTick };
  return lint(deps, read, mode);
}

function show(report: LintReport, form: 'text' | 'json' | 'sarif', io: CommandIo): void {
  if (form === 'text') {
    for (const line of textReport(report)) io.out(line);
    return;
  }
  io.out(form === 'json' ? jsonReport(report) : sarifReport(report));
  io.err(summary(report));
}

function isContradicted({ findings, stored }: LintReport): boolean {
  return [...findings, ...stored].some(({ level }) => level === 'block');
}
