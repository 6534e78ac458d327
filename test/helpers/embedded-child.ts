import { startEmbedded } from '../../src/store/embedded/start.js';

/** Starts the server on the folder of the first argument, says where it is, and waits: to be killed, or for a word. */
const server = await startEmbedded({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ url: server.url, adopted: server.adopted })}\n`);
process.stdin.once('data', async () => {
  await server.stop();
  process.exit(0);
});
