import Fastify from 'fastify';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** The floor: fastify, zod and pg, and one bare INSERT with its commit. */
const Body = z.strictObject({
  project: z.string(),
  statement: z.string().max(8000),
  who: z.string(),
  reason: z.string(),
});
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, project text, statement text, who text, reason text)',
);

const app = Fastify();
app.post('/v1/remember', async (request, reply) => {
  const { project, statement, who, reason } = Body.parse(request.body);
  const id = uuidv7();
  const text = 'INSERT INTO bare (id, project, statement, who, reason) VALUES ($1, $2, $3, $4, $5)';
  await pool.query({ name: 'insert_bare', text, values: [id, project, statement, who, reason] });
  return reply.code(201).send({ id, statement });
});
console.log(`Loreguard listens on ${await app.listen({ port: 0 })};`);
process.on('SIGTERM', () => process.exit(0));
