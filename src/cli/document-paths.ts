import { readFile, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { formatOf, type RawDocument } from '../core/document.js';

/** What a command reads from and writes to. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<string>;
  /** The folder that paths are of. */
  cwd: string;
}

/** The files that paths of the command line name, and words for what is left out. */
export interface NamedDocuments {
  documents: RawDocument[];
  leftOut: string[];
}

/** Stands for the standard input. */
export const STDIN = '-';
const STDIN_NAME = 'stdin.md';
const IGNORED = ['**/node_modules/**', '**/.git/**'];
/** Hidden files that are written to be read: rules for agents, and documents for the people of a project. */
const HIDDEN = ['.cursorrules', '.windsurfrules', '.clinerules', '.cursor/rules/**', '.github/**/*.md'];

/**
 * Reads files, what globs match, the documents of folders, and the standard input, each once, in the order of their paths.
 * @param formats those that are taken in of a folder or a glob; a file that is named is an error where it has none of them
 * @throws Error that names a path that leads to nothing, or that can't be read
 */
export async function namedDocuments(
  paths: readonly string[],
  io: Pick<CommandIo, 'cwd' | 'stdin'>,
  formats: readonly RawDocument['format'][],
): Promise<NamedDocuments> {
  const found = new Map<string, RawDocument>();
  const leftOut: string[] = [];
  for (const path of paths) {
    if (path === STDIN) {
      found.set(STDIN_NAME, { uri: STDIN_NAME, format: 'markdown', content: await io.stdin() });
      continue;
    }
    for (const { uri, file, isNamed } of await filesOf(path, io.cwd)) {
      const format = formatOf(uri);
      if (format !== null && formats.includes(format)) {
        found.set(uri, { uri, format, content: await readFile(file, 'utf8') });
      } else if (isNamed) {
        throw new Error(`${uri} is none of the documents that are read: ${formats.join(', ')}.`);
      } else if (format !== null) leftOut.push(uri);
    }
  }
  const documents = [...found.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  return { documents, leftOut };
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
