/**
 * Loaded before each test file of `npm test` and `npm run test:slow`.
 *
 * Only the tests of host, charts and rules say what of these is covered. Counting would take a fifth of the time of
 * every other file, so it ends here before there is anything to count; and what was compiled is kept for the next file,
 * which takes another fifth off. Where it is counted, nothing is kept: it would be counted less exactly.
 */
import { enableCompileCache } from 'node:module';
import { join, relative, sep } from 'node:path';
import { stopCoverage } from 'node:v8';

const counted = ['actors', 'all', 'domain', 'features', 'machines'];
const [top = ''] = relative(import.meta.dirname, process.argv[1] ?? '').split(sep);
if (process.env['NODE_V8_COVERAGE'] === undefined || !counted.includes(top)) {
  stopCoverage();
  delete process.env['NODE_V8_COVERAGE'];
  enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'straylight-tests'));
}
