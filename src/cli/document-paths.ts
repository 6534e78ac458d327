import { realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { type DocumentError, formatOf, type RawDocument } from '../core/document.js';
import { readText } from '../start/read-text.js';

/** What a command reads from and writes to. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<string>;
  /** The folder that paths are of. */
  cwd: string;
}

/** The files that paths of the command line name. */
export interface NamedDocuments {
  documents: RawDocument[];
  /** Files that are no text. */
  unread: UnreadFile[];
  /** A line each about folders that links lead to again. */
  repeated: string[];
}

export interface UnreadFile {
  uri: string;
  error: DocumentError;
}

/** Stands for the standard input. */
export const STDIN = '-';
const STDIN_NAME = 'stdin.md';
const IGNORED = ['**/node_modules/**', '**/.git/**'];
/** Hidden files that are written to be read: rules for agents, and documents for the people of a project. */
const HIDDEN = ['.cursorrules', '.windsurfrules', '.clinerules', '.cursor/rules/**', '.github/**/*.md'];

/**
 * Reads files, what globs match, the documents of folders, and the standard input, each once, by whatever links it is
 * reached, in the order of their paths.
 * @param formats those that are taken in of a folder or a glob; a file that is named is an error where it has none of them
 * @param stdinName what the text of the standard input is called
 * @throws Error that names a path that leads to nothing, or that can't be read
 */
export async function namedDocuments(
  paths: readonly string[],
  io: Pick<CommandIo, 'cwd' | 'stdin'>,
  formats: readonly RawDocument['format'][],
  stdinName = STDIN_NAME,
): Promise<NamedDocuments> {
  const found = new Map<string, RawDocument>();
  const unread: UnreadFile[] = [];
  const files: NamedFile[] = [];
  for (const path of paths) {
    if (path === STDIN) found.set(stdinName, { uri: stdinName, format: 'markdown', content: await io.stdin() });
    else files.push(...(await filesOf(path, io.cwd)));
  }
  const { once, repeated } = await eachOnce(files);
  for (const { uri, file, isNamed } of once) {
    const format = formatOf(uri);
    if (format !== null && formats.includes(format)) {
      const content = await readText(file);
      if (typeof content === 'string') found.set(uri, { uri, format, content });
      else unread.push({ uri, error: content });
    } else if (isNamed) throw new Error(`${uri} is none of the documents that are read: ${formats.join(', ')}.`);
  }
  const documents = [...found.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  return { documents, unread, repeated };
}

/** Leaves out files that a link leads to once more, as a link to a folder around it does. */
async function eachOnce(files: readonly NamedFile[]): Promise<{ once: NamedFile[]; repeated: string[] }> {
  const real = await Promise.all(files.map(async (one) => ({ ...one, real: await realpath(one.file) })));
  // A file goes by its own name rather than by that of a link, and by the shortest of these.
  const rank = (one: (typeof real)[number]) => (one.real === one.file ? 0 : one.uri.length);
  const seen = new Map<string, NamedFile>();
  const again = new Map<string, { count: number; first: string }>();
  for (const one of real.toSorted((a, b) => rank(a) - rank(b) || (a.uri < b.uri ? -1 : 1))) {
    const known = seen.get(one.real);
    if (known === undefined) seen.set(one.real, one);
    if (known === undefined || known.uri === one.uri) continue;
    const folder = dirname(one.uri);
    const { count = 0, first = known.uri } = again.get(folder) ?? {};
    again.set(folder, { count: count + 1, first });
  }
  const repeated = [...again].map(
    ([folder, { count, first }]) =>
      `${folder}: ${count} ${count === 1 ? 'file' : 'files'} left out, which a link leads to again, such as ${first}`,
  );
  return { once: [...seen.values()], repeated };
}

interface NamedFile {
  uri: string;
  file: string;
  isNamed: boolean;
}

async function filesOf(path: string, cwd: string): Promise<NamedFile[]> {
  const whole = resolve(cwd, path);
  const known = await stat(whole).catch(() => null);
  if (known?.isFile() === true) return [{ uri: nameOf(whole, cwd), file: whole, isNamed: true }];
  const patterns = known?.isDirectory() === true ? ['**/*', ...HIDDEN] : [path.split(sep).join('/')];
  const root = known?.isDirectory() === true ? whole : cwd;
  const files = await glob(patterns, { cwd: root, ignore: IGNORED, absolute: true, expandDirectories: false });
  if (known === null && files.length === 0) throw new Error(`${path} names no file.`);
  return files.map((file) => ({ uri: nameOf(file, cwd), file, isNamed: false }));
}

/** The path from where the command runs, as it is written everywhere: with slashes. */
function nameOf(file: string, cwd: string): string {
  return relative(cwd, file).split(sep).join('/');
}
