import { describe, expect, it } from 'vitest';
import type { WriteRequest } from '../../../src/core/claim.js';
import type { Decision, Resolution } from '../../../src/core/decision.js';
import { speaksOfChange } from '../../../src/guard/4-judge/resolutions.js';
import { decide, examine, resolutions } from '../../../src/guard/pipeline.js';
import { candidate, lexicon, reading, type Said } from '../../helpers/guard.js';

const REQUEST: WriteRequest = {
  op: 'remember',
  tenant: { orgId: 'acme', project: 'web' },
  statement: 'Deploys must use a red canary',
  who: 'bob',
  kind: 'decision',
  reason: 'red is seen better',
  source: null,
  scope: { env: null, team: null },
  validFrom: null,
  validUntil: null,
  entity: null,
  tags: ['deploy'],
  saidAt: null,
  forceException: false,
  reasonKind: null,
  targets: [],
  dependsOn: [],
  keyId: null,
  role: 'writer',
};

const STORED = 'Deploys must use a blue canary';

function ways(change: Partial<WriteRequest> = {}, said: Said = {}): Resolution[] {
  const request = { ...REQUEST, ...change };
  return resolutions(request, decisionOn(request.statement, said));
}

function decisionOn(statement: string, said: Said, ours: Said = {}, stored = STORED): Decision {
  const incoming = reading(statement, ours);
  return decide({
    incoming,
    examined: examine(incoming, [candidate('c1', stored, said)]),
    questions: [],
    scores: [],
    thresholds: { floor: 1, block: 1, warn: 1, same: null, maxPairs: 8 },
    nli: 'off',
    versions: { normalizer: 1, lexicon: lexicon.hash, model: null, rules: 1 },
  });
}

function way(action: Resolution['action'], found: Resolution[]): Resolution {
  const first = found.find((each) => each.action === action);
  if (first === undefined) throw new Error(`no ${action}`);
  return first;
}

describe('the ways out of a refused write', () => {
  it('are none for a write that was not refused', () => {
    expect(resolutions(REQUEST, decisionOn('Deploys must use a blue canary', {}))).toEqual([]);
  });

  it('end with giving up', () => {
    expect(ways().at(-1)).toEqual({ action: 'abandon', method: null, path: null, body: null, needs: [] });
  });

  it('supersede the stored claim with the whole statement', () => {
    const found = way('supersede', ways());
    expect(found).toMatchObject({ method: 'POST', path: '/v1/supersede', needs: [] });
    expect(found.body).toMatchObject({
      orgId: 'acme',
      project: 'web',
      claimIds: ['c1'],
      statement: REQUEST.statement,
      who: 'bob',
      reason: REQUEST.reason,
    });
  });

  it('ask for the reason of the new statement where none was given', () => {
    expect(way('supersede', ways({ kind: 'fact', reason: null })).needs).toEqual(['reason']);
  });

  it('keep why a supersede replaces', () => {
    const found = ways({ op: 'supersede', targets: ['c0'], whyReplaced: 'It moved' });
    for (const action of ['supersede', 'force_exception'] as const)
      expect(way(action, found).body).toMatchObject({ whyReplaced: 'It moved', reason: REQUEST.reason });
  });

  it('cancel the stored claim, for a reason that the writer must give', () => {
    expect(way('cancel_stored', ways())).toMatchObject({
      path: '/v1/cancel',
      body: { orgId: 'acme', project: 'web', claimId: 'c1', who: 'bob' },
      needs: ['reason'],
    });
  });

  it('force the write as it was sent', () => {
    const found = way('force_exception', ways());
    expect(found).toMatchObject({ path: '/v1/remember', needs: [] });
    expect(found.body).toMatchObject({
      statement: REQUEST.statement,
      reason: REQUEST.reason,
      tags: ['deploy'],
      forceException: true,
    });
  });

  it('ask for the reason of a force where none was given', () => {
    expect(way('force_exception', ways({ kind: 'fact', reason: null })).needs).toEqual(['reason']);
  });

  it('go back to supersede for a supersede, with its targets', () => {
    const found = ways({ op: 'supersede', targets: ['c0'] });
    expect(way('supersede', found).body).toMatchObject({ claimIds: ['c0', 'c1'], reason: REQUEST.reason });
    expect(way('force_exception', found)).toMatchObject({
      path: '/v1/supersede',
      body: { claimIds: ['c0'], forceException: true },
    });
  });
});

describe('a change', () => {
  it.each([
    'We are no longer on Redis',
    'The cache is now Redis',
    'We switched to Redis',
    'We moved from Memcached to Redis',
    'CHANGED FROM a to b',
    'We migrated from one, and later from another, to Redis',
    'Moved from one.\nChanged from two to three.',
  ])('is spoken of: %s', (statement) => {
    expect(speaksOfChange(statement)).toBe(true);
  });

  it.each([
    'The cache is Redis',
    'We moved from Memcached',
    'We moved from Memcached tomorrow',
    'We moved from Memcached.\nWrite to Redis.',
    'Go from a to b',
  ])('is not spoken of: %s', (statement) => {
    expect(speaksOfChange(statement)).toBe(false);
  });

  it('is looked for once, however often one might begin', () => {
    expect(speaksOfChange('changed from '.repeat(50_000))).toBe(false);
  });
});

describe('narrowing', () => {
  it('is not offered where the stored claim holds everywhere and always', () => {
    expect(ways().map(({ action }) => action)).toEqual(['supersede', 'cancel_stored', 'force_exception', 'abandon']);
  });

  it('asks for another environment where the stored claim names one and the statement none', () => {
    const found = way('narrow_scope', ways({}, { scope: { env: 'prod' } }));
    expect(found).toMatchObject({
      path: '/v1/remember',
      needs: ['scope.env'],
      body: { scope: { env: null, team: null } },
    });
  });

  it('asks for an end before the stored claim begins', () => {
    expect(way('narrow_window', ways({}, { from: '2026-05-01' })).needs).toEqual(['valid_until']);
  });

  it('asks for a beginning after the stored claim ends', () => {
    expect(way('narrow_window', ways({}, { until: '2026-05-01' })).needs).toEqual(['valid_from']);
  });

  it('offers no window where this statement begins when the stored claim does, or ends when it does', () => {
    const offered = (from: string | undefined, until: string | undefined) => {
      const said = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
      const decision = decisionOn(REQUEST.statement, said, said);
      return resolutions(REQUEST, decision).map(({ action }) => action);
    };
    expect(offered('2026-05-01', undefined)).not.toContain('narrow_window');
    expect(offered(undefined, '2026-05-01')).not.toContain('narrow_window');
  });

  it('offers no environment where the text itself names one', () => {
    const statement = 'In production, deploys must use a red canary';
    const decision = decisionOn(statement, { scope: { env: 'prod' } });
    expect(decision.tier).toBe('block');
    const found = resolutions({ ...REQUEST, statement }, decision).map(({ action }) => action);
    expect(found).not.toContain('narrow_scope');
  });

  it('comes after superseding where the text speaks of a change', () => {
    const plain = ways({}, { scope: { env: 'prod' } }).map(({ action }) => action);
    expect(plain[0]).toBe('narrow_scope');
    const request = { ...REQUEST, statement: 'From now on deploys must use a red canary' };
    const found = resolutions(request, decisionOn(REQUEST.statement, { scope: { env: 'prod' } }));
    expect(found[0]?.action).toBe('supersede');
  });

  it.each([
    ['Sera ruled Valdorn from 350 to 380', 'Aldric ruled Valdorn from 320 to 360', 'valid_from', '0360', ''],
    ['Sera rules Valdorn', 'Aldric has ruled Valdorn since 320', 'valid_until', '', '0320'],
  ])('narrow the window of a relation, to where it meets the other: %s', (statement, stored, field, from, until) => {
    const refused = decisionOn(statement, {}, {}, stored);
    const offered = resolutions({ ...REQUEST, statement }, refused).filter(({ action }) => action === 'narrow_window');
    expect(offered.map(({ needs }) => needs)).toEqual([[field]]);
    const narrowed = { ...(from === '' ? {} : { from }), ...(until === '' ? {} : { until }) };
    expect(decisionOn(statement, {}, narrowed, stored).tier).toBe('clean');
  });

  it('do not narrow a window that takes up no time of its own', () => {
    const statement = 'Sera ruled Valdorn from 330 to 340';
    const refused = decisionOn(statement, {}, {}, 'Aldric ruled Valdorn from 320 to 360');
    const actions = resolutions({ ...REQUEST, statement }, refused).map(({ action }) => action);
    expect(actions).toEqual(['supersede', 'cancel_stored', 'force_exception', 'abandon']);
  });
});
