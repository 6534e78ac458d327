import { dirname, relative } from 'node:path';
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isTypeReferenceNode,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, TypeFlags } from 'typescript/unstable/sync';

/** A place in the sources: the path below the folder of the project, and a line that counts from 1. */
export interface Place {
  path: string;
  line: number;
}

/** A regular expression as it is written: between its slashes, and behind them. */
export interface Literal extends Place {
  pattern: string;
  flags: string;
}

/** A place where text becomes a regular expression when the program runs, so that nobody can judge it before. */
export interface Built extends Place {
  code: string;
}

/** String methods that compile what they are given, unless it is a regular expression already. */
const COMPILING = new Set(['match', 'matchAll', 'search']);

/**
 * All regular expressions of the program that a tsconfig file (an absolute path) describes, libraries left out. Found by
 * the compiler's own parser and types: a pattern of our own for them would miss some, and would need judging itself.
 */
export function findExpressions(tsconfig: string): { literals: Literal[]; built: Built[] } {
  const api = new API({ cwd: dirname(tsconfig) });
  try {
    const project = api.updateSnapshot({ openProjects: [tsconfig] }).getProject(tsconfig);
    if (project === undefined) throw new Error(`${tsconfig} is no project.`);
    const found = filesOf(project).map((file) => expressionsOf(file, dirname(tsconfig), project.checker));
    return { literals: found.flatMap(({ literals }) => literals), built: found.flatMap(({ built }) => built) };
  } finally {
    api.close();
  }
}

function filesOf({ program }: Project): SourceFile[] {
  return program
    .getSourceFileNames()
    .flatMap((name) => program.getSourceFile(name) ?? [])
    .filter((file) => !program.isSourceFileFromExternalLibrary(file) && !program.isSourceFileDefaultLibrary(file));
}

function expressionsOf(file: SourceFile, root: string, checker: Checker): { literals: Literal[]; built: Built[] } {
  const literals: Literal[] = [];
  const built: Built[] = [];
  const placeOf = (node: Node): Place => ({
    path: relative(root, file.fileName),
    line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
  });
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) literals.push({ ...placeOf(node), ...split(node.text) });
    else if (namesConstructor(node) || compiles(node, checker)) {
      built.push({ ...placeOf(node), code: (isCallExpression(node) ? node : node.parent).getText(file) });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return { literals, built };
}

function split(text: string): { pattern: string; flags: string } {
  const end = text.lastIndexOf('/');
  return { pattern: text.slice(1, end), flags: text.slice(end + 1) };
}

/** `RegExp` as a value, not as a type: whatever is called through it is built. */
function namesConstructor(node: Node): boolean {
  return isIdentifier(node) && node.text === 'RegExp' && !isTypeReferenceNode(node.parent);
}

/** `text.match(name)`, where the name holds a text. */
function compiles(node: Node, checker: Checker): boolean {
  if (!isCallExpression(node)) return false;
  const receiver = receiverOf(node);
  const pattern = node.arguments[0];
  if (receiver === null || pattern === undefined) return false;
  const type = checker.getTypeAtLocation(receiver);
  const isText = type === undefined || (type.flags & (TypeFlags.StringLike | TypeFlags.Any)) !== 0;
  const given = checker.getTypeAtLocation(pattern);
  return isText && (given === undefined || checker.typeToString(given) !== 'RegExp');
}

function receiverOf({ expression }: CallExpression): Node | null {
  return isPropertyAccessExpression(expression) && COMPILING.has(expression.name.text) ? expression.expression : null;
}
