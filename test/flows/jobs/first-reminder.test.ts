/** The first reminder of a home without a chat app: where it will be seen and in which zone it counts, and that it is. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { seenReports } from '../../../src/adapters/home/seen-reports.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

test('given no chat app and no time zone, when the first reminder is set, then the reply says where it shows and what sets the zone, once', async () => {
  await withAgent({ env: { TZ: 'UTC' } }, async agent => {
    const first = await agent.ask('erinnere mich morgen um 8 an Ada');
    assert.match(first, /einmal, am .* 08:00 UTC, sagt „Ada“/);
    assert.match(first, /Eine Chat-App ist nicht eingerichtet: Es erscheint hier in einem offenen Chat/);
    assert.match(first, /Zeiten gelten in UTC.*`time_zone` unter `\[owner\]`/);
    assert.doesNotMatch(await agent.ask('remind me tomorrow at 9 to call Bob'), /No chat app|Times are UTC/);
  });
  await withAgent({ env: { TZ: 'UTC' }, config: '[owner]\ntime_zone = "Europe/Vienna"\n' }, async agent => {
    const reply = await agent.ask('remind me tomorrow at 8 to call Ada');
    assert.match(reply, /No chat app is set up, so it shows in an open chat here, or in the next one you open\./);
    assert.doesNotMatch(reply, /Times are UTC/);
  });
});

test('given a reminder that came while nobody looked, when the next message is sent by `ask` or `chat`, then it stands beside the reply, once', async t => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    await agent.ask('remind me tomorrow at 9 to call Ada');
    const comes = async (times: number) => {
      const { status } = await running.http('/api/jobs/call-ada/run', { commandId: clientId() });
      assert.equal(status, 202);
      const told =
        "SELECT count(*) FROM messages WHERE session = 'session:terminal:main' AND body LIKE '%Reminder: call Ada%'";
      await t.waitFor(() => assert.equal(agent.tables.value(told), times), { interval: 50, timeout: 60_000 });
    };
    await comes(1);
    const asked = await agent.straylight('ask', 'hello');
    assert.match(asked.err, /Reminder: call Ada/);
    assert.doesNotMatch(asked.out, /Reminder/, 'it is no part of the reply');
    assert.doesNotMatch((await agent.straylight('ask', 'hello')).err, /Reminder/);
    await comes(2);
    seenReports(join(agent.path, 'run', 'seen.json')).note('session:terminal:main', Date.now() + 60_000);
    assert.doesNotMatch((await agent.straylight('ask', 'hello')).err, /Reminder/, 'a chat has shown it');
    rmSync(join(agent.path, 'run', 'seen.json'));
    await comes(3);
    const chat = await agent.straylightWith('hello\nthanks\n', 'chat');
    assert.equal(chat.err.match(/Reminder: call Ada/g)?.length, 1);
    assert.match(chat.out, /Hello\.\nYou are welcome\./);
    await running.stop();
  });
});
