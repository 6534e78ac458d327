import type { ConnectionOptions } from '../api/connection.js';
import type { SourceName } from '../importers/sources.js';

/** Options of both directions. */
export interface TransferOptions extends ConnectionOptions {
  orgId?: string;
  project?: string;
  json?: boolean;
}

export interface ImportOptions extends TransferOptions {
  from?: SourceName;
  guarded?: boolean;
  who?: string;
}
