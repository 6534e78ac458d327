import { type Config, readConfig } from '../../config.js';
import { EXIT } from '../exit.js';
import { commandOf } from '../operator.js';
import { describeFinding, type Finding, fail, messageIn, ok } from './finding.js';
import { lookAtDataFolder, lookAtKey, lookAtNode, lookAtPort, tryKey } from './machine.js';
import { lookAtDatabase, lookAtDetective, lookAtModel } from './services.js';

const USAGE = `Looks at what a server needs on this machine and in this environment, and says what to do. Changes nothing; an
embedded Postgres that is there is started for it. Ends with 3 when something has to be done.

  doctor [--json]`;

export async function runDoctor(words: readonly string[]): Promise<void> {
  const command = commandOf(readWords, USAGE, words);
  if (command === null) return;
  const findings = await examine();
  if (command.isJson) console.log(JSON.stringify(findings));
  else for (const finding of findings) console.log(describeFinding(finding));
  process.exitCode = findings.some(({ state }) => state === 'fail') ? EXIT.fault : EXIT.ok;
}

function readWords(words: readonly string[]): { isJson: boolean } {
  const strange = words.filter((word) => word !== '--json');
  if (strange.length > 0) throw new Error(`What is ${strange.join(' ')}?`);
  return { isJson: words.includes('--json') };
}

/** All that is looked at, one after the other, so that what takes long does not hold up what is asked of the clock. */
async function examine(): Promise<Finding[]> {
  const node = lookAtNode(process.versions.node);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return [node, fail('configuration', messageIn(error), 'loreguard serve --help explains every variable.')];
  }
  return [
    node,
    ok('configuration', 'can be read'),
    await lookAtPort(config),
    ...(config.DATABASE_URL === undefined ? [await lookAtDataFolder(config.LOREGUARD_DATA)] : []),
    await lookAtKey(config),
    ...(await tryKey(config)),
    ...(await lookAtDatabase(config)),
    await lookAtModel(config),
    lookAtDetective(config),
  ];
}
