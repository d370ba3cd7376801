/** What is found not to move, and what is done about it. */
import assert from 'node:assert/strict';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given an actor that was wedged by another hand, when Straylight starts, then it is restarted where it stood, its sibling untouched', async () => {
  const thinking = Promise.withResolvers<void>();
  const hangs = (): Turn => {
    thinking.resolve();
    return { fault: 'hang' };
  };
  const model = await anthropicPeer({ script: [{ text: 'I am the sibling.' }, hangs, { text: 'Here I am again.' }] });
  try {
    await withAgent(
      {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"',
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      },
      async agent => {
        const first = await agent.start();
        await first.say('session:web:sibling', 'hello');
        const asked = first.http('/api/sessions/session%3Aweb%3Amain/messages', { clientId: 'm1', text: 'hello' });
        await thinking.promise;
        await asked;
        await first.kill();
        const sibling = agent.tables.value("SELECT hash FROM actors WHERE address = 'session:web:sibling'");

        const database = openDatabase({ file: `${agent.path}/straylight.db`, synchronous: 'normal', now: Date.now });
        database.exec("DELETE FROM effects WHERE owner = 'session:web:main'");
        database.close();

        const second = await agent.start();
        const stream = await second.stream();
        const turn = String(agent.tables.value("SELECT id FROM turns WHERE session = 'session:web:main'"));
        const { json: report } = await second.http(`/api/turns/${turn}`);
        if (report.outcome === 'running') await stream.until('turn', data => data.report.turn === turn);
        const { json } = await second.http('/api/sessions/session%3Aweb%3Amain/messages');
        assert.equal(json.messages[1]?.text, 'Here I am again.');
        const heard = agent.tables.rows("SELECT kind, text FROM reports WHERE subject = 'session:web:main'");
        assert.ok(heard.some(({ kind }) => kind === 'stuck'));
        assert.equal(agent.tables.value("SELECT hash FROM actors WHERE address = 'session:web:sibling'"), sibling);
        await second.stop();
      },
    );
  } finally {
    await model.close();
  }
});

test('given an agent that died three times in a row, when it starts, then half-done work is held until the owner says go', async () => {
  const thinking = Promise.withResolvers<void>();
  let asked = 0;
  const model = await anthropicPeer({
    async script(): Promise<Turn> {
      asked += 1;
      thinking.resolve();
      return asked === 1 ? { fault: 'hang' } : { text: 'Here I am again.' };
    },
  });
  try {
    await withAgent(
      {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"',
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      },
      async agent => {
        const first = await agent.start();
        const main = '/api/sessions/session%3Aweb%3Amain/messages';
        const { turn } = (await first.http(main, { clientId: 'm1', text: 'hello' })).json;
        await thinking.promise;
        await first.kill();
        const database = openDatabase({ file: `${agent.path}/straylight.db`, synchronous: 'normal', now: Date.now });
        const died = database.prepare('INSERT INTO boots (id, program, started_at) VALUES (?, ?, ?)');
        for (const boot of ['died-1', 'died-2']) died.run(boot, '0.1.0', systemClock.now());
        database.close();

        const second = await agent.start();
        const card = String(
          agent.tables.value("SELECT asks FROM deliveries WHERE asks IS NOT NULL AND channel = 'web'"),
        );
        assert.match(card, /"choices":\["go"\]/);
        assert.equal(
          model.requests.filter(({ path }) => path === '/v1/messages').length,
          1,
          'nothing was asked of the model in safe mode',
        );
        const { incident } = JSON.parse(card) as { incident: string };
        const waits = new RegExp(`safe mode.*Your message is saved.*straylight actors answer ${incident} go`);
        const held = await second.http('/api/sessions/session%3Aweb%3Aother/messages', {
          clientId: 'h1',
          text: 'hello',
        });
        assert.deepEqual([held.status, waits.test(held.json.note)], [202, true], JSON.stringify(held.json));
        const said = await agent.straylight('ask', 'are you there?');
        assert.equal(said.code, 1);
        assert.match(said.err, waits);
        // a stop ends nothing, be it of the agent or of a command that came between
        const { out } = await second.stop();
        const line = new RegExp(`Safe mode +unfinished work.* on hold; .*straylight actors answer ${incident} go`);
        const between = await agent.straylight('ask', 'and now?');
        assert.deepEqual([between.code, waits.test(between.err)], [1, true], between.err);
        const third = await agent.start();
        const status = await agent.straylight('status');
        assert.match(status.out, line);
        assert.match(status.out, /^State +needs you, version/m);
        const stream = await third.stream();
        const answered = await third.http(`/api/incidents/${incident}/answer`, { commandId: 'go-1', choice: 'go' });
        assert.equal(answered.status, 202, JSON.stringify(answered.json));
        // the other conversations go on at once with it
        await stream.until('turn', ({ report }) => report.turn === turn && report.outcome === 'done');
        const { json } = await third.http(main);
        assert.equal(
          json.messages.find(({ role }: { role: string }) => role === 'assistant')?.text,
          'Here I am again.',
        );
        assert.doesNotMatch((await agent.straylight('status')).out, /Safe mode/);
        const last = await third.stop();
        for (const printed of [out, last.out]) assert.match(printed, line, 'the start says it too');
      },
    );
  } finally {
    await model.close();
  }
});
