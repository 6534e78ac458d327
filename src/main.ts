import { complaintAbout } from './start/check-node.js';

/** The only file that starts. All else is loaded once it is known that this Node can: an older one fails in the middle. */
const complaint = complaintAbout(process.versions.node);
if (complaint === null) import('./start/serve.js').then(({ serve }) => serve(process.argv.slice(2)));
else {
  console.error(complaint);
  process.exitCode = 1;
}
