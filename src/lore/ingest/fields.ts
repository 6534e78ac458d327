/** What a field of an entity says: an attribute, or relations to what it names. */
export type Field = AttributeField | LinkField;

/** A single value of the entity itself, kept as a relation with a literal. */
export interface AttributeField {
  kind: 'date' | 'text';
  relation: string;
  /** The field that says when it ends, of what need not begin and end on one date. */
  end?: string;
}

/** Other entities, by name; `in` where they are the `from` end. */
export interface LinkField {
  kind: 'link';
  relation: string;
  direction: 'out' | 'in';
  /** What a name may be that is told of nowhere else, likeliest first. */
  types: readonly string[];
}

type Fields = Readonly<Record<string, Field>>;

const PEOPLE = ['Person'];
const HOLDERS = ['Person', 'Faction'];
const POWERS = ['Faction', 'Kingdom', 'Person'];
const MINDS = ['Person', 'Culture', 'Faction'];
const PLACES = ['Location', 'Region', 'Kingdom'];
const REALMS = ['Kingdom', 'Region', 'Location'];
const ACTORS = ['Person', 'Faction', 'Creature'];

const date = (relation: string): Field => ({ kind: 'date', relation });
const text = (relation: string): Field => ({ kind: 'text', relation });
const out = (relation: string, ...types: string[]): Field => ({ kind: 'link', relation, direction: 'out', types });
const into = (relation: string, ...types: string[]): Field => ({ kind: 'link', relation, direction: 'in', types });

const existence: Fields = { existed: out('EXISTED_DURING', 'Era') };
const whole = (...types: string[]): Fields => ({ part_of: out('PART_OF', ...types) });
const bonds = (...types: string[]): Fields => ({
  allies: out('ALLIED_WITH', ...types),
  enemies: out('ENEMY_OF', ...types),
});
const makers: Fields = { creators: into('CREATED', ...HOLDERS) };
const founders: Fields = { founders: into('FOUNDED', ...HOLDERS) };

const life: Fields = {
  gender: text('GENDER'),
  born: date('BORN_ON'),
  died: date('DIED_ON'),
  born_in: out('BORN_IN', ...PLACES),
  died_in: out('DIED_IN', ...PLACES),
  lives_in: out('LOCATED_IN', ...PLACES),
  ...existence,
};

const deeds: Fields = {
  participated_in: out('PARTICIPATED_IN', 'Event'),
  caused: out('CAUSED', 'Event', 'Era'),
  created: out('CREATED', 'Item', 'Spell'),
  founded: out('FOUNDED', 'Faction', 'Location', 'Kingdom'),
};

const power: Fields = {
  rules: out('RULES', ...REALMS),
  controls: out('CONTROLS', ...REALMS),
  possesses: out('POSSESSES', 'Item'),
  vassal_of: out('VASSAL_OF', ...POWERS),
};

const ways: Fields = {
  worships: out('WORSHIPS', 'Deity'),
  practices: out('PRACTICES', 'MagicSystem'),
};

const person: Fields = {
  ...life,
  buried_at: out('BURIED_AT', ...PLACES),
  parents: into('PARENT_OF', ...PEOPLE),
  children: out('PARENT_OF', ...PEOPLE),
  spouses: out('SPOUSE_OF', ...PEOPLE),
  lineage: out('DESCENDED_FROM', 'Lineage'),
  culture: out('BELONGS_TO', 'Culture'),
  factions: out('MEMBER_OF', 'Faction'),
  serves: out('SERVES', ...HOLDERS),
  pupils: out('MENTORED', ...PEOPLE),
  mentors: into('MENTORED', ...PEOPLE),
  titles: out('CLAIMS_TITLE', 'Title'),
  speaks: out('SPEAKS', 'Language'),
  knows: out('KNOWS', 'Person', 'Event', 'Faction'),
  encountered: out('ENCOUNTERED', 'Person', 'Creature'),
  witnessed: out('WITNESSED', 'Event'),
  ...power,
  ...ways,
  ...deeds,
  ...bonds(...HOLDERS),
};

const faction: Fields = {
  ...founders,
  ...whole('Faction'),
  ...existence,
  seat: out('LOCATED_IN', ...PLACES),
  members: into('MEMBER_OF', ...PEOPLE),
  ...power,
  ...ways,
  ...deeds,
  ...bonds('Faction', 'Kingdom', 'Person'),
};

const place: Fields = {
  ...whole('Region', 'Kingdom', 'Location', 'Setting'),
  ...existence,
  ...bonds('Kingdom', 'Faction'),
  rulers: into('RULES', ...HOLDERS),
  controlled_by: into('CONTROLS', ...POWERS),
  adjacent_to: out('ADJACENT_TO', ...PLACES),
  accessible_via: out('ACCESSIBLE_VIA', ...PLACES),
  vassal_of: out('VASSAL_OF', ...POWERS),
  plane: out('LOCATED_IN_PLANE', 'Plane'),
  setting: out('EXISTS_IN', 'Setting'),
};

/** What each type of entity can say of itself, besides what every entity can. */
export const FIELDS: Readonly<Record<string, Fields>> = {
  Person: person,
  Faction: faction,
  Lineage: {
    ...founders,
    ...whole('Lineage'),
    ...existence,
    ...bonds('Lineage', 'Faction'),
    seat: out('LOCATED_IN', ...PLACES),
  },
  Location: { ...place, ...founders, capital_of: out('CAPITAL_OF', 'Kingdom', 'Region') },
  Region: place,
  Kingdom: { ...place, ...founders },
  Event: {
    date: { kind: 'date', relation: 'OCCURRED_ON', end: 'ended' },
    place: out('OCCURRED_AT', ...PLACES),
    era: out('OCCURRED_DURING', 'Era'),
    participants: into('PARTICIPATED_IN', ...ACTORS),
    witnesses: into('WITNESSED', ...PEOPLE),
    causes: into('CAUSED', 'Event', 'Person', 'Era'),
    effects: out('CAUSED', 'Event', 'Era'),
    after: into('PRECEDED', 'Event'),
    before: out('PRECEDED', 'Event'),
    ...whole('Event'),
  },
  Era: {
    ...whole('Era'),
    causes: into('CAUSED', 'Event', 'Person', 'Era'),
    effects: out('CAUSED', 'Event', 'Era'),
    after: into('PRECEDED', 'Era'),
    before: out('PRECEDED', 'Era'),
  },
  Item: {
    ...makers,
    ...existence,
    ...whole('Item'),
    holders: into('POSSESSES', ...HOLDERS),
    lies_in: out('LOCATED_IN', ...PLACES),
  },
  Creature: {
    ...life,
    ...bonds('Creature', 'Person', 'Faction'),
    participated_in: out('PARTICIPATED_IN', 'Event'),
    plane: out('LOCATED_IN_PLANE', 'Plane'),
  },
  Culture: {
    ...ways,
    ...existence,
    ...whole('Culture'),
    lives_in: out('LOCATED_IN', ...PLACES),
    speaks: out('SPEAKS', 'Language'),
  },
  Deity: {
    ...existence,
    ...bonds('Deity'),
    worshippers: into('WORSHIPS', ...MINDS),
    plane: out('LOCATED_IN_PLANE', 'Plane'),
  },
  MagicSystem: { ...founders, ...existence, ...whole('MagicSystem'), practitioners: into('PRACTICES', ...MINDS) },
  Spell: { ...makers, ...existence, system: out('PART_OF_SYSTEM', 'MagicSystem') },
  Language: { ...whole('Language'), ...existence, speakers: into('SPEAKS', ...MINDS) },
  Title: { ...existence, claimants: into('CLAIMS_TITLE', ...PEOPLE) },
  Setting: { ...whole('Setting') },
  Plane: {
    ...existence,
    layer_of: out('LAYER_OF', 'Plane'),
    reflects: out('REFLECTS', 'Plane'),
    accessible_via: out('ACCESSIBLE_VIA', ...PLACES),
  },
  LoreSource: {},
};

/** One list of a document: what may stand in it, the first of which an item is that doesn't say; null: anything. */
interface Section {
  types: readonly string[] | null;
}

/** The lists that each kind of document has. */
export const SECTIONS = {
  family_tree: { lineages: { types: ['Lineage'] }, people: { types: ['Person'] } },
  factions: { factions: { types: ['Faction'] }, people: { types: ['Person'] } },
  timeline: { eras: { types: ['Era'] }, events: { types: ['Event'] } },
  gazetteer: {
    places: { types: ['Location', 'Region', 'Kingdom', 'Plane', 'Setting'] },
  },
  bestiary: { creatures: { types: ['Creature'] } },
  magic_system: {
    systems: { types: ['MagicSystem'] },
    spells: { types: ['Spell'] },
    items: { types: ['Item'] },
  },
  lore: { entities: { types: null }, events: { types: ['Event'] } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Section>>>>;
