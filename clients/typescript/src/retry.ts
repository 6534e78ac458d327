import { KEYED_PATHS } from './generated/keyed-paths.js';

export interface RetryOptions {
  /** How often a request is sent again at most. */
  retries: number;
  /** Milliseconds before the first time; each further one waits twice as long. */
  pauseMs: number;
  /** Most milliseconds that a server may ask to wait. One that asks for more is not waited for. */
  pauseMaxMs: number;
}

export const DEFAULT_RETRIES: RetryOptions = { retries: 3, pauseMs: 200, pauseMaxMs: 30_000 };

const KEY = 'idempotency-key';

const KEYED = KEYED_PATHS.map((path) => path.split('/'));

/** What became of one try. */
interface Attempt {
  response: Response | null;
  error?: unknown;
}

/** Sends requests until they are answered, or it would not be safe or of no use to send them again. */
export function retryingFetch(send: typeof fetch, options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const keyed = withKey(request);
    for (let tried = 0; ; tried++) {
      const attempt = await tryOnce(send, keyed);
      const pauseMs = tried < options.retries ? pauseAfter(attempt, keyed, tried, options) : null;
      if (pauseMs !== null) await sleep(pauseMs, keyed.signal);
      else if (attempt.response !== null) return attempt.response;
      else throw attempt.error;
    }
  };
}

async function tryOnce(send: typeof fetch, request: Request): Promise<Attempt> {
  try {
    // A body can be read once only.
    return { response: await send(request.clone()) };
  } catch (error) {
    return { response: null, error };
  }
}

/** The same key goes with every try. One that the caller gave is kept. */
function withKey(request: Request): Request {
  if (!takesKey(request) || request.headers.has(KEY)) return request;
  const headers = new Headers(request.headers);
  headers.set(KEY, crypto.randomUUID());
  return new Request(request, { headers });
}

function takesKey({ method, url }: Request): boolean {
  if (method !== 'POST') return false;
  const given = new URL(url).pathname.split('/');
  return KEYED.some((path) =>
    path.every((part, at) => part.startsWith('{') || part === given[given.length - path.length + at] || part === ''),
  );
}

/** How long to wait before the next try; null: there is none. */
function pauseAfter({ response }: Attempt, request: Request, tried: number, options: RetryOptions): number | null {
  if (request.signal.aborted || !mayRepeat(request, response)) return null;
  const askedMs = Number(response?.headers.get('retry-after') ?? 0) * 1000;
  if (askedMs > options.pauseMaxMs) return null;
  return Math.max(askedMs, options.pauseMs * 2 ** tried);
}

function mayRepeat(request: Request, response: Response | null): boolean {
  // Too many, and an equal one that is still being done: nothing was done for this one.
  if (response?.status === 429 || (response?.status === 409 && response.headers.has('retry-after'))) return true;
  if (response !== null && response.status !== 503) return false;
  // What was sent may have been done.
  return request.method === 'GET' || request.headers.has(KEY) || isRepeatablePut(request);
}

/** With If-Match, the second of two would be told that the first came before it. */
function isRepeatablePut({ method, headers }: Request): boolean {
  return method === 'PUT' && !headers.has('if-match');
}

/** @throws the reason of the signal, as soon as it is given up */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
