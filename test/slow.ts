/**
 * `test` for tests that take seconds each: `npm run test:slow` runs them, all of them and at full length. `npm test` runs
 * those of a few files, always the same ones, in which the main ways of the whole program are gone.
 */
import { relative } from 'node:path';
import { test as always, type TestFn, type TestOptions } from 'node:test';

const root = `${import.meta.dirname}/..`;

/** Whether slow tests run, and each part at its full length. */
export const areAllRun = process.env['STRAYLIGHT_TESTS'] === 'all';

/** Files whose slow tests run in `npm test` too. */
export const main: readonly string[] = [
  'test/flows/context/compaction.test.ts',
  'test/flows/conversation/anthropic.test.ts',
  'test/flows/jobs/jobs.test.ts',
  'test/flows/telegram/replies.test.ts',
  'test/flows/tools/canary.test.ts',
  'test/flows/tools/tools.test.ts',
  'test/inspector/page/journeys.test.ts',
];

const reason = 'it takes seconds; npm run test:slow runs it';

/** `skip` of a test that `npm test` leaves out even in such a file. */
export const leftOut = areAllRun ? false : reason;

/** Why the slow tests of a file do not run now; false: they do. */
export function whyLeftOut(file = process.argv[1] ?? ''): string | false {
  return areAllRun || main.includes(relative(root, file)) ? false : reason;
}

/** As `test` of node:test. */
export function test(name: string, run: TestFn): void;
export function test(name: string, options: TestOptions, run: TestFn): void;
export function test(name: string, second: TestOptions | TestFn, third?: TestFn): void {
  const [options, run] = typeof second === 'function' ? [{}, second] : [second, third];
  void always(name, { ...options, skip: options.skip || whyLeftOut() }, run);
}
