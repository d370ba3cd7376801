/** What `straylight ask` loads: nothing that its answer does not need. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { withAgent } from '../rig/agent.ts';

/**
 * Prints each package and the fetch of Node where they are loaded, and how much of our own, as the process ends. A busy
 * machine may reach what is done a second after the start, which begins with watching the folder of scripts.
 */
const watcher = `
import { registerHooks } from 'node:module';
const seen = new Set();
let files = 0;
let isLater = false;
registerHooks({
  load(url, context, next) {
    isLater ||= url.endsWith('/folder-changes.ts');
    if (isLater) return next(url, context);
    const name = url.includes('/node_modules/') ? url.split('/node_modules/').at(-1).split('/')[0] : 'file';
    if (name === 'file' && !url.startsWith('node:')) files += 1;
    seen.add(name === 'file' && url.startsWith('node:') ? 'node' : name);
    return next(url, context);
  },
});
process.on('exit', () => {
  if (process.moduleLoadList.some(name => name.includes('undici'))) seen.add('undici');
  process.stderr.write('files ' + files + '\\n');
  const heavy = ['tls', 'dgram', 'child_process', 'worker_threads'];
  const parts = heavy.filter(name => process.moduleLoadList.includes('NativeModule ' + name));
  process.stderr.write('of Node ' + parts.join(' ') + '\\n');
  process.stderr.write('loaded ' + [...seen].sort().join(' ') + '\\n');
});`;

const watched = {
  NODE_OPTIONS: `--conditions=development --import=data:text/javascript,${encodeURIComponent(watcher)}`,
};

/** How many files of our own were loaded. */
function filesOf(err: string): number {
  return Number(/^files (\d+)$/m.exec(err)?.[1]);
}

test('given a running agent, when it is asked from the command line, then no package and no settings are loaded for it', () =>
  withAgent({}, async agent => {
    await agent.start();
    const { code, out, err } = await agent.launch(['ask', 'hello'], watched).ended;
    assert.equal(code, 0, err);
    assert.match(out, /\S/);
    assert.ok(filesOf(err) <= 80, err);
    assert.match(err, /^loaded file node$/m);
  }));

test('given no running agent, when the built-in model answers, then only what every turn needs is loaded', () =>
  withAgent({}, async agent => {
    // it finds out which sandbox works here, which is kept; a busy machine may need a second try for that
    const kept = join(homePaths(agent.path).run, 'executor.json');
    for (let tries = 0; tries < 3 && !existsSync(kept); tries += 1) await agent.launch(['ask', 'hello']).ended;
    const { code, err } = await agent.launch(['ask', 'hello'], watched).ended;
    assert.equal(code, 0, err);
    // the charts and tools of every capability are among them, since a turn may need any
    assert.ok(filesOf(err) <= 850, err);
    assert.match(err, /^of Node $/m);
    assert.match(err, /^loaded better-sqlite3 croner file node smol-toml xstate zod$/m);
  }));
