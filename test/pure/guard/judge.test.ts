import { describe, expect, it } from 'vitest';
import { type Candidate, CLAIM_KINDS, type ClaimKind } from '../../../src/core/claim.js';
import type { Policy } from '../../../src/core/context.js';
import { CONFLICTS_MAX, type Decision } from '../../../src/core/decision.js';
import type { NliThresholds } from '../../../src/core/nli-thresholds.js';
import { EVERYWHERE } from '../../../src/core/scope.js';
import { type NliScore, REASON_CODES } from '../../../src/core/verdict.js';
import { ask, decide, examine, unknownReading } from '../../../src/guard/pipeline.js';
import { candidate, lexicon, reading } from '../../helpers/guard.js';

const THRESHOLDS: NliThresholds = { floor: 0.5, block: 0.9, warn: 0.6, same: 0.7, maxPairs: 2 };
const VERSIONS = { normalizer: 1, lexicon: lexicon.hash, model: 'm', rules: 1 };

function decision(statement: string, stored: Candidate[], scores: (NliScore | null)[] = []): Decision {
  const incoming = reading(statement);
  const examined = examine(incoming, stored);
  const questions = ask(statement, examined, THRESHOLDS);
  const nli = scores.length > 0 ? 'asked' : 'off';
  return decide({ statement, incoming, examined, questions, scores, thresholds: THRESHOLDS, nli, versions: VERSIONS });
}

const RELATED = [candidate('a', 'Workers must keep failed jobs for the night shift')];
const INCOMING = 'Workers must throw failed jobs away before the night shift';

describe('the tier', () => {
  it('is clean beside nothing', () => {
    expect(decision('Deploys must be blue', [])).toMatchObject({ tier: 'clean', conflicts: [], warnings: [] });
  });

  it('is block where a stored claim surely contradicts', () => {
    const found = decision('Deploys must use a red canary', [candidate('a', 'Deploys must use a blue canary')]);
    expect(found.tier).toBe('block');
    expect(found.conflicts).toEqual([
      {
        claim: expect.objectContaining({ id: 'a', statement: 'Deploys must use a blue canary', who: 'alice' }),
        tier: 'block',
        code: 'value_differs',
        confidence: 'HIGH',
        stage: 'structural',
        score: 1,
        slots: {
          subject: ['canary deploy', 'canary deploy'],
          modality: ['must', 'must'],
          value: ['blue', 'red'],
        },
        shared: { scope: { env: null, team: null }, period: { from: null, until: null } },
        spans: {
          stored: [{ slot: 'value', start: 19, end: 23 }],
          incoming: [{ slot: 'value', start: 19, end: 22 }],
        },
        reason: 'Both require a value of the same kind for the same subject, and the values differ: blue, red.',
      },
    ]);
  });

  it.each([
    ['The log level is info', 'The log level is debug', /: info, debug\.$/],
    ["The logo's designer is Max", "The logo's designer is Jonas", /: Max, Jonas\.$/],
    ['Dorn is 34 years old', 'Dorn is 40 years old', /: 34 y, 40 y\.$/],
  ])('is told in the words of the texts: %j, %j', (stored, incoming, words) => {
    const { conflicts, warnings } = decision(incoming, [candidate('a', stored)]);
    expect([...conflicts, ...warnings].map(({ reason }) => reason)).toEqual([expect.stringMatching(words)]);
  });

  it('is unchanged for an exact repetition, even beside a conflict', () => {
    const stored = [candidate('a', 'Deploys must be blue'), candidate('b', 'Deploys must be red')];
    const found = decision('Deploys must be red', stored);
    expect(found).toMatchObject({ tier: 'unchanged', duplicateOf: 'b', conflicts: [], warnings: [] });
  });

  it('is warn for a repetition that takes the place of another claim', () => {
    const incoming = reading('Deploys must be red');
    const examined = examine(incoming, [candidate('b', 'Deploys must be red')]);
    const rest = { questions: [], scores: [], thresholds: THRESHOLDS, nli: 'off', versions: VERSIONS } as const;
    const found = decide({ incoming, examined, ...rest, replaces: true });
    expect(found).toMatchObject({ tier: 'warn', duplicateOf: null, conflicts: [] });
    expect(found.warnings).toMatchObject([{ code: 'same_text', claim: { id: 'b' } }]);
  });

  it('is warn where a model sees a contradiction but the windows overlap only possibly', () => {
    const stored = candidate('a', 'Workers must archive failed jobs at night', {
      from: '2026-03-02',
      until: '2026-03-02',
    });
    const incoming = reading('Workers must throw failed jobs away', { from: '2026-03', until: '2026-03' });
    const examined = examine(incoming, [stored]);
    const thresholds = { ...THRESHOLDS, floor: 0 };
    const questions = ask('Workers must throw failed jobs away', examined, thresholds);
    const scores = questions.map(() => ({ forward: 1, backward: 1 }));
    const found = decide({ incoming, examined, questions, scores, thresholds, nli: 'asked', versions: VERSIONS });
    expect(questions).toHaveLength(1);
    expect(found.tier).toBe('warn');
  });

  it('is warn for what is only unsure, and names the claim', () => {
    const found = decision('Mara lives in Lowmere', [candidate('a', 'Mara lives in Highkeep')]);
    expect(found.tier).toBe('warn');
    expect(found.warnings).toEqual([
      expect.objectContaining({ code: 'value_uncertain', claim: expect.objectContaining({ id: 'a' }) }),
    ]);
  });

  it('is warn when the normalizer failed', () => {
    const incoming = unknownReading(
      { statement: 'Deploys must be blue', scope: EVERYWHERE, from: null, until: null },
      lexicon,
    );
    const found = decide({
      incoming,
      examined: [],
      questions: [],
      scores: [],
      thresholds: THRESHOLDS,
      nli: 'off',
      versions: VERSIONS,
    });
    expect(found).toMatchObject({ tier: 'warn', warnings: [{ code: 'normalizer_failed_open', claim: null }] });
  });
});

describe('a policy', () => {
  const stored = [candidate('a', 'Deploys must use a blue canary')];
  const under = (policy: Partial<Policy>, kind?: ClaimKind, candidates = stored): Decision => {
    const incoming = reading('Deploys must use a red canary');
    const settings = { version: 3, policy: { warnKinds: [], warnCodes: [], ...policy } };
    return decide({
      ...{ incoming, examined: examine(incoming, candidates), questions: [], scores: [], thresholds: THRESHOLDS },
      ...{ nli: 'off', versions: VERSIONS, settings, ...(kind && { kind }) },
    });
  };

  it('makes a warning of a block, says so, and is noted', () => {
    const found = under({ warnCodes: ['value_differs'] });
    expect(found).toMatchObject({ tier: 'warn', conflicts: [], conflictsTotal: 0, settings: { version: 3 } });
    expect(found.warnings).toMatchObject([{ code: 'value_differs', loweredBy: 'code', claim: { id: 'a' } }]);
  });

  it('asks for the kind of either claim', () => {
    const convention = [{ ...stored[0], kind: 'convention' } as Candidate];
    expect(under({ warnKinds: ['convention'] }, 'convention').warnings).toMatchObject([{ loweredBy: 'kind' }]);
    expect(under({ warnKinds: ['convention'] }, 'decision', convention).tier).toBe('warn');
    expect(under({ warnKinds: ['fact'] }, 'decision', convention).tier).toBe('block');
  });

  it('lowers only: with every kind and code named, nothing comes out stronger', () => {
    const all = { warnKinds: CLAIM_KINDS, warnCodes: REASON_CODES };
    const same = [candidate('a', 'Deploys must use a red canary')];
    expect(under(all, 'decision', same).tier).toBe('unchanged');
    expect(under(all, 'decision', [candidate('a', 'Reviews must be required')]).tier).toBe('clean');
    expect(under(all, 'decision', [...stored, ...same]).tier).toBe('unchanged');
  });

  it('lets one conflict stand beside one that it lowers', () => {
    const convention = { ...candidate('b', 'Deploys must use a green canary'), kind: 'convention' } as Candidate;
    const found = under({ warnKinds: ['convention'] }, 'decision', [...stored, convention]);
    expect(found).toMatchObject({ tier: 'block', conflictsTotal: 1, conflicts: [{ claim: { id: 'a' } }] });
    expect(found.warnings).toMatchObject([{ claim: { id: 'b' }, loweredBy: 'kind' }]);
  });
});

describe('many conflicts', () => {
  const stored = Array.from({ length: CONFLICTS_MAX + 5 }, (_, at) =>
    candidate(`c${String(at).padStart(2, '0')}`, 'Deploys must be blue'),
  );

  it('are counted in full and listed up to the limit, in one order', () => {
    const found = decision('Deploys must be red', [...stored].reverse());
    expect(found.conflictsTotal).toBe(CONFLICTS_MAX + 5);
    expect(found.conflicts.map(({ claim }) => claim?.id)).toEqual(stored.slice(0, CONFLICTS_MAX).map(({ id }) => id));
  });

  it('are all on the record of what was compared', () => {
    expect(decision('Deploys must be red', stored).compared).toHaveLength(CONFLICTS_MAX + 5);
  });
});

describe('the NLI stage', () => {
  it('is asked about undecided pairs only, premise stored, hypothesis incoming', () => {
    const sure = candidate('sure', 'Workers must not throw failed jobs away before the night shift');
    const questions = ask(INCOMING, examine(reading(INCOMING), [sure, ...RELATED]), THRESHOLDS);
    expect(questions.map(({ nli }) => nli)).toEqual([{ premise: RELATED[0]?.statement, hypothesis: INCOMING }]);
  });

  it('is asked about the best pairs first, and no more than the limit', () => {
    const stored = [
      ...RELATED,
      candidate('b', 'Workers must keep failed jobs'),
      candidate('c', 'Workers must throw failed jobs to the owls'),
    ];
    const questions = ask(INCOMING, examine(reading(INCOMING), stored), THRESHOLDS);
    const overlaps = questions.map(({ pair }) => pair.verdict.overlap);
    expect(overlaps).toHaveLength(THRESHOLDS.maxPairs);
    expect(overlaps).toEqual([...overlaps].sort((a, b) => b - a));
  });

  it('warns above the lower threshold', () => {
    const found = decision(INCOMING, RELATED, [{ forward: 0.7, backward: 0.8 }]);
    expect(found.warnings).toEqual([expect.objectContaining({ code: 'nli_contradiction', stage: 'nli' })]);
  });

  it('tells of a repetition in other words, and never refuses one', () => {
    const found = decision(INCOMING, RELATED, [{ forward: 0, backward: 0, same: 0.9 }]);
    expect(found).toMatchObject({ tier: 'warn', conflicts: [], duplicateOf: null });
    expect(found.warnings).toEqual([
      expect.objectContaining({
        code: 'nli_restatement',
        stage: 'nli',
        reason: 'Read as a whole, the two texts appear to say the same.',
      }),
    ]);
    expect(decision(INCOMING, RELATED, [{ forward: 0, backward: 0, same: 0.6 }]).tier).toBe('clean');
  });

  it('counts the weaker of the two directions', () => {
    expect(decision(INCOMING, RELATED, [{ forward: 0.99, backward: 0.1 }]).tier).toBe('clean');
  });

  it('says nothing where it could not be asked', () => {
    expect(decision(INCOMING, RELATED, [null])).toMatchObject({ tier: 'clean', nli: 'asked' });
  });

  it('is asked about what structure only doubts, and leaves that warning where it sees nothing itself', () => {
    const stored = [candidate('a', 'Our editor lacks macOS support')];
    const unsure = decision('You can run the editor on macOS', stored, [{ forward: 0.1, backward: 0.1 }]);
    expect(unsure.warnings).toEqual([expect.objectContaining({ code: 'may_contradict', stage: 'structural' })]);
    const alike = decision('You can run the editor on macOS', stored, [{ forward: 0.1, backward: 0.1, same: 0.9 }]);
    expect(alike.warnings).toEqual(unsure.warnings);
    const sure = decision('You can run the editor on macOS', stored, [{ forward: 0.8, backward: 0.8 }]);
    expect(sure.warnings).toEqual([expect.objectContaining({ code: 'nli_contradiction', stage: 'nli' })]);
  });

  it('blocks where both directions are sure and something visible differs', () => {
    const stored = [candidate('a', 'The night shift must keep failed jobs forever')];
    const found = decision('The night shift must not keep any failed jobs at dawn', stored, [
      { forward: 0.99, backward: 0.95 },
    ]);
    expect(found.conflicts).toEqual([
      expect.objectContaining({ stage: 'nli', score: 0.95, code: 'nli_contradiction' }),
    ]);
  });
});
