import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../../slow.ts';
import { environmentOf, type TestAgent, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

/** Runs a command in a folder, to its end. */
function typedIn(folder: string, { path }: TestAgent, input: string, ...words: readonly string[]) {
  const env = environmentOf(path);
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>(resolve => {
    const child = execFile(process.execPath, [launcher, ...words], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
    child.stdin?.end(input);
  });
}

/** A folder of the owner's beside the home, with a file. */
function projectOf(agent: TestAgent): string {
  const project = join(realpathSync(join(agent.path, '..')), 'garden plan');
  mkdirSync(project);
  writeFileSync(join(project, 'notes.txt'), 'the roses need water\n');
  return project;
}

test('given no running agent, when ask --here is typed in a folder, then the agent reads it for this time, and changes it with --write alone', () =>
  withAgent({}, async agent => {
    const project = projectOf(agent);
    const ask = (...words: readonly string[]) => typedIn(project, agent, '', 'ask', ...words);
    const read = await ask('--here', 'read the file garden-plan/notes.txt');
    assert.match(read.out, /the roses need water/);
    assert.equal(
      read.err.includes(`${project} is /workspace/garden-plan (only for reading; --write lets the agent change it).`),
      true,
      read.err,
    );
    const refused = await ask('--here', 'write a file garden-plan/new.txt with: buy soil');
    assert.match(refused.out, /only for reading/);
    assert.deepEqual(readdirSync(project), ['notes.txt']);
    const written = await ask('--here', '--write', 'write a file garden-plan/new.txt with: buy soil');
    assert.match(written.out, /is written/);
    assert.equal(readFileSync(join(project, 'new.txt'), 'utf8'), 'buy soil\n');
    const later = await ask('read the file garden-plan/notes.txt');
    assert.doesNotMatch(later.out, /the roses need water/);
    assert.equal(existsSync(join(agent.workspace, 'garden-plan')), false);
    assert.match(readFileSync(join(project, 'notes.txt'), 'utf8'), /roses/);
    const wrong = await ask('--write', 'hello');
    assert.deepEqual([wrong.code, /--write goes with --here/.test(wrong.err)], [2, true]);
  }));

test('given chat --here, when a file there is changed and undone in the same chat, then it is as before', () =>
  withAgent({}, async agent => {
    const project = projectOf(agent);
    const lines = 'write a file garden-plan/notes.txt with: dry\n/undo\n/undo 1 yes\n';
    const { code, out, err } = await typedIn(project, agent, lines, 'chat', '--here', '--write');
    assert.deepEqual(
      [code, readFileSync(join(project, 'notes.txt'), 'utf8')],
      [0, 'the roses need water\n'],
      out + err,
    );
  }));

test('given folders in config.toml, when the agent is started, then --here in one of them speaks to it, and elsewhere says what to write and changes nothing', async () => {
  const config = '[workspace]\nfolders = []\n';
  await withAgent({ config }, async agent => {
    const project = projectOf(agent);
    const file = join(agent.path, 'config.toml');
    const other = join(project, '..', 'other');
    mkdirSync(other);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        '[]',
        `[{ path = ${JSON.stringify(project)}, name = "plan", writable = true }]`,
      ),
    );
    const running = await agent.start();
    const read = await typedIn(project, agent, '', 'ask', '--here', 'read the file plan/notes.txt');
    assert.match(read.out, /the roses need water/);
    const elsewhere = await typedIn(other, agent, '', 'ask', '--here', 'hello');
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.err, /takes folders in at its start.*"straylight stop"/);
    assert.ok(elsewhere.err.includes(`folders = [{ path = ${JSON.stringify(join(realpathSync(other)))} }]`));
    await running.stop();
  });
});

test('given a folder that cannot be let in, when the agent is started, then it says which setting is wrong and why, and starts once that is put right', () =>
  withAgent({ config: '[workspace]\nfolders = ["/etc"]\n' }, async agent => {
    const file = join(agent.path, 'config.toml');
    const { code, err } = await agent.launch(['start']).ended;
    assert.equal(code, 1);
    assert.match(err, /\[workspace\] folders in config\.toml: \/etc is a folder of the system/);
    assert.deepEqual(readdirSync(agent.workspace), []);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"/etc"', ''));
    assert.match(await agent.ask('hello'), /Hello/);
  }));

test('given folders in config.toml, when they are listed and the doctor looks, then each is named with what may be done there, and one that is gone is told', () =>
  withAgent({ config: '[workspace]\nfolders = []\n' }, async agent => {
    const project = projectOf(agent);
    const gone = join(project, '..', 'gone');
    mkdirSync(gone);
    const file = join(agent.path, 'config.toml');
    const entries = [project, gone].map(
      (path, at) => `{ path = ${JSON.stringify(path)}, name = "${['plan', 'gone'][at]}", writable = ${at === 0} }`,
    );
    writeFileSync(file, readFileSync(file, 'utf8').replace('[]', `[${entries.join(', ')}]`));
    const running = await agent.start();
    rmSync(gone, { recursive: true });
    const { code, out, err } = await agent.launch(['folders']).ended;
    assert.equal(code, 0, err);
    assert.match(out, /^NAME +PATH +ACCESS +UNDO +STATE$/m);
    assert.match(out, /^\/workspace\/plan +.+ +to read and write +yes +there$/m);
    assert.match(out, /^\/workspace\/gone +\S+\/gone +only to read +no +missing$/m);
    await running.stop();
    const doctor = await agent.launch(['doctor']).ended;
    assert.match(doctor.out, /Folder.*to read and write/);
    assert.match(doctor.out, /Folder.*\[workspace\] folders in config\.toml: \S+\/gone does not exist/);
  }));
