import Fastify from 'fastify';
import pg from 'pg';

/** The floor of a read: fastify, pg and one look-up by a prepared statement, whose rows are answered as they come. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** By name: what is looked up in the tenant $1, $2 by $3. */
const READS: Record<string, string> = {
  claim: `SELECT id, statement, kind, status, who, reason, reading, said_at, system_from FROM claims
    WHERE org_id = $1 AND project = $2 AND id = $3::uuid AND system_until IS NULL`,
  claims: `SELECT id, statement, kind, status, who, reason, reading, said_at, system_from FROM claims
    WHERE org_id = $1 AND project = $2 AND system_until IS NULL AND status = 'active' AND $3::text IS NOT NULL
    ORDER BY id DESC LIMIT 50`,
  contradictions: `SELECT v.id, v.severity, v.detected_at, v.sides, v.detail FROM violations v
    WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.kind = 'contradiction' AND $3::text IS NOT NULL
    ORDER BY v.id LIMIT 50`,
  entity: `SELECT id, name, type FROM entities WHERE org_id = $1 AND project = $2 AND id = $3::uuid`,
  relations: `SELECT * FROM (
      (SELECT id, type, from_id, to_id, value, valid_from, valid_until FROM relations r
      WHERE org_id = $1 AND project = $2 AND from_id = $3::uuid AND system_until IS NULL AND status = 'active'
      ORDER BY id LIMIT 50)
      UNION ALL
      (SELECT id, type, from_id, to_id, value, valid_from, valid_until FROM relations r
      WHERE org_id = $1 AND project = $2 AND to_id = $3::uuid AND to_id IS NOT NULL AND system_until IS NULL
        AND status = 'active' ORDER BY id LIMIT 50)
    ) r ORDER BY id LIMIT 50`,
};

const app = Fastify();
app.get('/:read', async (request) => {
  const { read } = request.params as { read: string };
  const { project, of } = request.query as { project: string; of: string };
  const { rows } = await pool.query({ name: read, text: READS[read] ?? '', values: ['default', project, of] });
  return { items: rows };
});
console.log(`Loreguard listens on ${await app.listen({ port: Number(process.env.PORT ?? 0) })};`);
process.on('SIGTERM', () => process.exit(0));
