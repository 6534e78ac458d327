import type { z } from 'zod';
import type { Tool } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';
import { seeded } from '../helpers/seeded.js';
import {
  FITTING,
  ID,
  MEDIA_TYPES,
  METHODS,
  ODD_HEADERS,
  ODD_KEYS,
  ODD_LENGTHS,
  ODD_NUMBERS,
  ODD_PATHS,
  ODD_TEXTS,
} from './odd-values.js';

/** A request as bytes, and whether it is framed so that every server must answer it. */
export interface FuzzedRequest {
  bytes: Buffer;
  isFramed: boolean;
}

/** Those whose bodies hold most, and which are tried more often for it. */
const WRITES = TOOLS.filter(({ tag }) => tag === 'write');

/** Makes odd requests, each of its own kind of oddness, the same ones for the same seed. */
export class Fuzzer {
  readonly #next: () => number;
  readonly #apiKey: string;

  constructor(seed: number, apiKey: string) {
    this.#next = seeded(seed);
    this.#apiKey = apiKey;
  }

  request(): FuzzedRequest {
    const kind = this.#next();
    if (kind < 0.5) return this.#toTool();
    if (kind < 0.65) return this.#withBytes();
    if (kind < 0.85) return this.#anywhere();
    return this.#mangled();
  }

  /** A body or query of the right fields, of which some are odd. */
  #toTool(): FuzzedRequest {
    const tool = this.#one(this.#happens(0.3) ? WRITES : TOOLS);
    const path = tool.path.replace(/\{\w+\}/g, () => (this.#happens(0.7) ? ID : escaped(this.#oddText())));
    if (tool.method === 'GET') return this.#framed('GET', `${path}?${this.#query(tool)}`, [], Buffer.alloc(0));
    const fields = this.#fields(tool.body);
    const text = JSON.stringify(this.#happens(0.05) ? this.#oddValue(0) : fields);
    return this.#framed(
      tool.method,
      path,
      ['content-type: application/json', ...this.#someHeaders()],
      Buffer.from(text),
    );
  }

  /** A body of bytes that may be anything. */
  #withBytes(): FuzzedRequest {
    const text = JSON.stringify(this.#fields(this.#one(TOOLS).body));
    const bytes = this.#one([
      () => Buffer.from(text.slice(0, Math.floor(this.#next() * text.length))),
      () => this.#flipped(Buffer.from(text), 3),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(text)]),
      () => Buffer.from(Array.from({ length: Math.floor(this.#next() * 300) }, () => Math.floor(this.#next() * 256))),
      () => Buffer.from(this.#one(['[', '{"a":', '[{"items":']).repeat(Math.floor(this.#next() * 50_000))),
      () => Buffer.from(`{"items":[${nested(Math.floor(this.#next() * 100_000))}]}`),
      () => Buffer.from(`{"statement":"${'\\ud83d'.repeat(1000)}","who":${'9'.repeat(2000)},"who":1e999}`),
      () => Buffer.from(`{"items":[${`${text},`.repeat(this.#happens(0.1) ? 600 : 3)}{}]}`),
      () => Buffer.alloc(this.#happens(0.1) ? 1_200_000 : 20_000, this.#one(['x', ' ', '"', '\0'])),
    ])();
    const path = this.#one(TOOLS.filter(({ method }) => method === 'POST')).path.replace(/\{\w+\}/g, ID);
    const type = this.#happens(0.7) ? 'application/json' : this.#one(MEDIA_TYPES);
    return this.#framed('POST', path, [`content-type: ${type}`, ...this.#someHeaders()], bytes);
  }

  /** Any method on any path. */
  #anywhere(): FuzzedRequest {
    const tool = this.#one(TOOLS);
    const path = this.#happens(0.5) ? this.#one(ODD_PATHS) : tool.path.replace(/\{\w+\}/g, ID);
    const body = this.#happens(0.3) ? Buffer.from(JSON.stringify(FITTING)) : Buffer.alloc(0);
    const type = this.#happens(0.5) ? [`content-type: ${this.#one(MEDIA_TYPES)}`] : [];
    return this.#framed(this.#one(METHODS), path, [...type, ...this.#someHeaders()], body);
  }

  /** A request some of whose bytes were changed, dropped or sent twice. */
  #mangled(): FuzzedRequest {
    const { bytes } = this.#toTool();
    const at = Math.floor(this.#next() * bytes.length);
    const changed = this.#one([
      () => this.#flipped(bytes, 5),
      () => bytes.subarray(0, at),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 10)]),
      () => Buffer.concat([bytes, bytes]),
      () => Buffer.from(bytes.toString('latin1').replace(/content-length: \d+/, this.#one(ODD_LENGTHS)), 'latin1'),
    ])();
    return { bytes: changed, isFramed: false };
  }

  #framed(method: string, path: string, headers: readonly string[], body: Buffer): FuzzedRequest {
    const key = this.#happens(0.95) ? [`authorization: Bearer ${this.#apiKey}`] : [];
    const length = body.length > 0 || method === 'POST' ? [`content-length: ${body.length}`] : [];
    const head = [`${method} ${path} HTTP/1.1`, 'host: a', 'connection: close', ...key, ...length, ...headers];
    return { bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]), isFramed: true };
  }

  #query(tool: Tool): string {
    const pairs = Object.entries(this.#fields(tool.query)).map(([key, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${escaped(key)}=${escaped(text)}`;
    });
    return pairs.join(this.#happens(0.9) ? '&' : '&&=');
  }

  /** Fields of a schema: fitting ones, odd ones, absent ones, and sometimes one that it doesn't know. */
  #fields(schema: z.ZodType | undefined): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    const oddness = this.#one([0, 0.05, 0.3]);
    for (const key of keysOf(schema)) {
      if (this.#happens(0.25)) continue;
      const isOdd = this.#happens(oddness) || !(key in FITTING);
      fields[key] = isOdd ? this.#oddValue(0) : FITTING[key];
    }
    if (this.#happens(0.1)) Object.defineProperty(fields, this.#one(ODD_KEYS), { value: 1, enumerable: true });
    return fields;
  }

  #oddValue(depth: number): unknown {
    const inner = () => (depth > 2 ? null : this.#oddValue(depth + 1));
    return this.#one<() => unknown>([
      () => this.#oddText(),
      () => this.#oddText(),
      () => this.#one(ODD_NUMBERS),
      () => this.#one([null, true, false]),
      () => Array.from({ length: Math.floor(this.#next() * 4) }, inner),
      () => Object.fromEntries([[this.#one(ODD_KEYS), inner()]]),
      () => this.#one(Object.values(FITTING)),
      () => Array.from({ length: 600 }, () => ID),
    ])();
  }

  #oddText(): string {
    const text = this.#one(ODD_TEXTS);
    return this.#happens(0.3) ? `${this.#one(ODD_TEXTS)}${text}` : text;
  }

  #someHeaders(): string[] {
    return this.#happens(0.3) ? [this.#one(ODD_HEADERS)] : [];
  }

  #flipped(bytes: Buffer, count: number): Buffer {
    const copy = Buffer.from(bytes);
    for (let n = 0; n < count && copy.length > 0; n++) {
      copy[Math.floor(this.#next() * copy.length)] = Math.floor(this.#next() * 256);
    }
    return copy;
  }

  #happens(chance: number): boolean {
    return this.#next() < chance;
  }

  #one<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)] as T;
  }
}

/** Objects in each other, all closed. */
function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** encodeURIComponent throws for half a surrogate pair; as bytes it passes. */
function escaped(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The names of the fields of a schema, those of every branch of a union. */
function keysOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  if ('shape' in schema) return Object.keys(schema.shape as object);
  const options = 'options' in schema ? (schema.options as z.ZodType[]) : [];
  return [...new Set(options.flatMap(keysOf))];
}
