import { parentPort } from 'node:worker_threads';

/**
 * A thread in the place of the one that reads documents. It does what the text of a document says: "hang" never answers,
 * "die" ends it, "throw" ends it by an error, "babble" says what nobody asked for; anything else is refused as it stands.
 */
parentPort.on('message', ({ raw }) => {
  if (raw.content.includes('hang')) for (;;);
  if (raw.content.includes('die')) process.exit(1);
  if (raw.content.includes('throw')) throw new Error('as it was told');
  if (raw.content.includes('babble')) return parentPort.postMessage({ type: 'ready' });
  const errors = [{ path: '(document)', message: `reads ${raw.content}`, line: 1, column: 1 }];
  parentPort.postMessage({ type: 'wrong', errors });
});
parentPort.postMessage({ type: 'ready' });
