import { createHash } from 'node:crypto';
import type { JudgedPair, JudgedSide, JudgeIdentity } from '../../core/judge.js';

/**
 * What a verdict is about, and who gave it: both texts with scopes and periods, what the judge is told to do, and its
 * model. Whatever else was asked in the same call is no part of it. SHA-256 in hexadecimal.
 */
export function verdictKey(pair: JudgedPair, { kind, model, promptHash }: JudgeIdentity): string {
  return digest([pairKeyOf(pair), kind, model, promptHash]);
}

/** The pair alone, whoever judges it. SHA-256 in hexadecimal. */
export function pairKeyOf({ stored, incoming }: JudgedPair): string {
  return digest([partsOf(stored), partsOf(incoming)]);
}

function partsOf({ statement, scope, validFrom, validUntil }: JudgedSide): unknown[] {
  return [statement, scope.env, scope.team, validFrom, validUntil];
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
