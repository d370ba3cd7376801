/** What a command loads that asks a running agent: nothing that its few requests do not need. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAgent } from '../rig/agent.ts';

/** Prints each package and the fetch of Node where they are loaded, as the process ends. */
const watcher = `
import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({
  load(url, context, next) {
    const name = url.includes('/node_modules/') ? url.split('/node_modules/').at(-1).split('/')[0] : 'file';
    seen.add(name === 'file' && url.startsWith('node:') ? 'node' : name);
    return next(url, context);
  },
});
process.on('exit', () => {
  if (process.moduleLoadList.some(name => name.includes('undici'))) seen.add('undici');
  process.stderr.write('loaded ' + [...seen].sort().join(' ') + '\\n');
});`;

test('given a running agent, when it is asked from the command line, then no package and no settings are loaded for it', () =>
  withAgent({}, async agent => {
    await agent.start();
    const asked = agent.launch(['ask', 'hello'], {
      NODE_OPTIONS: `--conditions=development --import=data:text/javascript,${encodeURIComponent(watcher)}`,
    });
    const { code, out, err } = await asked.ended;
    assert.equal(code, 0, err);
    assert.match(out, /\S/);
    assert.match(err, /^loaded file node$/m);
  }));
