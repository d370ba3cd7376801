/** One chat with several conversations, turns with a deadline, a key and a priority, and a conversation taken back. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { call } from '../rig/mind.ts';
import { owner, polls, sees, stands, withTelegram } from '../rig/telegram-agent.ts';

const main = '/api/sessions/session%3Aweb%3Amain/messages';

describe('steering', { concurrency: 3 }, () => {
  test('given a chat, when /new is sent, then its later messages go to a fresh conversation, also after a restart, and /session goes back', t =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello/);
      telegram.say(owner, '/new');
      await sees(telegram, /^New conversation, number 2\./);
      telegram.say(owner, 'hello');
      const from = telegram.sent.all.length;
      await sees(telegram, /Hello/, from);
      await polls(telegram);
      await first.kill();
      await agent.start();
      telegram.say(owner, '/sessions');
      await sees(telegram, /2 {2}hello · just now, you are here\n1 {2}hello · just now$/);
      const count = (session: string) =>
        agent.tables.value(`SELECT count(*) FROM messages WHERE role = 'owner' AND session = '${session}'`);
      telegram.say(owner, 'hello');
      await polls(telegram);
      assert.deepEqual([count('session:telegram:42'), count('session:telegram:42~2')], [1, 2]);
      telegram.say(owner, '/session 1');
      await sees(telegram, /^Switched to conversation 1: hello$/);
      telegram.say(owner, 'hello');
      await polls(telegram);
      assert.deepEqual([count('session:telegram:42'), count('session:telegram:42~2')], [2, 2]);
      telegram.say(owner, '/session 7');
      await sees(telegram, /there is no conversation 7 here; \/sessions lists them/);
      const chats = agent.tables.rows('SELECT chat FROM deliveries').map(({ chat }) => chat);
      assert.ok(chats.every(chat => chat === '42'));
      t.diagnostic(`${chats.length} deliveries of two conversations, all into one chat`);
    }));

  test('given a long turn in one conversation, when another one is spoken in, then it is answered meanwhile', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'run sleep 300');
      await stands(running, 'tool-call:', 'acting');
      telegram.say(owner, '/new');
      await sees(telegram, /^New conversation/);
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello/);
      const { json } = await running.http('/api/state');
      const leaf = (id: string) => json.actors.find((row: { id: string }) => row.id === id)?.leaf;
      assert.equal(leaf('session:telegram:42'), 'acting.running');
      telegram.say(owner, '/session 1');
      await sees(telegram, /^Switched to conversation 1/);
      telegram.say(owner, '/stop');
      await sees(telegram, /^Stopped\./);
    }));

  test('given a deadline, when it passes, then the turn ends expired and says so; a key gives back the turn it asked for', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      const ask = (body: object) =>
        running.http(main, { clientId: crypto.randomUUID(), text: 'run sleep 300', ...body });
      const first = await ask({ key: 'nightly', deadlineMs: 3000, priority: 'low' });
      assert.equal(first.json.duplicate, false);
      const again = await ask({ key: 'nightly' });
      assert.deepEqual([again.json.duplicate, again.json.turn], [true, first.json.turn]);
      const other = await ask({ key: 'weekly', text: 'hello' });
      assert.equal(other.json.duplicate, false);
      const { report } = await stream.until('turn', data => data.report.turn === first.json.turn);
      assert.equal(report.outcome, 'expired');
      assert.match(report.reply, /^The deadline has passed, so I stopped\./);
      const next = await ask({ key: 'nightly', text: 'hello' });
      assert.equal(next.json.duplicate, false);
      assert.notEqual(next.json.turn, first.json.turn);
      await stream.until('turn', data => data.report.turn === next.json.turn);
      for (const wrong of [{ priority: 'soon' }, { deadlineMs: 5 }, { key: 'a b' }])
        assert.equal((await ask(wrong)).status, 400);
      await running.stop();
      const typed = await agent.json('ask', '--deadline', '2s', '--priority', 'high', 'run sleep 300');
      assert.deepEqual([typed.code, typed.value.outcome], [1, 'expired']);
    }));

  test('given a turn with a deadline whose process dies, when Straylight is back, then the deadline still holds', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      const asked = await first.http(main, { clientId: 'd1', text: 'run sleep 300', deadlineMs: 6000 });
      await stands(first, 'tool-call:', 'acting');
      await first.kill();
      const second = await agent.start();
      const stream = await second.stream();
      const { json } = await second.http(`/api/turns/${encodeURIComponent(asked.json.turn)}`);
      const report =
        json.outcome === 'running'
          ? (await stream.until('turn', data => data.report.turn === asked.json.turn)).report
          : json;
      // the command may have run when the process died, which ends the turn sooner than its deadline
      assert.ok(['expired', 'done'].includes(report.outcome), report.outcome);
      await second.stop();
    }));

  test('given a model that does not answer, when its breaker opens, then the next in line answers at once, and the owner is told', async t => {
    const model = await anthropicPeer({ script: () => ({ fault: { status: 503, message: 'down for now' } }) });
    try {
      await withAgent(
        {
          config: [
            '[models]\ndefault = "anthropic/claude-sonnet-5"\nfallbacks = ["rehearsal/rehearsal"]',
            '[breakers]\nfailures = 3\nrest_ms = 600000',
          ].join('\n'),
          env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
        },
        async agent => {
          const running = await agent.start();
          const first = await running.say('session:web:main', 'hello');
          assert.match(first.reply, /Hello\./);
          assert.match(first.notes.join(), /is overloaded; rehearsal\/\S+ answered/);
          const asked = () => model.requests.filter(({ path }) => path === '/v1/messages').length;
          const before = asked();
          const second = await running.say('session:web:main', 'hello');
          assert.match(second.reply, /Hello/);
          assert.equal(asked(), before + 1, 'what the owner says anew is tried once, however long the model rests');
          const told = agent.tables.rows("SELECT text FROM reports WHERE subject LIKE 'model:%'");
          assert.equal(told.length, 1);
          await running.stop();
          t.diagnostic(`${before} calls to the model until its breaker opened, one for each message after`);
        },
      );
    } finally {
      await model.close();
    }
  });

  test('given a conversation that is taken back, when it goes on, then what was said later is set aside, and the model hears what was done', async () => {
    const heard: string[] = [];
    const script = [
      { text: 'One.' },
      call('execute_command', { command: 'echo ran >> ran.txt' }),
      { text: 'Two, and it is done.' },
      ({ body }: { body: object }): Turn => {
        heard.push(JSON.stringify(body));
        return { text: 'Three.' };
      },
    ];
    const model = await anthropicPeer({ script });
    try {
      await withAgent(
        {
          config: '[models]\ndefault = "anthropic/claude-sonnet-5"',
          env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
        },
        async agent => {
          const running = await agent.start();
          const session = 'session:web:main';
          await running.say(session, 'the first thing');
          const idle = Number(agent.tables.value(`SELECT seq FROM actors WHERE address = '${session}'`));
          await running.say(session, 'the second thing');
          assert.ok(existsSync(join(agent.workspace, 'ran.txt')));
          const act = { commandId: 'r1', verb: 'rewind', seq: idle };
          const done = await running.http('/api/actors/session%3Aweb%3Amain/commands', act);
          assert.equal(done.status, 202, JSON.stringify(done.json));
          const { json } = await running.http(main);
          const shown = json.messages.map(({ text, isSetAside = false }: { text: string; isSetAside?: boolean }) => [
            text.slice(0, 20),
            isSetAside,
          ]);
          assert.deepEqual(shown.slice(0, 3), [
            ['the first thing', false],
            ['One.', false],
            ['the second thing', true],
          ]);
          assert.deepEqual(shown.at(-1), ['The owner rewound th', false]);
          await running.say(session, 'the third thing');
          assert.match(
            heard[0] ?? '',
            /the first thing[\s\S]*is not undone[\s\S]*execute_command[\s\S]*done[\s\S]*the third thing/,
          );
          assert.doesNotMatch(heard[0] ?? '', /the second thing|Two, and it is done/);
          await running.stop();
        },
      );
    } finally {
      await model.close();
    }
  });

  test('given a conversation that is started afresh while its order runs, then that is let go, told, and not run again', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      const session = 'session:web:main';
      const asked = await running.http(main, { clientId: 'a1', text: 'run sleep 300' });
      await stands(running, 'tool-call:', 'acting');
      const { json: preview } = await running.http('/api/actors/session%3Aweb%3Amain/restart');
      assert.deepEqual([preview.fresh.messages, preview.fresh.unbegun], [['run sleep 300'], []]);
      assert.match(preview.fresh.cut.join(), /sleep 300/);
      const act = { commandId: 'f1', verb: 'restart', mode: 'fresh' };
      const done = await running.http('/api/actors/session%3Aweb%3Amain/commands', act);
      assert.equal(done.status, 202, JSON.stringify(done.json));
      const { report } = await stream.until('turn', data => data.report.turn === asked.json.turn);
      assert.equal(report.outcome, 'cancelled');
      assert.match(
        report.reply,
        /^This conversation was started afresh\. .*Interrupted, so it may have happened: .*sleep 300/,
      );
      const { json } = await running.http(main);
      const [order, notice] = json.messages;
      assert.deepEqual([order.text, order.isSetAside], ['run sleep 300', true]);
      const cut = json.messages.find(({ role }: { role: string }) => role === 'notice') ?? notice;
      assert.match(cut.text, /execute_command|sleep 300/);
      assert.match(cut.text, /it may have happened/);
      await running.say(session, 'hello');
      assert.equal(agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'tool-call'"), 1);
      const told = `SELECT count(*) FROM deliveries WHERE session = '${session}' AND body LIKE '%started afresh%'`;
      assert.equal(agent.tables.value(told), 1);
      await running.stop();
    }));
});
