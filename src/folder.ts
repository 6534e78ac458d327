import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { calendarErrors } from './core/calendar-check.js';
import { type CalendarDefinition, CalendarInput } from './core/calendar-definition.js';
import { formatOf, type RawDocument } from './core/document.js';
import { fieldErrors, Problem } from './core/errors.js';
import type { Tenant } from './core/scope.js';
import { changeCalendar } from './flows/calendar.js';
import type { IngestDocuments } from './flows/documents/ingest-documents.js';
import { type IngestedLore, ingestLore } from './flows/documents/ingest-lore.js';
import type { LoreDeps } from './flows/documents/lore-deps.js';
import { getSettings } from './store/queries/projects.js';

/** A world in a folder: its documents, by their paths in it, and its calendar. */
export interface Folder {
  documents: RawDocument[];
  calendar: CalendarDefinition | null;
}

const CALENDAR = /^calendar\.(?:json|ya?ml)$/;
const README = /(?:^|\/)readme\.md$/i;

/**
 * Reads the documents of a folder and of those in it, in the order of their paths. A `calendar.json` (or `.yaml`) at its
 * top is the calendar; a README is about the folder, and hidden files are nobody's.
 * @throws Error when the folder can't be read, Problem `invalid_request` for a calendar that is none
 */
export async function readFolder(folder: string): Promise<Folder> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder.`);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !/(?:^|\/)[.]|(?:^|\/)node_modules\//.test(path))
    .sort();
  const documents: RawDocument[] = [];
  let calendar: CalendarDefinition | null = null;
  for (const path of paths) {
    const format = formatOf(path);
    if (format === null || README.test(path)) continue;
    const content = await readFile(join(folder, path), 'utf8');
    if (CALENDAR.test(path)) calendar = readCalendar(content);
    else documents.push({ uri: path, format, content });
  }
  return { documents, calendar };
}

function readCalendar(text: string): CalendarDefinition {
  const parsed = CalendarInput.safeParse(parse(text));
  const errors = parsed.success ? calendarErrors(parsed.data) : parsed.error.issues.flatMap(fieldErrors);
  if (parsed.success && errors.length === 0) return parsed.data;
  const [first] = errors;
  throw new Problem('invalid_request', `The calendar is not valid: ${first?.path} ${first?.message}`, errors);
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
 * Stores a world: its calendar, if the project has another one, then its documents. Again it changes nothing.
 * @param report told of a fault that ends the comparison of what was stored
 * @throws Problem `calendar_in_use` where the calendar would change what stored dates mean
 */
export async function ingestFolder(
  deps: LoreDeps,
  { documents, calendar }: Folder,
  { tenant, author, runId }: Pick<IngestDocuments, 'tenant' | 'author' | 'runId'>,
  report: (error: unknown) => void,
  tell: (progress: Progress) => void = () => undefined,
): Promise<IngestedLore> {
  if (calendar !== null && !isDeepStrictEqual(calendar, await calendarOf(deps, tenant))) {
    await changeCalendar(deps, tenant, calendar, null, { name: author.who, keyId: author.keyId });
  }
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

async function calendarOf({ store }: LoreDeps, tenant: Tenant): Promise<CalendarDefinition | null> {
  return (await store.tenant(tenant.orgId, (db) => getSettings(db, tenant))).calendar;
}
