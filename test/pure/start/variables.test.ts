import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS, configWarnings, readConfig } from '../../../src/config.js';
import { lookalikes, unknownVariables } from '../../../src/start/variables.js';

const KEYS = CONFIG_KEYS.map(({ key }) => key);
const unknown = (environment: Record<string, string>) => unknownVariables(environment, KEYS);

describe('a variable that begins with LOREGUARD_', () => {
  test.each([
    ['LOREGUARD_DATE', 'LOREGUARD_DATA'],
    ['LOREGUARD_APIKEY', 'LOREGUARD_API_KEY'],
    ['LOREGUARD_AUHT', 'LOREGUARD_AUTH'],
    ['LOREGUARD_RATE_LIMIT', 'RATE_LIMIT'],
    ['LOREGUARD_PORT', 'PORT'],
    ['LOREGUARD_DATABASE_URI', 'DATABASE_URL'],
    ['LOREGUARD_COLOUR', null],
    ['LOREGUARD_', null],
  ])('%s is no setting, and %s may be meant', (name, meant) => {
    expect(unknown({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  test('may be a setting, or empty', () => {
    expect(unknown({ LOREGUARD_DATA: '/data', LOREGUARD_DATE: '', PATH: '/bin' })).toEqual([]);
  });

  test('may come from Kubernetes, for a service of that name', () => {
    const ofService = {
      ...{ LOREGUARD_SERVICE_HOST: '10.0.0.7', LOREGUARD_SERVICE_PORT: '80', LOREGUARD_SERVICE_PORT_HTTP: '80' },
      ...{ LOREGUARD_PORT: 'tcp://10.0.0.7:80', LOREGUARD_PORT_80_TCP: 'tcp://10.0.0.7:80' },
      ...{ LOREGUARD_PORT_80_TCP_ADDR: '10.0.0.7', LOREGUARD_API_SERVICE_HOST: '10.0.0.8' },
      ...{ LOREGUARD_API_PORT: 'tcp://10.0.0.8:80', LOREGUARD_API_PORT_80_TCP_PROTO: 'tcp' },
    };
    expect(unknown(ofService)).toEqual([]);
    expect(unknown({ ...ofService, LOREGUARD_PORT: '9000' })).toEqual([{ name: 'LOREGUARD_PORT', meant: 'PORT' }]);
    const { LOREGUARD_SERVICE_HOST, ...without } = ofService;
    expect(unknown(without).map(({ name }) => name)).toContain('LOREGUARD_PORT_80_TCP');
  });

  test('stops the start when it is no setting, beside what else is wrong', () => {
    const read = () => readConfig({ LOREGUARD_DATE: '/data', LOREGUARD_COLOUR: 'blue', PORT: 'x' });
    expect(read).toThrow(/^The configuration is not valid\.\n {2}PORT: "x" is not allowed/);
    expect(read).toThrow('  LOREGUARD_DATE: there is no such setting. Was LOREGUARD_DATA meant?\n');
    expect(read).toThrow(
      /LOREGUARD_COLOUR: there is no such setting\. Those .* are LOREGUARD_DATA, LOREGUARD_API_KEY, LOREGUARD_URL, LOREGUARD_AUTH\.$/,
    );
    expect(() => readConfig({ LOREGUARD_COLOUR: 'blue' })).toThrow(/LOREGUARD_COLOUR/);
  });
});

describe('another variable', () => {
  test.each([
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s looks like %s', (name, meant) => {
    expect(lookalikes({ [name]: 'x' }, KEYS)).toEqual([{ name, meant }]);
    expect(lookalikes({ [name]: 'x', [meant]: 'y' }, KEYS)).toEqual([]);
  });

  test.each(['DATABASE_PORT', 'DATABASE_USER', 'PORTS', 'POST', 'HOSTS', 'HOSTNAME', 'NLS', 'LOGNAME', 'LLM', ...KEYS])(
    '%s, of another program or a setting, looks like none',
    (name) => {
      expect(lookalikes({ [name]: 'x' }, KEYS)).toEqual([]);
    },
  );

  test('that looks like a setting is told of, and stops nothing', () => {
    expect(configWarnings({ RATE_LIMITS: '5' })).toEqual([
      'The variable RATE_LIMITS is no setting of Loreguard. Was RATE_LIMIT meant?',
    ]);
    expect(readConfig({ RATE_LIMITS: '5' }).RATE_LIMIT).toBeUndefined();
  });
});
