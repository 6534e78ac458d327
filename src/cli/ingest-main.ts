import { runIngest } from './ingest.js';
import { processIo } from './process-io.js';

/** For operators: `npm run ingest -- <path...>`. */
process.exitCode = await runIngest(process.argv.slice(2), processIo());
