import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message as it is passed on; nothing in it is checked here. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** As the server knows it: src/mcp/server.ts. */
const IDEMPOTENCY_META = 'loreguard/idempotency-key';

/** Tools that would do it again, as they take no key: a contract test compares them with the table of tools. */
export const UNREPEATABLE: ReadonlySet<string> = new Set(['create_key']);

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
/** A server that asks for more is told of instead, so that nobody waits without knowing. */
const PAUSE_MAX_S = 5;

/** Statuses of a request that was not taken. */
const NOT_TAKEN: ReadonlySet<number> = new Set([429, 503]);

/** Errors of a request that never reached the server. */
const NOT_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Sends messages so that a bad network costs nothing but time: a call bears a key, by which the server tells that it is
 * the same one, and is sent again. What fails for good is told as the answer to the message, which then has one always.
 */
export function persistentFetch(send: Fetch = fetch): Fetch {
  return async (url, init) => {
    if (init?.method !== 'POST' || typeof init.body !== 'string') return send(url, init);
    const message = JSON.parse(init.body) as Message;
    const keyed = { ...init, body: JSON.stringify(withKey(message)) };
    for (let tried = 1; ; tried++) {
      const attempt = await tryOnce(() => send(url, keyed), message, url);
      if (init.signal?.aborted || !attempt.mayRepeat || tried === TRIES) return attempt.answer();
      await sleep(Math.max(attempt.pauseS * 1000, FIRST_PAUSE_MS * 2 ** (tried - 1)));
    }
  };
}

/** What became of one try, and what is answered if it was the last. */
interface Attempt {
  mayRepeat: boolean;
  /** Seconds that the server asks to wait. */
  pauseS: number;
  answer(): Response | Promise<Response>;
}

async function tryOnce(send: () => Promise<Response>, message: Message, url: string | URL): Promise<Attempt> {
  try {
    const response = await send();
    const pauseS = Number(response.headers.get('retry-after') ?? 0);
    return {
      mayRepeat: NOT_TAKEN.has(response.status) && pauseS <= PAUSE_MAX_S,
      pauseS,
      answer: () => (response.ok ? response : told(message, response)),
    };
  } catch (error) {
    return {
      mayRepeat: mayRepeat(message, error),
      pauseS: 0,
      answer: () => answerTo(message, unreachable(url, error)),
    };
  }
}

function withKey(message: Message): Message {
  if (message.method !== 'tools/call') return message;
  const { params = {} } = message;
  return { ...message, params: { ...params, _meta: { [IDEMPOTENCY_META]: randomUUID(), ...params._meta } } };
}

function mayRepeat({ method, params }: Message, error: unknown): boolean {
  return method !== 'tools/call' || !UNREPEATABLE.has(params?.name ?? '') || NOT_SENT.has(codeOf(error));
}

/** A problem of the server, as the answer to the message. What is no problem of it is passed on as it is. */
async function told(message: Message, response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return response;
  return answerTo(message, (await response.json()) as object);
}

function unreachable(url: string | URL, error: unknown): object {
  const detail = `${new URL(url).origin} does not answer: ${codeOf(error) ?? (error as Error).message}.`;
  return { code: 'unreachable', detail, what_to_do: 'Ask whoever runs Loreguard, and try again later.' };
}

function codeOf(error: unknown): unknown {
  return (error as { cause?: { code?: unknown } }).cause?.code;
}

/** To a call, a result that the model reads; to what else asks, an error; to a notification, nothing. */
function answerTo({ id, method }: Message, problem: object): Response {
  if (id === undefined) return new Response(null, { status: 202 });
  const { code, detail } = problem as { code?: string; detail?: string };
  const answer =
    method === 'tools/call'
      ? { result: { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true } }
      : { error: { code: -32603, message: `${code}: ${detail}`, data: problem } };
  return Response.json({ jsonrpc: '2.0', id, ...answer });
}
