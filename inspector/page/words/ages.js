/**
 * How long ago something was, and how long until it is, in the words of every channel. The server puts the function in
 * from src/domain/text/ago.ts.
 */
import { ageTexts } from './say.js';

/** @type {typeof import('../../../src/domain/text/ago.ts').ages} */
// @ts-expect-error: the server fills it
const ages = {};

/** @type {ReturnType<typeof ages> | undefined} */
let spoken;

/** `just now`, `3 minutes ago`. @param {number} ms */
export function agoText(ms) {
  spoken ??= ages(ageTexts);
  return spoken.ago(ms);
}

/** `in 3 minutes`, `overdue`. @param {number} ms since the instant, so of one to come they are negative */
export function untilText(ms) {
  spoken ??= ages(ageTexts);
  return spoken.until(-ms);
}
