import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Markup that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup from a template: whatever is put into it is text, unless it was made here too. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + (at < parts.length ? rendered(parts[at] ?? '') : '')).join(''));
}

function rendered(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Text in which what stands between backticks is code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}',
  'h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}',
  'dt{font-weight:600;margin-top:.7rem}dd{margin:0 0 0 1.2rem}',
  'code,pre{font:.9rem/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.8rem;border:1px solid #8888}',
  'table{border-collapse:collapse}td,th{text-align:left;padding:.25rem .8rem .25rem 0;vertical-align:top}',
].join('');

/** Nothing is loaded, run, sent or framed; only the style of these very pages applies. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with a page that stands by itself. */
export function sendPage(reply: FastifyReply, title: string, content: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(page.text);
}

/** Tells caches that there are two answers, and whether this client is a browser: whether it would rather read HTML. */
export function wantsPage({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const varies = reply.getHeader('vary');
  reply.header('vary', varies === undefined ? 'accept' : `${varies}, accept`);
  const wanted = new Map((headers.accept ?? '').split(',').map(rangeOf));
  const page = wanted.get('text/html') ?? 0;
  return page > 0 && page >= (wanted.get('application/json') ?? 0);
}

/** A media range of an Accept header, in lower case, and how much it is wanted: from 0 to 1. */
function rangeOf(text: string): [string, number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  return [type, Number.isNaN(quality) ? 0 : quality];
}
