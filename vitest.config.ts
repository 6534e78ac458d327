import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/fast-check.ts'],
    // Tests wait for the database more than they compute; more would need more connections than the server has.
    maxWorkers: 2,
    // The files of a worker share what they load, which took a third of the time; no test replaces a module.
    isolate: false,
    // They end what hangs, they measure nothing: on a busy machine three starts of a server alone take 20 s.
    // The long runs of `npm run test:soak` take minutes each.
    testTimeout: process.env.LOREGUARD_SOAK === '1' ? 900_000 : 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/main.ts', 'src/start/serve.ts', 'src/cli/**'],
    },
  },
});
