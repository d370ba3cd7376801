/**
 * `npm run docs:pages` writes the pages of docs/ that follow from the code: what the command line takes, what can be
 * set, and what is served over HTTP. pages.test.ts holds them to the code.
 */
import { writeFileSync } from 'node:fs';
import { pageFile, pages } from './pages.ts';

for (const [name, page] of Object.entries(pages)) writeFileSync(pageFile(name), page());
