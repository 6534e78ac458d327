import type { Toolset } from '../tools/define.js';
import type { Catalogue } from './catalogue.js';

/** What one request is served with. */
export interface Serving extends Catalogue {
  toolsets: readonly Toolset[];
  version: string;
}
