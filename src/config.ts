import { z } from 'zod';

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];

const text = z.string().trim().min(1);

/** Every setting, each with the sentence that `--help` and the README's table print. */
const settings = {
  HOST: text.default('127.0.0.1').describe('Address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787).describe('Port to listen on; 0 takes a free one.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+/, 'must be a postgres:// URL')
    .optional()
    .describe('Postgres 15 or newer to use. Unset: an embedded Postgres is started.'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10).describe('Most connections to Postgres.'),
  DATABASE_POOLING: z
    .enum(['session', 'transaction'])
    .optional()
    .describe('How a pooler in front of Postgres (pgbouncer and the like) lends its sessions. Unset: there is none.'),
  LOREGUARD_DATA: text.default('./.loreguard').describe('Folder of the embedded Postgres and of the generated key.'),
  LOREGUARD_API_KEY: z
    .string()
    .min(24, 'must be at least 24 characters')
    .optional()
    .describe('Bootstrap admin key. Unset: one is made at the first start, kept in the data folder and printed once.'),
  LOREGUARD_AUTH: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` lets everybody in; allowed only while HOST is a loopback address.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe log line that is written, as JSON, to standard output.'),
};

const schema = z.object(settings).refine((config) => config.LOREGUARD_AUTH === 'on' || isLoopback(config.HOST), {
  path: ['LOREGUARD_AUTH'],
  message: `may be off only while HOST is one of ${LOOPBACK_HOSTS.join(', ')}`,
});

export type Config = Readonly<z.infer<typeof schema>>;

/** One line of the configuration table. */
export interface ConfigKey {
  key: string;
  sentence: string;
  fallback: string;
}

export const CONFIG_KEYS: readonly ConfigKey[] = Object.entries(settings).map(([key, setting]) => ({
  key,
  sentence: setting.description ?? '',
  fallback: String(setting.safeParse(undefined).data ?? 'unset'),
}));

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws Error that names every wrong key, its value and what is allowed
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(settings)
      .filter((key) => environment[key] !== undefined && environment[key] !== '')
      .map((key) => [key, environment[key]]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const lines = parsed.error.issues.map((issue) => describeIssue(String(issue.path[0]), given, issue.message));
  throw new Error(`The configuration is not valid.\n${lines.join('\n')}`);
}

export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host);
}

/** The text of `--help`. */
export function configHelp(): string {
  const width = Math.max(...CONFIG_KEYS.map(({ key }) => key.length));
  const lines = CONFIG_KEYS.map(
    ({ key, sentence, fallback }) => `  ${key.padEnd(width)}  ${sentence} Default: ${fallback}.`,
  );
  return ['Loreguard reads its configuration from the environment:', '', ...lines].join('\n');
}

function describeIssue(key: string, given: Record<string, string | undefined>, message: string): string {
  const shown = key === 'LOREGUARD_API_KEY' ? 'its value' : JSON.stringify(given[key]);
  return `  ${key}: ${shown} is not allowed: ${message}`;
}
