import { ingest } from './write/ingest.js';
import { learn } from './write/learn.js';
import { remember } from './write/remember.js';

/** A word that this API uses in a sense of its own. */
export interface GlossaryEntry {
  term: string;
  meaning: string;
}

export const GLOSSARY: readonly GlossaryEntry[] = [
  {
    term: 'project',
    meaning:
      'What is compared with each other: claims of one project never contradict those of another. It comes into being with its first write and belongs to an organisation (`org_id`).',
  },
  {
    term: 'claim',
    meaning:
      'One statement in the words of its writer, with who, why, and where and when it holds. It is never overwritten: it is active until it is superseded or cancelled.',
  },
  {
    term: 'norm',
    meaning:
      'What the guard reads out of a clause of a claim: who or what must, may, must not or does what, with which value. Norms are compared, not words; their parts are the slots that a conflict shows.',
  },
  {
    term: 'tier',
    meaning:
      'How a write was judged: `clean`, `warn` (stored with warnings), `block` (refused with 409), `forced` (stored on the record in spite of a conflict) or `unchanged` (stored before).',
  },
  {
    term: 'way out',
    meaning:
      'One of the `resolutions` of a refusal: a request that works as soon as the fields in its `needs` are filled in, such as a supersede or a narrower scope.',
  },
  {
    term: 'disputed',
    meaning:
      'Said of a claim or relation that is stored beside another one that it contradicts. Both stay readable, marked `is_disputed`, until a curator settles the contradiction.',
  },
  {
    term: 'unguarded',
    meaning:
      'Said of an active claim that the guard does not vouch for, as it was forced or could not be read. A curator can `vouch` for it.',
  },
  {
    term: 'provisional',
    meaning:
      'Said of an entity that was only mentioned: nobody vouched for it yet (`lore_verified: false`). A document that tells of it, or `mark_verified`, changes that.',
  },
  {
    term: 'retcon',
    meaning:
      'Declaring that a relation was never so, or was otherwise. It needs a reason, and the earlier belief stays readable at an earlier `known_at`.',
  },
  {
    term: 'times',
    meaning:
      '`valid_from` and `valid_until`: when it holds in the world. `said_at`: when it was said. `first_stored_at`: when it was first written here. `system_from`: since when this version of the record stands.',
  },
];

/** The operations that store knowledge, and which of them is the right one when. */
export const WHICH_WRITE: readonly GlossaryEntry[] = [remember, learn, ingest].map(({ name, useWhen }) => ({
  term: name,
  meaning: `when ${useWhen}`,
}));

/** The glossary in Markdown, under headings of a level. */
export function glossaryMarkdown(heading: string): string {
  const lines = GLOSSARY.map(({ term, meaning }) => `- **${term}**: ${meaning}`);
  const choice = WHICH_WRITE.map(({ term, meaning }) => `- \`${term}\` ${meaning}`);
  return [`${heading} Words`, '', ...lines, '', `${heading} Which write`, '', ...choice].join('\n');
}
