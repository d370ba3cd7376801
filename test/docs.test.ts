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
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'smol-toml';
import type { z } from 'zod';
import { configFileSchema } from '../config/schema.ts';
import { builtInKinds } from '../src/adapters/kinds.ts';
import { readCommandLine } from '../src/commands/arguments/command-line.ts';
import { agentFileSchema } from '../src/features/conversation/settings.ts';
import { whyLeftOut } from './sampled.ts';
import { root } from './source-files.ts';

interface Block {
  readonly language: string;
  readonly text: string;
  /** `README.md:12` */
  readonly place: string;
}

/** Blocks that are not run here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the first of the two commands of the README; .ci/run runs it',
  'npm ci && npm test': 'the second; .ci/run runs it',
  'sudo apt install libatomic1 bubblewrap': 'needs root and the network; .ci/run does it',
  'git pull && npm ci': 'needs the network',
  'straylight memory forget --words "spare key"':
    'asks for a word and ends with 1; test/flows/memory/forgetting.test.ts goes the whole way',
  'npm run package\nnpm install --global --ignore-scripts --prefix ~/.local ./straylight-*.tgz':
    'needs the network; test/package/compile.test.ts installs the archive without',
  [[
    'docker volume ls --quiet --filter "label=straylight.workspace=$HOME/.straylight/workspace" | xargs -r docker volume rm',
    'docker image rm straylight-sandbox',
  ].join('\n')]: 'needs an engine; test/adapters/executors/docker/life.test.ts looks for the volume so',
};

/** A block; a longer fence may hold a shorter one. */
const fence = /^(`{3,})(.*)\n([\s\S]*?)^\1$/gm;

const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => name.endsWith('.md') && !/(^|\/)(node_modules|coverage|dist)\//.test(name))
  .toSorted()
  .map(path => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, blocks: blocksOf(path, text), prose: text.replaceAll(fence, '') };
  });

/** How each language is held to the code; a block of any other fails. */
const languages = ['sh', 'console', 'toml', 'ts', 'ts run', 'text', 'mermaid', 'rehearsal'];

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

/** What an arriving reader does first runs with every commit; of the other pages one in five does. */
const first = ['README.md', 'docs/getting-started.md'];

for (const { path, blocks } of pages) {
  const shell = blocks.filter(({ language, text }) => ['sh', 'console'].includes(language) && !(text in elsewhere));
  if (shell.length === 0) continue;
  const name = `the commands of ${path}`;
  const skip = first.includes(path) ? false : whyLeftOut(name);
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

test('given the TypeScript of every page, when it is checked and run, then it fits the code', () => {
  const examples = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => language.startsWith('ts')));
  const folder = mkdtempSync(join(tmpdir(), 'straylight-docs-'));
  try {
    for (const name of ['src', 'config', 'inspector', 'test', 'node_modules', 'package.json'])
      symlinkSync(join(root, name), join(folder, name));
    const files = examples.map((_, at) => `example-${at}.ts`);
    for (const [at, { text }] of examples.entries())
      writeFileSync(join(folder, files[at] ?? ''), `${text}\nexport {};\n`);
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

function blocksOf(path: string, text: string): readonly Block[] {
  return [...text.matchAll(fence)].map(({ 2: language = '', 3: body = '', index }) => ({
    language: language.trim(),
    text: body.trimEnd(),
    place: `${path}:${text.slice(0, index).split('\n').length}`,
  }));
}

/** One command a line; a line that ends with `\` goes on. Comments say what a command is for. */
function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

/** `$ command`, and beneath it what it prints. */
function transcriptOf(text: string): readonly { readonly command: string; readonly expected: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [command = '', ...expected] = part.split('\n');
      return { command, expected: expected.join('\n').trimEnd() };
    });
}

/** An environment in which nothing of this machine's owner is found. */
function scratchEnv(home: string): Record<string, string> {
  return {
    PATH: `${join(home, '.local', 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    OLLAMA_HOST: 'http://127.0.0.1:9',
  };
}

/** What stands for something that is different each time. */
const placeholders: Readonly<Record<string, string>> = {
  '…': '[\\s\\S]*?',
  k3Qm9xTd: '[0-9A-Za-z]{8}',
};

/** A shell for one page: one home, and the programs it has left running. */
function shellSession() {
  let home = '';
  let approval = '';
  /** What the page has set. */
  let variables: Readonly<Record<string, string>> = {};
  const running = new Set<ChildProcess>();

  async function output(command: string): Promise<{ readonly code: number | null; readonly text: string }> {
    const staysUp = /^straylight start\b/.test(command);
    const named = command.replaceAll('k3Qm9xTd', approval || 'k3Qm9xTd');
    // any free port, and the program itself where its signal goes
    const written = staysUp ? `exec ${named} --port 0` : named;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `{ ${written}\n} 2>&1`], {
      cwd: root,
      env: { ...scratchEnv(home), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    const ended = once(child, 'close').then(() => {
      running.delete(child);
    });
    if (!staysUp) await ended;
    else await Promise.race([ended, greeted(child, () => text)]);
    return { code: running.has(child) ? 0 : child.exitCode, text };
  }

  return {
    async open() {
      home = mkdtempSync(join(tmpdir(), 'straylight-docs-'));
      mkdirSync(join(home, '.local', 'bin'), { recursive: true });
      symlinkSync(join(root, 'bin', 'straylight.js'), join(home, '.local', 'bin', 'straylight'));
      await output('straylight init');
    },
    async run(command: string) {
      const [, variable] = /^([A-Z]+)=/.exec(command) ?? [];
      const { code, text } = await output(variable === undefined ? command : `${command}\nprintf %s "$${variable}"`);
      assert.equal(code, 0, `${command}\n${text}`);
      if (variable !== undefined) variables = { ...variables, [variable]: text };
      if (command.startsWith('kill ')) await ended();
    },
    async shows(command: string, expected: string) {
      const { text } = await output(command);
      const pattern = expected
        .replaceAll(/[ \t]+$/gm, '')
        .split(/(…|k3Qm9xTd)/)
        .map(part => placeholders[part] ?? RegExp.escape(part))
        .join('');
      const found = new RegExp(`^${pattern}$`, 'u').exec(text.trimEnd().replaceAll(/[ \t]+$/gm, ''));
      assert.ok(found, `$ ${command}\nprints\n${text}\nand the page says\n${expected}`);
      approval = /\bApproval (\w{8})\b/.exec(text)?.[1] ?? approval;
    },
    async close() {
      for (const child of running) child.kill('SIGTERM');
      await ended();
      rmSync(home, { recursive: true, force: true });
    },
  };

  /** What was started ends in good order once it is told to. */
  async function ended(): Promise<void> {
    for (const child of running) {
      await once(child, 'close');
      assert.equal(child.exitCode, 0);
    }
  }
}

async function greeted(child: ChildProcess, text: () => string): Promise<void> {
  while (!/^Page {6}/m.test(text())) await once(child.stdout as NodeJS.EventEmitter, 'data');
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
