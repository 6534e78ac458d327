import { readExamples } from '../http/examples.js';

/** The refusal that the docs show, as a running server answered it: in full. */
export function refusalInFull(): string {
  return fenced('json', JSON.stringify(answerOf('refused'), null, 2));
}

/** The same in short, a line a field. */
export function refusalInShort(): string {
  const fields = Object.entries(answerOf('refused_in_short')).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${inline(value)}`,
  );
  return fenced('json', `{\n${fields.join(',\n')}\n}`);
}

/** Text in a block of code of Markdown. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

function answerOf(name: string): object {
  const example = readExamples().operations.remember?.find((each) => each.name === name);
  if (example === undefined) throw new Error(`No example of remember is called ${name}; run: npm run examples`);
  return example.answer as object;
}

/** JSON on one line, with room between the parts. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${inline(part)}`);
  return `{ ${fields.join(', ')} }`;
}
