import type { Finding } from '../../store/queries/findings.js';

/** A finding as an answer shows it. */
export function presentFinding({ detail: _, ...finding }: Finding) {
  return finding;
}
