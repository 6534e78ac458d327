import { readConfig } from '../config.js';
import { openScorer } from '../start/nli-scorer.js';
import { packageVersion } from '../start/package-version.js';
import { runLint } from './lint.js';
import { processIo } from './process-io.js';

/** For developers and CI: `npm run lint:docs -- <path...>`. */
const openJudge = () => openScorer({ ...readConfig(), NLI: 'on' }, console.error);
process.exitCode = await runLint(process.argv.slice(2), processIo(), { version: await packageVersion(), openJudge });
