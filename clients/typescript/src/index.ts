export { createLoreguard, type Loreguard, type LoreguardOptions } from './client.js';
export { type Conflict, type Fill, isConflict, MissingFields, type Resolved, type Way, waysOf } from './conflict.js';
export type { components, operations, paths } from './generated/schema.js';
