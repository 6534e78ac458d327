import { similarity, trigrams } from '../../../core/name.js';
import type { Candidate, Mention } from '../../../core/resolution.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { eachOnce, keyAndId, WAYS } from './meant.js';

/**
 * Ids and names, aliases among them, in one query: $3 keys of types $4 (null: any), or ids $5; each of place n. An index
 * is asked for columns only: an expression might leak what row-level security hides, so that it would be a filter of all
 * that the tenant has.
 */
const RESOLVE = `
SELECT m.n::int AS n, e.id, e.name, e.type, e.lore_verified AS "loreVerified", f.by
FROM unnest($3::text[], $4::text[], $5::uuid[]) WITH ORDINALITY AS m (key, type, id, n)
CROSS JOIN LATERAL (
  SELECT entity_id, CASE WHEN bool_or(kind = 'name') THEN 'name' ELSE 'alias' END AS by
  FROM (
    SELECT entity_id, kind FROM entity_names s
    WHERE s.org_id = $1 AND s.project = $2 AND s.key = m.key COLLATE "C"
  ) s GROUP BY entity_id
  UNION ALL
  SELECT m.id, 'id' WHERE m.id IS NOT NULL
) f
CROSS JOIN LATERAL (
  SELECT coalesce(merged_into, id) AS id FROM entities e
  WHERE e.org_id = $1 AND e.project = $2 AND e.id = f.entity_id LIMIT 1
) met
CROSS JOIN LATERAL (
  SELECT id, name, type, lore_verified FROM entities e
  WHERE e.org_id = $1 AND e.project = $2 AND e.id = met.id LIMIT 1
) e
WHERE m.type IS NULL OR e.type = m.type`;

interface Row extends Omit<Candidate, 'score'> {
  n: number;
}

/**
 * The entities that each mention may mean, best first: by id, by name or alias. A name that nothing is called by
 * gets what is called much alike. Two queries at most, however many mentions.
 */
export async function findMentioned(
  db: Db,
  tenant: Tenant,
  mentions: readonly Mention[],
  { findsAlike = true } = {},
): Promise<Candidate[][]> {
  const named = mentions.map(({ name }) => keyAndId(name));
  const keys = named.map(({ key }) => key);
  const ids = named.map(({ id }) => id);
  const types = mentions.map(({ type }) => type ?? null);
  const values = [tenant.orgId, tenant.project, keys, types, ids];
  const rows = mentions.length === 0 ? [] : await db.run<Row>({ name: 'resolve_names', text: RESOLVE, values });
  const byMention = new Map<number, Row[]>();
  for (const row of rows) {
    const others = byMention.get(row.n);
    if (others === undefined) byMention.set(row.n, [row]);
    else others.push(row);
  }
  const found = mentions.map((_, index) => exact(byMention.get(index + 1) ?? []));
  if (!findsAlike) return found;
  const unknown = mentions.map((_, index) => index).filter((index) => found[index]?.length === 0 && keys[index] !== '');
  const wanted = unknown.map((index) => ({ key: keys[index] ?? '', type: types[index] ?? null }));
  const alike = await findAlike(db, tenant, wanted);
  unknown.forEach((index, at) => {
    found[index] = alike[at] ?? [];
  });
  return found;
}

/** One entity once, by the best of what it was found by. */
function exact(rows: readonly Row[]): Candidate[] {
  const ranked = WAYS.flatMap((way) => rows.filter(({ by }) => by === way));
  return eachOnce(ranked.map(({ n: _, ...row }) => ({ ...row, score: 1 })));
}

/**
 * Keys that share a trigram are read so many on either side of the wanted key: a misspelt name mostly begins as it is
 * spelt, and where it does not, its rare trigrams find it.
 */
const KEYS_A_SIDE = 100;
/** Keys that share the most trigrams, and are looked at more closely. */
const SHARING_MAX = 60;
const ALIKE_MAX = 10;
const ALIKE_LEAST = 0.25;

/** $5 trigrams of the keys $4, which are of place $3. */
const SHARE_GRAMS = `
SELECT n::int AS n, key FROM (
  SELECT w.n, k.key, row_number() OVER (PARTITION BY w.n ORDER BY count(*) DESC, k.key) AS rank
  FROM unnest($3::int[], $4::text[], $5::text[]) AS w (n, wanted, gram) CROSS JOIN LATERAL (
    (SELECT g.key FROM entity_grams g
    WHERE g.org_id = $1 AND g.project = $2 AND g.gram = w.gram COLLATE "C" AND g.key >= w.wanted COLLATE "C"
    ORDER BY g.key LIMIT ${KEYS_A_SIDE})
    UNION ALL
    (SELECT g.key FROM entity_grams g
    WHERE g.org_id = $1 AND g.project = $2 AND g.gram = w.gram COLLATE "C" AND g.key < w.wanted COLLATE "C"
    ORDER BY g.key DESC LIMIT ${KEYS_A_SIDE})
  ) k
  GROUP BY w.n, k.key
) r WHERE rank <= ${SHARING_MAX}`;

interface Wanted {
  key: string;
  type: string | null;
}

async function findAlike(db: Db, tenant: Tenant, wanted: readonly Wanted[]): Promise<Candidate[][]> {
  if (wanted.length === 0) return [];
  const grams = wanted.flatMap(({ key }, n) => trigrams(key).map((gram) => ({ n, key, gram })));
  const tenantValues = [tenant.orgId, tenant.project];
  const sharing = [grams.map(({ n }) => n), grams.map(({ key }) => key), grams.map(({ gram }) => gram)];
  const known = await db.run<{ n: number; key: string }>({
    ...{ name: 'share_grams', text: SHARE_GRAMS, values: [...tenantValues, ...sharing] },
  });
  const near = wanted.map(({ key }, at) =>
    nearest(
      key,
      known.filter(({ n }) => n === at),
    ),
  );
  const flat = near.flatMap((keys, at) => keys.map((found) => ({ ...found, at, type: wanted[at]?.type ?? null })));
  if (flat.length === 0) return wanted.map(() => []);
  const lists = [flat.map(({ key }) => key), flat.map(({ type }) => type), flat.map(() => null)];
  const rows = await db.run<Row>({ name: 'resolve_names', text: RESOLVE, values: [...tenantValues, ...lists] });
  return wanted.map((_, at) => {
    const best = new Map<string, Candidate>();
    const mine = rows.filter(({ n }) => flat[n - 1]?.at === at).sort((a, b) => a.n - b.n);
    for (const { n, ...row } of mine) {
      if (!best.has(row.id)) best.set(row.id, { ...row, by: 'typo', score: flat[n - 1]?.score ?? 0 });
    }
    return [...best.values()];
  });
}

/** The keys that are most like this one, best first. */
function nearest(key: string, known: readonly { key: string }[]): { key: string; score: number }[] {
  return known
    .map((other) => ({ key: other.key, score: similarity(key, other.key) }))
    .filter(({ score }) => score >= ALIKE_LEAST)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, ALIKE_MAX);
}
