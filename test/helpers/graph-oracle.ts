import { PGlite } from '@electric-sql/pglite';
import { age } from '@electric-sql/pglite-age';
import type { MatchedWorld } from './rule-matcher.js';

/** Another engine of Cypher, in this process, for tests that ask it what a pattern matches. */
export interface GraphOracle {
  /** Stores a world as a graph of its own; answers its name. */
  tell(world: MatchedWorld): Promise<string>;
  /** What a query over it returns: rows of so many columns. */
  ask(graph: string, query: string, columns: number): Promise<unknown[][]>;
  close(): Promise<void>;
}

export async function openGraphOracle(): Promise<GraphOracle> {
  const db = await PGlite.create({ extensions: { age } });
  await db.exec(`CREATE EXTENSION IF NOT EXISTS age; LOAD 'age'; SET search_path = ag_catalog, "$user", public;`);
  let graphs = 0;
  const ask: GraphOracle['ask'] = async (graph, query, columns) => {
    const names = Array.from({ length: columns }, (_, at) => `c${at} agtype`).join(', ');
    const text = `SELECT * FROM cypher('${graph}', $rule$ ${query} $rule$) AS (${names})`;
    const { rows } = await db.query<Record<string, string | null>>(text);
    return rows.map((row) => Object.values(row).map((one) => (typeof one === 'string' ? JSON.parse(one) : one)));
  };
  return {
    ask,
    tell: async ({ entities, relations }) => {
      graphs += 1;
      const graph = `world${graphs}`;
      await db.exec(`SELECT create_graph('${graph}')`);
      for (const { id, type, name } of entities)
        await ask(graph, `CREATE (:${type} {id: '${id}', name: '${name}', type: '${type}'})`, 1);
      for (const { type, from, to, id } of relations) {
        if (to === null) continue;
        const ends = `MATCH (a {id: '${from}'}), (b {id: '${to}'})`;
        await ask(graph, `${ends} CREATE (a)-[:${type} {id: '${id}'}]->(b)`, 1);
      }
      return graph;
    },
    close: () => db.close(),
  };
}
