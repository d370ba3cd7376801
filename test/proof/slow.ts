/** The slow tests, of which a commit runs one in three (test/sampled.ts): all of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');

export interface SlowTests {
  readonly tests: number;
  readonly failed: number;
}

/** Runs each file that takes its `test` from test/sampled.ts; `tell` hears of what failed. */
export async function slowTests(lanes: number, tell: (line: string) => void): Promise<SlowTests> {
  const files = globSync('test/**/*.test.ts', { cwd: root }).filter(file =>
    /from '[./]*\/sampled\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  );
  const child = spawn(
    process.execPath,
    ['--conditions=development', '--test', '--test-reporter=tap', `--test-concurrency=${lanes}`, ...files],
    {
      cwd: root,
      env: { ...process.env, STRAYLIGHT_TESTS: 'all' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  for (const line of printed.split('\n')) if (/^\s*not ok /.test(line)) tell(line.trim());
  const figure = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(printed)?.[1] ?? Number.NaN);
  return { tests: figure('tests'), failed: figure('fail') + figure('cancelled') };
}
