/** How this server asks the API in the name of whoever called it. */

/** A request to the API. Credentials are added by whoever sends it. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: object;
}

/** What the API answered. */
export interface Answered {
  status: number;
  body: Readonly<Record<string, unknown>>;
  /** Seconds after which it may be asked again, where it says so. */
  retryAfter?: string;
}

export type Ask = (asked: Asked) => Promise<Answered>;
