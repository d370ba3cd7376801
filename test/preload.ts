/**
 * Loaded before each test file of `npm test` and `npm run test:slow`.
 *
 * Only the tests of host, charts and rules say what of these is covered. Counting would take a fifth of the time of
 * every other file, so it ends here before there is anything to count. What a file compiles is kept for the next one,
 * and for every process that a test starts: an agent that finds it loads in less than half the processor time. Where it
 * is counted, nothing is kept: it would be counted less exactly. Processes of a test are never counted.
 */
import { enableCompileCache } from 'node:module';
import { join, relative, sep } from 'node:path';
import { stopCoverage } from 'node:v8';

const counted = ['actors', 'all', 'domain', 'features', 'machines'];
const [top = ''] = relative(import.meta.dirname, process.argv[1] ?? '').split(sep);
const isCounted = process.env['NODE_V8_COVERAGE'] !== undefined && counted.includes(top);
const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'straylight-tests');
if (!isCounted) {
  stopCoverage();
  enableCompileCache(cache);
}
delete process.env['NODE_V8_COVERAGE'];
process.env['NODE_COMPILE_CACHE'] = cache;
