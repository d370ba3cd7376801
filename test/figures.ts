/** Figures of the source that can be counted: `npm run figures`. What an operation costs in files is counted by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const files = ['src', 'inspector', 'config', 'sandbox'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.[jt]s$/.test(name) && !name.includes('node_modules'))
    .map(name => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

const lines = (of: readonly { readonly text: string }[]) =>
  of.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

const matches = (pattern: RegExp) => files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);

const figures = {
  files: files.length,
  lines: lines(files),
  'lines of src/compose.ts': lines(files.filter(({ path }) => path === join('src', 'compose.ts'))),
  'lines of src/main.ts': lines(files.filter(({ path }) => path === join('src', 'main.ts'))),
  'interfaces named *Options, *Services, *Parts, *Sources': matches(
    /^(?:export )?interface \w*(?:Options|Services|Parts|Sources)\b/gm,
  ),
  'Pick<…> of such an interface': matches(/\bPick<\s*\w*(?:Options|Services|Parts|Sources)\b/g),
  'spreads of an object that is written there': matches(/\.\.\.\{/g),
};

for (const [name, count] of Object.entries(figures)) console.log(`${String(count).padStart(7)}  ${name}`);
