import { parseArgs } from 'node:util';
import { type Case, loadCases } from '../../src/cli/labelled.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import type { Decision } from '../../src/core/decision.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import type { NliScorer } from '../../src/core/ports.js';
import { Comparison } from '../../src/flows/comparison.js';
import { Stopwatch } from '../../src/flows/stopwatch.js';
import { nliOff } from '../../src/inference/off.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock } from '../../src/start/system.js';
import { telemetryOff } from '../../src/telemetry/off.js';
import { seeded } from '../../test/helpers/seeded.js';
import { type Entry, enter } from '../engines.js';
import { openPatientScorer } from '../inference.js';
import { costs } from './costs.js';
import { Crowd, type Guest } from './crowd.js';
import { documentLines, type Heard, heardLines, pairLines } from './report.js';
import { documentTexts, plain, withMade } from './texts.js';

const USAGE = 'npm run eval:related -- <folder or files> [--claims N] [--rules] [--misses]';

/** Of so many statements of documents, one is asked about. */
const DOCUMENTS_STEP = 3;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { claims: { type: 'string' }, rules: { type: 'boolean' }, misses: { type: 'boolean' } },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const cases = loadCases(positionals);
  const lexicon = loadLexicon();
  const scorer = values.rules === true ? null : await openPatientScorer();
  const judge = judgeOf(lexicon, scorer ?? nliOff);
  const texts = documentTexts(cases);
  const read = (statements: readonly string[]) => statements.map((statement) => enter(plain(statement), lexicon));
  const real = new Crowd(read(texts.all));
  const crowd = new Crowd(read(withMade(texts.all, Number(values.claims ?? 5000))));
  console.log(`${crowd.size} stored claims, ${real.size} of them statements of documents as they stand`);
  const pairs = await askPairs(cases, lexicon, crowd, judge);
  console.log(heardLines(pairs).join('\n'));
  console.log(pairLines(pairs, values.misses === true).join('\n'));
  // What is made of two halves would be related to either by its making.
  const asked = read(texts.told.filter((_, at) => at % DOCUMENTS_STEP === 0));
  const decisions: Decision[] = [];
  for (const entry of asked) decisions.push(await judge(entry, real.candidates(entry)));
  console.log(documentLines(decisions).join('\n'));
  console.log(costs(asked, real, lexicon));
  await scorer?.close();
}

type Judge = (incoming: Entry, stored: readonly Entry[]) => Promise<Decision>;

/** The guard as a write runs it, but for the store. */
function judgeOf(lexicon: Lexicon, scorer: NliScorer): Judge {
  const deps = { lexicon, scorer, clock: systemClock, telemetry: telemetryOff };
  return (incoming, stored) => {
    const { statement } = incoming.write;
    const watch = new Stopwatch(systemClock);
    const context = { ...DEFAULT_CONTEXT };
    const subject = {
      statement,
      kind: 'decision' as const,
      reading: incoming.reading,
      replaces: false,
      context,
      watch,
    };
    const candidates = stored.map(({ candidate }) => candidate);
    return new Comparison(deps, subject).decide({ candidates, isCut: false });
  };
}

/** The second statement of each labelled pair, with the first one stored somewhere among all others. */
async function askPairs(cases: readonly Case[], lexicon: Lexicon, crowd: Crowd, judge: Judge): Promise<Heard[]> {
  const next = seeded(9);
  const heard: Heard[] = [];
  for (const each of cases) {
    const [a, b] = each.writes;
    const isAsked = /^(pairs-|tp-free|tn-free)/.test(each.file) && !each.isDocument;
    if (!isAsked || a === undefined || b === undefined) continue;
    const guest: Guest = { entry: enter(a, lexicon), before: Math.floor(next() * crowd.size) };
    const incoming = enter(b, lexicon);
    const stored = crowd.candidates(incoming, guest);
    const decision = await judge(incoming, stored);
    heard.push({ each, isFound: stored.includes(guest.entry), decision });
  }
  return heard;
}

await main();
