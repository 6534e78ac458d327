import { describe, expect, test } from 'vitest';
import { readCommand, UnknownOption, usage } from '../../../src/start/command-line.js';

describe('the command line', () => {
  test.each([
    [[], { action: 'serve', hasExample: false }],
    [['--example'], { action: 'serve', hasExample: true }],
    [['--version'], { action: 'version' }],
    [['--example', '--help'], { action: 'help' }],
  ])('%j is understood', (words, command) => {
    expect(readCommand(words)).toEqual(command);
  });

  test.each(['--port', '--Help', '-h', '8080', '', 'toString', '__proto__'])(
    '%j is refused with all that is known',
    (word) => {
      const read = () => readCommand(['--example', word]);
      expect(read).toThrow(UnknownOption);
      expect(read).toThrow(
        `There is no option ${word}. Known are --example, --help, --version; everything else is set by the environment.`,
      );
    },
  );

  test('is told in the help, a sentence each', () => {
    expect(usage()).toMatch(/ {2}--example +Loads .*\n {2}--help +Prints .*\n {2}--version +Prints /);
  });
});
