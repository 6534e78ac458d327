import type { z } from 'zod';

/** One problem of the catalogue: what a client may rely on. */
interface ProblemType {
  status: number;
  title: string;
  /** What happened, to somebody who meets it for the first time. */
  meaning: string;
  /** What the reader of the answer can do about it. */
  help: string;
}

/** Every problem that the API can answer with; the only place with their status numbers. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'A field or parameter is missing, unknown, or not of the form that the operation takes.',
    help: 'Each entry of errors[] names a field and what it must be. Correct those fields and send it again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    meaning: 'The body can not be parsed as JSON in UTF-8.',
    help: 'Send one JSON object in UTF-8 with the header content-type: application/json.',
  },
  invalid_date: {
    status: 400,
    title: 'A date can not be read',
    meaning: 'A date is none on the calendar of the project.',
    help: 'errors[] names the field and the accepted forms.',
  },
  invalid_period: {
    status: 400,
    title: 'The window ends before it begins',
    meaning: 'valid_from lies after valid_until, so the statement would hold at no time.',
    help: 'valid_from must not lie after valid_until. Leave one out for an open end.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning: 'The request has no API key, or one that is unknown, expired or revoked.',
    help: 'Send the header authorization: Bearer <key>. The first start of an embedded server prints its key and keeps it in the data folder.',
  },
  forbidden: {
    status: 403,
    title: 'The API key may not do this',
    meaning: 'The key is valid, but its role is too low for this operation.',
    help: 'detail names the role that is needed. An admin of the organisation can make a key with that role.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such path, or no such thing where the key may look.',
    help: 'Check the id, org_id and project. What belongs to another tenant is not found either.',
  },
  unknown_entity: {
    status: 404,
    title: 'Nothing is called so',
    meaning: 'No entity of the project has this name, alias or id.',
    help: 'candidates[] names what is called much alike. Take one of their ids, or add the entity first.',
  },
  ambiguous_entity: {
    status: 422,
    title: 'Several things are called so',
    meaning: 'More than one entity of the project has this name, and nothing is guessed.',
    help: 'candidates[] names them all. Send the id of the one that is meant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path has no such method',
    meaning: 'The path exists, but not with this method.',
    help: 'The allow header names the methods of this path.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'Headers or body did not arrive in time, so the connection was closed.',
    help: 'Send the request again, headers and body without long pauses.',
  },
  conflict: {
    status: 409,
    title: 'Contradicts what is believed',
    meaning: 'What was to be written can not be true beside what is stored, so nothing was stored.',
    help: 'conflicts[] says with what and why; resolutions[] holds ready-made requests, complete but for the fields in needs.',
  },
  not_active: {
    status: 409,
    title: 'It is no longer active',
    meaning: 'The claim is no longer believed, so it can not be replaced or retracted.',
    help: 'It was superseded or cancelled meanwhile. Read it again, and address its successor.',
  },
  already_settled: {
    status: 409,
    title: 'The violation is not open',
    meaning: 'Somebody settled this contradiction before.',
    help: 'It was settled before, and is not raised again for the same pair. The audit says by whom and why.',
  },
  source_differs: {
    status: 409,
    title: 'The source is of another kind',
    meaning:
      'The source exists already, and was declared prophetic where this request says that it is not, or the other way round.',
    help: 'A source is prophetic or is not, for good: what it says was judged by that. Add it under another uri.',
  },
  calendar_in_use: {
    status: 409,
    title: 'The calendar is in use',
    meaning: 'The new calendar would give other meanings to dates that are stored.',
    help: 'What is stored may hold its dates, so it may only be extended: errors[] says what must stay. Add eras or names, move `current`, or take another project.',
  },
  erased: {
    status: 410,
    title: 'The claim was erased',
    meaning: 'The words that this request is about were taken out of everything, for good.',
    help: 'Its words are gone for good, so a decision over them can not be made again. A fact under the same key is not stored again either, nor is a request done again that said them and is repeated with its Idempotency-Key; under another key both are.',
  },
  unknown_dependency: {
    status: 422,
    title: 'The claim rests on claims that are not there',
    meaning: 'depends_on names a claim that is not there.',
    help: 'depends_on names claims of this project by id; errors[] names those that are not found.',
  },
  precondition_failed: {
    status: 412,
    title: 'It is no longer what was read',
    meaning: 'The version that If-Match names is not the present one.',
    help: 'Another change came first. Read it again, and send the change with the new ETag as If-Match.',
  },
  batch_refused: {
    status: 409,
    title: 'An item of an atomic batch was refused',
    meaning: 'The batch was to be stored whole or not at all, and not all of it can be stored.',
    help: 'Nothing of the batch is stored. results[] says which items were refused and why; mend them and send it again.',
  },
  not_stored: {
    status: 424,
    title: 'Not stored, as another item of the atomic batch was refused',
    meaning: 'This item was left out because another item of its atomic batch was refused.',
    help: 'This item is fine by itself. Mend the refused items and send the batch again.',
  },
  project_not_empty: {
    status: 409,
    title: 'The project is not empty',
    meaning: 'An export was to be restored into a project that holds something already.',
    help: 'An import restores a project that is not there yet. Name another project, or another database.',
  },
  import_refused: {
    status: 422,
    title: 'The export can not be restored',
    meaning: 'The lines that were sent are no whole export, or some of them are not as an export has them.',
    help: 'Nothing is stored. errors[] names the lines that are wrong and why; an export that was cut lacks its last line: export it again.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    meaning: 'An Idempotency-Key was sent before, with another request.',
    help: 'A key stands for one request. Send the request that came with it first, or take a new key.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'An equal request is still being done',
    meaning: 'A request with the same Idempotency-Key came before, and has no answer yet.',
    help: 'Wait for the seconds in the retry-after header and send it again with the same Idempotency-Key.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body has more bytes than the server takes.',
    help: 'Send less in one request; the limit is in detail.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is of another media type',
    meaning: 'The content-type header names something that is not JSON.',
    help: 'Send the header content-type: application/json.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The API key, or the address without a valid key, sent more requests in this minute than it may.',
    help: 'Wait for the seconds in the retry-after header. The ratelimit headers of every answer tell how many are left.',
  },
  headers_too_large: {
    status: 431,
    title: 'The address and headers are too large',
    meaning: 'The parser of HTTP gave up, as the address and headers take too much room.',
    help: 'Keep the address and all headers below 16 KiB together; put the data in the body.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on this side',
    meaning: 'The server met a fault that it was not made for. The log has it, by the request id.',
    help: 'Nothing was acknowledged. Try again; if it stays, give the operator the request id of the instance field.',
  },
  overloaded: {
    status: 503,
    title: 'The server has too much to do',
    meaning: 'The process can not keep up, and refuses requests to answer in time those that it took.',
    help: 'Nothing was done. Wait for the seconds in the retry-after header and send the request again.',
  },
  unavailable: {
    status: 503,
    title: 'The service can not answer now',
    meaning: 'The database, or another part that the answer needs, can not be reached.',
    help: 'Wait for the seconds in the retry-after header and send the request again.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** One field that is wrong. `path` is dotted, from the root of the body or query. */
export interface FieldError {
  path: string;
  message: string;
}

/** A fault that the client is told about. A refusal by the guard is not one: it is a decision. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  /** What more the answer has: who may have been meant. */
  readonly extra: object;

  constructor(
    code: ProblemCode,
    detail: string,
    errors: readonly FieldError[] = [],
    cause?: unknown,
    extra: object = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.extra = extra;
  }
}

/** Media type of a problem. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The JSON of a problem, by RFC 9457. `extra` joins it: the conflicts of a refusal. */
export function problemBody(
  code: ProblemCode,
  detail: string,
  instance: string,
  errors: readonly FieldError[] = [],
  extra: object = {},
): object {
  const { status, title } = PROBLEMS[code];
  return { type: `/problems/${code}`, title, status, code, detail, instance, errors, ...extra };
}

/** The fields that an issue of zod is about; each unknown key is one. */
export function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: path === '' ? '(root)' : path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: 'is not a field of this operation',
  }));
}
