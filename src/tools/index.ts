import { audit } from './admin/audit.js';
import { createKey } from './admin/create-key.js';
import { erase } from './admin/erase.js';
import { exportProject } from './admin/export.js';
import { getCalendar } from './admin/get-calendar.js';
import { getSettings } from './admin/get-settings.js';
import { importProject } from './admin/import.js';
import { listKeys } from './admin/list-keys.js';
import { putCalendar } from './admin/put-calendar.js';
import { putSettings } from './admin/put-settings.js';
import { revokeKey } from './admin/revoke-key.js';
import { acknowledgeViolation } from './consistency/acknowledge-violation.js';
import { addOntologyRule } from './consistency/add-ontology-rule.js';
import { closeReview } from './consistency/close-review.js';
import { dismissViolations } from './consistency/dismiss-violations.js';
import { explainViolation } from './consistency/explain-violation.js';
import { flagForReview } from './consistency/flag-for-review.js';
import { getAnachronisms } from './consistency/get-anachronisms.js';
import { getOntologyViolations } from './consistency/get-ontology-violations.js';
import { getOrphans } from './consistency/get-orphans.js';
import { latestRun } from './consistency/latest-run.js';
import { listOntologyRules } from './consistency/list-ontology-rules.js';
import { listReviews } from './consistency/list-reviews.js';
import { resolveViolation } from './consistency/resolve-violation.js';
import { runConsistencyCheck } from './consistency/run-consistency-check.js';
import { setOntologyRule } from './consistency/set-ontology-rule.js';
import { setSeverity } from './consistency/set-severity.js';
import { addEntity } from './curate/add-entity.js';
import { addLoreSource } from './curate/add-lore-source.js';
import { addRelation } from './curate/add-relation.js';
import { logEncounter } from './curate/log-encounter.js';
import { markVerified } from './curate/mark-verified.js';
import { mergeEntities } from './curate/merge-entities.js';
import { putTypeTemplate } from './curate/put-type-template.js';
import { resolveContradiction } from './curate/resolve-contradiction.js';
import { resolveContradictions } from './curate/resolve-contradictions.js';
import { retcon } from './curate/retcon.js';
import { vouch } from './curate/vouch.js';
import type { Tool } from './define.js';
import { answerFinding } from './detective/answer-finding.js';
import { dismissFinding } from './detective/dismiss-finding.js';
import { investigate } from './detective/investigate.js';
import { listFindings } from './detective/list-findings.js';
import { ancestorsOf } from './lore/ancestors-of.js';
import { cite } from './lore/cite.js';
import { descendantsOf } from './lore/descendants-of.js';
import { entitiesPresent } from './lore/entities-present.js';
import { entityContext } from './lore/entity-context.js';
import { entityPlanesAtTime } from './lore/entity-planes-at-time.js';
import { eventChain } from './lore/event-chain.js';
import { eventsDuring } from './lore/events-during.js';
import { expandContext } from './lore/expand-context.js';
import { getContext } from './lore/get-context.js';
import { getContradiction } from './lore/get-contradiction.js';
import { getContradictions } from './lore/get-contradictions.js';
import { getEntity } from './lore/get-entity.js';
import { getUnresolved } from './lore/get-unresolved.js';
import { graphTraverse } from './lore/graph-traverse.js';
import { harness } from './lore/harness.js';
import { listEntities } from './lore/list-entities.js';
import { listEras } from './lore/list-eras.js';
import { listLineage } from './lore/list-lineage.js';
import { listOffspring } from './lore/list-offspring.js';
import { listRelations } from './lore/list-relations.js';
import { listTypes } from './lore/list-types.js';
import { lookup } from './lore/lookup.js';
import { loreAbout } from './lore/lore-about.js';
import { membersOf } from './lore/members-of.js';
import { narrateArc } from './lore/narrate-arc.js';
import { personProfile } from './lore/person-profile.js';
import { queryAsNpc } from './lore/query-as-npc.js';
import { rulersOf } from './lore/rulers-of.js';
import { sessionCalls } from './lore/session-calls.js';
import { significanceOf } from './lore/significance-of.js';
import { stateAt } from './lore/state-at.js';
import { summarizeChain } from './lore/summarize-chain.js';
import { timeline } from './lore/timeline.js';
import { toStoryDate } from './lore/to-story-date.js';
import { trueDuring } from './lore/true-during.js';
import { wasTrueAt } from './lore/was-true-at.js';
import { brief } from './read/brief.js';
import { claimHistory } from './read/claim-history.js';
import { diagnose } from './read/diagnose.js';
import { diff } from './read/diff.js';
import { getClaim } from './read/get-claim.js';
import { getDecision } from './read/get-decision.js';
import { listClaims } from './read/list-claims.js';
import { listDecisions } from './read/list-decisions.js';
import { listProjects } from './read/list-projects.js';
import { listUnguarded } from './read/list-unguarded.js';
import { recall } from './read/recall.js';
import { replay } from './read/replay.js';
import { verifyAnswer } from './read/verify-answer.js';
import { whoami } from './read/whoami.js';
import { why } from './read/why.js';
import { batch } from './write/batch.js';
import { cancel } from './write/cancel.js';
import { check } from './write/check.js';
import { ingest } from './write/ingest.js';
import { learn } from './write/learn.js';
import { remember } from './write/remember.js';
import { reportContradiction } from './write/report-contradiction.js';
import { supersede } from './write/supersede.js';

/** Every operation under /v1, in the order of the documentation. */
export const TOOLS: readonly Tool[] = [
  remember,
  learn,
  supersede,
  cancel,
  check,
  reportContradiction,
  batch,
  ingest,
  recall,
  why,
  brief,
  diff,
  getClaim,
  claimHistory,
  listClaims,
  listUnguarded,
  listDecisions,
  getDecision,
  replay,
  whoami,
  listProjects,
  harness,
  lookup,
  getEntity,
  listEntities,
  entityContext,
  expandContext,
  getContext,
  personProfile,
  significanceOf,
  queryAsNpc,
  graphTraverse,
  wasTrueAt,
  trueDuring,
  stateAt,
  entitiesPresent,
  eventsDuring,
  timeline,
  entityPlanesAtTime,
  rulersOf,
  membersOf,
  listOffspring,
  ancestorsOf,
  descendantsOf,
  listLineage,
  eventChain,
  loreAbout,
  cite,
  summarizeChain,
  narrateArc,
  listEras,
  toStoryDate,
  listRelations,
  getUnresolved,
  getContradictions,
  getContradiction,
  getAnachronisms,
  getOntologyViolations,
  getOrphans,
  explainViolation,
  listOntologyRules,
  latestRun,
  runConsistencyCheck,
  flagForReview,
  listReviews,
  listFindings,
  investigate,
  answerFinding,
  dismissFinding,
  listTypes,
  verifyAnswer,
  sessionCalls,
  addEntity,
  addRelation,
  mergeEntities,
  markVerified,
  addLoreSource,
  logEncounter,
  retcon,
  resolveContradiction,
  resolveContradictions,
  resolveViolation,
  dismissViolations,
  setSeverity,
  addOntologyRule,
  setOntologyRule,
  acknowledgeViolation,
  closeReview,
  vouch,
  putTypeTemplate,
  createKey,
  listKeys,
  revokeKey,
  diagnose,
  audit,
  getSettings,
  putSettings,
  getCalendar,
  putCalendar,
  erase,
  exportProject,
  importProject,
];
