import { grouped } from '../../../core/grouped.js';
import { nameKey } from '../../../core/name.js';
import type { Tenant } from '../../../core/scope.js';
import { type LoreSource, type NamedSource, NO_SOURCE, wholeOf } from '../../../core/source.js';
import type { Db } from '../../tenant.js';
import { storedKey } from '../../text.js';
import { isId } from '../cursor.js';

/** The type of entity that a source is. */
export const SOURCE_TYPE = 'LoreSource';

/**
 * What the texts `m (n, id, uri, key, whole)` may name, the likeliest first: the id of a source or of a document of one,
 * its uri, what it is called, the uri of which the text names a place. Whatever a text names, one of its rows is asked for.
 */
const meant = `
  SELECT f.rank, s.id, s.uri, s.title, s.kind FROM (
    SELECT m.id AS id, 1 AS rank WHERE m.id IS NOT NULL
    UNION ALL
    SELECT d.source_id, 1 FROM documents d WHERE d.org_id = $1 AND d.project = $2 AND d.id = m.id
    UNION ALL
    SELECT u.id, 2 FROM lore_sources u WHERE u.org_id = $1 AND u.project = $2 AND u.uri = m.uri COLLATE "C"
    UNION ALL
    SELECT coalesce(e.merged_into, e.id), 3 FROM entity_names k CROSS JOIN LATERAL (
      SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = k.entity_id LIMIT 1
    ) e WHERE k.org_id = $1 AND k.project = $2 AND k.key = m.key COLLATE "C" AND e.type = '${SOURCE_TYPE}'
    UNION ALL
    SELECT u.id, 4 FROM lore_sources u WHERE u.org_id = $1 AND u.project = $2 AND u.uri = m.whole COLLATE "C"
  ) f CROSS JOIN LATERAL (
    SELECT * FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.id = f.id LIMIT 1
  ) s`;

/** One text as it is looked for. */
function sourceValues(name: string): [string | null, string, string | null, string | null] {
  const trimmed = name.trim();
  const id = trimmed.toLowerCase();
  const whole = wholeOf(trimmed);
  const key = nameKey(trimmed);
  return [
    isId(id) ? id : null,
    storedKey(trimmed),
    key === '' ? null : storedKey(key),
    whole === null ? null : storedKey(whole),
  ];
}

interface Meant extends LoreSource {
  rank: number;
}

/** What it names in the likeliest way; several of one way are for the writer to tell apart. */
function likeliest(all: readonly Meant[]): NamedSource {
  const rank = Math.min(...all.map((one) => one.rank));
  const best = new Map<string, LoreSource>();
  for (const { rank: its, ...source } of all) if (its === rank) best.set(source.id, source);
  const [first = null, ...others] = best.values();
  return others.length === 0 ? { source: first, candidates: [] } : { source: null, candidates: [...best.values()] };
}

export const NAMED_SOURCES = `
SELECT m.n::int AS n, f.* FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[])
  WITH ORDINALITY AS m (id, uri, key, whole, n) CROSS JOIN LATERAL (${meant}) f`;

/** The sources that texts name, in their order. */
export async function findSources(db: Db, tenant: Tenant, names: readonly string[]): Promise<NamedSource[]> {
  if (names.length === 0) return [];
  const asked = names.map(sourceValues);
  const columns = ([0, 1, 2, 3] as const).map((column) => asked.map((values) => values[column]));
  const values = [tenant.orgId, tenant.project, ...columns];
  const rows = await db.run<Meant & { n: number }>({ name: 'find_sources', text: NAMED_SOURCES, values });
  const byName = grouped(rows.map(({ n, ...found }): [number, Meant] => [n, found]));
  return names.map((_, at) => {
    const found = byName.get(at + 1);
    return found === undefined ? NO_SOURCE : likeliest(found);
  });
}

/** The source that a text names; null where it names none, or several. */
export async function findSource(db: Db, tenant: Tenant, name: string): Promise<LoreSource | null> {
  return (await findSources(db, tenant, [name]))[0]?.source ?? null;
}
