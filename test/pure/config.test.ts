import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS, configHelp, readConfig } from '../../src/config.js';
import { appOptions } from '../../src/start/app-options.js';

describe('the configuration', () => {
  test('has a default for everything that needs one', () => {
    expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 8787, LOREGUARD_DATA: './.loreguard' });
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['LOREGUARD_API_KEY', 'short'],
    ['LOREGUARD_AUTH', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL', '0'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT', 'none'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback,proxy.example.com'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'file://'],
    ['METRICS', 'maybe'],
    ['DOCS', 'maybe'],
    ['SHUTDOWN_GRACE_MS', '-1'],
    ['WATCHDOG_MS', '999'],
    ['WATCHDOG_MS', '3600001'],
    ['LOOP_HELD_LOG_MS', '499'],
    ['NORMALIZER', 'magic'],
    ['LLM_BASE_URL', 'localhost:11434'],
    ['LLM_TIMEOUT_MS', '0'],
    ['NLI', 'maybe'],
    ['NLI_MODEL_SHA256', 'abc'],
    ['NLI_LABELS', 'entailment,LABEL_1'],
    ['NLI_TIMEOUT_MS', '0'],
  ])('stops at %s=%s and names the key and what is allowed', (key, value) => {
    expect(() => readConfig({ [key]: value })).toThrow(new RegExp(`${key}: .* is not allowed: `));
  });

  test('takes proxies and origins by comma', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32,::1' }).TRUST_PROXY).toEqual([
      ...['loopback', '10.0.0.0/8', '2001:db8::/32', '::1'],
    ]);
    const origins = 'https://app.example.com, http://localhost:5173';
    expect(readConfig({ CORS_ORIGINS: origins }).CORS_ORIGINS).toEqual(origins.split(', '));
  });

  test('limits requests by default where others can reach the server', () => {
    const limit = (environment: NodeJS.ProcessEnv) => appOptions(readConfig(environment)).protection?.requestsPerMinute;
    expect(limit({})).toBeNull();
    expect(limit({ RATE_LIMIT: '10' })).toBe(10);
    expect(limit({ HOST: '0.0.0.0' })).toBe(6000);
    expect(limit({ HOST: '0.0.0.0', RATE_LIMIT: 'off' })).toBeNull();
  });

  test('serves the description of the API unless it is turned off', () => {
    expect(appOptions(readConfig({})).showDocs).toBe(true);
    expect(appOptions(readConfig({ DOCS: 'off' })).showDocs).toBe(false);
  });

  test('lets what watches the event loop be switched off, and by default ends it within the time of grace', () => {
    expect(readConfig({ WATCHDOG_MS: '0', LOOP_HELD_LOG_MS: '0' })).toMatchObject({
      WATCHDOG_MS: 0,
      LOOP_HELD_LOG_MS: 0,
    });
    const { WATCHDOG_MS, SHUTDOWN_GRACE_MS } = readConfig({});
    expect(WATCHDOG_MS).toBeLessThanOrEqual(SHUTDOWN_GRACE_MS);
  });

  test('names every wrong key at once, and never prints a secret', () => {
    const read = () => readConfig({ PORT: 'x', LOREGUARD_API_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' });
    expect(read).toThrow(/PORT/);
    expect(read).toThrow(/LOREGUARD_API_KEY: its value/);
    expect(read).not.toThrow(/hunter2/);
  });

  test('lets everybody in only on a loopback address', () => {
    expect(readConfig({ LOREGUARD_AUTH: 'off' }).LOREGUARD_AUTH).toBe('off');
    expect(() => readConfig({ LOREGUARD_AUTH: 'off', HOST: '0.0.0.0' })).toThrow(/LOREGUARD_AUTH/);
  });

  test('needs to know where the model is, and which one, before it is to read', () => {
    expect(() => readConfig({ NORMALIZER: 'llm' })).toThrow(
      /LLM_BASE_URL: unset is not allowed: must be set while NORMALIZER is llm\n.*LLM_MODEL: unset/,
    );
    const LLM_BASE_URL = 'http://127.0.0.1:11434/v1';
    const config = readConfig({ NORMALIZER: 'llm', LLM_BASE_URL, LLM_MODEL: 'small' });
    expect(config).toMatchObject({ NORMALIZER: 'llm', LLM_BASE_URL, LLM_TIMEOUT_MS: 8000 });
    expect(readConfig({}).NORMALIZER).toBe('rules');
  });

  test('takes a digest and labels only for a model that is named', () => {
    const sha256 = 'A'.repeat(64);
    expect(
      readConfig({ NLI_MODEL_DIR: '/m', NLI_MODEL_SHA256: sha256, NLI_LABELS: 'neutral, contradiction,entailment' }),
    ).toMatchObject({
      ...{ NLI_MODEL_SHA256: sha256, NLI_LABELS: ['neutral', 'contradiction', 'entailment'], NLI_TIMEOUT_MS: 250 },
    });
    expect(() => readConfig({ NLI_MODEL_SHA256: sha256 })).toThrow(/NLI_MODEL_SHA256: .* belongs to NLI_MODEL_DIR/);
    expect(() => readConfig({ NLI_LABELS: 'neutral' })).toThrow(/NLI_LABELS: .* belongs to NLI_MODEL_DIR/);
  });

  test('explains every key in a sentence', () => {
    for (const { key, sentence } of CONFIG_KEYS) {
      expect(sentence, key).toMatch(/\.$/);
      expect(configHelp()).toContain(key);
    }
  });
});
