/** A kind of model, a kind of channel and a source of tools that an embedding program brings work together. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withAgent } from '../flows/rig/agent.ts';
import { test } from '../slow.ts';

const launcher = fileURLToPath(new URL('program.ts', import.meta.url));

test('given a model, a channel and a tool of an embedding program, when letters come, also to a killed process, then each has one turn', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-letters-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['in', 'out']) mkdirSync(join(folder, name));
  const out = join(folder, 'out');
  const reply = async (pattern: RegExp) => {
    const watcher = watch(out);
    while (!readdirSync(out).some(name => pattern.test(readFileSync(join(out, name), 'utf8'))))
      await once(watcher, 'change');
    watcher.close();
  };
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    renameSync(join(folder, name), join(folder, 'in', name));
  };
  const config = `[models]\ndefault = "parrot/grey"\n[models.parrot]\nprefix = "Heard:"\n[channels.letterbox]\nfolder = "${folder}"\n`;
  const env = { FEATURES: 'parrots,letterboxes,stations' };
  await withAgent({ launcher, config, env }, async agent => {
    const first = await agent.start();
    assert.match(first.greeting, /^Model {5}parrot\/grey .*\n[\s\S]*^Channels .*letterbox/m);
    put('one.txt', 'good morning');
    await reply(/^Heard: good morning/);
    await first.kill();

    put('two.txt', 'how warm is it?');
    const second = await agent.start();
    await reply(/^Heard: .*18 °C/s);
    put('one.txt', 'good night'); // a name that came before
    await reply(/^Heard: good night/);
    assert.equal((await second.stop()).code, 0);
    assert.deepEqual(agent.tables.rows('SELECT tool, outcome FROM tool_calls'), [
      { tool: 'harbour_temperature', outcome: 'done' },
    ]);
    // a reply whose process died as it was sent comes once more; no turn is made twice
    assert.deepEqual(agent.tables.rows('SELECT outcome FROM turns'), [
      { outcome: 'done' },
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
    assert.deepEqual(readdirSync(join(folder, 'in')), []);
  });
});
