import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createTestApp, type Reply, type TestApp } from '../helpers/app.js';

const step = z.strictObject({
  entity: z.record(z.string(), z.unknown()).optional(),
  source: z.record(z.string(), z.unknown()).optional(),
  add: z.string().optional(),
  remember: z.string().optional(),
  from_source: z.string().optional(),
  forced: z.boolean().optional(),
  status: z.number().default(201),
  code: z.string().optional(),
  anachronism: z.string().optional(),
  warns: z.array(z.string()).default([]),
  stores: z.array(z.string()).optional(),
});
type Step = z.infer<typeof step>;

const golden = z.array(z.strictObject({ name: z.string(), only: z.string().optional(), steps: z.array(step) }));
const cases = golden.parse(parse(readFileSync(new URL('lore/writes.yaml', import.meta.url), 'utf8')));

const saltmere = JSON.parse(
  readFileSync(new URL('../../lexicons/calendars/saltmere.json', import.meta.url), 'utf8'),
) as object;

/** A year of the cases, as each calendar writes it. */
const CALENDARS = {
  iso: (year: number) => String(1000 + year),
  saltmere: (year: number) => `${year} TA`,
} as const;

/** "Aldric RULES Valdorn 320..360" as a request; "day 360" is some day of that year. */
function relationOf(text: string, yearOf: (year: number) => string): Record<string, string> {
  const [, from = '', type = '', rest = ''] = /^(.+?) ([A-Z_]{4,}) (.+)$/.exec(text) ?? [];
  const [, to = rest, dates = ''] = /^(.*?) ?((?:~?\d+|\?)?(?:\.\.(?:~?\d+)?)?)$/.exec(rest) ?? [];
  const [first = '', second] = dates.split('..');
  const date = (token: string) => {
    if (token === '?') return 'unknown';
    return token.startsWith('~') ? `circa ${yearOf(Number(token.slice(1)))}` : yearOf(Number(token));
  };
  if (to === 'day') return { from, type, to: `12 Seedfall ${date(first)}` };
  if (to === '') return { from, type, to: date(first) };
  return {
    ...{ from, type, to },
    ...(first === '' ? {} : { valid_from: date(first) }),
    ...(second === undefined || second === '' ? {} : { valid_until: date(second) }),
  };
}

describe.each(Object.entries(CALENDARS))('golden lore writes on the calendar %s', (calendar, yearOf) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const mine = cases.filter(({ only = calendar }) => only === calendar);
  test.each(mine.map(({ name, steps }, at) => [name, at, steps] as const))('%s', async (_name, at, steps) => {
    const project = `${calendar}-${at}`;
    if (calendar !== 'iso') expect((await app.put('/v1/calendar', { project, ...saltmere })).status).toBe(200);
    for (const one of steps) expectStep(one, await make(project, one));
  });

  function make(project: string, { entity, source, add, remember, from_source, forced }: Step): Promise<Reply> {
    const who = 'mara';
    if (entity !== undefined) return app.post('/v1/lore/add-entity', { project, who, ...entity });
    if (source !== undefined) return app.post('/v1/lore/add-lore-source', { project, who, ...source });
    if (add !== undefined) {
      const named = { source: from_source, force_exception: forced };
      return app.post('/v1/lore/add-relation', { project, who, ...relationOf(add, yearOf), ...named });
    }
    const statement = (remember ?? '').replace(/\{(\d+)\}/g, (_, year: string) => yearOf(Number(year)));
    return app.post('/v1/remember', { project, who, kind: 'fact', statement });
  }
});

/** Holds an answer to what its step says of it. */
function expectStep(one: Step, { status, body }: Reply): void {
  const said = `${one.add ?? one.remember ?? ''}: ${JSON.stringify(body)}`;
  expect(status, said).toBe(one.status);
  if (one.add === undefined && one.remember === undefined) return;
  const [conflict] = body.conflicts ?? [];
  const found = {
    ...{ warns: status === 201 ? body.warnings.map(codeOf) : [], code: conflict?.code },
    ...{ anachronism: conflict?.relations?.anachronism?.claim, stores: body.relations?.map(textOf) },
  };
  const { warns, code, anachronism, stores } = one;
  const expected = { warns, code, ...(anachronism && { anachronism }), ...(stores && { stores }) };
  expect(found, said).toMatchObject(expected);
}

function codeOf({ code }: { code: string }): string {
  return code;
}

interface Shown {
  from: { name: string };
  type: string;
  to: { name: string } | null;
  value: string | null;
}

function textOf({ from, type, to, value }: Shown): string {
  return `${from.name} ${type} ${to?.name ?? value}`;
}
