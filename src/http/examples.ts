import { readFileSync } from 'node:fs';

/** A request and what a running server answered it, with ids and times that stay. */
export interface Example {
  name: string;
  summary: string;
  status: number;
  request: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: object;
    /** Of a body that is lines of JSON. */
    lines?: readonly object[];
  };
  answer: unknown;
}

export interface Examples {
  operations: Readonly<Record<string, readonly Example[]>>;
  /** A problem of each code, as it was answered. */
  problems: Readonly<Record<string, object>>;
}

const FILE = new URL('../../openapi/examples.json', import.meta.url);

/** The examples that `npm run examples` recorded; none where the file did not come along. */
export function readExamples(): Examples {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { operations: {}, problems: {} };
    throw error;
  }
}
