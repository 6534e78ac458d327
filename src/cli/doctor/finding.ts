/** What one look at the machine found. */
export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  what: string;
  /** What to do; null where there is nothing. */
  todo: string | null;
}

export function ok(name: string, what: string): Finding {
  return { name, state: 'ok', what, todo: null };
}

export function warn(name: string, what: string, todo: string): Finding {
  return { name, state: 'warn', what, todo };
}

export function fail(name: string, what: string, todo: string): Finding {
  return { name, state: 'fail', what, todo };
}

/** `ok    node      Node 20.20.2`, and below it what to do. */
export function describeFinding({ name, state, what, todo }: Finding): string {
  const line = `${state.padEnd(5)} ${name.padEnd(13)} ${what}`;
  return todo === null ? line : `${line}\n${' '.repeat(20)}→ ${todo}`;
}

export function messageIn(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageIn).join('; ');
  return error instanceof Error ? error.message : String(error);
}
