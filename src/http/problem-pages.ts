import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PROBLEM_CODES, PROBLEMS, Problem, type ProblemCode } from '../core/errors.js';
import { COUNTED } from './answer-headers.js';
import type { RouteDescription } from './described-route.js';
import { readExamples } from './examples.js';
import { type Html, html, prose, sendPage, wantsPage } from './html.js';
import { problemResponse } from './problem-response.js';

const ExplainedProblem = z
  .object({
    code: z.enum(PROBLEM_CODES).describe('The problem.'),
    status: z.number().int().describe('Status of the answers that have it.'),
    status_text: z.string().describe('What HTTP calls that status.'),
    title: z.string().describe('What it is, in a few words.'),
    meaning: z.string().describe('What happened.'),
    help: z.string().describe('What can be done about it.'),
  })
  .describe('What a problem means.')
  .meta({ id: 'ExplainedProblem' });

const ProblemList = z
  .object({
    items: z.array(ExplainedProblem).describe('All of them, in the order of the documentation.'),
    next_cursor: z.null().describe('There are no more.'),
  })
  .describe('Every problem that the API answers with.')
  .meta({ id: 'ProblemList' });

const ABOUT = 'A browser, by its Accept header, gets a page that says the same.';

const LIST: RouteDescription = {
  operationId: 'list_problems',
  tags: ['service'],
  security: [],
  summary: 'Every problem, with what it means and what to do about it',
  description: `The catalogue of the codes that answers have. ${ABOUT}`,
  response: {
    200: { description: 'The problems.', content: { 'application/json': { schema: ProblemList } }, headers: COUNTED },
    429: problemResponse(['rate_limited']),
  },
};

const EXPLAIN: RouteDescription = {
  operationId: 'explain_problem',
  tags: ['service'],
  security: [],
  summary: 'What a problem means, and what to do about it',
  description: `What the \`type\` of a problem leads to. ${ABOUT}`,
  params: z.object({ code: z.string().describe('`code` of a problem.') }),
  response: {
    200: {
      description: 'The problem.',
      content: { 'application/json': { schema: ExplainedProblem } },
      headers: COUNTED,
    },
    404: problemResponse(['not_found']),
    429: problemResponse(['rate_limited']),
  },
};

/** /problems and a page for each of them: what the `type` of a problem leads to, for programs and for people. */
export function registerProblemPages(app: FastifyInstance): void {
  const { problems: examples } = readExamples();
  app.get('/problems', { schema: LIST }, (request, reply) =>
    wantsPage(request, reply)
      ? sendPage(reply, 'Problems', listPage())
      : reply.send({ items: PROBLEM_CODES.map(explained), next_cursor: null }),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', { schema: EXPLAIN }, (request, reply) => {
    const { code } = request.params;
    const isPage = wantsPage(request, reply);
    if (isProblem(code)) {
      return isPage ? sendPage(reply, PROBLEMS[code].title, page(code, examples[code])) : reply.send(explained(code));
    }
    const detail = `There is no problem type ${code}.`;
    if (!isPage) throw new Problem('not_found', detail);
    return sendMissing(reply, detail);
  });
}

function isProblem(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

function explained(code: ProblemCode): z.infer<typeof ExplainedProblem> {
  const { status, title, meaning, help } = PROBLEMS[code];
  return { code, status, status_text: STATUS_CODES[status] ?? '', title, meaning, help };
}

function listPage(): Html {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return html`<tr><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${status}</td><td>${title}</td></tr>`;
  });
  return html`<p>What this server answers when a request can not be served. Programs switch on <code>code</code>, which is stable.</p>
<table><thead><tr><th>code</th><th>status</th><th>what it is</th></tr></thead><tbody>
${rows}
</tbody></table>
<p><a href="/">Loreguard</a></p>`;
}

function page(code: ProblemCode, example: object | undefined): Html {
  const { status, status_text, meaning, help } = explained(code);
  const shown = example === undefined ? '' : html`<h2>An example</h2><pre>${JSON.stringify(example, null, 2)}</pre>`;
  return html`<p><code>${code}</code>, status ${status} (${status_text})</p>
<h2>What it means</h2><p>${prose(meaning)}</p>
<h2>What to do</h2><p>${prose(help)}</p>
${shown}
<p><a href="/problems">All problems</a></p>`;
}

function sendMissing(reply: FastifyReply, detail: string): FastifyReply {
  return sendPage(reply.code(404), 'Not found', html`<p>${detail}</p><p><a href="/problems">All problems</a></p>`);
}
