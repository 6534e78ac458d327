import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `/health` of the server every 10 ms, whether or not the last answer has come, in a thread of its own, so that
 * nothing that a test does holds it up. To "start" it forgets what was; to "stop" it posts the longest wait since, in
 * milliseconds of the clock and of what the server's main thread computed, once all that it asked is answered.
 */
const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true });
const waiting = new Set();
let timer;
let longest = { wallMs: 0, cpuMs: 0 };

function ask() {
  const asked = { at: performance.now(), cpu: cpuMs() };
  waiting.add(asked);
  const done = () => {
    waiting.delete(asked);
    longest.wallMs = Math.max(longest.wallMs, performance.now() - asked.at);
    longest.cpuMs = Math.max(longest.cpuMs, cpuMs() - asked.cpu);
    if (timer === undefined && waiting.size === 0) tell();
  };
  const sent = request(`${workerData.url}/health`, { agent }, (response) => response.resume().on('close', done));
  sent.on('error', done).end();
}

/** What the server's main thread has computed so far; the clock on systems without /proc. */
function cpuMs() {
  try {
    const { pid } = workerData;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function tell() {
  parentPort.postMessage(longest);
}

parentPort.on('message', (order) => {
  if (order === 'start') {
    longest = { wallMs: 0, cpuMs: 0 };
    timer = setInterval(ask, EVERY_MS);
  } else if (order === 'stop') {
    clearInterval(timer);
    timer = undefined;
    if (waiting.size === 0) tell();
  } else process.exit();
});
