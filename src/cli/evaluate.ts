import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit.js';

const PROGRAM = fileURLToPath(new URL('../../eval/main.ts', import.meta.url));

/** Runs the accuracy command of the checkout that this program was built in. The package does not hold it. */
export async function runEval(words: readonly string[]): Promise<void> {
  if (!existsSync(PROGRAM)) {
    console.error('eval is not part of the package: it needs a checkout of the sources, where npm run eval runs it.');
    process.exitCode = EXIT.usage;
    return;
  }
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...words], { stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? EXIT.fault));
  });
}
