import { parentPort, workerData } from 'node:worker_threads';
import type { Reply, Request, WorkerData } from './messages.js';
import { type NliModel, openModel } from './model.js';

/** The thread that holds the model. It scores one batch at a time, in the order in which they come. */
function say(reply: Reply): void {
  parentPort?.postMessage(reply);
}

async function score(model: NliModel, { id, pairs }: Request): Promise<void> {
  const contradiction = await model.probabilities(pairs).then(
    (all) => all.map((one) => one.contradiction),
    () => null,
  );
  say({ type: 'scored', id, contradiction: contradiction?.every(Number.isFinite) ? contradiction : null });
}

try {
  const model = await openModel(workerData as WorkerData);
  parentPort?.on('message', (request: Request) => void score(model, request));
  say({ type: 'ready', digest: model.digest, card: model.card });
} catch (error) {
  say({ type: 'refused', message: error instanceof Error ? error.message : String(error) });
}
