import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { GLOSSARY, type GlossaryEntry, WHICH_WRITE } from '../tools/glossary.js';
import { COUNTED } from './answer-headers.js';
import type { RouteDescription } from './described-route.js';
import { type Html, html, prose, sendPage, wantsPage } from './html.js';
import { problemResponse } from './problem-response.js';

const path = (what: string) => z.string().describe(`Path of ${what}.`);

const Service = z
  .object({
    name: z.string().describe('What runs here.'),
    version: z.string().describe('Version of the server.'),
    links: z
      .object({
        docs: path('the page that describes the API; not there where that is turned off').optional(),
        openapi: path('the same for programs; not there where that is turned off').optional(),
        problems: path('every problem, with what to do about it'),
        health: path('whether the process answers'),
        whoami: path('who an API key is and what it may do'),
      })
      .describe('Where to go on.'),
  })
  .describe('What runs here, and where to go on.')
  .meta({ id: 'Service' });

const LANDING: RouteDescription = {
  operationId: 'service',
  tags: ['service'],
  security: [],
  summary: 'What runs here, and where to go on',
  description:
    'For whoever knows the address only. A browser, by its Accept header, gets a page with the same links and a glossary.',
  response: {
    200: { description: 'The service.', content: { 'application/json': { schema: Service } }, headers: COUNTED },
    429: problemResponse(['rate_limited']),
  },
};

/** Each link with what it leads to, as the page says it. */
const LEADS_TO: Record<keyof z.infer<typeof Service>['links'], string> = {
  docs: 'every operation, with a form to try it',
  openapi: 'the same as OpenAPI 3.1',
  problems: 'what an error means and what to do',
  health: 'whether the process answers',
  whoami: 'who your API key is (send it as a header)',
};

/** /: leads on to what a person or a program needs next. */
export function registerLanding(
  app: FastifyInstance,
  { version, hasDocs }: { version: string; hasDocs: boolean },
): void {
  const service: z.infer<typeof Service> = {
    name: 'loreguard',
    version,
    links: {
      ...(hasDocs && { docs: '/docs', openapi: '/openapi.json' }),
      ...{ problems: '/problems', health: '/health', whoami: '/v1/whoami' },
    },
  };
  const page = landingPage(service);
  app.get('/', { schema: LANDING }, (request, reply) =>
    wantsPage(request, reply) ? sendPage(reply, 'Loreguard', page) : reply.send(service),
  );
}

function landingPage({ version, links }: z.infer<typeof Service>): Html {
  const names = Object.keys(links) as (keyof typeof links)[];
  const items = names.map(
    (name) => html`<li><a href="${links[name] ?? ''}">${links[name] ?? ''}</a>: ${LEADS_TO[name]}</li>\n`,
  );
  return html`<p>Shared memory that can't contradict itself. Version ${version}.</p>
<ul>
${items}</ul>
<h2>Words</h2>
${definitions(GLOSSARY)}
<h2>Which write</h2>
${definitions(WHICH_WRITE)}`;
}

function definitions(entries: readonly GlossaryEntry[]): Html {
  return html`<dl>
${entries.map(({ term, meaning }) => html`<dt>${term}</dt><dd>${prose(meaning)}</dd>\n`)}</dl>`;
}
