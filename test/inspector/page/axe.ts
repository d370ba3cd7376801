/** What axe-core finds wrong with a page: contrast, names, landmarks, order of headings, and the rest of its rules. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A line for each fault, with what is to be done about it. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  // `preload` would read the style sheets once more and write them into the page, which its policy refuses
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`);
}
