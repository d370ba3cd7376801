/**
 * `npm test`: every test but those that take seconds each (test/slow.ts), with the coverage of host, charts and rules.
 * `npm run test:slow`: those, all of them. What else stands behind `--` goes to the test runner of Node.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defined } from '../src/domain/text/json.ts';
import { isSlow, testFiles } from './all/together.ts';
import { startEngineForAll } from './peers/engine.ts';
import { main } from './slow.ts';

const root = join(import.meta.dirname, '..');
const [which, ...more] = process.argv.slice(2);
if (which !== 'fast' && which !== 'slow') throw new Error(`expected "fast" or "slow", got ${which ?? 'nothing'}`);

const sources = testFiles('test').map(file => ({ file, code: readFileSync(join(root, file), 'utf8') }));
const hasSlow = (code: string) => /from '[./]*\/(?:slow|part)\.ts'/.test(code);
/** The folders that share a process. Node runs files by the alphabet: as `all` these long ones are not the last. */
const folders = readdirSync(join(root, 'test', 'all'))
  .map(name => name.replace(/\.ts$/, ''))
  .filter(name => name !== 'together');
const isTogether = (file: string) => folders.some(folder => file.startsWith(join('test', folder, '/')));
const files =
  which === 'slow'
    ? sources.filter(({ code }) => hasSlow(code)).map(({ file }) => file)
    : [
        ...folders.map(folder => join('test', 'all', `${folder}.ts`)),
        ...sources
          .filter(({ file, code }) => !isTogether(file) && (main.includes(file) || !isSlow(code)))
          .map(({ file }) => file),
      ];

const covered = ['src/actors/runtime/**', 'src/machines/**', 'src/domain/**'];
const coverage = [
  '--experimental-test-coverage',
  ...covered.map(glob => `--test-coverage-include=${glob}`),
  '--test-coverage-lines=95',
];
/** Many tests wait for a process or a container: one more than there are processors keeps these at work. */
const atOnce = availableParallelism() + 1;
const options = [
  '--conditions=development',
  `--import=${pathToFileURL(join(root, 'test', 'preload.ts')).href}`,
  '--test',
  `--test-concurrency=${atOnce}`,
  '--test-timeout=900000',
];
/** Node takes several only where each is told where it prints. */
const reporter = more.some(word => word.startsWith('--test-reporter')) ? [] : ['--test-reporter=./test/reporter.ts'];
const inFast = which === 'fast' ? [...coverage, ...reporter] : [];
const engine = await startEngineForAll();
const child = spawn(process.execPath, [...options, ...inFast, ...more, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...engine.env, ...defined({ STRAYLIGHT_TESTS: which === 'slow' ? 'all' : undefined }) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', code => {
  process.exitCode = code ?? 1;
  void engine.stop();
});
