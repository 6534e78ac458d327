import { z } from 'zod';
import { VIOLATION_KINDS } from '../../core/violation.js';
import { type Explained, explainViolation as explain } from '../../flows/consistency/explain.js';
import { saidBeside } from '../../flows/lore/read/beside.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { defineTool } from '../define.js';
import { besideFields } from '../envelope-schemas.js';
import { EntityRefSchema, RelationSchema } from '../lore-schemas.js';
import { presentRelation } from '../present-lore.js';
import { idField, knownAtField, tenantShape } from '../schemas.js';
import { lifecycleFields, presentLifecycle } from './violation-schemas.js';

const RuleSchema = z
  .object({
    id: z.string().describe('By which it is disabled and counted.'),
    category: z
      .enum(['A', 'B', 'C', 'D'])
      .describe('A: contradictions between sources. B: anachronisms. C: rules that somebody wrote. D: orphans.'),
    text: z.string().describe('The rule in words.'),
    cypher: z.string().describe('The same as a query in the language of the rules that users write.'),
  })
  .describe('A rule, built in or written.')
  .meta({ id: 'ExplainedRule' });

const CompiledSchema = z
  .object({
    sql: z.string().describe('The statement that the rule is compiled to; what the rule says are its parameters.'),
    returned: z.array(z.unknown()).describe('What the rule returned of this violation: ids, values, ticks of times.'),
  })
  .describe('A rule as it was run.')
  .meta({ id: 'CompiledRule' });

const CitedSchema = z
  .object({
    relation_id: z.string().describe('The side that it says.'),
    document_id: z.string().describe('Of the document.'),
    path: z.string().describe('What names the document.'),
    heading: z.string().nullable().describe('What it stands under; null: nothing.'),
    line: z.number().int().nullable().describe('From 1; null: not kept.'),
    quote: z.string().nullable().describe('What it says there; null: not kept.'),
  })
  .describe('Where a document says a side.')
  .meta({ id: 'CitedDocument' });

export const explainViolation = defineTool({
  name: 'explain_violation',
  method: 'GET',
  path: '/v1/lore/explain-violation',
  tag: 'lore',
  role: 'reader',
  summary: 'Explain why a violation is one',
  description:
    'The rule in words and as a query, what breaks it as that stands now, or stood at `known_at`, and where documents say so, with file and line; ' +
    'of what a write opened also the decision.',
  useWhen: 'you are about to rely on a violation, to settle it, or to tell somebody why an answer is in doubt.',
  notFor: 'ways to settle a contradiction as requests: use get_contradiction.',
  query: z.strictObject({
    ...tenantShape,
    id: idField.describe('The violation, of whatever kind.'),
    known_at: knownAtField,
  }),
  responses: {
    200: {
      description: 'Why it is one.',
      schema: z
        .object({
          ...{ ...besideFields, id: z.string().describe('Of the violation.') },
          kind: z.enum(VIOLATION_KINDS).describe('What it is.'),
          rule: RuleSchema.nullable().describe('null: it is between statements, or there is no such rule any more.'),
          compiled: CompiledSchema.nullable().describe('Of a rule that somebody wrote; null of the others.'),
          sentence: z.string().nullable().describe('The violation in words; null: the decision has them.'),
          relations: z.array(RelationSchema).describe('The relations that break it.'),
          claims: z
            .array(
              z.object({
                id: z.string().describe('Of the claim.'),
                statement: z.string().describe('What it says.'),
                who: z.string().describe('Who says so.'),
                source: z.string().nullable().describe('Where it was learnt; null: not said.'),
              }),
            )
            .describe('The claims that break it.'),
          entity: EntityRefSchema.nullable().describe('Of an orphan; null of the others.'),
          documents: z.array(CitedSchema).describe('Where documents say so.'),
          decision_id: z.string().nullable().describe('The decision about the write that opened it; null: a run did.'),
          resolved_by: z.string().nullable().describe('Who settled it; null: nobody did.'),
          resolved_reason: z.string().nullable().describe('Why, in their words; null: not said.'),
          ...lifecycleFields,
        })
        .describe('Why a violation is one.')
        .meta({ id: 'ExplainedViolation' }),
    },
  },
  problems: ['not_found'],
  run: async (context, { id, knownAt }) => {
    const { deps, tenant } = context;
    const question = await openQuestion(context, knownAt);
    const explained = await explain(deps, tenant, id, knownAt ?? undefined);
    const { violation, relations, claims, settlement, ...rest } = explained;
    const said = await saidBeside(context, question, aboutOf(explained));
    const body = {
      ...{ ...said, isDisputed: said.isDisputed || claims.some(({ isDisputed }) => isDisputed) },
      ...{ id, kind: violation.kind, ...rest },
      relations: relations.map((one) => presentRelation(one, question.calendar)),
      claims: claims.map(({ id: claimId, statement, who, source }) => ({ id: claimId, statement, who, source })),
      ...{ resolvedBy: settlement?.who ?? null, resolvedReason: settlement?.reason ?? null },
      ...presentLifecycle(violation),
    };
    return { status: 200, body };
  },
});

/** Named are the entities that it is about: an orphan, or whatever its relations are between. */
function aboutOf({ entity, relations, claims }: Explained) {
  const ends = relations.flatMap(({ from, to }) => (to === null ? [from.id] : [from.id, to.id]));
  return {
    named: [...new Set(entity === null ? ends : [entity.id])],
    relations: relations.map(({ relation }) => relation.id),
    sources: claims.flatMap(({ loreSource }) => loreSource?.id ?? []),
  };
}
