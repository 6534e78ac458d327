import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/core/errors.js';
import { html, prose } from '../../src/http/html.js';
import { GLOSSARY, WHICH_WRITE } from '../../src/tools/glossary.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

/** What the three large browsers send for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const LIMIT = 5;

const textOf = (page: string) =>
  page
    .replace(/<style>[^<]*<\/style>|<[^>]*>/g, '')
    .replace(
      /&(?:#39|quot|lt|gt|amp);/g,
      (entity) => ({ '&#39;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>' })[entity] ?? '&',
    );

describe('pages for people', () => {
  let app: TestApp;
  const open = (url: string, accept = BROWSER, on = app) => on.app.inject({ url, headers: { accept } });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test.each(['/', '/problems', '/problems/conflict'])(
    '%s answers a browser with a page, a program with JSON',
    async (url) => {
      const page = await open(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toMatch(/^<!doctype html>\n<html lang="en">/);
      for (const accept of [
        'application/json',
        '*/*',
        '',
        'application/json, text/html;q=0.5',
        'text/html;q=0',
        'text/*',
      ]) {
        const answer = await open(url, accept);
        expect([accept, answer.headers['content-type']]).toEqual([accept, 'application/json; charset=utf-8']);
      }
      expect((await open(url, 'Text/HTML; Level=1')).headers['content-type']).toContain('text/html');
      expect((await app.app.inject(url)).headers).toMatchObject({ vary: 'accept' });
    },
  );

  test.each(['/', '/problems', '/problems/conflict', '/problems/none'])(
    '%s may load, run, send and frame nothing',
    async (url) => {
      const { headers, body } = await open(url);
      const [style = ''] = /(?<=<style>)[^<]*/.exec(body) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(body).not.toMatch(/<(?:script|link|img|iframe|object|form)\b|\bstyle=|\son\w+=|https?:\/\//);
    },
  );

  test('/ leads to what is there, and explains the words', async () => {
    const { links, ...rest } = (await open('/', 'application/json')).json();
    expect(rest).toEqual({ name: 'loreguard', version: '0.0.0-test' });
    expect(Object.keys(links)).toEqual(['docs', 'openapi', 'problems', 'health', 'whoami']);
    const page = (await open('/')).body;
    for (const link of Object.values<string>(links)) {
      expect((await app.get(link === '/docs' ? '/openapi.json' : link)).status, link).toBe(200);
      expect(page).toContain(`<a href="${link}">`);
    }
    for (const { term, meaning } of [...GLOSSARY, ...WHICH_WRITE]) {
      expect(textOf(page)).toContain(`${term}${meaning.replaceAll('`', '')}`);
    }
  });

  test('/openapi.json, and so /docs, explains the words too', async () => {
    const { description } = (await app.get('/openapi.json')).body.info;
    for (const { term, meaning } of GLOSSARY) expect(description).toContain(`**${term}**: ${meaning}`);
    for (const { term, meaning } of WHICH_WRITE) expect(description).toContain(`\`${term}\` ${meaning}`);
  });

  test('/ leads to no description of the API where there is none', async () => {
    const plain = await createTestApp({}, { showDocs: false });
    try {
      expect(Object.keys((await open('/', 'application/json', plain)).json().links)).toEqual([
        'problems',
        'health',
        'whoami',
      ]);
      expect((await open('/', BROWSER, plain)).body).not.toMatch(/docs|openapi/);
      expect((await open('/problems/conflict', BROWSER, plain)).statusCode).toBe(200);
    } finally {
      await plain.close();
    }
  });

  test('every problem says what it means and what to do, in both forms', async () => {
    const { items } = (await app.get('/problems')).body;
    expect(items.map(({ code }: { code: string }) => code)).toEqual(PROBLEM_CODES);
    const list = (await open('/problems')).body;
    for (const code of PROBLEM_CODES) {
      const { title, meaning, help, status } = PROBLEMS[code];
      expect(items).toContainEqual(expect.objectContaining({ code, status, title, meaning, help }));
      expect((await app.get(`/problems/${code}`)).body).toEqual(
        items.find((item: { code: string }) => item.code === code),
      );
      expect(list).toContain(`<a href="/problems/${code}">`);
      const page = textOf((await open(`/problems/${code}`)).body);
      for (const text of [title, meaning, help, String(status)]) expect(page).toContain(text.replaceAll('`', ''));
      expect(page).toContain(`"code": "${code}"`);
    }
  });

  test('404 for an unknown problem echoes nothing that a browser would run', async () => {
    const strange = '/problems/%3Cscript%3Ealert(1)%3C%2Fscript%3E';
    const page = await open(strange);
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('There is no problem type &lt;script&gt;alert(1)&lt;/script&gt;.');
    const answer = await open(strange, 'application/json');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect((await open('/problems/constructor')).statusCode).toBe(404);
  });

  test('429 once an address has opened too many, whatever it accepts', async () => {
    const limited = await createTestApp({}, { protection: { requestsPerMinute: LIMIT } });
    try {
      for (const [at, url] of ['/', '/problems', '/problems/conflict', '/', '/problems'].entries()) {
        const { statusCode, headers } = await open(url, BROWSER, limited);
        expect([statusCode, headers.ratelimit]).toEqual([200, expect.stringContaining(`r=${LIMIT - 1 - at};`)]);
      }
      for (const url of ['/', '/problems', '/problems/conflict', '/problems/none']) {
        for (const accept of [BROWSER, 'application/json']) {
          expect((await open(url, accept, limited)).statusCode, url).toBe(429);
        }
      }
    } finally {
      await limited.close();
    }
  });

  test('the pages vary by Origin as well where other origins may read them', async () => {
    const shared = await createTestApp({}, { protection: { corsOrigins: ['https://app.example.com'] } });
    try {
      expect((await open('/', BROWSER, shared)).headers.vary).toBe('Origin, accept');
    } finally {
      await shared.close();
    }
  });
});

describe('a template of markup', () => {
  test('takes what is put into it for text, in any place and depth', () => {
    const { text } = html`<a title="${`"'`}">${['<b>', html`<i>${'&'}</i>`, [1]]}</a>`;
    expect(text).toBe('<a title="&quot;&#39;">&lt;b&gt;<i>&amp;</i>1</a>');
  });

  test('shows as code what stands between backticks', () => {
    expect(prose('set `a<b` to `1').text).toBe('set <code>a&lt;b</code> to <code>1</code>');
  });
});
