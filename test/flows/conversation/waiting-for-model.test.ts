/**
 * A turn outlives its provider: real processes against the Anthropic peer that is busy, mute, resets or answers nothing
 * at all.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as passed } from 'node:timers/promises';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import type { Script } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';
import { clientId } from '../rig/wire.ts';

const key = 'sk-ant-test-9c1f22aa';
const main = 'session:web:main';
const overloaded = { fault: { status: 529, type: 'overloaded_error', message: 'Overloaded' } } as const;

interface Told {
  readonly agent: TestAgent;
  readonly peer: ModelPeer;
  /** How often a reply was asked for. */
  readonly asked: () => number;
}

async function withPeer(
  script: Script,
  story: (told: Told) => Promise<void>,
  { models = 'longest_pause = "1s"', more = '', anthropic = '' } = {},
): Promise<void> {
  const peer = await anthropicPeer({ script, key });
  try {
    await withAgent(
      {
        config: `[models]\ndefault = "anthropic/claude-sonnet-5"\n${models}\n[models.anthropic]\n${anthropic}\n${more}`,
        env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url },
        secrets: [key],
      },
      agent => story({ agent, peer, asked: () => peer.requests.filter(({ path }) => path === '/v1/messages').length }),
    );
  } finally {
    await peer.close();
  }
}

/** Busy until it is told otherwise. */
function switchable(fault: Exclude<Parameters<typeof withPeer>[0], readonly unknown[]>) {
  let isWell = false;
  const script: Script = asked => (isWell ? { text: `You said: ${asked.said}` } : fault(asked));
  const recover = () => {
    isWell = true;
  };
  return { script, recover };
}

const bodies = (agent: TestAgent): readonly string[] =>
  agent.tables.rows('SELECT body FROM deliveries ORDER BY at').map(({ body }) => JSON.parse(String(body)));

/** Says something and does not wait for its end. */
async function says(running: Running, text: string, session = main): Promise<string> {
  const { status, json } = await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
    clientId: clientId(),
    text,
  });
  assert.equal(status, 202, JSON.stringify(json));
  return json.turn;
}

describe('a turn that outlives its provider', { concurrency: 3 }, () => {
  test('given a provider that is overloaded, when its turn is looked at, then it waits, says for what, and holds no budget', () =>
    withPeer(
      () => overloaded,
      async ({ agent, asked }) => {
        const running = await agent.start();
        await says(running, 'hello');
        await stands(running, main, 'waitingForModel');
        assert.equal(asked(), 3, 'the quick tries');
        assert.equal(
          agent.tables.value("SELECT state ->> '$.open' FROM spend_sessions"),
          null,
          'it holds no reservation',
        );
        const { json } = await running.http('/api/state');
        const row = json.actors.find(({ id }: { id: string }) => id === main);
        assert.match(
          row.waitsFor,
          /^Anthropic is overloaded \(529\); the next try is at [\d:]+, and it gives up (on .* )?at [\d:]+$/,
        );
        assert.ok(row.retry.nextAt > 0);
        const status = await agent.straylight('status');
        assert.match(
          status.out,
          /^Waiting for its model: session:web:main: Anthropic is overloaded \(529\); the next try is at /m,
        );
        const listed = await agent.straylight('actors', 'list');
        assert.match(listed.out, /session:web:main .*waitingForModel .*active: Anthropic is overloaded/);
        await running.stop();
      },
      // on a busy machine all this takes longer than a second, and a turn that is being tried does not wait
      { models: 'longest_pause = "10m"' },
    ));

  test('given a provider that is overloaded, when it recovers, then the owner was notified once and the answer comes by itself', async () => {
    const { script, recover } = switchable(() => overloaded);
    await withPeer(script, async ({ agent, peer }) => {
      const running = await agent.start();
      const reply = running.say(main, 'hello');
      await peer.until(8);
      recover();
      const { outcome, reply: text } = await reply;
      assert.deepEqual([outcome, text], ['done', 'You said: hello']);
      await running.stop();
      const [notice = '', answer, ...others] = bodies(agent);
      assert.match(
        notice,
        /^Anthropic is overloaded \(529\)\. I will try again (at|on) .* and keep trying for 6 h; \/stop ends it\.$/,
      );
      assert.deepEqual([answer, others], ['You said: hello', []]);
    });
  });

  test('given a model that told to wait for hours and one that is paused, when they are retried, then the conversation asks at once and the answer comes, also after the process was down', async () => {
    const hours = {
      fault: { status: 429, type: 'rate_limit_error', message: 'Slow down', retryAfter: 7200 },
    } as const;
    for (const isRunning of [true, false]) {
      const { script, recover } = switchable(() => (isRunning ? hours : overloaded));
      await withPeer(
        script,
        async ({ agent }) => {
          const first = await agent.start();
          assert.equal(
            (await agent.straylight('models', 'retry')).out,
            'No model is paused, and nothing waits for one.\n',
          );
          const turn = await says(first, 'hello');
          await stands(first, main, 'waitingForModel');
          if (!isRunning) {
            for (const name of ['b', 'c']) {
              await says(first, 'hello', `session:web:${name}`);
              await stands(first, `session:web:${name}`, 'waitingForModel');
            }
            await first.stop();
          }
          recover();
          const wrong = await agent.straylight('models', 'retry', 'anthropic/none');
          assert.deepEqual([wrong.code, /no model anthropic\/none is in use/.test(wrong.err)], [1, true], wrong.err);
          const other = await agent.straylight('models', 'retry', 'anthropic/claude-haiku-4-5');
          assert.equal(other.out, 'No model is paused, and nothing waits for one.\n', 'it stands in no line of theirs');
          const retried = await agent.straylight('models', 'retry', 'anthropic/claude-sonnet-5');
          assert.equal(retried.code, 0, retried.err);
          assert.match(retried.out, isRunning ? /^1 conversation waited/m : /^3 conversations waited/m);
          assert.equal(/claude-sonnet-5 was paused/.test(retried.out), !isRunning, retried.out);
          const running = isRunning ? first : await agent.start();
          const answered = "SELECT count(*) FROM turns WHERE id = ? AND outcome = 'done'".replace('?', `'${turn}'`);
          while (agent.tables.value(answered) === 0) await passed(20);
          assert.match(bodies(agent).join('\n'), /You said: hello/);
          await running.stop();
        },
        { models: 'longest_pause = "10m"', more: '[models.roles]\nobserver = "anthropic/claude-haiku-4-5"\n' },
      );
    }
  });

  test('given a wait, when the process is killed and started again, then it goes on waiting and answers, and nothing is said twice', async () => {
    const { script, recover } = switchable(() => overloaded);
    await withPeer(
      script,
      async ({ agent, peer }) => {
        const first = await agent.start();
        const turn = await says(first, 'hello');
        await stands(first, main, 'waitingForModel');
        await first.kill();
        const second = await agent.start();
        const seen = peer.requests.length;
        await peer.until(seen + 2);
        await second.kill();
        const third = await agent.start();
        const stream = await third.stream();
        recover();
        const { report } = await stream.until('turn', data => data.report.turn === turn);
        assert.deepEqual([report.outcome, report.reply], ['done', 'You said: hello']);
        await third.stop();
        const notices = bodies(agent).filter(body => body.includes('I will try again'));
        assert.equal(notices.length, 1);
        assert.equal(bodies(agent).filter(body => body === 'You said: hello').length, 1);
      },
      { more: '[safe_mode]\nboots = 0\n' },
    );
  });

  test('given a wait, when the owner writes on, then it is tried at once, and both are answered', async () => {
    const { script, recover } = switchable(() => overloaded);
    await withPeer(
      script,
      async ({ agent, asked }) => {
        const running = await agent.start();
        const turn = await says(running, 'hello');
        await stands(running, main, 'waitingForModel');
        const tries = asked();
        recover();
        const stream = await running.stream();
        assert.equal(await says(running, 'still there?'), turn, 'the words join the turn that waits');
        const { report } = await stream.until('turn', data => data.report.turn === turn);
        assert.equal(report.reply, 'You said: hello\nstill there?');
        assert.equal(asked(), tries + 1);
      },
      { models: 'longest_pause = "1h"' },
    );
  });

  test('given a limit that says how long, when it is met, then nothing is asked before that, and /stop ends the wait', () =>
    withPeer(
      () => ({ fault: { status: 429, retryAfter: 1_800, type: 'rate_limit_error', message: 'slow down' } }),
      async ({ agent, asked }) => {
        const running = await agent.start();
        const turn = await says(running, 'hello');
        await stands(running, main, 'waitingForModel');
        const { json } = await running.http('/api/state');
        const row = json.actors.find(({ id }: { id: string }) => id === main);
        assert.ok(row.retry.nextAt - json.now > 1_700_000, 'the wish is longer than the longest pause');
        const stream = await running.stream();
        await running.http('/api/sessions/session%3Aweb%3Amain/abort', { commandId: 'stop-1' });
        const { report } = await stream.until('turn', data => data.report.turn === turn);
        assert.deepEqual([report.outcome, asked()], ['cancelled', 1]);
        await running.stop();
        assert.match(bodies(agent)[0] ?? '', /^Anthropic limits how often it may be asked \(429\)\. I will try again/);
      },
    ));

  for (const [name, fault, anthropic, why] of [
    ['is mute', 'hang', 'first_byte_ms = 1000', /^Anthropic does not answer\. /],
    ['resets every connection', 'refuse', '', /^Anthropic cannot be reached.*\. /],
  ] as const)
    test(`given a provider that ${name}, when the time that was set is over, then one message says so and what to do`, () =>
      withPeer(
        () => ({ fault }),
        async ({ agent }) => {
          const { code, value } = await agent.json('ask', 'hello');
          assert.deepEqual([code, value.outcome], [1, 'failed']);
          assert.match(value.reply, why);
          assert.match(value.reply, /I have tried for 3 s and stop here\. Your message is kept: write again when/);
          assert.equal(bodies(agent).length, 2, 'one when the waiting began, one when it was over');
        },
        { models: 'keep_trying = "3s"\nlongest_pause = "1s"', anthropic },
      ));

  test('given six conversations and a breaker that opens, when the provider recovers, then all are answered and none was failed', async () => {
    const { script, recover } = switchable(() => overloaded);
    await withPeer(
      script,
      async ({ agent }) => {
        const running = await agent.start();
        const sessions = Array.from({ length: 6 }, (_, index) => `session:web:c${index}`);
        const stream = await running.stream();
        const turns = new Set<string>();
        for (const session of sessions) turns.add(await says(running, 'hello', session));
        for (const session of sessions) await stands(running, session, 'waitingForModel');
        recover();
        while (turns.size > 0) {
          const { report } = await stream.until('turn', data => turns.has(data.report.turn));
          assert.deepEqual([report.outcome, report.reply], ['done', 'You said: hello']);
          turns.delete(report.turn);
        }
        await running.stop();
        assert.equal(bodies(agent).filter(body => body.includes('I will try again')).length, 6);
        assert.deepEqual(agent.tables.rows("SELECT id FROM turns WHERE outcome <> 'done'"), []);
      },
      { more: '[breakers]\nfailures = 3\nrest_ms = 1500\n' },
    );
  });

  test('given a process that was stopped for longer than every deadline, when it runs again, then its calls are tried again and nobody is told to write again', async () => {
    const six = Array.from({ length: 6 }, (_, index) => `session:web:c${index}`);
    const arrived = Promise.withResolvers<void>();
    let calls = 0;
    const script: Script = async asked => {
      calls += 1;
      if (calls > six.length) return { text: `You said: ${asked.said}` };
      if (calls === six.length) arrived.resolve();
      // what was asked before the process was stopped is never answered
      return { fault: 'hang' };
    };
    await withPeer(
      script,
      async ({ agent, peer }) => {
        const running = await agent.start();
        const stream = await running.stream();
        const turns = new Set<string>();
        for (const session of six) turns.add(await says(running, 'hello', session));
        await arrived.promise;
        process.kill(running.pid, 'SIGSTOP');
        // the other side gives up meanwhile, as a server does
        await passed(12_000);
        peer.dropAll();
        process.kill(running.pid, 'SIGCONT');
        while (turns.size > 0) {
          const { report } = await stream.until('turn', data => turns.has(data.report.turn));
          assert.deepEqual([report.outcome, report.reply], ['done', 'You said: hello']);
          turns.delete(report.turn);
        }
        await running.stop();
        assert.deepEqual([...new Set(bodies(agent))], ['You said: hello']);
        assert.equal(agent.tables.value("SELECT count(*) FROM actors WHERE address LIKE 'circuit-breaker:model:%'"), 0);
      },
      { anthropic: 'first_byte_ms = 5000\nsilence_ms = 5000', more: '[breakers]\nfailures = 2\n' },
    );
  });
});
