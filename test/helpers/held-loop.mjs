import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the server, by NODE_OPTIONS: reading a body that says "hold the loop for 500 ms" takes that long. What
 * else could is a fault, and is mended where it is found.
 */
const parse = JSON.parse;
if (isMainThread) {
  JSON.parse = (text, ...rest) => {
    const asked = typeof text === 'string' ? /hold the loop for (\d+) ms/.exec(text) : null;
    const until = performance.now() + Number(asked?.[1] ?? 0);
    while (performance.now() < until);
    return parse(text, ...rest);
  };
}
