import fc from 'fast-check';

/**
 * The suite makes the same worlds each time, so that what fails is what was changed. `npm run test:soak` makes others, many
 * more, and prints the seed of one that fails; it then stands among the examples of its test.
 */
if (process.env.LOREGUARD_SOAK !== '1') fc.configureGlobal({ seed: 20_260_101 });
