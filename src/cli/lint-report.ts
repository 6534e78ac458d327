import type { LintFinding, LintRun } from '../flows/lint/lint.js';
import type { Stated } from '../flows/lint/stated.js';
import type { UnreadFile } from './document-paths.js';
import type { Judged } from './lint-judge.js';
import type { StoredConflict } from './lint-store.js';

/** What a run came to, beside what the server says. */
export interface LintReport extends LintRun {
  documents: number;
  /** Files that could not be read, or not whole. */
  failed: readonly UnreadFile[];
  stored: readonly StoredConflict[];
  /** Null where no model was asked for. */
  judged: Judged | null;
  /** Milliseconds that reading and comparing took, without starting. */
  ms: number;
  /** The same of processor time, which others on the machine don't lengthen. */
  cpuMs: number;
  version: string;
}

/** `docs/a.md:12: … ↔ docs/b.md:3: …, value_differs, …`, a line each, and a summary. */
export function textReport(report: LintReport): string[] {
  const lines = problemsOf(report).map(
    ({ level, code, reason, first, second }) => `${placed(first)} ↔ ${placed(second)}, ${code}, ${level}: ${reason}`,
  );
  return [...lines, summary(report)];
}

/** How much was looked through, how long that took, and what was found. */
export function summary(report: LintReport): string {
  const problems = problemsOf(report);
  const countOf = (level: LintFinding['level']) => problems.filter((one) => one.level === level).length;
  const of = `${report.statements.length} statements of ${report.documents} documents in ${Math.round(report.ms)} ms (${Math.round(report.cpuMs)} ms of processor time)`;
  return `${of}: ${countOf('block')} contradictions, ${countOf('warn')} warnings${unread(report)}${asked(report)}`;
}

function unread({ failed }: LintReport): string {
  if (failed.length === 0) return '';
  return `; ${failed.length} ${failed.length === 1 ? 'file' : 'files'} could not be read`;
}

/** What the model was asked, and what it did not answer. */
function asked({ judged }: LintReport): string {
  if (judged === null) return '';
  const { pairs, unanswered, fault } = judged;
  const silent = unanswered === 0 ? '' : `, ${unanswered} of them in vain (${fault ?? 'no answer'})`;
  return `; the model was asked about ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}${silent}`;
}

export function jsonReport(report: LintReport): string {
  const { documents, statements, sentences, ms, cpuMs } = report;
  const counts = { documents, sentences, statements: statements.length, ms: Math.round(ms), cpu_ms: Math.round(cpuMs) };
  const failed = report.failed.map(({ uri, error: { line, column, message } }) => ({
    path: uri,
    line,
    column,
    message,
  }));
  return JSON.stringify({ ...counts, failed, judged: report.judged, findings: problemsOf(report) }, null, 2);
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport(report: LintReport): string {
  const problems = problemsOf(report);
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const driver = {
    name: 'loreguard',
    version: report.version,
    rules: codes.map((id) => ({ id, shortDescription: { text: id.replaceAll('_', ' ') } })),
  };
  const notifications = report.failed.map(({ uri, error: { line, message } }) => ({
    level: 'error',
    message: { text: message },
    locations: [locationOf({ path: uri, line })],
  }));
  const invocation = { executionSuccessful: notifications.length === 0, toolExecutionNotifications: notifications };
  const results = problems.map(({ level, code, reason, first, second }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: level === 'block' ? 'error' : 'warning',
    message: { text: `${second.statement} ↔ ${first.statement}: ${reason}` },
    locations: [locationOf(second)],
    ...(first.line === null
      ? {}
      : { relatedLocations: [{ ...locationOf(first), message: { text: first.statement } }] }),
  }));
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', invocations: [invocation], results }],
    },
    null,
    2,
  );
}

/** A side of what was found: in a document, or a claim of the server, which has no line. */
interface Side {
  path: string;
  line: number | null;
  heading: string | null;
  statement: string;
  claimId: string | null;
}

interface FoundProblem {
  level: LintFinding['level'];
  code: string;
  reason: string;
  first: Side;
  second: Side;
}

function problemsOf({ findings, stored }: Pick<LintReport, 'findings' | 'stored'>): FoundProblem[] {
  return [
    ...findings.map(({ level, code, reason, sides: [first, second] }) => ({
      ...{ level, code, reason, first: sideOf(first), second: sideOf(second) },
    })),
    ...stored.map(({ level, code, reason, claim, stated }) => ({
      ...{ level, code, reason, second: sideOf(stated) },
      first: { path: claim.who, line: null, heading: null, statement: claim.statement, claimId: claim.id },
    })),
  ];
}

function sideOf({ path, claim: { statement, sentence } }: Stated): Side {
  return { path, line: sentence.line, heading: sentence.heading, statement, claimId: null };
}

function placed({ path, line, statement, claimId }: Side): string {
  return line === null ? `claim ${claimId} (${path}): ${statement}` : `${path}:${line}: ${statement}`;
}

function locationOf({ path, line }: Pick<Side, 'path' | 'line'>) {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line ?? 1 } } };
}
