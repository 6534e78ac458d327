import type { Case } from '../../src/cli/labelled.js';
import type { StoryReader } from '../../src/core/detective.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import { openStoryReader } from '../../src/llm/story-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { rate } from '../stats.js';
import { readCassettes, startReplay } from './cassette.js';
import { byModel, byRules, joined, type Raised } from './readers.js';
import { claimOf, claimsOf, type LabelledStory, OWN_STORIES, storiesIn } from './told.js';

const DAY_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 60_000;

/** A story and what each reader raises about it; null where the model was not recorded. */
interface Read {
  story: LabelledStory;
  rules: Raised[];
  model: Raised[] | null;
}

/** What the rules find in stories, and what a model adds whose answers were recorded, beside what people say. */
export async function storyReport(stories: readonly LabelledStory[], lexicon: Lexicon): Promise<string> {
  const cassettes = readCassettes();
  const replay = await startReplay(cassettes);
  const reader = await openStoryReader({
    ...{ baseUrl: replay.baseUrl, apiKey: null, model: 'recorded', timeoutMs: TIMEOUT_MS },
    ...{ clock: systemClock, random: systemRandom },
  });
  const theirs = await readAll(stories, reader, lexicon);
  const own = await readAll(storiesIn(OWN_STORIES), reader, lexicon);
  await replay.close();
  const tapes = [...new Set(cassettes.map(({ model, recorded_at }) => `${model}, ${recorded_at}`))];
  return [
    ...byReaders('stories', theirs),
    ...byReaders('our own stories', own),
    `the model that reads stories: ${tapes.length === 0 ? 'none was recorded' : tapes.join('; ')}`,
  ].join('\n');
}

async function readAll(stories: readonly LabelledStory[], reader: StoryReader, lexicon: Lexicon): Promise<Read[]> {
  const read: Read[] = [];
  for (const story of stories) {
    const claims = claimsOf(story, lexicon);
    read.push({ story, rules: byRules(claims, lexicon), model: await byModel(reader, claims) });
  }
  return read;
}

function byReaders(name: string, all: readonly Read[]): string[] {
  if (all.length === 0) return [`${name}: none`];
  const recorded = all.flatMap(({ model, ...rest }) => (model === null ? [] : [{ ...rest, model }]));
  const left = all.length - recorded.length;
  return [
    ...linesOf(
      `${name}, rules alone`,
      all.map(({ story, rules }) => ({ story, raised: rules })),
    ),
    ...(left > 0 ? [`${name}: about ${left} of ${all.length} no model was recorded`] : []),
    ...linesOf(
      `${name}, model alone`,
      recorded.map(({ story, model }) => ({ story, raised: model })),
    ),
    ...linesOf(
      `${name}, rules and model`,
      recorded.map(({ story, rules, model }) => ({ story, raised: joined([...rules, ...model]) })),
    ),
  ];
}

/** How what is raised agrees with what people say: whether a story is flagged, of which kind, and about which claims. */
function linesOf(name: string, all: readonly { story: LabelledStory; raised: Raised[] }[]): string[] {
  if (all.length === 0) return [];
  const flagged = all.filter(({ raised }) => raised.length > 0);
  const wanted = all.filter(({ story }) => story.expect === 'flag');
  const right = flagged.filter(({ story }) => story.expect === 'flag');
  const ofKind = right.filter(({ story, raised }) => raised.some(({ kind }) => kind === story.kind));
  const withIds = right.filter(({ story, raised }) => raised.some((one) => holds(one, story.confused)));
  const exact = right.filter(({ story, raised }) => raised.some((one) => holdsOnly(one, story.confused)));
  const beside = right.flatMap(({ story, raised }) => raised.filter((one) => !touches(one, story.confused)));
  const ids = (some: readonly { story: LabelledStory }[]) => some.map(({ story }) => story.id).join(', ');
  const wrong = flagged.filter(({ story }) => story.expect !== 'flag');
  const missed = wanted.filter(({ raised }) => raised.length === 0);
  return [
    `${name} (${all.length}): flag precision ${rate(right.length, flagged.length)}, recall ${rate(right.length, wanted.length)}`,
    `  of the kind that people name ${rate(ofKind.length, right.length)}; all claims that confuse them ${rate(withIds.length, right.length)}, and no others ${rate(exact.length, right.length)}`,
    ...(beside.length > 0 ? [`  about other claims of a story that confuses: ${beside.length}`] : []),
    ...(wrong.length > 0 ? [`  flagged wrongly: ${ids(wrong)}`] : []),
    ...(missed.length > 0 ? [`  missed: ${ids(missed)}`] : []),
  ];
}

/** What is found in coherent documents whose statements are said one after the other, a day apart. */
export function documentFindings(cases: readonly Case[], lexicon: Lexicon): string {
  let statements = 0;
  let found = 0;
  for (const { writes } of cases.filter(({ isDocument }) => isDocument)) {
    const claims = writes.map(({ statement, env, team }, place) => {
      const said = { scope: { env, team }, saidAt: place * DAY_MS, place };
      return claimOf(lexicon, { id: String(place), who: 'eval', statement, ...said });
    });
    statements += claims.length;
    found += byRules(claims, lexicon).length;
  }
  const per = statements === 0 ? 0 : (found / statements) * 200;
  return `findings in coherent documents: ${found} of ${statements} statements, ${per.toFixed(2)} per 200 (goal: at most 1)`;
}

function holds({ claims }: Raised, confused: readonly number[]): boolean {
  return confused.every((n) => claims.some(({ id }) => id === String(n)));
}

function holdsOnly(one: Raised, confused: readonly number[]): boolean {
  return holds(one, confused) && one.claims.length === confused.length;
}

function touches({ claims }: Raised, confused: readonly number[]): boolean {
  return claims.some(({ id }) => confused.includes(Number(id)));
}
