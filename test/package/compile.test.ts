/**
 * The archive of `npm run package`, installed into a scratch prefix, does what a clone does.
 *
 * It is installed as npm lays it out, but for its packages: their folder is a link to the one of this repository. `npm
 * install --offline` cannot work here, because `npm ci` leaves no metadata of packages in npm's cache. Declarations take
 * as long as all else, so `npm test` leaves them out.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withAgent } from '../flows/rig/agent.ts';
import { areAllRun, test as slow } from '../slow.ts';
import { root } from '../source-files.ts';

const scratch = mkdtempSync(join(tmpdir(), 'straylight-package-'));
const installed = join(scratch, 'prefix', 'lib', 'node_modules', 'straylight');
const launcher = join(scratch, 'prefix', 'bin', 'straylight');
const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

before(() => {
  const checkout = join(scratch, 'checkout');
  for (const name of ['bin', 'src', 'config', 'inspector', 'sandbox', 'package', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  for (const name of ['.npmrc', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'])
    cpSync(join(root, name), join(checkout, name));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const run = (program: string, words: readonly string[]) =>
    execFileSync(program, words, { cwd: checkout, stdio: ['ignore', 'ignore', 'pipe'] });
  if (!areAllRun) run(process.execPath, ['--disable-warning=ExperimentalWarning', 'package/javascript.ts']);
  run('npm', areAllRun ? ['run', '--silent', 'package'] : ['pack', '--ignore-scripts']);

  mkdirSync(installed, { recursive: true });
  mkdirSync(join(scratch, 'prefix', 'bin'));
  execFileSync('tar', ['xzf', `straylight-${version}.tgz`, '-C', installed, '--strip-components=1'], { cwd: checkout });
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  symlinkSync(join(installed, bin.straylight), launcher);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

test('given an installed archive, when it is asked, killed and started again, then it goes on where it was', () =>
  withAgent({ launcher }, async agent => {
    assert.match(await agent.ask('remember that the boat is green'), /Saved: “the boat is green”/);
    const first = await agent.start();
    const [page, script] = await Promise.all([fetch(first.url), fetch(`${first.url}/page/main.js`)]);
    assert.deepEqual([page.status, script.status], [200, 200]);
    await first.http('/api/sessions/web%3Amain/messages', { clientId: 'boat', text: 'what colour is the boat?' });
    await first.kill();

    const second = await agent.start();
    const report = await second.say('web:main', 'when is the boat green?');
    assert.match(report.reply, /“the boat is green”/);
    assert.equal((await second.stop()).code, 0);
    assert.deepEqual(agent.tables.rows('SELECT DISTINCT outcome FROM turns'), [{ outcome: 'done' }]);
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE session = 'session:web:main'"), 2);
  }));

slow(
  'given a conversation in an archive and one in a clone, when their journals are compared, then every chart has the same code',
  async () => {
    const codes = async (options: { readonly launcher?: string }) => {
      let rows: readonly object[] = [];
      await withAgent(options, async agent => {
        await agent.ask('run mkdir old');
        rows = agent.tables.rows(
          'SELECT DISTINCT machine, code FROM journal JOIN actors ON actors.n = journal.actor ORDER BY 1, 2',
        );
      });
      return rows;
    };
    const compiled = await codes({ launcher });
    assert.notEqual(compiled.length, 0);
    assert.deepEqual(compiled, await codes({}));
  },
);

slow('given an installed archive and an older Node, when it is called, then the Node that came with it runs it', () => {
  const old = join(scratch, 'old.cjs');
  writeFileSync(old, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', old, launcher, '--version'], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout.trim(), stderr], [0, version, '']);
});

/** The first program of docs/extending.md, which imports from a clone there and from the package here. */
function embeddingProgram(): string {
  const [, text = ''] =
    /^```ts run\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/extending.md'), 'utf8')) ?? [];
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const nameOf = (source: string) => {
    const file = source.replace('./', './dist/').replace(/\.ts$/, '.js');
    for (const [name, target] of Object.entries(exports)) {
      const [start = '', end = ''] = target.split('*');
      if (file === target) return join('straylight', name);
      if (target.includes('*') && file.startsWith(start) && file.endsWith(end))
        return join('straylight', name.replace('*', file.slice(start.length, -end.length)));
    }
    return assert.fail(`the package has no name for ${source}`);
  };
  return text.replaceAll(/'(\.\/[^']+)'/g, (_, source: string) => `'${nameOf(source)}'`);
}

/** What a program may be made of beside tools. */
const partsOfItsOwn = `
  import { fault } from 'straylight/domain/supervision/failure';
  import type { Feature } from 'straylight/features';
  import { builtInKinds } from 'straylight/kinds';
  import type { ModelKind } from 'straylight/ports/model-kind';

  export const feature: Feature = { start: () => { throw fault('invalid', 'it is a test'); } };
  export const names: readonly string[] = builtInKinds.models.map(({ name }) => name);
  export const kinds: readonly ModelKind[] = builtInKinds.models;
`;

slow('given a program that depends on the archive, when it is checked strictly and run, then both succeed', () => {
  const program = join(scratch, 'program');
  mkdirSync(join(program, 'node_modules', '@types'), { recursive: true });
  symlinkSync(installed, join(program, 'node_modules', 'straylight'));
  for (const name of ['zod', '@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(program, 'node_modules', name));
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(program, 'main.ts'), embeddingProgram());
  writeFileSync(join(program, 'parts.ts'), partsOfItsOwn);

  const usual = { target: 'es2024', module: 'nodenext', types: ['node'], noEmit: true, skipLibCheck: true };
  const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true };
  for (const options of [
    { ...usual, strict: true },
    { ...usual, strict: true, ...strictest },
  ]) {
    const settings = { compilerOptions: options, files: ['main.ts', 'parts.ts'] };
    writeFileSync(join(program, 'tsconfig.json'), JSON.stringify(settings));
    const checked = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), [], { cwd: program, encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stdout);
  }
  const env = { PATH: process.env['PATH'], HOME: scratch, OLLAMA_HOST: 'http://127.0.0.1:9' };
  const ran = spawnSync(process.execPath, ['main.ts'], { cwd: program, env, encoding: 'utf8', timeout: 60_000 });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
});
