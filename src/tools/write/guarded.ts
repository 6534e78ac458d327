import { z } from 'zod';
import type { Claim, WriteRequest } from '../../core/claim.js';
import type { Deps } from '../../flows/deps.js';
import { supersedingWrite } from '../../flows/supersede.js';
import type { Camel } from '../wire.js';
import {
  learnBody,
  learnRequest,
  rememberBody,
  rememberRequest,
  requireReason,
  requireTarget,
  supersedeBody,
  supersedeRequest,
  type Writer,
} from './bodies.js';

const op = 'What it does, as the operation of that name.';

/** Any guarded write, told apart by its `op`: what check and batch take. */
export const guardedBody = z
  .discriminatedUnion('op', [
    z
      .strictObject({ op: z.literal('remember').describe(op), ...rememberBody })
      .superRefine(requireReason)
      .describe('A remember.')
      .meta({ id: 'RememberItem' }),
    z
      .strictObject({ op: z.literal('learn').describe(op), ...learnBody })
      .describe('A learn.')
      .meta({ id: 'LearnItem' }),
    z
      .strictObject({ op: z.literal('supersede').describe(op), ...supersedeBody })
      .superRefine(requireTarget)
      .describe('A supersede.')
      .meta({ id: 'SupersedeItem' }),
  ])
  .describe('A guarded write: the body of the operation that `op` names.')
  .meta({ id: 'GuardedWrite' });
export type GuardedInput = Camel<z.infer<typeof guardedBody>>;

/**
 * The write that a body asks for, and the claims that it closes.
 * @throws Problem `not_found` or `not_active` for a claim that can't be replaced
 */
export async function guardedWriteOf(
  deps: Deps,
  by: Writer,
  input: GuardedInput,
): Promise<{ write: WriteRequest; replaced: Claim[] }> {
  switch (input.op) {
    case 'remember':
      return { write: rememberRequest(by, input), replaced: [] };
    case 'learn':
      return { write: learnRequest(by, input), replaced: [] };
    case 'supersede':
      return supersedingWrite(deps, supersedeRequest(by, input));
  }
}
