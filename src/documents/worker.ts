import { parentPort } from 'node:worker_threads';
import { readDocument } from '../lore/ingest/read.js';
import type { Lists, Reply, Request } from './messages.js';

/** The thread that reads documents, one at a time. A large one is handed over in parts, so that taking them in is quick. */

/** Of each list. */
const PART = 1000;
const NOTHING: Lists = { entities: [], relations: [], passages: [], sentences: [] };

/** The lists of the document that was read last, and how far they were handed over. */
let [lists, at] = [NOTHING, 0];

function answer(request: Request): Reply {
  if (request.type === 'more') return { type: 'part', lists: nextPart() };
  const document = readDocument(request.raw, request.types, request.reading);
  [lists, at] = [NOTHING, 0];
  if (Array.isArray(document)) return { type: 'wrong', errors: document };
  const { entities, relations, passages, sentences, ...head } = document;
  lists = { entities, relations, passages, sentences: sentences ?? [] };
  return { type: 'head', head, isParsed: sentences !== null };
}

function nextPart(): Lists {
  const [from, until] = [at, at + PART];
  at = until;
  const { entities, relations, passages, sentences } = lists;
  return {
    entities: entities.slice(from, until),
    relations: relations.slice(from, until),
    passages: passages.slice(from, until),
    sentences: sentences.slice(from, until),
  };
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage({ type: 'ready' } satisfies Reply);
