import { Problem } from '../core/errors.js';
import { mayDo, type Role } from '../core/role.js';
import type { Tool } from '../tools/define.js';
import type { Answered, Ask } from './ask.js';
import { type Arguments, requestOf } from './request.js';
import type { Reader } from './slim.js';

/** The tools that a caller may call, and how the API is asked. */
export interface Catalogue {
  tools: readonly Tool[];
  role: Role;
  /** Project of calls that name none; null for that of the key. */
  project: string | null;
  ask: Ask;
}

/** A longer name is some client's mistake, and need not come back whole. */
const NAME_SHOWN_MAX = 100;

/** @throws Problem `not_found` */
export function toolOf({ tools }: Pick<Catalogue, 'tools'>, name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  throw new Problem('not_found', `There is no tool ${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}.`);
}

/** Who reads the answer to a call with these arguments. */
export function readerOf({ tools, role }: Pick<Catalogue, 'tools' | 'role'>, given: Arguments): Reader {
  return {
    toolAt: (path) => {
      const found = tools.find((tool) => tool.path === path && tool.method === 'POST');
      return found !== undefined && mayDo(role, found.role) ? found.name : null;
    },
    namesTenant: given.project != null || given.org_id != null,
  };
}

/**
 * The whole answer of a read.
 * @throws Problem when an argument can't be sent
 */
export function readInFull(catalogue: Catalogue, name: string, given: Arguments): Promise<Answered> {
  const { project, ask } = catalogue;
  return ask(requestOf(toolOf(catalogue, name), given, { project, idempotencyKey: null, inFull: true }));
}
