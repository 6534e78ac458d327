import { z } from 'zod';
import { REVIEW_ABOUT } from '../../core/violation.js';
import { Timestamp } from '../time-schemas.js';

/** What curators are asked to look at, as it stands on the wire. */
export const ReviewSchema = z
  .object({
    id: z.string().describe('Of the review.'),
    about: z.enum(REVIEW_ABOUT).describe('What is to be looked at.'),
    node_id: z.string().describe('Its id.'),
    reason: z.string().describe('Why, in the words of who asked.'),
    who: z.string().describe('Who asked.'),
    created_at: Timestamp.describe('When it was asked for.'),
    closed_at: Timestamp.nullable().describe('When it was closed; null: it is open.'),
    closed_by: z.string().nullable().describe('Who closed it; null: it is open.'),
    closing_reason: z.string().nullable().describe('What came of it; null: it is open.'),
  })
  .describe('What a curator is asked to look at.')
  .meta({ id: 'Review' });
