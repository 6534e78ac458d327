import { z } from 'zod';
import { SEVERITIES, VIOLATION_KINDS } from '../core/violation.js';
import type { OpenAbout } from '../flows/consistency/open-about.js';

/** What is open about an entity, as answers about the world show it. */

const OpenViolationSchema = z
  .object({
    id: z.string().describe('Of the violation: explain_violation tells more.'),
    kind: z.enum(VIOLATION_KINDS).describe('What kind of violation it is.'),
    severity: z.enum(SEVERITIES).describe('How much it weighs.'),
    sentence: z.string().describe('The same in words.'),
  })
  .describe('Something that is open about an entity.')
  .meta({ id: 'OpenAboutEntity' });

export const openField = (what: string) => z.array(OpenViolationSchema).describe(what);

export function presentOpen(open: readonly OpenAbout[]) {
  return open.map(({ violation: { id, kind, severity }, sentence }) => ({ id, kind, severity, sentence }));
}
