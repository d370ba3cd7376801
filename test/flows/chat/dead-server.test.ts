/** A server of models that is not there: what its owner reads, and what becomes of the wait when another one is chosen. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

const main = 'session:terminal:main';

for (const { language, state, trouble, waits } of [
  {
    language: 'en',
    state: /^Running for .*; a model does not respond$/m,
    trouble:
      /cannot be reached \(ECONNREFUSED, http:\/\/127\.0\.0\.1:9, set by base_url in \[models\.providers\.box\]\)/,
    waits: /Waiting for its model/,
  },
  {
    language: 'de',
    state: /^Läuft seit .*; ein Modell antwortet nicht$/m,
    trouble:
      /nicht erreichbar \(ECONNREFUSED, http:\/\/127\.0\.0\.1:9, gesetzt durch base_url in \[models\.providers\.box\]\)/,
    waits: /Wartet auf sein Modell/,
  },
])
  test(`given a dead server of models (${language}), when something is said and then another model chosen, then address and setting are named, and that model answers at once`, () =>
    withAgent(
      {
        config: `[owner]\nlanguage = "${language}"\n[models]\ndefault = "box/x"\n[models.providers.box]\nbase_url = "http://127.0.0.1:9/v1"\n`,
      },
      async agent => {
        const running = await agent.start();
        const asked = agent.straylight('ask', 'remember that tea is in the tin');
        await stands(running, main, 'waitingForModel');
        const status = await agent.straylight('status');
        assert.match(status.out, state);
        assert.match(status.out, trouble);
        assert.match(status.out, waits);
        assert.equal(status.code, 1);
        const used = await agent.straylight('models', 'use', 'demo', '--conversation', 'main');
        assert.equal(used.code, 0, used.err);
        const { code, out, err } = await asked;
        assert.deepEqual([code, /tin/.test(out)], [0, true], err);
        const after = await agent.straylight('status');
        assert.doesNotMatch(after.out, waits);
        assert.match(after.out, state, 'what answers by default is still not there');
        assert.doesNotMatch(after.out, /box\/x,|Paus/);
        await running.stop();
      },
    ));

test('given the demo model by default and a dead server chosen for the conversation, when something is said, then it waits for what was chosen, and the demo model answers only where it is chosen itself', () =>
  withAgent({ config: '[models.providers.box]\nbase_url = "http://127.0.0.1:9/v1"\n' }, async agent => {
    const running = await agent.start();
    const used = await agent.straylight('models', 'use', 'box/x', '--conversation', 'main');
    assert.equal(used.code, 0, used.err);
    const asked = agent.straylight('ask', 'remember that tea is in the tin');
    await stands(running, main, 'waitingForModel');
    const status = await agent.straylight('status');
    assert.match(status.out, /cannot be reached/);
    assert.equal((await agent.straylight('models', 'use', 'demo', '--conversation', 'main')).code, 0);
    const { code, out, err } = await asked;
    assert.deepEqual([code, /tin/.test(out)], [0, true], err);
    await running.stop();
  }));
