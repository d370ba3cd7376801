/** A model that was paused, and that the settings no longer name at the next start. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

const main = 'session:terminal:main';
const box = '[models]\ndefault = "box/x"\n[models.providers.box]\nbase_url = "http://127.0.0.1:9/v1"\n';

test('given a paused model, when it is taken out of config.toml, then the next start has no pause of it, and what waited for it is answered', () =>
  withAgent({ config: `${box}[breakers]\nfailures = 1\n` }, async agent => {
    const first = await agent.start();
    const asked = agent.straylight('ask', 'remember that tea is in the tin');
    await stands(first, main, 'waitingForModel');
    await stands(first, 'circuit-breaker:model:box/x', 'open');
    const paused = await agent.straylight('status');
    assert.match(paused.out, /^Paused after repeated errors: model box\/x/m);
    await first.stop();
    const again = await agent.start();
    assert.match((await agent.straylight('status')).out, /^Paused after repeated errors: model box\/x/m, 'still named');
    await again.stop();

    const { configFile } = homePaths(agent.path);
    writeFileSync(configFile, readFileSync(configFile, 'utf8').replace(box, ''));
    const last = await agent.start();
    const { code, out, err } = await asked;
    assert.deepEqual([code, /tin/.test(out)], [0, true], err);
    const after = await agent.straylight('status');
    assert.doesNotMatch(after.out, /Paused|box\/x/);
    assert.equal(after.code, 0, after.out);
    await last.stop();
  }));
