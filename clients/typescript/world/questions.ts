import { PROJECT, type Reasoner } from './reasoner.js';

/** A question to the example world, the calls that its type asks for, and what is said. */
export interface Question {
  type: 1 | 2 | 3 | 4 | 5;
  /** What it is easy to get wrong. */
  trap?: string;
  question: string;
  ask(reasoner: Reasoner): Promise<string>;
}

/** The part of an answer that is there only where the server gave one. */
function got<Answer>(data: Answer | undefined): Answer {
  if (data === undefined) throw new Error('It was not answered.');
  return data;
}

async function wasTrue(to: Reasoner, relation: string, subject: string, object: string, at_time?: string) {
  const query = to.short({ relation, subject, object, ...(at_time === undefined ? {} : { at_time }) });
  const data = got((await to.client.GET('/v1/lore/was-true-at', query)).data);
  if (data.view !== 'compact') throw new Error('It was asked in short.');
  return data;
}

/** What has to be looked at before anything is said of history. */
async function checked(to: Reasoner, entity: string): Promise<void> {
  await to.client.GET('/v1/lore/latest-run', to.with({}));
  await to.client.GET('/v1/lore/get-contradictions', to.with({ subject: entity }));
  await to.client.GET('/v1/lore/get-anachronisms', to.with({ entity }));
  await to.client.GET('/v1/lore/get-orphans', to.with({ entity }));
}

/** What led to something and what came of it, in lines. */
async function chainOf(to: Reasoner, entity: string, direction: 'causes' | 'both' = 'both'): Promise<string[]> {
  const data = got((await to.client.GET('/v1/lore/event-chain', to.short({ entity, depth: 3, direction }))).data);
  return data.view === 'compact' ? data.chain : [];
}

/** Where something is said: what is about to be repeated has a source. */
async function cited(to: Reasoner, text: string): Promise<void> {
  const data = got((await to.client.GET('/v1/lore/cite', to.short({ text, limit: 1 }))).data);
  if (data.total === 0) throw new Error(`No source says: ${text}`);
}

async function lookup(to: Reasoner, query: string) {
  return got((await to.client.GET('/v1/lore/lookup', to.with({ query }))).data).items;
}

async function stateOf(to: Reasoner, entity: string, at_time: string): Promise<string[]> {
  const data = got((await to.client.GET('/v1/lore/state-at', to.short({ entity, at_time }))).data);
  return data.view === 'compact' ? data.facts : [];
}

export const QUESTIONS: readonly Question[] = [
  {
    type: 1,
    question: 'Who was Juno Hask?',
    ask: async (to) => {
      const [who] = await lookup(to, 'Juno Hask');
      await checked(to, 'Juno Hask');
      await to.client.GET('/v1/lore/entity-context', to.short({ entity: 'Juno Hask', at_time: '130 AB' }));
      return `${who?.name} was a member of the Bridgewrights' Guild from 114 AB to 152 AB (source: factions.yaml). She died in 152 AB. A ballad puts her at a founding before she was born, which can not be.`;
    },
  },
  {
    type: 1,
    trap: 'ambiguous name',
    question: 'Who is Wren?',
    ask: async (to) => {
      const items = await lookup(to, 'Wren');
      const { error } = await to.client.GET('/v1/lore/entity-context', to.short({ entity: 'Wren' }));
      if (error?.code !== 'ambiguous_entity') throw new Error('Wren is two.');
      return `Which Wren is meant: ${items.map(({ name, type }) => `the ${type.toLowerCase()} ${name}`).join(' or ')}?`;
    },
  },
  {
    type: 1,
    trap: 'provisional entity',
    question: 'What is the Ashen Heron?',
    ask: async (to) => {
      const [found] = await lookup(to, 'Ashen Heron');
      await to.client.GET('/v1/lore/get-unresolved', to.with({ entity: 'Ashen Heron' }));
      const { data } = await to.client.GET('/v1/lore/entity-context', to.short({ entity: 'Ashen Heron' }));
      if (found?.lore_verified !== false || data?.view !== 'compact') throw new Error('It is vouched for.');
      return 'It is provisional: somebody told of meeting it, and no canonical document stands behind it.';
    },
  },
  {
    type: 1,
    trap: 'unknown parents',
    question: 'Who were the parents of Wynne Castor?',
    ask: async (to) => {
      await lookup(to, 'Wynne Castor');
      await to.client.GET('/v1/lore/get-orphans', to.with({ entity: 'Wynne Castor' }));
      const query = to.short({ relation: 'PARENT_OF', subject: 'Wynne Castor' });
      const { data } = await to.client.GET('/v1/lore/entity-context', to.short({ entity: 'Wynne Castor' }));
      const family = data?.view === 'compact' ? data.facts.filter((fact) => /PARENT_OF Wynne/.test(fact)) : [];
      await to.client.GET('/v1/lore/true-during', query);
      if (family.length > 0) throw new Error('Somebody tells of her parents.');
      return 'The chronicles are silent on this: Wynne Castor is of unknown lineage.';
    },
  },
  {
    type: 2,
    trap: 'died before that time',
    question: 'Did Florian Dusk see the Proclamation of Tarnhold as the husband of the queen?',
    ask: async (to) => {
      await lookup(to, 'Florian Dusk');
      await checked(to, 'Florian Dusk');
      const { was_true } = await wasTrue(
        to,
        'SPOUSE_OF',
        'Florian Dusk',
        'Isaude Hallowmere',
        'Proclamation of Tarnhold',
      );
      const [state] = [
        got((await to.client.GET('/v1/lore/state-at', to.short({ entity: 'Florian Dusk', at_time: '116 AB' }))).data),
      ];
      if (was_true !== 'false' || state.status !== 'dead') throw new Error('He was dead.');
      return 'No. Florian Dusk died in 112 AB. Florian Dusk was married to Isaude Hallowmere from 80 AB to 112 AB. The chronicle is uncertain evidence beside the tree of the house, which says the same.';
    },
  },
  {
    type: 2,
    trap: 'true five years later',
    question: 'Did Corisande Hallowmere rule Orrevane in 172 AB?',
    ask: async (to) => {
      await lookup(to, 'Corisande Hallowmere');
      await checked(to, 'Corisande Hallowmere');
      const then = await wasTrue(to, 'RULES', 'Corisande Hallowmere', 'Orrevane', '172 AB');
      const query = to.short({
        relation: 'RULES',
        subject: 'Corisande Hallowmere',
        object: 'Orrevane',
        from: '172 AB',
      });
      await to.client.GET('/v1/lore/true-during', query);
      const later = await wasTrue(to, 'RULES', 'Corisande Hallowmere', 'Orrevane', '177 AB');
      if (then.was_true !== 'false' || later.was_true !== 'true') throw new Error('It was so five years later.');
      return 'Not then, but five years later. In 172 AB Orrevane was ruled by Leofric Hallowmere. Corisande Hallowmere has ruled Orrevane since 177 AB.';
    },
  },
  {
    type: 2,
    trap: 'disputed date',
    question: 'Was the Battle of Wrackline fought in 204 DA?',
    ask: async (to) => {
      await lookup(to, 'Battle of Wrackline');
      await checked(to, 'Battle of Wrackline');
      const { is_disputed } = await wasTrue(to, 'OCCURRED_ON', 'Battle of Wrackline', '204 DA');
      if (is_disputed !== true) throw new Error('Another source says otherwise.');
      return 'The sources disagree. The Battle of Wrackline was fought in 204 DA. (source: timeline.yaml) The Battle of Wrackline was fought in 206 DA. (source: chronicles/tarn-ledger.md)';
    },
  },
  {
    type: 2,
    trap: 'an era is no event',
    question: 'Did Isaude Hallowmere take part in the Lamp Wars?',
    ask: async (to) => {
      await lookup(to, 'Isaude Hallowmere');
      await checked(to, 'Isaude Hallowmere');
      const { was_true } = await wasTrue(to, 'PARTICIPATED_IN', 'Isaude Hallowmere', 'Lamp Wars');
      await to.client.GET('/v1/lore/timeline', to.short({ entity: 'Isaude Hallowmere', relation: 'PARTICIPATED_IN' }));
      if (was_true !== 'not_applicable') throw new Error('An era is no event.');
      return 'Nothing of the kind is recorded. Isaude Hallowmere took part in the Crowning of Isaude.';
    },
  },
  {
    type: 2,
    trap: 'an era is caused, and causes another one',
    question: 'Was the Long Winter caused by the Sundering?',
    ask: async (to) => {
      await lookup(to, 'Long Winter');
      await checked(to, 'Long Winter');
      const { was_true } = await wasTrue(to, 'CAUSED_BY', 'Long Winter', 'The Sundering');
      const turned = await wasTrue(to, 'CAUSED', 'Long Winter', 'The Sundering');
      const chain = await chainOf(to, 'Long Winter');
      if (was_true !== 'true' || turned.was_true !== 'unknown') throw new Error('It was.');
      if (!chain.includes('effect 1: Great Thaw, undated')) throw new Error('The thaw came of it.');
      return 'Yes. The Long Winter was caused by the Sundering (source: long-winter.yaml). The Long Winter caused the Great Thaw. Where and among whom is not recorded.';
    },
  },
  {
    type: 3,
    question: 'What was the state of the Saltfells in 118 AB?',
    ask: async (to) => {
      await lookup(to, 'Saltfells');
      await checked(to, 'Saltfells');
      const facts = await stateOf(to, 'Saltfells', '118 AB');
      await to.client.GET('/v1/lore/entities-present', to.short({ location: 'Saltfells', at_time: '118 AB' }));
      await to.client.GET(
        '/v1/lore/events-during',
        to.short({ from: '118 AB', until: '118 AB', location: 'Saltfells' }),
      );
      const whole = facts.find((fact) => fact.includes('PART_OF Free Holds'));
      if (whole === undefined) throw new Error('They were part of the Free Holds.');
      return 'In 118 AB the Saltfells were part of the Free Holds of Saltfell. The Saltfell Rising took place in 118 AB. Corvane Tarn ruled the Free Holds of Saltfell in 118 AB. Whose doing the rising was is disputed.';
    },
  },
  {
    type: 3,
    trap: 'event without place',
    question: 'Where did the Bell Below take place?',
    ask: async (to) => {
      await lookup(to, 'The Bell Below');
      await checked(to, 'The Bell Below');
      const facts = await stateOf(to, 'The Bell Below', '187 AB');
      if (facts.some((fact) => fact.includes('OCCURRED_AT'))) throw new Error('Nobody says where.');
      return 'The chronicles are silent on where; its place is not recorded. The Bell Below took place in 187 AB.';
    },
  },
  {
    type: 3,
    trap: 'era-only date',
    question: 'Did Hesper Vane rule Old Orrevane in the Lamp Wars?',
    ask: async (to) => {
      await lookup(to, 'Hesper Vane');
      await checked(to, 'Hesper Vane');
      const { was_true } = await wasTrue(to, 'RULES', 'Hesper Vane', 'Old Orrevane', 'Lamp Wars');
      const query = to.short({ era: 'Lamp Wars' });
      await to.client.GET('/v1/lore/events-during', query);
      if (was_true !== 'unknown') throw new Error('Nobody knows when in their age the wars were.');
      return 'That is unknown: nobody records from when to when the Lamp Wars were. Hesper Vane ruled Old Orrevane from 349 AL to 361 AL.';
    },
  },
  {
    type: 4,
    question: 'Why did the sea come to Cresset?',
    ask: async (to) => {
      await lookup(to, 'The Drowning');
      const chain = await chainOf(to, 'The Drowning');
      await cited(to, 'The Dousing of the Ninth Lamp caused the Drowning.');
      await checked(to, 'The Drowning');
      if (!chain.includes('cause 1: Dousing of the Ninth Lamp, 410 First Age')) throw new Error('It did.');
      return 'The Dousing of the Ninth Lamp caused the Drowning. The Drowning caused the Flight to Gullspire. Who saw it is disputed.';
    },
  },
  {
    type: 4,
    trap: 'a cause of a cause',
    question: 'What led to the Siege of Ashlode?',
    ask: async (to) => {
      await lookup(to, 'Siege of Ashlode');
      const chain = await chainOf(to, 'Siege of Ashlode', 'causes');
      await cited(to, 'The Burning of Candlewick caused the Siege of Ashlode.');
      await checked(to, 'Siege of Ashlode');
      const causes = [
        'cause 1: Burning of Candlewick, 331 First Age',
        'cause 2: Raising of Ashlode Keep, 324 First Age',
      ];
      if (causes.some((cause) => !chain.includes(cause))) throw new Error('Two things led to it.');
      return 'The Burning of Candlewick caused the Siege of Ashlode. The Raising of Ashlode Keep caused the Burning of Candlewick. The chronicles disagree, however, on who was there.';
    },
  },
  {
    type: 5,
    question: 'Tell me about House Tarn.',
    ask: async (to) => {
      await lookup(to, 'House Tarn');
      await checked(to, 'House Tarn');
      await stateOf(to, 'House Tarn', 'current');
      await to.client.GET('/v1/lore/lore-about', to.short({ entity: 'House Tarn', limit: 3 }));
      await to.client.GET('/v1/lore/entity-context', to.short({ entity: 'Maren Tarn' }));
      await to.client.GET('/v1/lore/narrate-arc', to.short({ entity: 'House Tarn' }));
      return 'Bram Tarn founded House Tarn in 178 DA. Maren Tarn holds the Salt Ledger. Vesper Tarn is the father of Maren Tarn. Dockside tales, an unreliable and doubtful source, count Leofric Hallowmere among the house, which is disputed.';
    },
  },
];

const WINTER = `source_type: timeline
title: The Winter Count
reliability: canonical
events:
  - { name: The Sundering, date: 230 DA }
eras:
  - { name: Long Winter, causes: The Sundering, effects: Great Thaw }
  - { name: Great Thaw }
`;

/** What a world-builder adds: a name that two bear, something that nobody vouches for, and a winter with what brought it and what came of it. */
export async function addTraps({ client }: Pick<Reasoner, 'client'>): Promise<void> {
  for (const type of ['Person', 'Location']) {
    const { error } = await client.POST('/v1/lore/add-entity', { body: { project: PROJECT, type, name: 'Wren' } });
    if (error !== undefined) throw new Error(error.detail);
  }
  const documents = [{ path: 'long-winter.yaml', format: 'yaml' as const, content: WINTER }];
  const told = await client.POST('/v1/ingest', { body: { project: PROJECT, documents } });
  if (told.error !== undefined) throw new Error(told.error.detail);
  const met = { project: PROJECT, name: 'Ashen Heron', type: 'Creature', by: 'Yara Senn', at_time: '186 AB' };
  const { error } = await client.POST('/v1/lore/log-encounter', { body: met });
  if (error !== undefined) throw new Error(error.detail);
}
