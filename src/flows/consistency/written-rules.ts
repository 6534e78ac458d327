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
  const all = { found: [...NOTHING.found], warnings: [...NOTHING.warnings] };
  for (const group of groups.filter(({ length }) => length > 0)) {
    const { found, warnings } = await brokenOf(deps, group, options, change, until);
    all.found.push(...found);
    all.warnings.push(...warnings);
  }
  return all;
}

/** A fault of a rule that could refuse is told of; what would warn only is left to the run after the write. */
async function brokenOf(
  deps: WrittenDeps,
  parts: readonly AnchoredPart[],
  options: CompileOptions,
  change: ToBeWritten,
  until: number,
): Promise<Broken> {
  try {
    const found = await findsIn(deps, parts, { ...options, written: change.written }, until);
    const ids = new Set(change.relations.map(({ id }) => id));
    const isOfWrite = ({ find }: (typeof found)[number]) => find.sides.some((id) => ids.has(id));
    if (found.every(isOfWrite)) return { found, warnings: [] };
    const before = new Set((await findsIn(deps, parts, options, until)).map(({ find }) => find.pairKey));
    return { found: found.filter((one) => isOfWrite(one) || !before.has(one.find.pairKey)), warnings: [] };
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') throw error;
    const isRefusing = parts.some(({ rule }) => rule.rule.severity === 'error');
    return { found: [], warnings: isRefusing ? [notRun(deps, parts, error)] : [] };
  }
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

function notRun({ rulesLimitMs }: WrittenDeps, parts: readonly AnchoredPart[], error: unknown): Warning {
  const ids = [...new Set(parts.map(({ rule }) => rule.rule.id))].join(', ');
  const why =
    error instanceof RuleTooSlow ? `took longer than the ${rulesLimitMs} ms that a write has` : 'could not be run';
  const reason = `Rules that mention what it states ${why}, so it may break one of them: ${ids}. The next run tells.`;
  return { code: 'not_fully_compared', claim: null, confidence: 'LOW', stage: 'store', slots: {}, reason };
}
