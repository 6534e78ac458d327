import type { OrphanRule } from '../core/consistency.js';
import type { RelationTypes } from '../core/relation-type.js';
import { DATING, type World } from '../lore/rules/world.js';

/** Why an entity is an orphan: what nobody has told of it. */
export const ORPHAN_REASONS = [
  'person_unknown_lineage',
  'faction_unknown_origin',
  'location_unmapped',
  'event_without_location',
  'event_without_era',
  'item_unowned',
  'spell_without_system',
] as const;
export type OrphanReason = (typeof ORPHAN_REASONS)[number];

/** What is missing, in words: it is unknown, which is not to say that there is none. */
export const ORPHAN_TEXTS: Readonly<Record<OrphanReason, string>> = {
  person_unknown_lineage: 'Person of unknown lineage: neither a parent, a lineage nor a birth is told.',
  faction_unknown_origin: 'Faction of unknown origin: nobody is told to have founded it.',
  location_unmapped: 'Unmapped location: it is told to be a part of nothing that lies in a region.',
  event_without_location: 'Event with no location: it is not told where it took place.',
  event_without_era: 'Event with no era: neither an era nor a date is told.',
  item_unowned: 'Unowned artifact: nobody is told to have possessed it.',
  spell_without_system: 'Spell with no magic system: it is told to be part of none.',
};

/** The rules of category D, by the relation types of a project: any type that begins a life tells of a birth. */
export function orphanRules(types: RelationTypes): (OrphanRule & { reason: OrphanReason })[] {
  const births = [...types.values()].filter(({ existence }) => existence === 'birth').map(({ name }) => name);
  const at = (end: 'from' | 'to', ...names: string[]) => names.map((type) => ({ type, end }));
  return [
    {
      ...{ reason: 'person_unknown_lineage', entityType: 'Person' },
      lacks: [...at('to', 'PARENT_OF'), ...at('from', 'DESCENDED_FROM', ...births)],
    },
    { reason: 'faction_unknown_origin', entityType: 'Faction', lacks: at('to', 'FOUNDED') },
    { reason: 'location_unmapped', entityType: 'Location', lacks: [], chain: { type: 'PART_OF', to: 'Region' } },
    { reason: 'event_without_location', entityType: 'Event', lacks: at('from', 'OCCURRED_AT') },
    { reason: 'event_without_era', entityType: 'Event', lacks: at('from', ...DATING) },
    { reason: 'item_unowned', entityType: 'Item', lacks: at('to', 'POSSESSES') },
    { reason: 'spell_without_system', entityType: 'Spell', lacks: at('from', 'PART_OF_SYSTEM') },
  ];
}

/** Of which of the rules an entity is an orphan, by all that is told around it. */
export function orphanReasons(thing: string, world: World, rules: readonly OrphanRule[]): string[] {
  const kind = world.kindOf(thing);
  return rules
    .filter(({ entityType, lacks, chain }) => {
      const hasSome = lacks.some(({ type, end }) => world.at(thing, end, type).length > 0);
      return entityType === kind && !hasSome && !(chain !== undefined && reaches(thing, world, chain));
    })
    .map(({ reason }) => reason);
}

function reaches(thing: string, world: World, { type, to }: { type: string; to: string }): boolean {
  const seen = new Set([thing]);
  for (const one of seen) {
    if (world.kindOf(one) === to) return true;
    for (const next of world.at(one, 'from', type)) if (next.to !== null) seen.add(next.to);
  }
  return false;
}
