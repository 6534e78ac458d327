import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import { MODALITIES } from '../../src/core/modality.js';
import type { Norm } from '../../src/core/norm.js';
import { EVERYWHERE } from '../../src/core/scope.js';
import { read } from '../../src/guard/pipeline.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { rate } from '../stats.js';

/** Where nothing else is named: `first` was looked at while the reader was mended, `second` never was. */
const FILES = ['first', 'second'].map((name) => new URL(`${name}.jsonl`, import.meta.url).pathname);
const NOW = 1_767_225_600;

const clauseSchema = z.strictObject({
  subject: z.string().nullable(),
  verb: z.string(),
  /** Null where two readers would not agree: it is not counted. */
  mood: z.enum(MODALITIES).nullable(),
});
const rowSchema = z.strictObject({ id: z.string(), sentence: z.string(), clauses: z.array(clauseSchema) });
type Clause = z.infer<typeof clauseSchema>;

interface Checked {
  id: string;
  sentence: string;
  wanted: Clause;
  got: readonly Norm[];
  hasVerb: boolean;
  /** Null where it is not counted. */
  hasMood: boolean | null;
}

/** In how many main clauses of freely worded sentences the reader finds the verb and the mood that a person finds. */
function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } });
  const lexicon = loadLexicon();
  for (const file of positionals.length > 0 ? positionals : FILES) {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const checked = lines.flatMap((line) => check(rowSchema.parse(JSON.parse(line)), lexicon));
    console.log(`${file}\n${report(checked)}`);
    const missed = checked.filter(({ hasVerb, hasMood }) => !hasVerb || hasMood === false);
    if (values.misses === true) console.log(missed.map(shown).join('\n'));
  }
}

function check({ id, sentence, clauses }: z.infer<typeof rowSchema>, lexicon: Lexicon): Checked[] {
  const got = normsOf(sentence, lexicon);
  return clauses.map((wanted) => {
    const forms = formsOf(wanted.verb, lexicon);
    const found = got.filter((norm) => hasVerbOf(norm, wanted.verb, forms));
    const among = found.length > 0 ? found : got;
    const hasMood = wanted.mood === null ? null : among.some(({ modality }) => modality === wanted.mood);
    return { id, sentence, wanted, got, hasVerb: found.length > 0, hasMood };
  });
}

function normsOf(statement: string, lexicon: Lexicon): readonly Norm[] {
  const input = { statement, scope: EVERYWHERE, from: null, until: null };
  return read(input, DEFAULT_CONTEXT, lexicon, NOW).norms;
}

/** What the reader makes of a verb in the plainest sentences: it may be another word, or a slot that the verb fills. */
function formsOf(verb: string, lexicon: Lexicon): ReadonlySet<string> {
  const plain = [`They ${verb} it.`, `It must ${verb} the thing.`].flatMap((text) => normsOf(text, lexicon));
  return new Set([verb, ...plain.flatMap((norm) => [norm.predicate ?? verb, ...verbsIn(norm)])]);
}

function verbsIn({ tokens }: Norm): string[] {
  return tokens.filter(({ role }) => role === 'verb').map(({ stem }) => stem);
}

function hasVerbOf(norm: Norm, verb: string, forms: ReadonlySet<string>): boolean {
  const verbs = verbsIn(norm);
  if (verb === 'be' || verb === 'have') return norm.predicate === verb || norm.predicate === null || verbs.length === 0;
  return (norm.predicate !== null && forms.has(norm.predicate)) || verbs.some((stem) => forms.has(stem));
}

function report(checked: readonly Checked[]): string {
  const moods = checked.filter(({ hasMood }) => hasMood !== null);
  const count = (of: readonly Checked[], is: (one: Checked) => boolean) => rate(of.filter(is).length, of.length);
  return [
    `main clauses whose verb is found: ${count(checked, ({ hasVerb }) => hasVerb)}`,
    `moods read as a person reads them: ${count(moods, ({ hasMood }) => hasMood === true)}`,
  ].join('\n');
}

function shown({ id, sentence, wanted: { verb, mood }, got }: Checked): string {
  const read = got.map((norm) => `${norm.predicate ?? (verbsIn(norm).join() || '–')} ${norm.modality}`).join('; ');
  return `${id} ${verb} ${mood ?? '?'}, read as ${read}: ${sentence}`;
}

main();
