import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';

const DEFAULT_ORG = 'default';
const DEFAULT_PROJECT = 'default';

/** Decides who may in. The bootstrap key is a server admin: it may name any organisation. */
export interface Authenticator {
  /** @throws Problem `unauthorized` */
  authenticate(request: FastifyRequest): void;
}

/** Lets everybody in; the configuration allows it on a loopback address only. */
export const openDoor: Authenticator = { authenticate: () => undefined };

export function bootstrapKeyAuth(apiKey: string): Authenticator {
  const expected = digest(apiKey);
  return {
    authenticate(request) {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined) throw new Problem('unauthorized', 'The request carries no API key.');
      if (!timingSafeEqual(digest(given), expected)) throw new Problem('unauthorized', 'The API key is not valid.');
    },
  };
}

/** The tenant that a request is about. */
export function tenantOf(input: { orgId?: string | null; project?: string | null }): Tenant {
  return { orgId: input.orgId ?? DEFAULT_ORG, project: input.project ?? DEFAULT_PROJECT };
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
