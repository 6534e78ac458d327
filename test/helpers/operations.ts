import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { LINES_TYPE } from '../../src/http/lines.js';
import type { Tool } from '../../src/tools/define.js';
import { bearer, type Reply, type TestApp } from './app.js';

/** Ids of things of one tenant, for requests to name. */
export interface World {
  claimId: string;
  otherClaimId: string;
  decisionId: string;
  keyId: string;
  /** An entity, and another one that it met: the relation. */
  entityId: string;
  otherId: string;
  relationId: string;
  /** A contradiction. */
  violationId: string;
  /** What somebody is asked to look at, and a run. */
  reviewId: string;
  /** What the detective asks. */
  findingId: string;
  runId: string;
  /** A rule that somebody added. */
  ruleId: string;
}

/** A world in which every id is this one, or a new one each. */
export function worldOf(id: () => string): World {
  return {
    ...{ claimId: id(), otherClaimId: id(), decisionId: id(), keyId: id(), entityId: id(), otherId: id() },
    ...{ relationId: id(), violationId: id(), reviewId: id(), findingId: id(), runId: id(), ruleId: id() },
  };
}

/** Of a project that holds nothing. */
const HEADER = `${JSON.stringify({ line: 'header', format: 1, schema: '0001', tables: [] })}\n`;
const EMPTY_EXPORT = `${HEADER}${JSON.stringify({
  ...{ line: 'trailer', rows: 0, sha256: createHash('sha256').update(HEADER).digest('hex') },
})}\n`;

interface Sample {
  /** For the placeholders of the path. */
  params?: Record<string, string>;
  /** Joins the body, or the query where there is none. */
  fields?: Record<string, unknown>;
  /** The body, of an operation that takes lines. */
  lines?: string;
}

/** What every world holds, and what contradicts it. */
export const STORED = 'Deploys must use a blue canary';
const OPPOSED = 'Deploys must use a red canary';

const write = (rest: object) => ({ statement: OPPOSED, who: 'bob', reason: 'Agreed', ...rest });

/** A good request for every operation, that names whatever it can of a world. A new operation needs its line here. */
const SAMPLES: Record<string, (world: World) => Sample> = {
  remember: () => ({ fields: write({}) }),
  learn: () => ({ fields: write({ source: 'notes.md:1' }) }),
  supersede: ({ claimId }) => ({ fields: write({ claim_id: claimId }) }),
  cancel: ({ claimId }) => ({ fields: { claim_id: claimId, who: 'bob', reason: 'Wrong' } }),
  check: ({ claimId }) => ({ fields: write({ op: 'supersede', claim_id: claimId }) }),
  batch: ({ claimId }) => ({
    fields: {
      items: [
        write({ op: 'remember' }),
        write({ op: 'supersede', claim_id: claimId }),
        write({ op: 'remember', depends_on: [claimId] }),
      ],
    },
  }),
  report_contradiction: ({ claimId, otherClaimId }) => ({
    fields: { claim_a: claimId, claim_b: otherClaimId, reason: 'Both can not hold' },
  }),
  ingest: () => ({ fields: { facts: [{ statement: OPPOSED, key: 'canary', source: 'notes.md' }] } }),
  recall: () => ({ fields: { q: STORED } }),
  why: ({ claimId }) => ({ fields: { claim_id: claimId } }),
  brief: () => ({}),
  diff: () => ({ fields: { from: '2020-01-01T00:00:00Z' } }),
  get_claim: ({ claimId }) => ({ params: { claim_id: claimId } }),
  claim_history: ({ claimId }) => ({ params: { claim_id: claimId } }),
  list_claims: () => ({}),
  list_unguarded: () => ({}),
  diagnose: () => ({}),
  get_decision: ({ decisionId }) => ({ params: { decision_id: decisionId } }),
  replay: ({ decisionId }) => ({ params: { decision_id: decisionId } }),
  create_key: () => ({ fields: { name: 'agent', role: 'reader' } }),
  list_keys: () => ({}),
  revoke_key: ({ keyId }) => ({ params: { key_id: keyId } }),
  audit: ({ claimId }) => ({ fields: { claim_id: claimId } }),
  erase: ({ claimId }) => ({ fields: { claim_id: claimId, who: 'bob', reason: 'Asked to' } }),
  get_settings: () => ({}),
  whoami: () => ({}),
  list_projects: () => ({}),
  list_decisions: ({ claimId }) => ({ fields: { claim_id: claimId } }),
  get_contradiction: ({ violationId }) => ({ params: { contradiction_id: violationId } }),
  resolve_contradictions: ({ violationId }) => ({
    fields: { items: [{ id: violationId, action: 'dismiss', reason: 'Both hold' }] },
  }),
  vouch: ({ claimId }) => ({ fields: { claim_id: claimId, reason: 'Looked at' } }),
  lookup: () => ({ fields: { query: STORED_NAME } }),
  list_relations: ({ entityId }) => ({ fields: { entity: entityId } }),
  was_true_at: ({ entityId, otherId }) => ({
    fields: { relation: 'ENCOUNTERED', subject: entityId, object: otherId, at_time: '1300' },
  }),
  true_during: ({ entityId }) => ({ fields: { relation: 'ENCOUNTERED', subject: entityId } }),
  state_at: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  entity_context: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  expand_context: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  graph_traverse: ({ entityId }) => ({ fields: { start: entityId, at_time: '1300' } }),
  significance_of: ({ entityId }) => ({ fields: { entity: entityId } }),
  get_context: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  person_profile: ({ entityId }) => ({ fields: { person: entityId } }),
  query_as_npc: ({ entityId, otherId }) => ({ fields: { npc: entityId, entity: otherId, at_time: '1300' } }),
  get_entity: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  list_entities: () => ({ fields: { alive_at: '1300' } }),
  timeline: ({ entityId }) => ({ fields: { entity: entityId } }),
  rulers_of: ({ entityId }) => ({ fields: { location: entityId, at_time: '1300' } }),
  members_of: ({ entityId }) => ({ fields: { faction: entityId, at_time: '1300' } }),
  entities_present: ({ entityId }) => ({ fields: { location: entityId, at_time: '1300' } }),
  events_during: ({ entityId }) => ({ fields: { location: entityId, from: '1300' } }),
  entity_planes_at_time: ({ entityId }) => ({ fields: { entity: entityId, at_time: '1300' } }),
  ancestors_of: ({ entityId }) => ({ fields: { person: entityId } }),
  descendants_of: ({ entityId }) => ({ fields: { person: entityId } }),
  list_lineage: ({ entityId }) => ({ fields: { person: entityId } }),
  summarize_chain: ({ entityId }) => ({ fields: { entity: entityId } }),
  narrate_arc: ({ entityId }) => ({ fields: { entity: entityId } }),
  lore_about: ({ entityId }) => ({ fields: { entity: entityId } }),
  cite: ({ relationId }) => ({ fields: { relation: relationId } }),
  event_chain: ({ entityId }) => ({ fields: { entity: entityId } }),
  list_offspring: ({ entityId }) => ({ fields: { person: entityId } }),
  list_eras: () => ({}),
  to_story_date: () => ({ fields: { text: '1300' } }),
  harness: () => ({ fields: { form: 'prompt' } }),
  verify_answer: () => ({ fields: { text: 'Aldric ruled Valdorn. Deploys must use a red canary.' } }),
  session_calls: () => ({ params: { session: 'tale' } }),
  get_unresolved: () => ({}),
  list_types: () => ({}),
  get_contradictions: ({ entityId }) => ({ fields: { subject: entityId } }),
  add_relation: () => ({ fields: { type: 'RULES', from: 'Aldric', to: 'Valdorn', who: 'bob' } }),
  add_entity: () => ({ fields: { type: 'Location', name: 'Ferry Landing' } }),
  merge_entities: ({ entityId, otherId }) => ({ fields: { entity: entityId, alias: otherId } }),
  mark_verified: ({ otherId }) => ({ fields: { entity: otherId } }),
  add_lore_source: () => ({ fields: { uri: 'annals.md', reliability: 'canonical' } }),
  log_encounter: ({ entityId }) => ({ fields: { name: 'Bog Light', by: entityId } }),
  retcon: ({ relationId }) => ({ fields: { old: relationId, reason: 'It was a dream' } }),
  resolve_contradiction: ({ violationId }) => ({
    fields: { id: violationId, action: 'dismiss', reason: 'Both hold' },
  }),
  put_type_template: () => ({ fields: { type: 'Airship', attributes: { hull: { kind: 'text' } } } }),
  get_calendar: () => ({}),
  put_calendar: () => ({ fields: { id: 'iso' } }),
  get_anachronisms: ({ entityId }) => ({ fields: { entity: entityId } }),
  get_orphans: ({ entityId }) => ({ fields: { entity: entityId } }),
  get_ontology_violations: () => ({ fields: { rule_id: 'title-exclusive' } }),
  list_ontology_rules: () => ({}),
  add_ontology_rule: () => ({
    fields: { id: 'no-self', cypher: 'MATCH (a)-[:KNOWS]->(a) RETURN a', description: 'Nobody knows itself' },
  }),
  set_ontology_rule: ({ ruleId }) => ({ fields: { id: ruleId, enabled: false, reason: 'Shared here' } }),
  explain_violation: ({ violationId }) => ({ fields: { id: violationId } }),
  latest_run: ({ runId }) => ({ fields: { run_id: runId } }),
  run_consistency_check: ({ entityId }) => ({ fields: { scope: 'entity', entity: entityId } }),
  flag_for_review: ({ entityId }) => ({ fields: { node_id: entityId, reason: 'Looks wrong' } }),
  list_reviews: ({ entityId }) => ({ fields: { node_id: entityId } }),
  list_findings: () => ({}),
  investigate: () => ({}),
  answer_finding: ({ findingId }) => ({
    params: { finding_id: findingId },
    fields: { answer: 'yes', reason: 'Looked at' },
  }),
  dismiss_finding: ({ findingId }) => ({ params: { finding_id: findingId }, fields: { reason: 'Both hold' } }),
  close_review: ({ reviewId }) => ({ params: { review_id: reviewId }, fields: { reason: 'Done' } }),
  resolve_violation: ({ violationId }) => ({ fields: { id: violationId, action: 'dismiss', reason: 'Both hold' } }),
  dismiss_violations: ({ entityId }) => ({ fields: { kind: 'orphan', entity: entityId, reason: 'Meant so' } }),
  set_severity: ({ violationId }) => ({ fields: { id: violationId, severity: 'error', reason: 'It matters' } }),
  acknowledge_violation: ({ violationId }) => ({ fields: { id: violationId, reason: 'Known' } }),
  put_settings: () => ({ fields: { force_role: 'curator' } }),
  export: () => ({}),
  import: () => ({ lines: EMPTY_EXPORT }),
};

export function hasSample({ name }: Tool): boolean {
  return Object.hasOwn(SAMPLES, name);
}

/** @throws Error when the operation has none */
function sampleOf({ name }: Tool, world: World): Sample & Required<Pick<Sample, 'params' | 'fields'>> {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`test/helpers/operations.ts has no sample for ${name}`);
  return { params: {}, fields: {}, ...sample(world) };
}

/** The sample of an operation in one object, as an agent sends it. */
export function argumentsFor(tool: Tool, world: World): Record<string, unknown> {
  const { params, fields } = sampleOf(tool, world);
  return { ...params, ...fields };
}

/** Whether an operation is about one project, or about the whole organisation. */
export function isOfProject({ body, query }: Tool): boolean {
  const { shape } = (body ?? query ?? {}) as { shape?: object };
  // A union, as check takes it, has no shape of its own: its members are writes to a project.
  return shape === undefined || 'project' in shape;
}

/** Sends the sample of an operation. `tenant` holds org_id, project, or neither. */
export async function call(
  app: TestApp,
  tool: Tool,
  world: World,
  { key, tenant = {} }: { key: string; tenant?: Record<string, string> },
): Promise<Reply> {
  const { params, fields, lines } = sampleOf(tool, world);
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const input = { ...fields, ...tenant };
  if (tool.body !== undefined) return app.send(tool.method, path, input, bearer(key));
  const type = lines === undefined ? {} : { 'content-type': LINES_TYPE };
  return app.send(tool.method, `${path}?${new URLSearchParams(input as Record<string, string>)}`, lines, {
    ...bearer(key),
    ...type,
  });
}

/** What every world calls somebody. */
const STORED_NAME = 'Osric Vane';

/** A claim, its decision, a key and some lore, of the tenant. `writer` is the key that writes the claim. */
export async function makeWorld(
  app: TestApp,
  tenant: { org_id: string; project: string },
  writer: string,
): Promise<World> {
  const statement = { statement: STORED, who: 'alice', reason: 'The dashboards watch blue', ...tenant };
  const stored = await app.post('/v1/remember', statement, bearer(writer));
  const key = await app.post('/v1/keys', { name: 'made for the test', role: 'reader', ...tenant });
  const person = await app.post('/v1/lore/add-entity', { type: 'Person', name: STORED_NAME, ...tenant });
  const entityId = person.body.entity.id;
  const met = await app.post('/v1/lore/log-encounter', { name: 'Grey Heron', by: entityId, ...tenant });
  const opposed = { who: 'alice', reason: 'Agreed', force_exception: true, ...tenant };
  const backups = await app.post('/v1/remember', { ...opposed, statement: 'Backups must be encrypted' });
  await app.post('/v1/remember', { ...opposed, statement: 'Backups must not be encrypted' });
  const flag = { node_id: entityId, reason: 'Looks wrong', ...tenant };
  const review = await app.post('/v1/lore/flag-for-review', flag, bearer(writer));
  const check = { scope: 'entity', entity: entityId, ...tenant };
  const { run } = (await app.post('/v1/lore/run-consistency-check', check, bearer(writer))).body;
  const found = await app.get(`/v1/lore/get-contradictions?${new URLSearchParams(tenant)}`);
  const lamp = [
    'The lamp of the pier is enabled.',
    'The lamp of the pier is disabled.',
    'The lamp of the pier is enabled.',
  ];
  const facts = lamp.map((statement, at) => ({
    statement,
    key: `lamp ${at}`,
    said_at: `2025-0${at + 1}-03T09:00:00Z`,
  }));
  await app.post('/v1/ingest', { facts, ...tenant });
  const asked = await app.post('/v1/investigate', tenant);
  const rule = { id: v7(), cypher: 'MATCH (a)-[:SERVES]->(a) RETURN a', description: 'Nobody serves itself' };
  await app.post('/v1/lore/add-ontology-rule', { ...rule, ...tenant });
  return {
    ...{ claimId: stored.body.claim.id, decisionId: stored.body.decision_id, keyId: key.body.key.id, entityId },
    ...{ otherId: met.body.entity.id, relationId: met.body.relation.id, violationId: found.body.items[0].id },
    otherClaimId: backups.body.claim.id,
    ...{ reviewId: review.body.review.id, runId: run.id, ruleId: rule.id, findingId: asked.body.findings[0].id },
  };
}
