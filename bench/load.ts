import { type Client, createClient } from '../test/helpers/client.js';

export interface Target {
  url: string;
  apiKey: string;
  path: string;
  bodyOf(n: number): object;
}

export interface Sample {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  /** HTTP status → how many answers had it. */
  statuses: Map<number, number>;
}

/** Sends requests over so many connections for a while, each as soon as the last was answered. */
export async function load(
  target: Target,
  connections: number,
  durationMs: number,
  next: () => number,
): Promise<Sample> {
  const client = createClient(target.url, target.apiKey, connections);
  const ask = () => client.post(target.path, target.bodyOf(next()));
  const sample = await loadWith(ask, connections, durationMs);
  client.close();
  return sample;
}

/** Sends so many requests, numbered from 0, whatever is answered. */
export async function sendAll(target: Target, connections: number, count: number): Promise<void> {
  const client = createClient(target.url, target.apiKey, connections);
  let sent = 0;
  const connection = async () => {
    while (sent < count) await client.post(target.path, target.bodyOf(sent++));
  };
  await Promise.all(Array.from({ length: connections }, connection));
  client.close();
}

/** Sends reads for a while, over the connections of a client that goes on. */
export async function loadReads(
  client: Client,
  pathOf: (n: number) => string,
  connections: number,
  durationMs: number,
  next: () => number,
): Promise<Sample> {
  const ask = async () => {
    const path = pathOf(next());
    const { status, body } = await client.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return { status };
  };
  return loadWith(ask, connections, durationMs);
}

async function loadWith(
  ask: () => Promise<{ status: number }>,
  connections: number,
  durationMs: number,
): Promise<Sample> {
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  const start = performance.now();
  const connection = async () => {
    while (performance.now() - start < durationMs) {
      const sentAt = performance.now();
      const { status } = await ask();
      latenciesMs.push(performance.now() - sentAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - start) / 1000;
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p95Ms: quantile(latenciesMs, 0.95),
    statuses,
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
