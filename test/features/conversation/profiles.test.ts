/** Profiles of a real agent: chosen by rules, said by the owner, shown by `/context`, and kept over a restart. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import { listening } from '../listener.ts';

const main = 'session:terminal:main';

async function opened(t: TestContext, home: string) {
  const { config, features } = listening(home, () => 'Yes.');
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  let acts = 0;
  const call = (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}-${home}` });
  return {
    straylight,
    call,
    async shown(text: string) {
      await straylight.say(main, text);
      const { parts } = (await call('context.show', { id: main })) as { readonly parts: { readonly profile?: object } };
      return parts.profile;
    },
  };
}

test('given a conversation, when its owner names a profile, then it holds over a restart until rules are to choose again', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-profiles-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const first = await opened(t, home);
  assert.deepEqual(await first.shown('hello'), { name: 'conversation', isSet: false });
  assert.deepEqual(await first.shown('refactor the function in main.ts'), { name: 'coding', isSet: false });
  assert.deepEqual(await first.call('context.profile', { id: main, profile: 'planning' }), { profile: 'planning' });
  assert.deepEqual(await first.shown('and the one in b.ts'), { name: 'planning', isSet: true });
  await assert.rejects(async () => first.call('context.profile', { id: main, profile: 'gardening' }), /profile/);
  await first.straylight.stop();
  const second = await opened(t, home);
  assert.deepEqual(await second.shown('go on'), { name: 'planning', isSet: true });
  await second.call('context.profile', { id: main, profile: 'auto' });
  assert.deepEqual(await second.shown('commit it'), { name: 'coding', isSet: false });
});
