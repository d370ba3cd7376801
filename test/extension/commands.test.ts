/** A program that is Straylight's whole command line, with features of its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withAgent } from '../flows/rig/agent.ts';
import { parcelMachine } from './parcels.ts';

const launcher = fileURLToPath(new URL('commands.ts', import.meta.url));
const config =
  '[models]\ndefault = "parrot/grey"\n[models.parrot]\nprefix = "Heard:"\n[parcels]\ncarrier = "http://127.0.0.1:9"\nlook_every_s = 86400\n';

test('given a program that runs the command line with features of its own, when its commands are used, then they read the settings of the features and open them', async () => {
  await withAgent({ launcher, config, charts: [parcelMachine] }, async agent => {
    assert.equal(await agent.ask('hello'), 'Heard: hello\n');
    const doctor = await agent.straylight('doctor');
    assert.match(doctor.out, /^ok +Model parrot +connected; offers grey$/m);
    assert.match(doctor.out, /^FAIL +Parcels +fetch failed$/m);
    const running = await agent.start();
    assert.deepEqual((await running.http('/api/parcels')).json, { parcels: [] });
    assert.equal((await running.stop()).code, 0);
  });
});
