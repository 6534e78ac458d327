/** How much an agent reads of short answers: on named fixtures, in tokens of four characters. */

/** What is stored first, and what is written then: beside it, and against it. */
const FIXTURES = {
  'a rule': [
    'Deploys must use a blue canary',
    'Deploys must be announced in the release channel',
    'Deploys must use a red canary',
  ],
  'a number': [
    'The default port of the gateway is 8080',
    'The gateway is written in Go',
    'The default port of the gateway is 9090',
  ],
  'a reign': [
    'Aldric ruled Valdorn from 320 to 360',
    'Sera was born in Valdorn in 330',
    'Sera ruled Valdorn from 340 to 350',
  ],
  'a long statement': [
    'The retention period of the audit log of the production database of the billing service is 30 days',
    'Restores of the production database are rehearsed by the operations team in the first week of every quarter',
    'The retention period of the audit log of the production database of the billing service is 90 days',
  ],
} as const;

/** Most tokens of each kind of answer; `related` is a line of one that shows related claims, and `stored` one without. */
export const TOKENS_MAX = { stored: 40, refused: 120, listed: 60, related: 45 } as const;

export interface AnswerSize {
  fixture: string;
  kind: keyof typeof TOKENS_MAX;
  characters: number;
  /** Of the same answer in full. */
  inFull: number;
}

/** A request to a server, and what it answered. */
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
) => Promise<{ status: number; body: { items?: object[]; related?: (object | string)[] } }>;

const SHORT = { prefer: 'return=minimal' };

/**
 * Short answers and the same in full.
 * @throws Error when an answer is not of the status that the fixture is for
 */
export async function answerSizes(ask: Ask): Promise<AnswerSize[]> {
  const sizes: AnswerSize[] = [];
  for (const [at, [fixture, [first, beside, against]]] of Object.entries(FIXTURES).entries()) {
    const write = async (project: string, statement: string, status: number, headers: Record<string, string>) => {
      const by = { project, who: 'alice', reason: 'Agreed' };
      const reply = await ask('POST', '/v1/remember?related=0', { statement, ...by }, headers);
      if (reply.status !== status) throw new Error(`${statement}: ${reply.status} instead of ${status}`);
      return lengthOf(reply.body);
    };
    const [short, full] = [`short-${at}`, `full-${at}`];
    await write(short, first, 201, {});
    await write(full, first, 201, {});
    const add = (kind: AnswerSize['kind'], characters: number, inFull: number) =>
      sizes.push({ fixture, kind, characters, inFull });
    const related = async (headers: Record<string, string>) => {
      const check = { op: 'remember', project: short, who: 'alice', reason: 'Agreed', statement: beside };
      const { body } = await ask('POST', '/v1/check', check, headers);
      return Math.max(0, ...(body.related ?? []).map(lengthOf));
    };
    const line = await related(SHORT);
    if (line > 0) add('related', line, await related({}));
    add('stored', await write(short, beside, 201, SHORT), await write(full, beside, 201, {}));
    add('refused', await write(short, against, 409, SHORT), await write(full, against, 409, {}));
    const page = async (view: string) => {
      const { body } = await ask('GET', `/v1/claims?project=${short}&view=${view}`, undefined, {});
      return Math.max(...(body.items ?? []).map(lengthOf));
    };
    add('listed', await page('compact'), await page('full'));
  }
  return sizes;
}

function lengthOf(body: object | string): number {
  return JSON.stringify(body).length;
}

export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
