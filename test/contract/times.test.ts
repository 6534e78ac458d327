import { describe, expect, test } from 'vitest';
import type { Tool } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';

/** Answers that have no time in the world to ask about, and why. */
const WITHOUT_AT_TIME: Readonly<Record<string, string>> = {
  claim_history: 'its versions are all there are, each with the window in which it holds',
  list_entities: '`alive_at` is its time in the world',
  lookup: 'it answers when each was',
  list_offspring: 'who is whose child does not change',
  true_during: 'it answers all intervals; `era`, `from` and `until` bound them',
  events_during: '`era`, `from` and `until` are its time in the world',
  timeline: '`from` and `until` are its time in the world',
  get_anachronisms: 'each is about two times in the world, which it tells',
  get_orphans: 'what nobody tells has no time',
  get_unresolved: 'whether somebody vouches for a name has no time in the world',
  to_story_date: 'it answers a time',
  ancestors_of: 'who is whose child does not change',
  descendants_of: 'who is whose child does not change',
  list_lineage: 'who is whose child does not change; of members it tells from when to when',
  person_profile: 'a life is told whole, each part with its time',
  significance_of: 'it counts all that is told, whenever it was',
  event_chain: 'a chain goes through time; it tells when each event was',
  summarize_chain: 'a chain goes through time; its sentences tell when',
  narrate_arc: '`from` and `until` are its time in the world',
  lore_about: 'passages that mention somebody, whatever time they tell of',
  cite: 'where something is said; the relation has its time',
  get_ontology_violations: 'a rule says itself which times it asks of',
  explain_violation: 'it is one violation, whose sides tell their times',
};

/** Answers that are no record of a world or of what is believed, and why. */
const WITHOUT_TIMES: Readonly<Record<string, string>> = {
  diff: 'its two system times are the question',
  list_decisions: 'what was decided never changes; `from` and `until` are system times',
  get_decision: 'what was decided never changes',
  audit: 'what was done never changes; `from` and `until` are system times',
  diagnose: 'counts of what is stored now; `from` and `until` bound the counts of decisions',
  latest_run: 'a run is a record of its time, and has an id',
  list_reviews: 'a queue of work as it stands',
  list_findings: 'a queue of questions as it stands; the evidence tells when each claim was said',
  session_calls: 'a record of questions, each with its time',
  list_eras: 'the calendar, of which there is one',
  get_calendar: 'the calendar, of which there is one',
  list_ontology_rules: 'settings, of which there is one version',
  list_types: 'settings, of which there is one version',
  get_settings: 'settings, of which there is one version',
  whoami: 'who asks now',
  list_projects: 'the projects that there are now',
  list_keys: 'the keys that there are now',
  harness: 'the rules of this server, of which there is one version',
  export: 'every version of everything, with its times',
};

const READS = TOOLS.filter(({ method }) => method === 'GET');

describe('every list and get can be asked as of both times', () => {
  test.each(READS.map((tool) => [tool.name, tool] as const))(
    '%s takes known_at and at_time, or is told why not',
    (name, tool) => {
      const isWithoutBoth = name in WITHOUT_TIMES;
      expect(fieldsOf(tool).has('known_at'), 'known_at').toBe(!isWithoutBoth);
      expect(fieldsOf(tool).has('at_time'), 'at_time').toBe(!isWithoutBoth && !(name in WITHOUT_AT_TIME));
    },
  );

  test('no exception is told of what is no read, nor twice', () => {
    const names = new Set(READS.map(({ name }) => name));
    const told = [...Object.keys(WITHOUT_AT_TIME), ...Object.keys(WITHOUT_TIMES)];
    expect(told.filter((name) => !names.has(name))).toEqual([]);
    expect(new Set(told).size).toBe(told.length);
  });

  test('what takes a time in the world says that it may not be readable', () => {
    const silent = READS.filter((tool) => fieldsOf(tool).has('at_time') && !tool.problems.includes('invalid_date'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

function fieldsOf({ query }: Tool): ReadonlySet<string> {
  return new Set(Object.keys((query as { shape?: object } | undefined)?.shape ?? {}));
}
