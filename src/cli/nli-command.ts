import { parseArgs } from 'node:util';

export const USAGE = `Measures and calibrates the NLI model of the configuration (NLI_MODEL_DIR; default: the one that comes along).

  nli eval <files>                       accuracy, ranking, precision and recall, by file
  nli calibrate --pairs <files> [--dry]  finds the thresholds and writes them beside the model; --dry writes nothing

Files, or folders of them, are JSONL: {premise, hypothesis, label}, {a, b, expect: "conflict" | "no-conflict" | "same"}
or, of documents that agree with themselves, {id, doc, order, statement}. eval takes TSV too, plain or gzipped: label, premise,
hypothesis, with the labels e, n, c and ne (not entailed).`;

/** What an operator asks for. */
export type NliCommand = { verb: 'eval'; files: string[] } | { verb: 'calibrate'; files: string[]; isDry: boolean };

/**
 * Reads the words after the name of the program.
 * @throws Error that says what is wrong with them
 */
export function readNliCommand(words: readonly string[]): NliCommand {
  const options = { pairs: { type: 'string', multiple: true }, dry: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [verb, ...files] = positionals;
  if (verb === 'eval') {
    if (files.length === 0) throw new Error('Name the files to measure on.');
    return { verb, files };
  }
  if (verb !== 'calibrate') throw new Error('Say eval or calibrate.');
  // A shell makes several words of *.jsonl: the first belongs to the option, the others follow it.
  const pairs = [...(values.pairs ?? []), ...files];
  if (values.pairs === undefined) throw new Error('--pairs must name files of labelled pairs.');
  return { verb, files: pairs, isDry: values.dry ?? false };
}
