import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `/health` of the server every 10 ms, whether or not the last answer has come, in a thread of its own, so that
 * nothing that a test does holds it up. To "start" it forgets what was; to "stop" it posts the longest wait since, in
 * milliseconds, once all that it asked is answered.
 */
const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true });
const waiting = new Set();
let timer;
let longestMs = 0;

function ask() {
  const sentAt = performance.now();
  waiting.add(sentAt);
  const done = () => {
    waiting.delete(sentAt);
    longestMs = Math.max(longestMs, performance.now() - sentAt);
    if (timer === undefined && waiting.size === 0) tell();
  };
  const sent = request(`${workerData.url}/health`, { agent }, (response) => response.resume().on('close', done));
  sent.on('error', done).end();
}

function tell() {
  parentPort.postMessage(longestMs);
}

parentPort.on('message', (order) => {
  if (order === 'start') {
    longestMs = 0;
    timer = setInterval(ask, EVERY_MS);
  } else if (order === 'stop') {
    clearInterval(timer);
    timer = undefined;
    if (waiting.size === 0) tell();
  } else process.exit();
});
