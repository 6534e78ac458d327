import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { calendarErrors } from '../core/calendar-check.js';
import { type CalendarDefinition, CalendarInput } from '../core/calendar-definition.js';
import { type DocumentError, formatOf, type RawDocument } from '../core/document.js';
import { type FieldError, Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { type TypeTemplate, typeTemplates } from '../core/type-template.js';
import { changeCalendar } from '../flows/calendar.js';
import type { IngestDocuments } from '../flows/documents/ingest-documents.js';
import { type IngestedLore, ingestLore } from '../flows/documents/ingest-lore.js';
import type { LoreDeps } from '../flows/documents/lore-deps.js';
import { declareType } from '../flows/lore/types.js';
import type { SweepDeps } from '../flows/sweep.js';
import { describeErrors, readShaped } from '../lore/ingest/shaped.js';
import { getSettings } from '../store/queries/projects/projects.js';
import { readText } from './read-text.js';

/** A world in a folder: its documents, by their paths in it, its calendar, and the types of entities that it declares. */
export interface Folder {
  documents: RawDocument[];
  calendar: CalendarDefinition | null;
  types: DeclaredTypes | null;
  /** Files that are no text. */
  unread: { uri: string; error: DocumentError }[];
  /** Documents that are about the folder, and no part of the world. */
  leftOut: string[];
}

/** The types of a world, and words for what is wrong with one, which say where in the file. */
interface DeclaredTypes {
  templates: readonly TypeTemplate[];
  explain(errors: readonly FieldError[]): string;
}

const CALENDAR = /^calendar\.(?:json|ya?ml)$/;
const TYPES = /^types\.(?:json|ya?ml)$/;
/** Hidden files are nobody's, but for rules that are written for agents. */
const HIDDEN = /(?:^|\/)[.]|(?:^|\/)node_modules\//;
const RULES = /^(?:[^/]+\/)*\.(?:cursorrules|windsurfrules|clinerules)$/;
const README = /(?:^|\/)readme\.md$/i;

/**
 * Reads the documents of a folder and of those in it, in the order of their paths. A `calendar.json` (or `.yaml`) at its
 * top is the calendar, and a `types.yaml` (or `.json`) declares types; a README is about the folder, and hidden files
 * are nobody's.
 * @throws Error when the folder can't be read, Problem `invalid_request` for a calendar or types that are none
 */
export async function readFolder(folder: string): Promise<Folder> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder.`);
  const paths = await pathsOf(folder);
  const documents: RawDocument[] = [];
  const leftOut: string[] = [];
  const unread: Folder['unread'] = [];
  let calendar: CalendarDefinition | null = null;
  let types: DeclaredTypes | null = null;
  for (const path of paths) {
    const format = formatOf(path);
    if (format === null) continue;
    if (README.test(path)) {
      leftOut.push(path);
      continue;
    }
    const content = await readText(join(folder, path));
    if (typeof content !== 'string') {
      unread.push({ uri: path, error: content });
    } else if (CALENDAR.test(path)) calendar = readCalendar(path, content);
    else if (TYPES.test(path)) types = readTypes(path, content);
    else documents.push({ uri: path, format, content });
  }
  requireSettings(unread);
  return { documents, calendar, types, unread, leftOut };
}

/** What documents mean hangs on the calendar and the types: without them none is taken in. */
function requireSettings(unread: Folder['unread']): void {
  const settings = unread.find(({ uri }) => CALENDAR.test(uri) || TYPES.test(uri));
  if (settings !== undefined) throw new Error(describeErrors(settings.uri, [settings.error]));
}

async function pathsOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => (formatOf(path) === 'markdown' && RULES.test(path) ? true : !HIDDEN.test(path)))
    .sort();
}

function readCalendar(path: string, text: string): CalendarDefinition {
  const shaped = readShaped(text, CalendarInput);
  const errors = Array.isArray(shaped) ? shaped : shaped.placed(calendarErrors(shaped.value));
  if (!Array.isArray(shaped) && errors.length === 0) return shaped.value;
  throw new Problem('invalid_request', `The calendar is not valid:\n${describeErrors(path, errors)}`, errors);
}

function readTypes(path: string, text: string): DeclaredTypes {
  const shaped = readShaped(text, typeTemplates);
  if (!Array.isArray(shaped)) {
    return { templates: shaped.value, explain: (errors) => describeErrors(path, shaped.placed(errors)) };
  }
  throw new Problem('invalid_request', `The types are not valid:\n${describeErrors(path, shaped)}`, shaped);
}

/** How long what was stored is compared. */
const SWEEP_MS = 30_000;

/** How far an ingest is. */
export interface Progress {
  documents: number;
  documentsTotal: number;
  relations: number;
}

/**
 * Stores a world: its calendar, if the project has another one, its types, then its documents. Again it changes nothing.
 * @param report told of a fault that ends the comparison of what was stored
 * @throws Problem `calendar_in_use` where the calendar would change what stored dates mean, `invalid_request` where a
 * type can't be declared so
 */
export async function ingestFolder(
  deps: LoreDeps & SweepDeps,
  { documents, calendar, types }: Folder,
  { tenant, author, runId }: Pick<IngestDocuments, 'tenant' | 'author' | 'runId'>,
  report: (error: unknown) => void,
  tell: (progress: Progress) => void = () => undefined,
): Promise<IngestedLore> {
  if (calendar !== null && !isDeepStrictEqual(calendar, await calendarOf(deps, tenant))) {
    await changeCalendar(deps, tenant, calendar, null, { name: author.who, keyId: author.keyId });
  }
  if (types !== null) await declareAll(deps, tenant, author, types);
  const progress: Progress = { documents: 0, documentsTotal: documents.length, relations: 0 };
  const onStored = (relations: number) => {
    progress.relations += relations;
    tell(progress);
  };
  const onDocument = () => {
    progress.documents += 1;
    tell(progress);
  };
  const items = { entities: [], relations: [], events: [] };
  const request = { tenant, author, runId, documents, items, source: null, sweepMs: SWEEP_MS, onStored, onDocument };
  return ingestLore(deps, request, report);
}

async function declareAll(
  deps: LoreDeps,
  tenant: Tenant,
  author: IngestDocuments['author'],
  { templates, explain }: DeclaredTypes,
): Promise<void> {
  for (const [at, template] of templates.entries()) {
    try {
      await declareType(deps, tenant, author, template);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const errors = error.errors.map(({ path, message }) => ({ path: `${at}.${path}`, message }));
      throw new Problem(error.code, `${error.message}\n${explain(errors)}`, errors);
    }
  }
}

async function calendarOf({ store }: LoreDeps, tenant: Tenant): Promise<CalendarDefinition | null> {
  return (await store.tenant(tenant.orgId, (db) => getSettings(db, tenant))).calendar;
}
