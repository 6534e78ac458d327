import { labelIn, STATEMENT_MAX, type Taken, type TakenFact, tagsIn, textIn, type Unread } from './sources.js';

/**
 * The file of the reference memory server of MCP: a line is an entity with observations, or a relation between two.
 * An observation that does not name its entity gets the name before it, as it would say nothing by itself; a relation
 * becomes a sentence: `Ada works_at Acme` → "Ada works at Acme".
 */
export function readMcpMemory(text: string): Taken {
  const taken: Taken = { facts: [], unread: [] };
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `line ${at + 1}`;
    const read = readLine(line, where);
    taken.facts.push(...read.facts);
    taken.unread.push(...read.unread);
  }
  return taken;
}

function readLine(line: string, where: string): Taken {
  const nothing = (why: string): Taken => ({ facts: [], unread: [{ where, why }] });
  let item: unknown;
  try {
    item = JSON.parse(line);
  } catch {
    return nothing('is not JSON');
  }
  if (typeof item !== 'object' || item === null) return nothing('is no object');
  const { type } = item as { type?: unknown };
  // Some of its versions leave the type out; the fields tell too.
  if (type === 'entity' || 'observations' in item) return readEntity(item, where);
  if (type === 'relation' || 'relationType' in item) return readRelation(item, where);
  return nothing(`has a type that is neither entity nor relation: ${String(type)}`);
}

function readEntity(item: object, where: string): Taken {
  const { name, entityType, observations } = item as Record<string, unknown>;
  const entity = labelIn(name);
  if (entity === undefined) return { facts: [], unread: [{ where, why: 'is an entity without a name' }] };
  const facts: TakenFact[] = [];
  const unread: Unread[] = [];
  const list = Array.isArray(observations) ? observations : [];
  if (list.length === 0) unread.push({ where, why: `says nothing of ${entity}: it has no observations` });
  for (const [at, observation] of list.entries()) {
    const text = textIn(observation);
    const statement = text === null ? null : about(entity, text);
    if (statement === null || statement.length > STATEMENT_MAX) {
      unread.push({ where: `${where}, observation ${at + 1}`, why: statement === null ? 'is no text' : 'is too long' });
      continue;
    }
    facts.push({ statement, key: keyOf('observation', entity, text ?? ''), entity, tags: tagsIn(entityType) });
  }
  return { facts, unread };
}

function about(entity: string, text: string): string {
  return text.toLowerCase().includes(entity.toLowerCase()) ? text : `${entity}: ${text}`;
}

function readRelation(item: object, where: string): Taken {
  const { from, to, relationType } = item as Record<string, unknown>;
  const [start, end, type] = [labelIn(from), labelIn(to), labelIn(relationType)];
  if (start === undefined || end === undefined || type === undefined) {
    return { facts: [], unread: [{ where, why: 'is a relation without from, to or relationType' }] };
  }
  const statement = `${start} ${type.replaceAll('_', ' ')} ${end}`;
  const key = keyOf('relation', start, `${type} ${end}`);
  return { facts: [{ statement, key, entity: start, tags: tagsIn('relation') }], unread: [] };
}

const KEY_MAX = 500;

/** There are no ids in the file: the words are what names them. */
function keyOf(kind: string, entity: string, text: string): string {
  return `${kind} ${entity}: ${text}`.slice(0, KEY_MAX);
}
