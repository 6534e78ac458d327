import { parentPort, workerData } from 'node:worker_threads';
import type { Reply, Request, WorkerData } from './messages.js';
import { type NliModel, openModel } from './model.js';

/** The thread that holds the model. It scores one batch at a time, in the order in which they come. */
function say(reply: Reply): void {
  parentPort?.postMessage(reply);
}

async function obey(model: NliModel, request: Request): Promise<void> {
  if (request.type === 'close') {
    await model.close();
    parentPort?.close();
    return;
  }
  const probabilities = await model.probabilities(request.pairs).catch(() => null);
  const isComplete = probabilities?.every((one) => Object.values(one).every(Number.isFinite)) ?? false;
  say({ type: 'scored', id: request.id, probabilities: isComplete ? probabilities : null });
}

try {
  const model = await openModel(workerData as WorkerData);
  let last = Promise.resolve();
  parentPort?.on('message', (request: Request) => {
    last = last.then(() => obey(model, request));
  });
  say({ type: 'ready', digest: model.digest, card: model.card });
} catch (error) {
  say({ type: 'refused', message: error instanceof Error ? error.message : String(error) });
}
