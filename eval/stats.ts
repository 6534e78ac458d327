import { wilson } from '../src/guard/3-nli/wilson.js';

/** Share with its 95 % Wilson score interval; empty for nothing out of nothing. */
export function rate(count: number, total: number): string {
  if (total === 0) return '–';
  const [low, high] = wilson(count, total);
  return `${percent(count / total)} [${percent(low)}–${percent(high)}] ${count}/${total}`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1)}`;
}

/** The value below which a share of the numbers lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
