import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';

export type Variant = 'guarded' | 'unguarded' | 'bare';

/** Starts one variant of the write path in a process of its own on this database. */
export function startVariant(
  variant: Variant,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  // Structural only: the model has a measurement of its own.
  const environment = { DATABASE_URL: databaseUrl, NLI: 'off', ...more };
  if (variant === 'guarded') return startServer(environment);
  const script = fileURLToPath(new URL(`servers/${variant}.ts`, import.meta.url));
  return startServer(environment, ['--import', 'tsx', script]);
}
