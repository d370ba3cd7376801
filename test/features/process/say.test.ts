/** An embedding program over a real home, with the model that is built in. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { loadConfig } from '../../../config/load.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { compose } from '../../../src/compose.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';

const session = 'session:terminal:main';

async function started(t: TestContext, home = mkdtempSync(join(tmpdir(), 'straylight-say-'))): Promise<Straylight> {
  const settings = loadConfig({ home, env: { OLLAMA_HOST: '127.0.0.1:9' } });
  if (!settings.ok) throw new Error(settings.message);
  const straylight = await compose(settings.config, { reaching: false, server: false });
  t.after(async () => {
    await straylight.stop();
    rmSync(home, { recursive: true, force: true });
  });
  await straylight.start();
  return straylight;
}

suite('an embedding program that says something', () => {
  test('given an agent that runs, then it gets the reply of its turn, and the same one under the same name', async t => {
    const straylight = await started(t);
    const said = await straylight.say(session, 'help', { id: 'first' });
    assert.equal(said.kind, 'ended');
    assert.match(said.report.reply, /demo model/);
    const again = await straylight.say(session, 'help', { id: 'first' });
    assert.equal(again.kind === 'ended' && again.report.turn, said.report.turn);
    const other = await straylight.say(session, 'help');
    assert.notEqual(other.kind === 'ended' && other.report.turn, said.report.turn);
  });

  test('given what only the owner can decide, then it gets the card that waits', async t => {
    const straylight = await started(t);
    const said = await straylight.say(session, 'run rm -rf old');
    assert.equal(said.kind, 'ended');
    const [waiting] = said.report.waiting;
    assert.deepEqual([waiting?.state, waiting?.card.session], ['pending', session]);
  });

  test('given safe mode, then it learns that its message is held, and how it ends; after it the message is answered', async t => {
    const home = mkdtempSync(join(tmpdir(), 'straylight-say-'));
    crashed(home, 3);
    const straylight = await started(t, home);
    assert.equal(straylight.system.isSafe, true);
    const held = await straylight.say(session, 'help', { id: 'kept' });
    assert.equal(held.kind, 'held');
    assert.match(held.note, /go/);
    straylight.system.go();
    const said = await straylight.say(session, 'help', { id: 'kept' });
    assert.equal(said.kind, 'ended');
    assert.match(said.report.reply, /demo model/);
    const { messages } = await straylight.agent.sessions.messages({ id: session, limit: 10 });
    assert.equal(messages.filter(({ role }) => role === 'owner').length, 1);
  });
});

/** As many processes have died in this home just now. */
function crashed(home: string, times: number): void {
  const database = openDatabase({ file: homePaths(home).database, synchronous: 'normal', now: Date.now });
  const store = sqliteHostStore(database);
  for (let n = 0; n < times; n += 1) store.beginBoot(`dead-${n}`, '0.1.0', Date.now());
  database.close();
}
