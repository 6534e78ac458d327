import type { FrameToken } from '../../../core/norm.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { type FrameContext, type Framed, wordBefore } from './frame-context.js';

/** Parts and what joins them have no character in common, so that there is one way to read a name. */
const NAME = /^[\w-]+(?:[.:/][\w-]+)*$/;
const JOINED = /[._:/-]/;
const CAPITALS = /^[A-Z][A-Z0-9]+$/;
/** "LOG_FORMAT", also where it is not written as code. */
const CONSTANT = /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/;
const FILLERS = new Set(['default']);

/**
 * "`LOG_FORMAT` is `json`", "`cache.backend` = `disk`": a setting has one value, whatever else that word may mean. Other
 * things written as code are types, files or functions, of which more can be said.
 */
export function withSetting(framed: Framed[], context: FrameContext): Framed[] {
  const { structure } = context;
  if (structure.voice !== 'copula' || structure.verb !== null) return framed;
  const about = framed.filter(({ token }) => token.role === 'agent' && !FILLERS.has(token.stem));
  const [name, ...others] = about.map(({ word }) => word);
  const [value, ...more] = framed.filter(({ token }) => token.role === undefined && !FILLERS.has(token.stem));
  if (name === undefined || others.length > 0 || value === undefined || more.length > 0) return framed;
  if (!isSetting(name) || !isLiteral(value.word, context)) return framed;
  const token: FrameToken = { ...value.token, filler: { kind: 'entity', slot: 'one' } };
  return framed.map((each) => (each === value ? { ...each, token } : each));
}

function isSetting({ kind, text }: Word): boolean {
  if (CONSTANT.test(text)) return true;
  return kind === 'code' && isSettingName(text.replaceAll('`', '').trim());
}

/** `LOG_LEVEL`, `cache.size`, `--color`, "batch_size", "PORT": a name that a program reads. */
export function isSettingName(text: string): boolean {
  if (CAPITALS.test(text)) return true;
  const isFlag = text.length > 1 && text.startsWith('-');
  return NAME.test(text) && (isFlag || JOINED.test(text.slice(1, -1)));
}

/** Written as code, or all that stands after "=". */
function isLiteral(word: Word, context: FrameContext): boolean {
  if (word.quantity !== null) return false;
  return word.kind === 'code' || isWord(wordBefore(word, context), '=');
}
