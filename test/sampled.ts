/**
 * `test` for files whose tests take seconds each: one in five of them runs with a commit, others with the next one.
 * With STRAYLIGHT_TESTS=all, as `npm run prove -- --only slow` sets it, each of them does.
 */
import { hash } from 'node:crypto';
import { test as always, type TestFn, type TestOptions } from 'node:test';
import { commit } from './proof/part.ts';

const parts = 5;
const state = commit();
const reason = `one in ${parts} slow tests runs with a commit; npm run prove -- --only slow runs all`;

/** Whether each of them runs, and at its full length. */
export const areAllRun = process.env['STRAYLIGHT_TESTS'] === 'all';

/** As `test` of node:test. */
export function test(name: string, run: TestFn): void;
export function test(name: string, options: TestOptions, run: TestFn): void;
export function test(name: string, second: TestOptions | TestFn, third?: TestFn): void {
  const [options, run] = typeof second === 'function' ? [{}, second] : [second, third];
  void always(name, { ...options, skip: options.skip || whyLeftOut(name) }, run);
}

/** Why a test of this name does not run with this commit; false: it runs. */
export function whyLeftOut(name: string): string | false {
  if (areAllRun) return false;
  const isChosen = Number.parseInt(hash('sha256', `${state} ${name}`).slice(0, 8), 16) % parts === 0;
  return isChosen ? false : reason;
}
