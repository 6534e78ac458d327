import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread in the place of the model's. What it does is in the premise of the first pair, or in the name of its folder:
 * "slow <ms>" answers late, "die" ends it, "throw" ends it by an error, "fail" has no score; else half of the length of
 * the hypothesis in percent.
 */
const WORDS = ['slow', 'die', 'throw', 'fail'];

parentPort.on('message', async ({ type, id, pairs }) => {
  if (type === 'close') process.exit();
  const order = [pairs[0].premise, workerData.dir].find((text) => WORDS.includes(text.split(' ')[0])) ?? '';
  const [word, argument] = order.split(' ');
  if (word === 'die') process.exit(1);
  if (word === 'throw') throw new Error('as it was told');
  if (word === 'slow') await sleep(Number(argument));
  const probabilities = pairs.map(({ hypothesis }) => {
    const contradiction = Math.min(1, hypothesis.length / 200);
    return { entailment: (1 - contradiction) / 2, neutral: (1 - contradiction) / 2, contradiction };
  });
  parentPort.postMessage({ type: 'scored', id, probabilities: word === 'fail' ? null : probabilities });
});
const thresholds = { floor: 0, warn: 0.5, block: 0.9, max_pairs: 8 };
const digest = workerData.sha256 ?? 'obedient';
const card = { thresholds, guard_calibration: { model: digest }, sha256: {} };
parentPort.postMessage({ type: 'ready', digest, card });
