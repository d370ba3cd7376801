/**
 * Every command and example of the Markdown still holds.
 *
 * `sh` blocks run, in order, in a scratch home with the repository as their folder; `console` blocks run and must print
 * what stands there (`…` stands for anything, `k3Qm9xTd` for the id an approval got).
 * What a line `NAME=…` sets is known to the rest of the page. `toml` goes through the settings' schema, `ts` through the
 * type checker, and `ts run` is run. What a program is left running by (`straylight start`) is stopped at the end of
 * the page.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'smol-toml';
import type { z } from 'zod';
import { configFileSchema } from '../config/schema.ts';
import { builtInKinds } from '../src/adapters/kinds.ts';
import { readCommandLine } from '../src/commands/arguments/command-line.ts';
import { agentFileSchema } from '../src/features/conversation/settings.ts';
import { commandsIn, elsewhere, pages, transcriptOf } from './docs/commands/markdown.ts';
import { scratchEnv, shellSession } from './docs/commands/shell-session.ts';
import { test as slow, whyLeftOut } from './slow.ts';
import { root } from './source-files.ts';

/** How each language is held to the code; a block of any other fails. */
const languages = [
  'sh',
  'console',
  'toml',
  'ts',
  'ts run',
  'ts of src/api/subjects/work/',
  'ts of src/features/notes/',
  'text',
  'mermaid',
  'rehearsal',
];

test('given every page, when its blocks are listed, then each is of a language that is held to the code', () => {
  const unknown = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => !languages.includes(language)));
  assert.deepEqual(
    unknown.map(({ place, language }) => `${place}: ${language}`),
    [],
  );
  const texts = pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  assert.deepEqual(
    Object.keys(elsewhere).filter(text => !texts.includes(text)),
    [],
    'these stand in no page any more',
  );
});

/** What an arriving reader does first runs in `npm test`; the other pages take seconds each. */
const first = ['README.md'];

for (const { path, blocks } of pages) {
  const shell = blocks.filter(({ language, text }) => ['sh', 'console'].includes(language) && !(text in elsewhere));
  if (shell.length === 0) continue;
  const name = `the commands of ${path}`;
  const skip = first.includes(path) ? false : whyLeftOut();
  describe(name, { timeout: 290_000, skip }, () => {
    const session = shellSession();
    before(session.open);
    after(session.close);
    for (const block of shell)
      test(`${block.place}: ${block.text.split('\n', 1)[0]}`, async () => {
        if (block.language === 'sh') for (const command of commandsIn(block.text)) await session.run(command);
        else for (const { command, expected } of transcriptOf(block.text)) await session.shows(command, expected);
      });
  });
}

for (const { path, blocks } of pages)
  for (const { language, text, place } of blocks)
    if (language === 'toml')
      test(`${place}: given the settings of ${path}, when they are read, then they are valid`, () => {
        const schema: z.ZodType = text.startsWith('# agent.toml') ? agentFileSchema : configFileSchema(builtInKinds);
        const result = schema.safeParse(parse(text));
        assert.ok(result.success, result.error?.message ?? '');
      });

slow('given the TypeScript of every page, when it is checked and run, then it fits the code', () => {
  const examples = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => language.startsWith('ts')));
  const folder = mkdtempSync(join(tmpdir(), 'straylight-docs-'));
  try {
    for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name));
    const files = examples.map((_, at) => `example-${at}.ts`);
    for (const [at, { language, text }] of examples.entries())
      writeFileSync(join(folder, files[at] ?? ''), `${withPlaces(language, text)}\nexport {};\n`);
    // beside all the files of the project, as "npm run check" reads them: what XState infers hangs on their order
    const project = ['src', 'inspector', 'config', 'test'].map(name => join(root, name));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [...project, ...files] }),
    );
    const checked = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['--noEmit'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(checked.status, 0, checked.stdout);
    for (const [at, { language, place }] of examples.entries()) {
      if (language !== 'ts run') continue;
      const env = { ...scratchEnv(folder), NODE_OPTIONS: '--conditions=development' };
      const ran = spawnSync(process.execPath, [files[at] ?? ''], {
        cwd: folder,
        env,
        encoding: 'utf8',
        timeout: 60_000,
      });
      assert.equal(ran.status, 0, `${place}:\n${ran.stdout}${ran.stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * An example with the places of the files that it names, from the root or from a folder of the source (`ts of FOLDER`):
 * by a link to them they would be other modules, without what other files declare in them.
 */
function withPlaces(language: string, text: string): string {
  const [, folder = ''] = /^ts of (\S+)$/.exec(language) ?? [];
  return text.replaceAll(/(?<=(?:from|declare module) ')\.[^']*/g, path => join(root, folder, path));
}

test('given every link between pages, when it is followed, then there is a file and the heading it names', () => {
  const broken = pages.flatMap(({ path, prose }) =>
    [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !/^https:\/\//.test(link) && !isThere(path, link))
      .map(link => `${path}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('given the code spans of every page, when they name a file, a script or a command, then it exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const wrong = pages.flatMap(({ path, prose }) =>
    [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => {
      const [first = '', second = '', third = ''] = code.split(/\s+/);
      const isWrong =
        (/^(src|test|config|inspector|sandbox|bin|docs|\.ci)\/[\w./-]*$/.test(code) &&
          !existsSync(join(root, code)) &&
          !existsSync(join(root, dirname(path), code))) ||
        (first === 'npm' && second === 'run' && scripts[third] === undefined) ||
        (first === 'straylight' && alternatives(wordsOf(code).slice(1)).some(words => !isCommand(words)));
      return isWrong ? [`${path}: ${code}`] : [];
    }),
  );
  assert.deepEqual(wrong, []);
});

/** How many lines a page may have that is read from top to bottom. */
const mostLines: Readonly<Record<string, number>> = { 'README.md': 150, 'ARCHITECTURE.md': 400 };

test('given README, ARCHITECTURE and the pages of docs, when they are measured, then they are short and narrow', () => {
  for (const [path, most] of Object.entries(mostLines)) {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
    assert.ok(lines <= most, `${path} has ${lines} lines, at most ${most}`);
  }
  const wide = pages
    .filter(
      ({ path, prose }) => /^(README|ARCHITECTURE|docs\/[^/]+)\.md$/.test(path) && !prose.includes('<!-- Written by '),
    )
    .flatMap(({ path, prose }) =>
      prose
        .split('\n')
        .filter(line => !line.startsWith('|') && columnsOf(line) > 120)
        .map(line => `${path}: ${line}`),
    );
  assert.deepEqual(wide, []);
});

/** How long a line is without the addresses of its links. */
function columnsOf(line: string): number {
  return line.replaceAll(/\]\([^)]*\)/g, ']').length;
}

/** `audit verify|list` names two commands. */
function alternatives(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.findIndex(word => /^[a-z]+(\|[a-z]+)+$/.test(word));
  const split = words[at]?.split('|') ?? [];
  return at < 0 ? [words] : split.map(word => words.with(at, word));
}

/** A text may name a command without all it takes. */
function isCommand(words: readonly string[]): boolean {
  const endings = [[], ['x'], ['x', 'x'], ['list'], ['x', '--to', '1'], ...(words.length === 1 ? [['--help']] : [])];
  return endings.some(more => readCommandLine([...words, ...more]).kind !== 'wrong');
}

function isThere(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : join(dirname(page), file);
  if (!existsSync(join(root, target))) return false;
  if (heading === undefined) return true;
  const headings = readFileSync(join(root, target), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, text = '']) => slug(text) === heading);
}

/** The name GitHub gives a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A command line as words; what stands in quotes is one. */
function wordsOf(code: string): readonly string[] {
  return [...code.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
}
