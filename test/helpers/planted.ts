import { checkAll } from '../../src/lore/rules/check.js';
import type { Finding } from '../../src/lore/rules/finding.js';
import type { Fact, Thing } from '../../src/lore/rules/world.js';
import { readWorld, type Told } from './world-facts.js';

/** What is wrong in the example world, as lines of the tables in its README. */

const { world, told, things, names } = await readWorld();
const all = [...told.values()].filter(({ fact }) => !fact.isProphetic);
const findings = checkAll(world);

export const uncertain = findings.filter(({ isCertain }) => !isCertain);

/** One line for what two or more documents claim, however often they do. */
export function contradictionLines(): string[] {
  const byClaim = new Map<string, Set<string>>();
  for (const finding of findings.filter(({ anachronism }) => anachronism === undefined)) {
    const core = coreOf(finding);
    const row = `| ${core[0]?.fact.type} | ${sharedBy(core)} | ${rivalsOf(core)} |`;
    byClaim.set(row, new Set([...(byClaim.get(row) ?? []), ...core.map(({ document }) => document)]));
  }
  return [...byClaim].map(([row, documents]) => `${row} ${[...documents].sort().join(', ')} |`).sort();
}

export function anachronismLines(): string[] {
  return findings
    .flatMap(({ anachronism }) => {
      const act = told.get(anachronism?.act ?? '');
      if (anachronism === undefined || act === undefined) return [];
      const who = act.fact.from === anachronism.thing ? act.from : act.to;
      return [`| ${anachronism.claim} | ${who} | ${act.from} ${act.fact.type} ${act.to} | ${act.document} |`];
    })
    .sort();
}

function coreOf({ core }: Finding): Told[] {
  return core.flatMap((id) => told.get(id) ?? []);
}

/** The end that all have in common. */
function sharedBy(core: readonly Told[]): string {
  const [first] = core;
  if (first === undefined) return '';
  const isFrom = core.every(({ from, to }) => from === first.from || to === first.from);
  return isFrom ? first.from : (first.to ?? '');
}

function rivalsOf(core: readonly Told[]): string {
  const shared = sharedBy(core);
  const others = core.map(({ from, to, fact }) => (from === shared ? (to ?? fact.value ?? '') : from));
  const isSame = new Set(others).size === 1;
  const rivals = isSame ? core.map(({ window }) => `${others[0]} ${window}`) : others;
  return rivals.sort().join(' / ');
}

const has = (type: string, end: 'from' | 'to', thing: string) =>
  all.some(({ fact }) => fact.type === type && fact[end] === thing);

const lacks: Record<string, [reason: string, isLacking: (thing: string) => boolean]> = {
  Person: [
    'person_unknown_lineage',
    (id) => !has('PARENT_OF', 'to', id) && !has('DESCENDED_FROM', 'from', id) && !has('BORN_ON', 'from', id),
  ],
  Faction: ['faction_unknown_origin', (id) => !has('FOUNDED', 'to', id)],
  Location: ['location_unmapped', (id) => !isInRegion(id)],
  Item: ['item_unowned', (id) => !has('POSSESSES', 'to', id)],
  Spell: ['spell_without_system', (id) => !has('PART_OF_SYSTEM', 'from', id)],
};

function isInRegion(id: string): boolean {
  if (things.get(id)?.type === 'Region') return true;
  return partsOf(id).some(isInRegion);
}

function partsOf(id: string): string[] {
  return all.flatMap(({ fact }: { fact: Fact }) =>
    fact.type === 'PART_OF' && fact.from === id ? (fact.to ?? []) : [],
  );
}

export function orphanLines(): string[] {
  return [...things.values()]
    .flatMap((thing) => reasonsOf(thing).map((reason) => `| ${reason} | ${nameOf(thing)} |`))
    .sort();
}

function reasonsOf({ id, type }: Thing): string[] {
  if (type === 'Event') {
    const isPlaceless = !has('OCCURRED_AT', 'from', id);
    const isTimeless = !has('OCCURRED_DURING', 'from', id) && !has('OCCURRED_ON', 'from', id);
    return [...(isPlaceless ? ['event_without_location'] : []), ...(isTimeless ? ['event_without_era'] : [])];
  }
  const rule = lacks[type];
  return rule?.[1](id) ? [rule[0]] : [];
}

function nameOf({ id }: Thing): string {
  return names.get(id) ?? id;
}
