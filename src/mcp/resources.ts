import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { PROBLEMS, Problem, type ProblemCode } from '../core/errors.js';
import type { Answered } from './ask.js';
import { type Catalogue, readInFull } from './catalogue.js';
import type { Arguments } from './request.js';
import { withoutNulls } from './slim.js';

const SCHEME = 'loreguard://';
const MIME = 'application/json';

/** What can be read: an address, and the tool that answers it. Parts in braces are arguments of the tool. */
interface Source {
  name: string;
  path: string;
  title: string;
  description: string;
  /** Null for what needs no tool: a problem is explained by the catalogue of problems. */
  tool: string | null;
  given?: Arguments;
}

const SOURCES: readonly Source[] = [
  {
    ...{ name: 'claim', path: 'claims/{claim_id}', tool: 'get_claim', title: 'A claim' },
    description: 'What is claimed, by whom, why and from when to when.',
  },
  {
    ...{ name: 'history', path: 'claims/{claim_id}/history', tool: 'claim_history', title: 'The history of a claim' },
    description: 'Every version of a claim, and the claims that it replaced or that replaced it.',
  },
  {
    ...{ name: 'decision', path: 'decisions/{decision_id}', tool: 'get_decision', title: 'A decision of the guard' },
    description: 'Why a write was stored, warned about or refused.',
  },
  {
    ...{ name: 'problem', path: 'problems/{code}', tool: null, title: 'A problem' },
    description: 'What the code of an error means, and what to do about it.',
  },
  {
    ...{ name: 'contradictions', path: 'contradictions', tool: 'get_contradictions', given: { status: 'open' } },
    title: 'Open contradictions',
    description: 'What is disputed and waits to be settled, the first page.',
  },
  {
    ...{ name: 'calendar', path: 'calendar', tool: 'get_calendar', title: 'The calendar' },
    description: 'How dates of this project are written.',
  },
  {
    ...{ name: 'harness', path: 'harness', tool: 'harness', given: { form: 'full' } },
    title: 'The contract of a reasoner',
    description: 'How to answer questions about a world from its record, with worked examples.',
  },
  {
    ...{ name: 'types', path: 'types', tool: 'list_types', title: 'Types' },
    description: 'The types of entities and relations.',
  },
];

/** Those that have an address of their own. */
export function listResources() {
  const whole = SOURCES.filter(({ path }) => !path.includes('{'));
  return whole.map(({ path, ...source }) => ({ uri: `${SCHEME}${path}`, ...shown(source) }));
}

/** Those whose address has to be filled in. */
export function listTemplates() {
  const open = SOURCES.filter(({ path }) => path.includes('{'));
  return open.map(({ path, ...source }) => ({ uriTemplate: `${SCHEME}${path}`, ...shown(source) }));
}

function shown({ name, title, description }: Pick<Source, 'name' | 'title' | 'description'>) {
  return { name, title, description, mimeType: MIME };
}

/** @throws ProtocolError when there is none at this address, or it can't be read now */
export async function readResource(catalogue: Catalogue, uri: string) {
  for (const source of SOURCES) {
    const given = argumentsIn(source.path, uri);
    if (given === null) continue;
    const body = source.tool === null ? explained(given.code) : await asked(catalogue, source.tool, given, source);
    if (body === null) break;
    return { uri, mimeType: MIME, text: JSON.stringify(withoutNulls(body)) };
  }
  throw new ResourceNotFoundError(uri);
}

/** What stands for the parts in braces; null where the address is another. */
function argumentsIn(path: string, uri: string): Record<string, string> | null {
  if (!uri.startsWith(SCHEME)) return null;
  const wanted = path.split('/');
  const parts = uri.slice(SCHEME.length).split('/', wanted.length + 1);
  if (parts.length !== wanted.length) return null;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = parts[at] ?? '';
    if (part.startsWith('{')) found[part.slice(1, -1)] = text;
    else if (part !== text) return null;
  }
  return found;
}

function explained(code: string | undefined): object | null {
  const isKnown = code !== undefined && Object.hasOwn(PROBLEMS, code);
  return isKnown ? { code, ...PROBLEMS[code as ProblemCode] } : null;
}

/** Null for what isn't there. */
async function asked(
  catalogue: Catalogue,
  tool: string,
  inAddress: Arguments,
  { given }: Source,
): Promise<object | null> {
  const { status, body } = await answerOf(catalogue, tool, { ...given, ...inAddress });
  if (status < 400) return body;
  if (status === 404) return null;
  const code = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, `${body.code}: ${body.detail}`, body);
}

async function answerOf(catalogue: Catalogue, tool: string, given: Arguments): Promise<Answered> {
  try {
    return await readInFull(catalogue, tool, given);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: PROBLEMS[error.code].status, body: { code: error.code, detail: error.message } };
  }
}
