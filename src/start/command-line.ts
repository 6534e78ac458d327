/** What the program is asked to do: to print something about itself, or to serve. */
export type Command = { action: 'help' } | { action: 'version' } | { action: 'serve'; hasExample: boolean };

/** Words of the command line that are no option of it. */
export class UnknownOption extends Error {}

/** Every option, each with the sentence that `--help` prints. */
const OPTIONS = {
  '--example': 'Loads the example world into the project lantern-coast.',
  '--help': 'Prints this and ends.',
  '--version': 'Prints the version and ends.',
};

/** @throws UnknownOption that names the word and the options that there are */
export function readCommand(words: readonly string[]): Command {
  const unknown = words.find((word) => !Object.hasOwn(OPTIONS, word));
  if (unknown !== undefined) {
    const known = Object.keys(OPTIONS).join(', ');
    throw new UnknownOption(
      `There is no option ${unknown}. Known are ${known}; everything else is set by the environment.`,
    );
  }
  if (words.includes('--help')) return { action: 'help' };
  if (words.includes('--version')) return { action: 'version' };
  return { action: 'serve', hasExample: words.includes('--example') };
}

/** The first part of the text of `--help`. */
export function usage(): string {
  const width = Math.max(...Object.keys(OPTIONS).map((option) => option.length));
  const lines = Object.entries(OPTIONS).map(([option, sentence]) => `  ${option.padEnd(width)}  ${sentence}`);
  return ['Usage: loreguard serve [option]', '', ...lines].join('\n');
}
