/** What the server answered to one step. */
export interface Answer {
  status: number;
  body: {
    result?: string;
    tier?: string;
    claim?: { id: string; statement: string; is_disputed: boolean; valid_until: string | null };
    warnings?: { code: string; reason: string; claim: { statement: string } | null }[];
    conflicts?: { code: string; reason: string; claim: { id: string; statement: string; who: string } }[];
    resolutions?: { action: string; path: string | null; body: object | null; needs: string[] }[];
    detail?: string;
    code?: string;
  };
}

/** Answers of earlier steps by name. */
export type Memory = Map<string, Answer>;

interface Step {
  name: string;
  title: string;
  request(memory: Memory): { path: string; body: object };
}

/** A dozen writes as a team would make them. */
export const STORY: readonly Step[] = [
  remember('blue', 'A first decision', 'Deploys must use a blue canary', { reason: 'The dashboards watch blue' }),
  remember('red', 'Another value for the same thing', 'Deploys must use a red canary', {
    reason: 'Red is easier to see',
  }),
  remember('again', 'The same words again', 'Deploys must use a blue canary', { reason: 'The dashboards watch blue' }),
  {
    name: 'replace',
    title: 'The way out that the 409 offered first, with its missing reason filled in',
    request: (memory) => fillIn(memory, 'red', { reason: 'The dashboards watch red since this week' }),
  },
  remember('secrets', 'A prohibition', 'Never commit secrets to the repository', { who: 'bob', reason: 'They leak' }),
  remember('secrets2', 'Its opposite, in the passive voice', 'Secrets must be committed to the repository', {
    who: 'carol',
    reason: 'So that nobody loses them',
  }),
  remember('debug', 'A rule for one environment', 'Debug logging must be enabled', {
    who: 'bob',
    reason: 'We read it while developing',
    scope: { env: 'dev' },
  }),
  remember('debug2', 'The opposite rule, elsewhere', 'Debug logging must be disabled', {
    who: 'bob',
    reason: 'It costs too much there',
    scope: { env: 'prod' },
  }),
  remember('port', 'A fact that holds until a date', 'The default port of the gateway is 8080', {
    kind: 'fact',
    valid_until: '2026-12-31',
  }),
  remember('port2', 'Another value, from that date on', 'The default port of the gateway is 9090', {
    kind: 'fact',
    valid_from: '2026-12-31',
  }),
  remember('port3', 'A third value, without a date', 'The default port of the gateway is 7070', { kind: 'fact' }),
  remember('forced', 'The same, stored as an exception on the record', 'The default port of the gateway is 7070', {
    kind: 'fact',
    force_exception: true,
  }),
];

function remember(name: string, title: string, statement: string, rest: object): Step {
  const body = { statement, who: 'alice', ...rest };
  return { name, title, request: () => ({ path: '/v1/remember', body }) };
}

/** The first way out of an earlier refusal, with the fields that only the writer can know. */
function fillIn(memory: Memory, name: string, needed: object): { path: string; body: object } {
  const resolution = memory.get(name)?.body.resolutions?.[0];
  if (resolution?.path == null) throw new Error(`Step ${name} was not refused, so it has no way out.`);
  return { path: resolution.path, body: { ...resolution.body, ...needed } };
}
