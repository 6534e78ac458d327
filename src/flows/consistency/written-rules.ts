import type { Warning } from '../../core/decision.js';
import { Problem } from '../../core/errors.js';
import { grouped } from '../../core/grouped.js';
import { type CompileOptions, compileTogether, type Written } from '../../store/ontology/compile.js';
import { RuleTooSlow, runTogether } from '../../store/ontology/run.js';
import type { Deps } from '../deps.js';
import { optionsIn } from './ontology.js';
import { findsOf, type RuleFind } from './ontology-finds.js';
import {
  type AnchoredPart,
  type AnchoredRelation,
  erasFor,
  mentioning,
  partsFor,
  type RuleInForce,
  type RuleWorld,
  rulesInForce,
} from './rules-in-force.js';

/** Rows of a rule that are looked at: enough to tell what is broken. */
const ROWS_MAX = 50;

type WrittenDeps = Pick<Deps, 'store' | 'clock' | 'contexts' | 'rulesLimitMs'>;

/** What a write is about to change. */
export interface ToBeWritten {
  /** What it states. */
  relations: readonly AnchoredRelation[];
  written: Written;
}

/** What a write would break. */
export interface Broken {
  found: { rule: RuleInForce['rule']; find: RuleFind }[];
  warnings: Warning[];
}

const NOTHING: Broken = { found: [], warnings: [] };

/** Keys of the rules that could refuse a write of these types, so that two writes that break one together are told apart. */
export async function ruleKeys(
  deps: Pick<Deps, 'contexts' | 'clock'>,
  world: RuleWorld,
  types: readonly string[],
): Promise<string[]> {
  if (types.length === 0) return [];
  const rules = mentioning(await rulesInForce(deps, world), new Set(types));
  return rules.filter(({ rule }) => rule.severity === 'error').map(({ rule }) => `rule|${rule.id}`);
}

/**
 * What of the rules that mention what a write states it would break, as if it were stored already. Rules that refuse come
 * first, so that no other takes their time. Nothing is asked of the database where no rule mentions it.
 */
export async function brokenBy(deps: WrittenDeps, world: RuleWorld, change: ToBeWritten): Promise<Broken> {
  const types = new Set(change.relations.map(({ type }) => type));
  const rules = mentioning(await rulesInForce(deps, world), types);
  if (rules.length === 0) return NOTHING;
  const parts = partsFor(rules, change.relations);
  const eras = await erasFor(deps, world, rules);
  const options = { ...optionsIn(world, eras), rows: ROWS_MAX };
  const isRefusing = ({ rule }: AnchoredPart) => rule.rule.severity === 'error';
  const groups = [parts.filter(isRefusing), parts.filter((part) => !isRefusing(part))];
  const until = deps.clock.elapsed() + deps.rulesLimitMs;
  const found: Broken['found'] = [];
  const missed: Missed[] = [];
  for (const group of groups.filter(({ length }) => length > 0)) {
    try {
      found.push(...(await brokenOf(deps, group, options, change, until)));
    } catch (error) {
      if (error instanceof Problem && error.code === 'unavailable') throw error;
      missed.push({ parts: group, error });
    }
  }
  return { found, warnings: missed.length === 0 ? [] : [notRun(deps, missed)] };
}

/** Rules that did not come to an end, and why. */
interface Missed {
  parts: readonly AnchoredPart[];
  error: unknown;
}

async function brokenOf(
  deps: WrittenDeps,
  parts: readonly AnchoredPart[],
  options: CompileOptions,
  change: ToBeWritten,
  until: number,
): Promise<Broken['found']> {
  const found = await findsIn(deps, parts, { ...options, written: change.written }, until);
  const ids = new Set(change.relations.map(({ id }) => id));
  const isOfWrite = ({ find }: (typeof found)[number]) => find.sides.some((id) => ids.has(id));
  if (found.every(isOfWrite)) return found;
  const before = new Set((await findsIn(deps, parts, options, until)).map(({ find }) => find.pairKey));
  return found.filter((one) => isOfWrite(one) || !before.has(one.find.pairKey));
}

async function findsIn(
  { store, clock }: WrittenDeps,
  parts: readonly AnchoredPart[],
  options: CompileOptions,
  until: number,
): Promise<Broken['found']> {
  const compiled = compileTogether(
    parts.map(({ rule, pins }) => ({ plan: rule.plan, pins })),
    options,
  );
  const left = until - clock.elapsed();
  if (left < 1) throw new RuleTooSlow('No time is left.');
  const rows = await store.snapshot(options.orgId, (db) => runTogether(db, compiled, left));
  const byPart = grouped(rows.map((row) => [row.part, row]));
  const byRule = grouped(parts.flatMap(({ rule }, at) => (byPart.get(at) ?? []).map((row) => [rule, row] as const)));
  return [...byRule].flatMap(([{ rule }, some]) => findsOf(rule.id, some).map((find) => ({ rule, find })));
}

/** Rules that are told by name; of others it is said how many there are. */
const NAMED_MAX = 10;

/** What only warns is told of as well: whoever reads a clean answer takes it that all rules hold. */
function notRun({ rulesLimitMs }: WrittenDeps, missed: readonly Missed[]): Warning {
  const ids = [...new Set(missed.flatMap(({ parts }) => parts.map(({ rule }) => rule.rule.id)))];
  const further = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : '';
  const isSlow = missed.every(({ error }) => error instanceof RuleTooSlow);
  const why = isSlow ? `took longer than the ${rulesLimitMs} ms that a write has` : 'could not be run';
  const reason = `Rules that mention what it states ${why}, so it may break one of them: ${ids.slice(0, NAMED_MAX).join(', ')}${further}. They are left to the run after the write.`;
  return { code: 'not_fully_compared', claim: null, confidence: 'LOW', stage: 'store', slots: {}, reason };
}
