import { readFileSync } from 'node:fs';
import { UsageError } from '../exit.js';
import type { ApiRequest } from './client.js';
import type { ApiCommand, ApiField } from './command.js';

/** Values as the parser of the command line gives them: by the names of the fields' options, in camelCase. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Stands for standard input. */
const STANDARD_INPUT = '-';

/**
 * The request that a command line asks for.
 * @param main the word that stands without an option
 * @throws UsageError that names what is missing or can't be read
 */
export function requestOf(command: ApiCommand, main: string | undefined, options: OptionValues): ApiRequest {
  const { argument, fields, method } = command;
  const given = new Map<ApiField, unknown>();
  for (const field of fields) {
    const said = options[camel(field.option)] ?? field.fallback ?? undefined;
    const value = isMain(field, argument) ? (main ?? said) : said;
    if (value !== undefined) given.set(field, sentAs(field, value));
  }
  requireAll(fields, given);
  const ofPlace = (place: ApiField['place']) => [...given].filter(([field]) => field.place === place);
  const query = new URLSearchParams();
  for (const [{ path }, value] of ofPlace('query')) query.append(path.join('.'), String(value));
  const path = filled(command.path, ofPlace('path'));
  const body = nested(ofPlace('body'));
  const hasBody = method !== 'GET' && fields.some(({ place }) => place === 'body');
  return { method, path: query.size === 0 ? path : `${path}?${query}`, ...(hasBody && { body }) };
}

/** As commander calls the value of an option. */
export function camel(option: string): string {
  return option.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isMain(field: ApiField, argument: ApiField | null): boolean {
  return argument !== null && argument.option === field.option;
}

function requireAll(fields: readonly ApiField[], given: ReadonlyMap<ApiField, unknown>): void {
  const missing = fields.filter((field) => field.isRequired && !given.has(field));
  if (missing.length === 0) return;
  throw new UsageError(`Missing: ${missing.map(({ option }) => `--${option}`).join(', ')}`);
}

function sentAs({ kind, option }: ApiField, value: unknown): unknown {
  if (kind === 'text') return value === STANDARD_INPUT ? standardInput().trim() : value;
  if (kind !== 'json') return value;
  const text = textOf(String(value), option);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${option} is not JSON: ${(error as Error).message}`);
  }
}

/** What is given: itself, `@file`, or `-` for standard input. */
function textOf(value: string, option: string): string {
  if (value === STANDARD_INPUT) return standardInput();
  if (!value.startsWith('@')) return value;
  try {
    return readFileSync(value.slice(1), 'utf8');
  } catch (error) {
    throw new UsageError(`--${option}: ${(error as Error).message}`);
  }
}

function standardInput(): string {
  return readFileSync(process.stdin.fd, 'utf8');
}

function filled(path: string, params: readonly [ApiField, unknown][]): string {
  const byName = new Map(params.map(([field, value]) => [field.path[0], value]));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(byName.get(name) ?? '')));
}

/** An object of fields by their ways in it. What is said of a part of an object joins what is said of the whole. */
function nested(fields: readonly [ApiField, unknown][]): object {
  const root: Record<string, unknown> = {};
  for (const [{ path }, value] of fields) {
    const [name = '', part] = path;
    root[name] = part === undefined ? value : { ...(root[name] as object | undefined), [part]: value };
  }
  return root;
}
