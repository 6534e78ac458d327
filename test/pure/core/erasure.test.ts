import { describe, expect, it } from 'vitest';
import { withoutStatement } from '../../../src/core/erasure.js';
import { newDecision } from '../../helpers/claims.js';
import { reading } from '../../helpers/guard.js';

describe('a decision about an erased statement', () => {
  it('keeps nothing of a reading that was recorded with it', () => {
    const { decision, request } = newDecision();
    const recorded = { ...decision, reading: { ...reading(request.statement), source: 'llm:small' } };
    const left = withoutStatement({ statement: request.statement, decision: recorded, request });
    expect(left.decision).not.toHaveProperty('reading');
    expect(JSON.stringify(left)).not.toMatch(/blue/i);
  });
});
