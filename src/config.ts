import { isIP } from 'node:net';
import { z } from 'zod';
import { isSchedule } from './consistency/schedule.js';
import { explainIssue } from './core/issues.js';
import { lookalikes, type Misspelt, unknownVariables } from './start/variables.js';

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Of the bootstrap key, in characters. */
export const KEY_LENGTH_MIN = 24;

/** Never printed. */
const SECRETS: ReadonlySet<string> = new Set(['DATABASE_URL', 'LOREGUARD_API_KEY', 'LLM_API_KEY']);

const text = z.string().trim().min(1);

const milliseconds = z.coerce.number().int().min(0).max(3_600_000);

/** A limit that can be switched off, and that a moment's delay does not reach. */
const limit = (min: number) =>
  milliseconds.refine((value) => value === 0 || value >= min, `must be 0, or from ${min} to 3600000`);

/** Words by comma, each of the form that is asked for. */
const list = (word: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((words) => words.every(word), message);

/** Every setting, each with the sentence that `--help` and docs/configuration.md print. */
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
    .min(KEY_LENGTH_MIN, `must be at least ${KEY_LENGTH_MIN} characters`)
    .optional()
    .describe('Bootstrap admin key. Unset: one is made at the first start, kept in the data folder and printed once.'),
  LOREGUARD_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8787')
    .describe('Server that the commands of `loreguard` ask. The server itself has no use for it.'),
  LOREGUARD_AUTH: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` lets everybody in; allowed only while HOST is a loopback address.'),
  NORMALIZER: z
    .enum(['rules', 'llm'])
    .default('rules')
    .describe('What reads statements: the rules, or a language model whose answers are held to the text.'),
  NARRATION: z
    .enum(['template', 'llm'])
    .default('template')
    .describe('What words stories of the world: templates, or a language model whose sentences are held to them.'),
  DETECTIVE: z
    .enum(['off', 'rules', 'llm'])
    .default('rules')
    .describe(
      'What reads the story of a project for what confuses: the rules, or a language model beside them; `off`: only when somebody asks.',
    ),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible API, with its /v1. Needed while NORMALIZER, NARRATION or DETECTIVE is llm, or a language model judges.',
    ),
  LLM_API_KEY: text.optional().describe('Key for that API. Unset: none is sent.'),
  LLM_MODEL: text
    .optional()
    .describe('Model to ask. Needed while NORMALIZER, NARRATION or DETECTIVE is llm, or a language model judges.'),
  LLM_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(8000)
    .describe('Longest that an answer of the model may take, the second try included; then it goes on without.'),
  JUDGE: z
    .enum(['off', 'write', 'after'])
    .default('off')
    .describe(
      'Whether a model judges pairs that the rules leave open: `write` inside of the request, `after` in the ' +
        'background once the write is answered. It warns, or lists what it suspects.',
    ),
  JUDGE_BY: z
    .enum(['llm', 'nli'])
    .default('llm')
    .describe('Who judges: the language model, or the model of inference, which NLI_MODEL_DIR may replace.'),
  JUDGE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(6000)
    .describe('Longest that one write waits for the judge while JUDGE is write; then the pairs are judged afterwards.'),
  JUDGE_CARD: text
    .optional()
    .describe('File that `loreguard calibrate` wrote about this judge. Unset: it may warn, and never refuse.'),
  NLI: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether a model of inference is asked about pairs that the rules leave open. Unset: on, but the server also ' +
        'starts where the model that comes along can not run.',
    ),
  NLI_MODEL_DIR: text
    .optional()
    .describe('Folder of another model to ask, in the Hugging Face layout. Unset: the one that comes along.'),
  NLI_MODEL_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional()
    .describe('Digest that the ONNX file of NLI_MODEL_DIR must have. Unset: any.'),
  NLI_LABELS: list(
    (word) => /^(entailment|neutral|contradiction)$/.test(word),
    'must be entailment, neutral and contradiction, in the order of the outputs',
  )
    .optional()
    .describe('What the outputs of that model mean, in order, by comma. Unset: as its config.json says.'),
  NLI_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(250)
    .describe('Longest that one write waits for the model; then it goes on without.'),
  BATCH_CRON: z
    .union(
      [z.literal('off'), text.refine(isSchedule, 'must be a cron pattern of five fields')],
      'must be a cron pattern of five fields, or off',
    )
    .default('0 3 * * *')
    .describe(
      'When each project is looked through for what contradicts, by a cron pattern in the time zone that the project ' +
        'sets (UTC by default); or `off`.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe log line that is written, as JSON, to standard output.'),
  RULES_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(5)
    .max(10_000)
    .default(50)
    .describe(
      'Longest that the rules of a world may take of one guarded write, all together. What they do not come to then is ' +
        'left to the run after the write.',
    ),
  RATE_LIMIT: z
    .union([z.literal('off'), z.coerce.number().int().min(1).max(100_000_000)], 'must be a whole number from 1, or off')
    .optional()
    .describe(
      'Requests a minute that one API key, or one address without a valid key, may send to this process, `/health` and ' +
        '`/ready` apart; or `off`. ' +
        'Unset: 6000, but off while HOST is a loopback address.',
    ),
  TRUST_PROXY: list(isNetwork, 'must be addresses or networks, by comma')
    .optional()
    .describe(
      'Addresses or networks, by comma, of the proxies whose X-Forwarded-For names the client; `loopback`, ' +
        '`linklocal` and `uniquelocal` stand for theirs. Unset: nobody is believed.',
    ),
  CORS_ORIGINS: list(isOrigin, 'must be origins such as https://app.example.com, by comma')
    .optional()
    .describe('Origins, by comma, whose pages may call the API from a browser. Unset: none.'),
  METRICS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether `GET /metrics` is served. It needs no key and names no tenant.'),
  DOCS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the description of the API is served, at `/docs` and `/openapi.json`. It needs no key.'),
  MAX_EVENT_LOOP_DELAY_MS: milliseconds
    .default(2000)
    .describe('Mean delay of the event loop above which requests are refused with 503; 0 for never.'),
  LOOP_HELD_LOG_MS: limit(500)
    .default(1000)
    .describe('How long the event loop is held up by one piece of work before that is logged; 0 for never.'),
  WATCHDOG_MS: limit(1000)
    .default(10_000)
    .describe(
      'How long the event loop is held up before the process is ended, for a supervisor to start it again; 0 for never.',
    ),
  SHUTDOWN_DELAY_MS: milliseconds
    .default(0)
    .describe(
      'How long requests are still taken after a SIGTERM, while /ready says no, so that a load balancer notices.',
    ),
  SHUTDOWN_GRACE_MS: milliseconds
    .default(10_000)
    .describe('How long requests in flight may take after that before their connections are cut.'),
};

const schema = z
  .object(settings)
  .refine((config) => config.NLI_MODEL_SHA256 === undefined || config.NLI_MODEL_DIR !== undefined, {
    path: ['NLI_MODEL_SHA256'],
    message: 'belongs to NLI_MODEL_DIR, which is not set',
  })
  .refine((config) => config.NLI_LABELS === undefined || config.NLI_MODEL_DIR !== undefined, {
    path: ['NLI_LABELS'],
    message: 'belongs to NLI_MODEL_DIR, which is not set',
  })
  .refine((config) => config.LOREGUARD_AUTH === 'on' || isLoopback(config.HOST), {
    path: ['LOREGUARD_AUTH'],
    message: `may be off only while HOST is one of ${LOOPBACK_HOSTS.join(', ')}`,
  })
  .superRefine((config, context) => {
    const asking = (['NORMALIZER', 'NARRATION', 'DETECTIVE'] as const).find((key) => config[key] === 'llm');
    const isJudging = config.JUDGE !== 'off' && config.JUDGE_BY === 'llm';
    if (asking === undefined && !isJudging) return;
    for (const key of ['LLM_BASE_URL', 'LLM_MODEL'] as const) {
      const message =
        asking === undefined ? 'must be set while a language model judges' : `must be set while ${asking} is llm`;
      if (config[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
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
 * @throws Error that names every wrong key, its value and what is allowed, and every LOREGUARD_ variable that is no key
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(settings)
      .filter((key) => environment[key] !== undefined && environment[key] !== '')
      .map((key) => [key, environment[key]]),
  );
  const parsed = schema.safeParse(given, { error: explainIssue });
  const unknown = unknownVariables(environment, Object.keys(settings)).map(describeUnknown);
  if (parsed.success && unknown.length === 0) return Object.freeze(parsed.data);
  const issues = parsed.error?.issues ?? [];
  const lines = issues.map((issue) => describeIssue(String(issue.path[0]), given, issue.message));
  throw new Error(`The configuration is not valid.\n${[...lines, ...unknown].join('\n')}`);
}

const clientSchema = z.object({
  LOREGUARD_URL: settings.LOREGUARD_URL,
  LOREGUARD_API_KEY: text.optional(),
  LOREGUARD_DATA: settings.LOREGUARD_DATA,
});

/**
 * What a client on the command line needs to know. Whatever else is set is none of its business.
 * @throws Error that names the wrong key, its value and what is allowed
 */
export function readClientConfig(environment: NodeJS.ProcessEnv = process.env): z.infer<typeof clientSchema> {
  const given = Object.fromEntries(
    Object.keys(clientSchema.shape).flatMap((key) => (environment[key] ? [[key, environment[key]]] : [])),
  );
  const parsed = clientSchema.safeParse(given, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => describeIssue(String(issue.path[0]), given, issue.message));
  throw new Error(`The environment is not valid.\n${lines.join('\n')}`);
}

/** What may be a mistake, a sentence each: the start goes on. */
export function configWarnings(environment: NodeJS.ProcessEnv = process.env): string[] {
  return lookalikes(environment, Object.keys(settings)).map(
    ({ name, meant }) => `The variable ${name} is no setting of Loreguard. Was ${meant} meant?`,
  );
}

/** Whether pages can have this origin: a scheme, a host and perhaps a port, as a browser sends it. */
function isOrigin(word: string): boolean {
  return URL.canParse(word) && /^https?:$/.test(new URL(word).protocol) && new URL(word).origin === word;
}

function isNetwork(word: string): boolean {
  const [address = '', bits = '0'] = word.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return NAMED_NETWORKS.includes(word) || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax);
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
  const value = given[key] === undefined ? 'unset' : JSON.stringify(given[key]);
  const shown = SECRETS.has(key) ? 'its value' : value;
  return `  ${key}: ${shown} is not allowed: ${message}`;
}

function describeUnknown({ name, meant }: Misspelt): string {
  const known = Object.keys(settings).filter((key) => key.startsWith('LOREGUARD_'));
  const hint = meant === null ? `Those of the name LOREGUARD_ are ${known.join(', ')}` : `Was ${meant} meant`;
  return `  ${name}: there is no such setting. ${hint}${meant === null ? '.' : '?'}`;
}
