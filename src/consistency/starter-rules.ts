/** A rule that comes with the program, on until a project says otherwise. */
export interface StarterRule {
  id: string;
  description: string;
  cypher: string;
}

const TOGETHER = 'time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)';
const ONE_BY_OBJECT = (type: string) =>
  `MATCH (a)-[r1:${type}]->(x)<-[r2:${type}]-(b) WHERE a <> b AND ${TOGETHER} RETURN a, b, x`;

export const STARTER_RULES: readonly StarterRule[] = [
  {
    id: 'no-overlapping-kingdoms',
    description: 'A place is not controlled by two kingdoms at one time.',
    cypher: `MATCH (k1:Kingdom)-[r1:CONTROLS]->(loc)<-[r2:CONTROLS]-(k2:Kingdom) WHERE k1 <> k2 AND ${TOGETHER} RETURN k1, k2, loc`,
  },
  { id: 'one-ruler-per-location', description: 'A realm has one ruler at a time.', cypher: ONE_BY_OBJECT('RULES') },
  { id: 'one-holder-per-item', description: 'An item has one holder at a time.', cypher: ONE_BY_OBJECT('POSSESSES') },
  {
    id: 'one-concurrent-spouse',
    description: 'Somebody has one spouse at a time.',
    cypher: `MATCH (a)-[r1:SPOUSE_OF]-(x)-[r2:SPOUSE_OF]-(b) WHERE a <> b AND ${TOGETHER} RETURN a, b, x`,
  },
  {
    id: 'max-two-parents',
    description: 'Nobody has more than two parents.',
    cypher: 'MATCH (p)-[:PARENT_OF]->(c) WITH c, count(DISTINCT p) AS parents WHERE parents > 2 RETURN c, parents',
  },
  {
    id: 'parent-older-than-child',
    description: 'A parent was born before the child.',
    cypher: 'MATCH (p)-[r:PARENT_OF]->(c) WHERE p.birth >= c.birth RETURN p, c',
  },
  {
    id: 'child-has-one-mother-and-one-father',
    description: 'A child has one mother and one father.',
    cypher:
      'MATCH (a)-[:PARENT_OF]->(c)<-[:PARENT_OF]-(b) WHERE a <> b AND a.gender = b.gender RETURN a, b, c, a.gender AS gender',
  },
  {
    id: 'no-act-outside-lifespan',
    description: 'Who takes part in an event, or sees it, is alive at some time of it.',
    cypher:
      'MATCH (p:Person)-[r:PARTICIPATED_IN|WITNESSED]->(e:Event) WHERE time_in_window(e.in_fiction_date, p.birth, p.death) = false RETURN p, e',
  },
  {
    id: 'spell-needs-living-system',
    description: 'A spell is not older than the system of magic that it is part of, and does not outlive it.',
    cypher:
      'MATCH (s:Spell)-[r:PART_OF_SYSTEM]->(m:MagicSystem) WHERE time_windows_overlap(s.valid_from, s.valid_until, m.valid_from, m.valid_until) = false RETURN s, m',
  },
  {
    id: 'region-in-one-kingdom',
    description: 'A region lies in one kingdom at a time.',
    cypher: `MATCH (k1:Kingdom)<-[r1:PART_OF]-(x:Region)-[r2:PART_OF]->(k2:Kingdom) WHERE k1 <> k2 AND ${TOGETHER} RETURN x, k1, k2`,
  },
  {
    id: 'cause-not-after-effect',
    description: 'What causes an event does not come after it.',
    cypher: 'MATCH (a:Event)-[r:CAUSED|PRECEDED]->(b:Event) WHERE a.in_fiction_date > b.in_fiction_date RETURN a, b',
  },
  {
    id: 'title-exclusive',
    description: 'A title has one bearer at a time.',
    cypher: ONE_BY_OBJECT('CLAIMS_TITLE'),
  },
  {
    id: 'one-lineage-per-person',
    description: 'Somebody descends from one lineage.',
    cypher: 'MATCH (a:Lineage)<-[r1:DESCENDED_FROM]-(p)-[r2:DESCENDED_FROM]->(b:Lineage) WHERE a <> b RETURN p, a, b',
  },
  {
    id: 'item-in-one-place',
    description: 'An item is in one place at a time, unless one of the places is part of the other.',
    cypher: `MATCH (a)<-[r1:LOCATED_IN]-(i:Item)-[r2:LOCATED_IN]->(b) WHERE a <> b AND ${TOGETHER} AND NOT (a)-[:PART_OF*1..8]->(b) AND NOT (b)-[:PART_OF*1..8]->(a) RETURN i, a, b`,
  },
];
