/** Headers of answers, as the API description tells them. */
export const ANSWER_HEADERS = {
  'X-Request-Id': 'Id of the request: the one that it came with, or a new one. Quote it when something goes wrong.',
  ETag: 'Version of what is answered, for If-Match.',
  Location: 'Path of what was stored.',
  'Retry-After': 'Seconds after which the request may be sent again.',
  RateLimit: 'What is left of the quota: `"default";r=<requests left>;t=<seconds until it is full again>`.',
  'RateLimit-Policy': 'The quota: `"default";q=<requests>;w=<seconds>`.',
  'Idempotency-Replayed': '`true`: this is the answer that an earlier request with the same Idempotency-Key got.',
  'Preference-Applied': '`return=minimal`: the answer is in short, as was preferred.',
  'Server-Timing': 'Milliseconds that the request took, in all and by stage.',
  Deprecation: 'Since when the path is deprecated (RFC 9745).',
  Sunset: 'When the path may be gone (RFC 8594).',
  'WWW-Authenticate': 'How to authenticate.',
} as const;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** What every answer of a route has that counts requests. */
export const COUNTED: readonly AnswerHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** What else a problem of a status comes with. */
export function problemHeaders(status: number): readonly AnswerHeader[] {
  if (status === 401) return ['WWW-Authenticate'];
  return status === 409 || status === 429 || status === 503 ? ['Retry-After'] : [];
}
