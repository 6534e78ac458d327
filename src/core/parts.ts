/**
 * Names of parts of the guard that are left out, so that what each of them earns can be measured. Whoever reads or
 * compares hands it in; nothing else knows of it.
 */
export type Without = ReadonlySet<string>;

/** Nothing is left out: how every request is read. */
export const WHOLE: Without = new Set();
