import type { Span } from './world.js';

export const RULE_CODES = [
  'relation_exclusive',
  'too_many_parents',
  'parents_same_gender',
  'relation_cycle',
  'outside_lifespan',
] as const;
export type RuleCode = (typeof RULE_CODES)[number];

/** How an act misses the existence of who acts: before it, after it, or between two windows of it. */
export type Anachronism = 'EXISTED_BEFORE' | 'EXISTED_AFTER' | 'EXISTED_DURING_MISMATCH';

/** Relations that can't all stand. */
export interface Finding {
  code: RuleCode;
  /** Whether they clash in every reading of the dates, or only in some. */
  isCertain: boolean;
  /** Their ids, sorted: a least set, without any of which there is no clash. */
  core: readonly string[];
  /** Of an act outside an existence. */
  anachronism?: {
    claim: Anachronism;
    /** Who does not exist, by which act, and at which time it would have to. */
    thing: string;
    act: string;
    expected: Pick<Span, 'begins' | 'ends'>;
    actual: Pick<Span, 'begins' | 'ends'>;
  };
}

export function finding(code: RuleCode, isCertain: boolean, core: readonly string[]): Finding {
  return { code, isCertain, core: [...new Set(core)].sort() };
}
