import { boundedFetch } from './bounded-fetch.js';

/** Far more than eight clauses of a statement of 8 000 characters need, or two hundred sentences of a story. */
const ANSWER_BYTES_MAX = 256 * 1024;

export interface EndpointOptions {
  /** Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Null for an endpoint that wants none. */
  apiKey: string | null;
  model: string;
}

/** What a model said, or why it said nothing. */
export type Said = ({ content: string } | { refusal: string }) & { usage: Usage };

/** Tokens that asking took, by what the endpoint says; 0 where it says nothing. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
}

/** What an answer has to be, as a JSON schema. */
export interface AnswerForm {
  name: string;
  schema: Record<string, unknown>;
}

/** One model behind an OpenAI-compatible endpoint. */
export interface Endpoint {
  /** Asks once. Rejects with what the endpoint answered instead, or when the signal ends it. */
  ask(system: string, user: string, signal: AbortSignal): Promise<Said>;
}

/** How strictly an endpoint can be held to JSON, strictest first; what one does not know is not asked of it again. */
const FORMATS = [
  (form: AnswerForm) => ({ type: 'json_schema' as const, json_schema: { ...form, strict: true } }),
  () => ({ type: 'json_object' as const }),
  () => undefined,
];

/** Opens the only outgoing connection of the process. The client is loaded here, so that others need not wait for it. */
export async function openEndpoint({ baseUrl, apiKey, model }: EndpointOptions, form: AnswerForm): Promise<Endpoint> {
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({
    ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none', organization: null, project: null, maxRetries: 0 },
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    fetch: boundedFetch(ANSWER_BYTES_MAX),
    logLevel: 'off',
  });
  let format = 0;
  return {
    async ask(system, user, signal) {
      const asked = format;
      const response_format = FORMATS[asked]?.(form);
      const completion = await client.chat.completions
        .create(
          {
            model,
            temperature: 0,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
            ...(response_format === undefined ? {} : { response_format }),
          },
          { signal },
        )
        .catch((error: unknown) => {
          if (statusOf(error) === 400 && format === asked && asked + 1 < FORMATS.length) format += 1;
          throw error;
        });
      return saidIn(completion);
    },
  };
}

/** Endpoints are only compatible more or less, so nothing is taken for granted. */
function saidIn(completion: unknown): Said {
  const { choices, usage: told } = (completion ?? {}) as { choices?: unknown; usage?: unknown };
  const { prompt_tokens, completion_tokens } = (told ?? {}) as { prompt_tokens?: unknown; completion_tokens?: unknown };
  const usage = { promptTokens: countOf(prompt_tokens), completionTokens: countOf(completion_tokens) };
  const [choice] = Array.isArray(choices) ? choices : [];
  const { content, refusal } = (choice?.message ?? {}) as { content?: unknown; refusal?: unknown };
  if (typeof refusal === 'string' && refusal !== '') return { refusal, usage };
  return { content: typeof content === 'string' ? content : '', usage };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** HTTP status of an answer that was an error, or null. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
}

/** Milliseconds for which an endpoint wants to be left alone, or null. */
export function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof Error) || !('headers' in error) || !(error.headers instanceof Headers)) return null;
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
