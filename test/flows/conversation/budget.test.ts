/** What a conversation costs, through the real program: counted, shown, warned of, stopped, and never given back. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { BudgetView } from '../../../src/domain/budget/view.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import type { Script } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { mind } from '../rig/mind.ts';
import { owner, sees, withTelegram } from '../rig/telegram-agent.ts';

const key = 'sk-ant-budget-000000000000';
/** Each reply of {@link mind}: 460 tokens, and with Sonnet's prices 560 micro-dollars. */
const tokens = 460;
const micros = 100 * 2 + 20 * 10 + 300 * 0.2 + 40 * 2.5;

async function withClaude(
  { script = mind, config = '[budget]\n' }: { readonly script?: Script; readonly config?: string },
  story: (agent: TestAgent, peer: ModelPeer) => Promise<void>,
): Promise<void> {
  const peer = await anthropicPeer({ script, key });
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
  try {
    await withAgent(
      { config: `[models]\ndefault = "anthropic/claude-sonnet-5"\n${config}`, env, secrets: [key] },
      agent => story(agent, peer),
    );
  } finally {
    await peer.close();
  }
}

const asked = (peer: ModelPeer) => peer.requests.filter(({ path }) => path === '/v1/messages').length;
const budgetOf = async (agent: TestAgent): Promise<BudgetView> => (await agent.json('budget')).value;

describe('the budget', { concurrency: 2 }, () => {
  test('given a turn of two calls, when it is answered, then its cost stands beneath it, in the language of its owner, and no model reads it', async () => {
    await withClaude({}, async (agent, peer) => {
      assert.match(await agent.ask('remember that I like tea'), /\n\n\[Cloud: 920 tokens \(<\$0\.01\)\]\n$/);
      await agent.ask('hello');
      assert.doesNotMatch(JSON.stringify(peer.requests.at(-1)?.body), /Cloud/);
      const { today, models, sessions } = await budgetOf(agent);
      assert.deepEqual(today.spent, { tokens: 3 * tokens, micros: 3 * micros });
      assert.deepEqual(
        models.map(({ model, calls, lost }) => [model, calls, lost]),
        [['anthropic/claude-sonnet-5', 3, 0]],
      );
      assert.deepEqual(sessions[0]?.sinceYourWords, { tokens, micros });
      const { out } = await agent.straylight('budget');
      assert.match(out, /Money +<\$0\.01 of \$20\.00\nTokens +1,380 of 5,000,000/);
    });
    await withClaude({ config: '[owner]\nlanguage = "de"\n[budget]\n' }, async agent => {
      assert.match(await agent.ask('hallo'), /\n\n\[Cloud: 460 Tokens \(<0,01 \$\)\]\n$/);
    });
  });

  test('given what a conversation may use is used in mid-turn, when its owner writes again, then it goes on', async () => {
    const config =
      '[budget]\nmax_tokens_per_session = 1500\nshow_cost = false\n[models.anthropic]\nmax_output_tokens = 1024\n';
    await withClaude({ config }, async (agent, peer) => {
      const { code, out } = await agent.straylight('ask', 'remember that I like tea');
      assert.equal(code, 1);
      assert.match(
        out,
        /^I have paused\. .*460 tokens of its limit of 1,500 tokens .*\n\nDone so far: memory_save\.\nTurn paused\.\n$/s,
      );
      assert.equal(asked(peer), 1);
      assert.equal(await agent.ask('go on'), 'I see.\n');
      assert.equal(asked(peer), 2);
    });
  });

  test('given a day that is used up, when any conversation is spoken to, then no model is asked; with a higher limit one is', async () => {
    const config = '[budget]\nmax_usd_per_day = 0.0001\n';
    await withClaude({ config }, async (agent, peer) => {
      for (const session of ['main', 'other']) {
        const { code, out } = await agent.straylight('ask', '--session', session, 'hello');
        assert.equal(code, 1);
        assert.match(out, /^I have stopped: \$0\.00 of today's limit of <\$0\.01 are used \(budget\.max_usd_per_day\)/);
      }
      assert.equal(asked(peer), 0);
      assert.deepEqual((await budgetOf(agent)).today.spent, { tokens: 0, micros: 0 });
    });
  });

  test('given a model call under way, when the process is killed, then what it may have cost stays spent, and it is made again', async () => {
    const [thinking, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const script: Script = async () => {
      calls += 1;
      thinking.resolve();
      if (calls === 1) await answer.promise;
      return { text: 'Here I am.', usage: { inputTokens: 10, outputTokens: 5 } };
    };
    await withClaude({ script }, async (agent, peer) => {
      const first = await agent.start();
      const said = agent.straylight('ask', 'hello');
      await thinking.promise;
      await first.kill();
      await said;
      answer.resolve();
      const before = (await budgetOf(agent)).today.spent;
      assert.ok(before.tokens > 8192 && before.micros > 80_000, JSON.stringify(before));
      const second = await agent.start();
      const stream = await second.stream();
      const turn = String(agent.tables.value('SELECT id FROM turns'));
      const { json: report } = await second.http(`/api/turns/${turn}`);
      if (report.outcome === 'running') await stream.until('turn', data => data.report.turn === turn);
      stream.close();
      const { json } = await second.http('/api/budget');
      const { today, models } = json as BudgetView;
      assert.deepEqual(today.spent, { tokens: before.tokens + 15, micros: before.micros + 70 });
      assert.deepEqual([models[0]?.calls, models[0]?.lost, asked(peer)], [2, 1, 2]);
      await second.stop();
    });
  });

  test('given a reply that is stopped while it is written, when its cost is looked at, then it is what was streamed, not its reservation', async () => {
    const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const script: Script = () => ({
      text: 'nine words are all that has been written here. And then much more.',
      deltas: 10,
      between: async piece => {
        if (piece !== 5) return;
        written.resolve();
        await over.promise;
      },
    });
    await withClaude({ script }, async agent => {
      try {
        const running = await agent.start();
        const stream = await running.stream();
        const { json: taken } = await running.http('/api/sessions/session%3Aweb%3Amain/messages', {
          clientId: 'm1',
          text: 'hello',
        });
        await written.promise;
        await stream.until('chat', data => 'delta' in data);
        const reserved = ((await running.http('/api/budget')).json as BudgetView).today.spent;
        assert.ok(reserved.micros > 80_000, JSON.stringify(reserved));
        await running.http('/api/sessions/session%3Aweb%3Amain/abort', { commandId: 'stop-1' });
        await stream.until('turn', data => data.report.turn === taken.turn);
        const { today, models, underWay } = (await running.http('/api/budget')).json as BudgetView;
        const [{ usage = '{}' } = {}] = agent.tables.rows("SELECT usage FROM spend WHERE state = 'failed'");
        const { inputTokens, outputTokens, estimated } = JSON.parse(String(usage));
        assert.ok(outputTokens > 0 && outputTokens < 60, `${outputTokens} tokens`);
        assert.equal(estimated, true);
        assert.equal(today.spent.micros, inputTokens * 2 + outputTokens * 10);
        assert.deepEqual([models[0]?.calls, models[0]?.lost, underWay], [1, 0, 0]);
        stream.close();
        await running.stop();
      } finally {
        over.resolve();
      }
    });
  });

  test('given a chat on Telegram, when /budget is sent, then the day and its limits are the answer', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, '/budget');
      await sees(telegram, /Today, \d{1,2} [A-Z][a-z]{2} \d{4} .*Money +\$0\.00 of \$20\.00.*Tokens +0 of no limit/s);
      await running.stop();
    }));
});
