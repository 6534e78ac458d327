import { z } from 'zod';
import { type LiveFound, recordLive } from '../../flows/consistency/live.js';
import type { Deps } from '../../flows/deps.js';
import { type IngestedLore, ingestLore } from '../../flows/documents/ingest-lore.js';
import { type Ingested, ingest as ingestFacts } from '../../flows/ingest.js';
import { rolledBack } from '../../flows/rolled-back.js';
import { Turns } from '../../flows/turns.js';
import { defineTool, type ToolContext } from '../define.js';
import { checkedByItself, tenantShape, whoField } from '../schemas.js';
import { type Camel, toWire } from '../wire.js';
import { parseFact, sourceField } from './facts.js';
import { answer } from './ingest-answer.js';
import { IngestedSchema } from './ingested.js';
import { claimsField, parseDocument } from './lore-input.js';

/** Most facts, entities, relations or events of a request, and most documents. */
export const ITEMS_MAX = 5000;
export const DOCUMENTS_MAX = 500;
const SWEEP_MS = 2000;
/** Of all documents of a request together; each by itself may take less. */
const READ_MS = 60_000;

const items = z.array(z.looseObject({})).max(ITEMS_MAX).nullish();

const body = z
  .strictObject({
    ...tenantShape,
    facts: z.array(checkedByItself('Fact')).max(ITEMS_MAX).nullish().describe('Each is checked by itself.'),
    documents: z
      .array(checkedByItself('Document'))
      .max(DOCUMENTS_MAX)
      .nullish()
      .describe('Markdown, with YAML front matter or not, YAML of the six source types, JSON. See docs/ingest.md.'),
    claims: claimsField
      .nullish()
      .describe('What becomes claims of the documents that do not say: sentences that lay down a rule, all, or none.'),
    compare: z
      .enum(['now', 'later'])
      .nullish()
      .describe(
        'now (default): what was stored is compared before the answer, for at most two seconds. later: the answer comes as ' +
          'soon as all is stored, and it is compared in the background.',
      ),
    dry_run: z.boolean().nullish().describe('Answer what would become of it all, and store nothing.'),
    entities: items.describe('Lore: each as an entity of a document, with its type.'),
    relations: items.describe('Lore: each with type, from and to, by name, and perhaps valid_from and valid_until.'),
    events: items.describe('Lore: each as an event of a timeline.'),
    who: whoField.nullish().describe('Who says the facts that name nobody; default: the name of the API key.'),
    source: sourceField
      .nullish()
      .describe(
        'Source of the facts that name none, and of entities, relations and events; by id, uri or name where it is registered.',
      ),
  })
  .refine(
    (input) => [input.facts, input.documents, input.entities, input.relations, input.events].some((all) => all?.length),
    { error: 'must hold facts, documents, entities, relations or events' },
  );

export const ingest = defineTool({
  name: 'ingest',
  method: 'POST',
  path: '/v1/ingest',
  tag: 'write',
  role: 'writer',
  summary: 'Store facts and lore in bulk, then look for contradictions',
  description:
    'Not guarded: every fact that can be read is stored as an active claim, which later writes are compared with. ' +
    'A fact is named by its source and key: the same again is unchanged, another content is a new version of the same ' +
    'claim; a claim that was superseded or cancelled meanwhile comes back with new content only, an erased one never. ' +
    'A document is named by its path: the same text again changes nothing, another one replaces what that document said ' +
    'and nothing else; with an error in it nothing of it is stored. Sentences of Markdown that lay down a rule become ' +
    'claims too (`claims`), which cite file, headings and line; `sentences[]` says what became of each. Markdown that ' +
    'takes too long to parse is cut into passages without being parsed (`documents[].warnings`). Entities, relations and ' +
    'events that come by themselves are what `source` says, and add to what it said. ' +
    'What was stored is then compared, for at most two seconds before the answer, or not at all before it with ' +
    '`compare: later` (`to_compare` says how many are left, which follow in the background); the sides of a contradiction become disputed. After a failure send the same ' +
    'request again. `dry_run` answers the same and stores nothing: ids in it are not kept.',
  useWhen: 'knowledge exists already, as facts or documents, and is to be stored as it is.',
  notFor: 'a decision that is being made: use remember, which refuses what contradicts.',
  body,
  responses: {
    200: { description: 'What became of everything, and the contradictions found.', schema: IngestedSchema },
  },
  problems: [],
  run: async ({ deps, tenant, caller, report }, input) => {
    const work = (own: Deps) => ingestAll(own, { tenant, caller, report }, input);
    const told = await (input.dryRun === true ? rolledBack(deps, tenant, work) : work(deps));
    return { status: 200, body: { ...told, dryRun: input.dryRun === true } };
  },
});

type Input = Camel<z.infer<typeof body>>;

/** Stores what the request holds, and compares it. */
async function ingestAll(
  deps: Deps,
  { tenant, caller, report }: Pick<ToolContext, 'tenant' | 'caller' | 'report'>,
  input: Input,
) {
  const start = deps.clock.elapsed();
  const { who, source } = input;
  const sweepMs = input.compare === 'later' ? 0 : SWEEP_MS;
  const by = { who: who ?? caller.name, source: source ?? null };
  const runId = deps.ids.next();
  const documents = (input.documents ?? []).map((item, index) => parseDocument(index, item, input.claims));
  const facts = (input.facts ?? []).map((fact, index) => parseFact(index, fact, by));
  const ofLore = {
    author: { who: by.who, keyId: caller.keyId },
    documents: documents.flatMap((one) => ('raw' in one ? [one.raw] : [])),
    items: itemsOf(input),
  };
  const lore = await ingestLore(
    deps,
    { tenant, source: by.source, ...ofLore, runId, readMs: READ_MS, sweepMs },
    report,
  );
  const good = facts.flatMap((fact) => ('fact' in fact ? [fact] : []));
  const ofFacts = { tenant, keyId: caller.keyId, facts: good, sweepMs, runId };
  const ingested = await ingestFacts(deps, ofFacts, report);
  const durationMs = Math.round(deps.clock.elapsed() - start);
  const found = foundBy(lore, ingested);
  await recordLive(deps, tenant, ofLore.author, { id: runId, durationMs }, found).catch(report);
  return { ...(await answer({ facts, ingested, documents, lore }, new Turns(deps.clock))), durationMs };
}

function foundBy(lore: IngestedLore, ingested: Ingested): LiveFound {
  const anachronisms = lore.violations.filter(({ kind }) => kind === 'anachronism').length;
  const { written } = lore;
  const violations = lore.violations.length - anachronisms + ingested.contradictions.length + written.opened;
  return { violations, anachronisms, orphans: lore.counts.orphans, written };
}

/** As they are written: the reader of lore knows them by the names of their fields on the wire. */
function itemsOf(input: { [kind in 'entities' | 'relations' | 'events']?: unknown[] | null | undefined }) {
  const written = (items: unknown[] | null | undefined) => (items ?? []).map(toWire);
  return { entities: written(input.entities), relations: written(input.relations), events: written(input.events) };
}
