import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread from a module beside another one.
 * @param from `import.meta.url` of that other one: compiled in dist, or the TypeScript in development and tests
 * @param module its name without an ending, such as `./worker`
 */
export function startThread(from: string, module: string, options: WorkerOptions): Worker {
  return new Worker(from.endsWith('.ts') ? sourceEntry(from, module) : new URL(`${module}.js`, from), options);
}

/** Threads do not inherit the loader that reads TypeScript, so this one begins by registering it. */
function sourceEntry(from: string, module: string): URL {
  const loader = import.meta.resolve('tsx/esm/api');
  const worker = new URL(`${module}.ts`, from).href;
  const lines = [`import { register } from '${loader}';`, 'register();', `await import('${worker}');`];
  return new URL(`data:text/javascript,${encodeURIComponent(lines.join(''))}`);
}
