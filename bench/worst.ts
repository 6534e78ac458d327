import { STATEMENT_MAX } from '../src/core/claim.js';
import { startServer } from '../test/helpers/server-process.js';
import { type CheckCost, leastCost, neighbours, warmUp } from '../test/worst-case/check.js';
import { worstDocuments } from '../test/worst-case/documents.js';
import { type Call, documentCall, manyValues, WAYS, Watched } from '../test/worst-case/requests.js';
import { type WorstText, worstTexts } from '../test/worst-case/texts.js';
import { atMost, goalTable } from './report.js';

/** Milliseconds of the event loop's CPU that any text may take to be checked. */
const CHECK_GOAL_MS = 100;
/** Milliseconds that `/health` may wait meanwhile, and while a document is taken in. */
const WAIT_GOAL_MS = 100;
const DOCUMENT_GOAL_MS = 200;
const TRIES = 5;
const SHOWN = 40;
/** Families that are sent to a server as well: those that cost most. */
const SENT = 15;

/** What one family of texts costs. */
interface WorstRow {
  text: WorstText;
  /** At a quarter, at half and at the whole of the longest statement. */
  quarterMs: number;
  halfMs: number;
  whole: CheckCost;
}

/**
 * Markdown: what the worst statements cost, how long a server is held up by them and by the worst documents, and the
 * goals with what was missed.
 * @param words measure only what has one of these in its name; none: everything
 */
export async function worstReport(databaseUrl: string, words: readonly string[]): Promise<string> {
  warmUp(worstTexts().filter(({ group }) => group === 'clause'));
  const isAsked = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
  const { rows, misses } = measureTexts(worstTexts().filter(({ group, name }) => isAsked(`${group} ${name}`)));
  const worst = rows[0]?.whole.total ?? 0;
  const statements = rows.slice(0, SENT).flatMap(({ text }) => callsOf(text));
  const lists = isAsked(MANY_VALUES) ? listCalls() : [];
  const documents = [...worstDocuments()].filter(([kind]) => isAsked(kind)).map(documentOf);
  const held = await measureWaits(databaseUrl, [...statements, ...lists]);
  const heldByDocuments = await measureWaits(databaseUrl, documents);
  const goals = [
    atMost(`CPU of checking the worst statement; ${misses} kinds above`, worst, CHECK_GOAL_MS, 'ms'),
    atMost('longest wait of /health meanwhile', held[0]?.wallMs ?? 0, WAIT_GOAL_MS, 'ms'),
    atMost('and while the worst document is taken in', heldByDocuments[0]?.wallMs ?? 0, DOCUMENT_GOAL_MS, 'ms'),
  ];
  return [textTable(rows), waitTable([...held, ...heldByDocuments]), goalTable(goals)].join('\n\n');
}

const MANY_VALUES = 'forty lists of 900 values';

/** A call with its name; `before` is stored first. */
interface Named {
  name: string;
  call: Call;
  before: readonly Call[];
}

function callsOf(text: WorstText): Named[] {
  return Object.entries(WAYS).map(([way, call]) => ({ name: `${text.name}, by ${way}`, call: call(text), before: [] }));
}

function listCalls(): Named[] {
  const { stored, check, remember } = manyValues();
  return Object.entries({ check, remember }).map(([way, call]) => ({
    name: `${MANY_VALUES}, by ${way}`,
    ...{ call, before: [stored] },
  }));
}

function documentOf([kind, content]: readonly [string, string]): Named {
  return { name: `document: ${kind}`, call: documentCall('worst.md', content), before: [] };
}

interface WaitRow {
  name: string;
  status: number;
  wallMs: number;
}

/** One call after the other to a server of its own, the longest waits of `/health` first. */
async function measureWaits(databaseUrl: string, calls: readonly Named[]): Promise<WaitRow[]> {
  // Without the model, which has a thread of its own, and without the refusal of a busy server, which would hide a wait.
  const server = await startServer({ DATABASE_URL: databaseUrl, NLI: 'off', MAX_EVENT_LOOP_DELAY_MS: '0' });
  const watched = new Watched(server);
  const rows: WaitRow[] = [];
  for (const { name, call, before } of calls) {
    rows.push({ name, ...(await watched.leastHold(call, WAIT_GOAL_MS, TRIES, before)) });
  }
  await watched.close();
  await server.kill();
  return rows.sort((a, b) => b.wallMs - a.wallMs);
}

/** The families whose longest text takes most, the worst first. Shorter ones are measured for what is shown only. */
function measureTexts(texts: readonly WorstText[]): { rows: WorstRow[]; misses: number } {
  const costs = texts.map((text) => ({ text, whole: costAt(text, STATEMENT_MAX) }));
  costs.sort((a, b) => b.whole.total - a.whole.total);
  const misses = costs.filter(({ whole }) => whole.total > CHECK_GOAL_MS).length;
  const rows = costs.slice(0, Math.max(SHOWN, misses)).map(({ text, whole }) => ({
    ...{ text, whole },
    quarterMs: costAt(text, STATEMENT_MAX / 4).total,
    halfMs: costAt(text, STATEMENT_MAX / 2).total,
  }));
  return { rows, misses };
}

function costAt({ make }: WorstText, length: number): CheckCost {
  const text = make(length);
  // Trying again costs most where it is least in doubt.
  return leastCost(text, neighbours(text), CHECK_GOAL_MS / 2, TRIES);
}

/** Markdown: one row a family, and how the steps grow: 1.0 is in proportion to the text, 2.0 with its square. */
function textTable(rows: readonly WorstRow[]): string {
  return [
    '| kind | repeated | 2 000 characters | 4 000 | 8 000 | exponent | read | keys | compared with 2 | decided |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(({ text, quarterMs, halfMs, whole }) => {
      const ms = [quarterMs, halfMs, whole.total].map((cost) => `${cost.toFixed(0)} ms`);
      const stages = [whole.read, whole.keys, whole.examine, whole.decide].map((cost) => cost.toFixed(0));
      const cells = [text.group, text.name.replaceAll('|', '\\|'), ...ms, growth(halfMs, whole.total), ...stages];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

function growth(half: number, whole: number): string {
  return Math.log2(whole / Math.max(half, 0.1)).toFixed(1);
}

function waitTable(rows: readonly WaitRow[]): string {
  return [
    '| sent | answer | longest wait of /health |',
    '|---|---|---|',
    ...rows.map(({ name, status, wallMs }) => `| ${name} | ${status} | ${wallMs.toFixed(0)} ms |`),
  ].join('\n');
}
