#!/usr/bin/env node
import { complaintAbout } from '../start/check-node.js';

/** The one program. All else is loaded once it is known that this Node can: an older one fails in the middle. */
const complaint = complaintAbout(process.versions.node);
if (complaint === null) import('./program.js').then(({ run }) => run(process.argv.slice(2)));
else {
  console.error(complaint);
  process.exitCode = 1;
}
