import { BETWEEN_HEADINGS, type Sentence } from '../../../core/document.js';
import type { DocumentSection } from '../../../core/document-words.js';
import type { Lexicon } from '../../../core/lexicon.js';

/**
 * What sentences are where one stands. Orders are `rules`; `steps` of a guide; `described`, where they say what an option does;
 * `recorded`, where they say what was changed; or `open`, where nothing tells. What is so is `agreed` among conventions, and what
 * has no verb where they are `grouped` under further headings. In a record of a decision it is `decided`; what is weighed for it is
 * `argued`, and what follows from it `expected`.
 */
export type Manner = 'rules' | 'agreed' | 'grouped' | 'steps' | 'described' | 'recorded' | 'open' | DocumentSection;

type Words = Pick<Lexicon, 'documents'>;

/**
 * What sentences are where one stands: what leads to its list, the nearest heading that tells it, else the name of the document
 * decides.
 */
export function mannerOf(
  { heading, form, list, text }: Pick<Sentence, 'heading' | 'form' | 'list' | 'text'>,
  path: string,
  lexicon: Words,
): Manner {
  if (isOfChanges(path, lexicon)) return 'recorded';
  const alone = ALONE.get(form);
  if (alone !== undefined) return alone;
  const said = labelled(text, lexicon) ?? (list === null ? null : sectionOf(list, lexicon));
  const headings = heading.split(BETWEEN_HEADINGS).reverse();
  const section = firstOf(headings, (place) => sectionOf(place, lexicon));
  // The verdict on what was only weighed is a part of that.
  if (said !== null) return section === 'argued' ? section : said;
  const places = path.split('/').reverse();
  const isForAgents = places.some((place) => wordsOf(place).some((word) => lexicon.documents.addressing.has(word)));
  const manner =
    section ??
    introduced(mannerUnder(headings, isForAgents, lexicon), headings, form, lexicon) ??
    firstOf(places, (place) => mannerIn(wordsOf(place), isForAgents, lexicon));
  if (manner === null || manner === 'open') return form === 'step' || CELLS.has(form) ? 'steps' : 'open';
  const isSettled = form === 'row' && manner === 'rules' && headings.some((place) => isAgreeing(place, lexicon));
  return isSettled ? 'grouped' : inCell(manner, form);
}

/** What is so wherever it stands: a footnote explains. */
const ALONE: ReadonlyMap<Sentence['form'], Manner> = new Map([
  ['heading', 'steps'],
  ['note', 'argued'],
]);

/** A record of changes by the name of its file; not one of decisions about them. */
function isOfChanges(path: string, { documents: { recording, decisionFolders } }: Words): boolean {
  const end = path.lastIndexOf('/') + 1;
  const isOf = (place: string, names: ReadonlySet<string>) => wordsOf(place).some((word) => names.has(word));
  return isOf(path.slice(end), recording) && !isOf(path.slice(0, end), decisionFolders);
}

/** What stands alone in a cell says nothing of anything, unless it is an order. */
function inCell(manner: Manner, form: Sentence['form']): Manner {
  if (!CELLS.has(form)) return manner;
  if (manner === 'rules') return 'steps';
  return form === 'cell' && SETTLED.has(manner) ? 'rules' : manner;
}

/** Where the rows of a table are settings. */
export const SETTLED: ReadonlySet<Manner> = new Set(['agreed', 'grouped', 'decided']);

function firstOf(places: readonly string[], tell: (place: string) => Manner | null): Manner | null {
  for (const place of places) {
    const manner = tell(place);
    if (manner !== null) return manner;
  }
  return null;
}

/** What is no sentence by itself orders nothing unless the table is one of rules. */
export const CELLS: ReadonlySet<Sentence['form']> = new Set(['cell', 'row']);

/** @param headings the nearest first */
function mannerUnder(headings: readonly string[], isForAgents: boolean, lexicon: Words): Manner | null {
  const last = headings.length - 1;
  for (const [at, heading] of headings.entries()) {
    const manner = mannerBy(heading, at > 0 && at === last, isForAgents, lexicon);
    if (manner === null) continue;
    if (manner === 'steps' || (manner === 'agreed' && at === 0)) return manner;
    const isGrouped = headings.slice(1, -1).some((around) => isAgreeing(around, lexicon));
    return isGrouped ? 'grouped' : manner === 'agreed' ? 'rules' : manner;
  }
  return null;
}

/** What stands right under a title like "Contribution guidelines" mostly introduces the document. */
function introduced(
  manner: Manner | null,
  [title = '', ...further]: readonly string[],
  form: Sentence['form'],
  { documents: { genres } }: Words,
): Manner | null {
  const isFront = manner === 'agreed' && further.length === 0 && form === 'sentence';
  return isFront && wordsOf(plainHeading(title)).some((word) => genres.has(word)) ? 'rules' : manner;
}

/** @param isTitle of a document names what kind of text it is, rather than what stands right under it */
function mannerBy(heading: string, isTitle: boolean, isForAgents: boolean, lexicon: Words): Manner | null {
  const { ruling, describing, surveying, genres, exemplary } = lexicon.documents;
  const words = wordsOf(plainHeading(heading));
  if (words.some((word) => exemplary.has(word))) return 'steps';
  if (isAgreeing(heading, lexicon)) return 'agreed';
  if (words.some((word) => ruling.has(word))) return 'rules';
  const heads = isAct(words, lexicon) ? [] : headsOf(heading, lexicon);
  if (heads.some((head) => describing.has(head)) || isCode(heading)) return 'described';
  const manner = mannerIn(isTitle ? words.filter((word) => !genres.has(word)) : words, isForAgents, lexicon);
  return manner ?? (!isTitle && heads.some((head) => surveying.has(head)) ? 'open' : null);
}

function isAgreeing(heading: string, { documents }: Words): boolean {
  const { agreeing, agreedNames, forbiddenNames, exemplary } = documents;
  const words = wordsOf(plainHeading(heading));
  if (words.some((word) => exemplary.has(word))) return false;
  const name = words.join(' ');
  return words.some((word) => agreeing.has(word)) || agreedNames.has(name) || forbiddenNames.has(name);
}

/** Whether what stands there is what is not to be: under "Do not", in a list that "Never:" leads to. */
export function isForbidden({ heading, list }: Pick<Sentence, 'heading' | 'list'>, { documents }: Words): boolean {
  const place =
    list ??
    heading.slice(
      heading.lastIndexOf(BETWEEN_HEADINGS) + (heading.includes(BETWEEN_HEADINGS) ? BETWEEN_HEADINGS.length : 0),
    );
  return documents.forbiddenNames.has(wordsOf(plainHeading(place)).join(' '));
}

/** Whether what stands there is asked of everybody again and again: "Checklist", "Before you open a pull request". */
export function isChecklist(
  { heading, list }: Pick<Sentence, 'heading' | 'list'>,
  path: string,
  { documents }: Words,
): boolean {
  return wordsOf(`${path} ${heading} ${list ?? ''}`).some((word) => documents.checking.has(word));
}

/** Whether a name says of what stands under it whether it is to be done: "Do", "Never". */
export function isPlaceName(name: string, { documents: { forbiddenNames, orderedNames } }: Words): boolean {
  const words = wordsOf(plainHeading(name)).join(' ');
  return forbiddenNames.has(words) || orderedNames.has(words);
}

/** A heading without what it has in brackets. */
function plainHeading(heading: string): string {
  return heading.replace(/\([^()]*\)/g, ' ');
}

/** What the parts of a heading are about: "project *structure* & module *names*". */
function headsOf(heading: string, { documents: { genres } }: Words): string[] {
  return plainHeading(heading)
    .split(/[&,/]| and /)
    .map((part) => wordsOf(part))
    .map((words) => headOf(genres.has(words.at(-1) ?? '') ? words.slice(0, -1) : words));
}

/** What a heading is about: "*options* of the command", "command *options*". */
function headOf(words: readonly string[]): string {
  const at = words.findIndex((word, index) => index > 0 && OF.has(word));
  return words.at(at < 0 ? -1 : at - 1) ?? '';
}

const OF: ReadonlySet<string> = new Set(['as', 'by', 'for', 'from', 'in', 'of', 'on', 'to', 'with']);

/** "Adding files", "When files are added": what is to be done, rather than what there is. */
function isAct([first = '']: readonly string[], { documents: { ordering, fronting } }: Words): boolean {
  const stem = first.endsWith('ing') ? first.slice(0, -3) : null;
  const isDoing = stem !== null && [stem, `${stem}e`, stem.slice(0, -1)].some((verb) => ordering.has(verb));
  return isDoing || fronting.has(first);
}

/** What agents are told of how a thing is built or run they are to keep to; how it is set up, a person does once. */
function mannerIn(words: readonly string[], isForAgents: boolean, { documents }: Words): Manner | null {
  if (words.some((word) => documents.ruling.has(word))) return 'rules';
  if (words.some((word) => documents.howTo.has(word))) return 'steps';
  return words.some((word) => documents.working.has(word)) ? (isForAgents ? 'open' : 'steps') : null;
}

/** The part of a record of a decision that something is called, whatever stands before or behind its name. */
function sectionOf(
  name: string,
  { documents: { sections, joining, arguing, weighing, verdicts } }: Words,
): DocumentSection | null {
  const words = wordsOf(name);
  const named = sections.get(words.join(' '));
  if (named !== undefined) return named;
  const opening = words[0] ?? '';
  // "Positive outcomes", unlike "good practices".
  const isJudging = verdicts.has(opening) && sections.get(opening) === 'argued';
  if (isJudging || words.some((word) => arguing.has(word) || weighing.has(word))) return 'argued';
  for (let length = Math.min(words.length - 1, NAME_MAX); length > 0; length -= 1) {
    const section = sections.get(words.slice(0, length).join(' '));
    if (section === undefined) continue;
    // "Decision and …" and its like may be of anything.
    const isJoined = section !== 'decided' && joining.has(words[length] ?? '');
    if (isJoined || isLabel(name, words[length - 1])) return section;
  }
  return null;
}

/** Words of the name of a part. */
const NAME_MAX = 5;

/** "Decision: …" */
function isLabel(name: string, last: string | undefined): boolean {
  const end = name.indexOf(':');
  return end > 0 && wordsOf(name.slice(0, end)).at(-1) === last;
}

/**
 * Whether what stands there is said of one of several ways that are weighed: under "Considered options", under "Cons" of one of them.
 * It tells what would be so.
 */
export function isWeighed({ heading }: Pick<Sentence, 'heading'>, { documents: { weighing } }: Words): boolean {
  return wordsOf(heading).some((word) => weighing.has(word));
}

const LABEL_MAX = 40;

/** "Decision: …", "Good, because …" */
function labelled(text: string, lexicon: Words): DocumentSection | null {
  const { sections, verdicts } = lexicon.documents;
  const end = text.slice(0, LABEL_MAX).search(/[:,]/);
  if (end <= 0) return null;
  const label = wordsOf(text.slice(0, end)).join(' ');
  if (verdicts.has(label)) return 'argued';
  return text[end] === ':' ? (sections.get(label) ?? null) : null;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** A heading that is a piece of code: a function, an option. */
function isCode(heading: string): boolean {
  const opening = heading.indexOf('(');
  return heading.startsWith('`') || (/\w$/.test(heading.slice(0, Math.max(opening, 0))) && heading.endsWith(')'));
}
