import type { FrameToken } from '../../core/norm.js';
import type { FrameContext, Framed } from './frame-context.js';
import { isWord, type Word } from './word.js';

/** `LOG_LEVEL`, `cache.size`, `--color`, "batch_size": a name that a program reads. */
const SETTING = /^(?:-{1,2}[\w-]+|[\w-]+(?:[._:/-][\w-]+)+|[A-Z][A-Z0-9]+)$/;
const FILLERS = new Set(['default']);

/**
 * "`LOG_FORMAT` is `json`", "`cache.backend` = `disk`": a setting has one value, whatever else that word may mean. Other
 * things written as code are types, files or functions, of which more can be said.
 */
export function withSetting(framed: Framed[], context: FrameContext): Framed[] {
  const { structure, words } = context;
  if (structure.voice !== 'copula' || structure.verb !== null) return framed;
  const about = framed.filter(({ token }) => token.role === 'agent' && !FILLERS.has(token.stem));
  const [name, ...others] = about.map(({ word }) => word);
  const [value, ...more] = framed.filter(({ token }) => token.role === undefined && !FILLERS.has(token.stem));
  if (name === undefined || others.length > 0 || value === undefined || more.length > 0) return framed;
  if (!isSetting(name) || !isLiteral(value.word, words)) return framed;
  const { negative, ...token }: FrameToken = { ...value.token, frame: '#entity' };
  return framed.map((each) => (each === value ? { ...each, token } : each));
}

function isSetting({ kind, text }: Word): boolean {
  return kind === 'code' && SETTING.test(text.replaceAll('`', '').trim());
}

/** Written as code, or all that stands after "=". */
function isLiteral(word: Word, words: readonly Word[]): boolean {
  if (word.quantity !== null) return false;
  return word.kind === 'code' || isWord(words[words.indexOf(word) - 1], '=');
}
