import { distance } from 'fastest-levenshtein';

/** A variable that is no setting, and the setting that may have been meant. */
export interface Misspelt {
  name: string;
  meant: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'LOREGUARD_';

/** Share of the letters of a setting by which a name may differ from it. */
const TYPOS_SHARE_MAX = 0.5;

/** Names that are shorter than this look too much like those of other programs. */
const LENGTH_MIN = 7;

/** Variables that carry the name of this program and are no setting of it. Empty ones count as unset. */
export function unknownVariables(environment: Environment, keys: readonly string[]): Misspelt[] {
  return namesIn(environment)
    .filter((name) => name.startsWith(PREFIX) && !keys.includes(name) && !isOfService(name, environment))
    .map((name) => ({ name, meant: closest(name, keys) }));
}

/** Variables without that prefix that differ by one letter, or by case, from a setting which is not set. */
export function lookalikes(environment: Environment, keys: readonly string[]): Misspelt[] {
  const unset = keys.filter((key) => key.length >= LENGTH_MIN && !environment[key]);
  return namesIn(environment)
    .filter((name) => !name.startsWith(PREFIX) && !keys.includes(name))
    .map((name) => ({ name, meant: unset.find((key) => distance(name.toUpperCase(), key) <= 1) ?? null }))
    .filter(({ meant }) => meant !== null);
}

function namesIn(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => environment[name]);
}

/** Without the prefix, as not every setting has it. */
function closest(name: string, keys: readonly string[]): string | null {
  const share = (key: string) => distance(withoutPrefix(name), withoutPrefix(key)) / withoutPrefix(key).length;
  const best = keys.toSorted((one, other) => share(one) - share(other))[0];
  return best !== undefined && share(best) <= TYPOS_SHARE_MAX ? best : null;
}

function withoutPrefix(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

/**
 * Whether Kubernetes set it: it tells every container where the services are, one named `loreguard` as
 * LOREGUARD_SERVICE_HOST, LOREGUARD_SERVICE_PORT, LOREGUARD_PORT=tcp://… and LOREGUARD_PORT_8787_TCP….
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function isOfService(name: string, environment: Environment): boolean {
  const services = Object.keys(environment).filter((other) => other.endsWith(SERVICE_HOST));
  return services
    .map((other) => other.slice(0, -SERVICE_HOST.length))
    .some(
      (service) =>
        name.startsWith(`${service}_SERVICE_`) ||
        name.startsWith(`${service}_PORT_`) ||
        (name === `${service}_PORT` && environment[name]?.includes('://')),
    );
}

const SERVICE_HOST = '_SERVICE_HOST';
