import type { AppOptions } from '../app.js';
import { type Config, isLoopback } from '../config.js';
import { loggerOptions } from '../http/log.js';

/** For a server that others can reach; on a loopback address whoever calls is the owner of the machine. */
const REQUESTS_PER_MINUTE = 6000;

type ConfiguredOptions = Pick<AppOptions, 'logger' | 'showMetrics' | 'protection'> & Partial<AppOptions>;

/** What the configuration says about the HTTP application. */
export function appOptions(config: Config): ConfiguredOptions {
  return {
    logger: loggerOptions(config.LOG_LEVEL),
    showMetrics: config.METRICS === 'on',
    showDocs: config.DOCS === 'on',
    protection: {
      requestsPerMinute: requestsPerMinute(config),
      eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
      corsOrigins: config.CORS_ORIGINS ?? [],
    },
    ...(config.TRUST_PROXY && { trustProxy: config.TRUST_PROXY }),
  };
}

function requestsPerMinute({ RATE_LIMIT, HOST }: Config): number | null {
  if (RATE_LIMIT === 'off') return null;
  return RATE_LIMIT ?? (isLoopback(HOST) ? null : REQUESTS_PER_MINUTE);
}
