/**
 * A new owner on Telegram has three projects compared: the built-in demo model makes the plan, three agents look side by
 * side, and Straylight is killed while the card waits and while they look.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, recorded, sees, withTelegram } from '../rig/telegram-agent.ts';

const projects = ['alpha', 'beta', 'gamma'] as const;

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 100, timeout: 90_000 });

function furnish(agent: TestAgent): void {
  for (const name of projects) {
    mkdirSync(join(agent.workspace, name), { recursive: true });
    writeFileSync(join(agent.workspace, name, 'README.md'), `${name} counts words.\n`);
  }
}

/** Taps a button, and waits until the tap is answered. */
async function tap(telegram: TelegramPeer, message: SentMessage, button: RegExp): Promise<void> {
  await telegram.sent.until(() => message.buttons.some(({ text }) => button.test(text)), { timeoutMs: 20_000 });
  const found = message.buttons.find(({ text }) => button.test(text))?.text ?? '';
  const id = telegram.press(owner, message, found);
  await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 });
}

const steps = (agent: TestAgent) =>
  agent.tables
    .rows('SELECT step, state, attempt FROM agents_plan_steps ORDER BY n')
    .map(({ step, state, attempt }) => `${step} ${state} ${attempt}`);

const active = (agent: TestAgent) =>
  agent.tables.value(
    "SELECT count(*) FROM actors WHERE status = 'active' AND (address LIKE 'session:agent:%' OR machine IN ('plan', 'delegation', 'tool-call'))",
  );

/** Of an agent: it looks, which the test holds, or it writes what the others found. */
function mind({ said, results }: Asked, held: (folder: string) => Promise<void>): Turn {
  if (results.length > 0) return { text: 'report.md is written.' };
  const [, folder] = /^list the files in (\w+), then read/.exec(said) ?? [];
  if (folder !== undefined) return { text: `${folder} counts words.`, between: () => held(folder) };
  return { toolCalls: [{ name: 'write_file', arguments: { path: 'report.md', content: 'All three count words.\n' } }] };
}

test('given three projects, when a report that compares them is asked for on Telegram and Straylight is killed twice, then three agents look side by side, each once, the report is checked, and its graph is shown', async t => {
  const gate = Promise.withResolvers<void>();
  const looking = new Set<string>();
  const peer = await openaiPeer({
    models: ['test'],
    script: asked =>
      mind(asked, folder => {
        looking.add(folder);
        return gate.promise;
      }),
  });
  const config = `[safe_mode]\nboots = 0\n[models]\ndefault = "rehearsal/rehearsal"\n[models.roles]\nexecutor = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n`;
  try {
    await withTelegram(
      async (agent, telegram) => {
        furnish(agent);
        const first = await agent.start();
        await polls(telegram);
        telegram.say(owner, 'compare these three projects and write a report');
        const card = await sees(telegram, /Compare alpha, beta and gamma.*4 steps/);
        await recorded(first);
        await first.kill();
        assert.deepEqual(steps(agent), [], 'nothing has begun');

        const second = await agent.start();
        await polls(telegram);
        await tap(telegram, card, /^Approve$/);
        await tap(telegram, card, /^Yes/);
        await becomes(t, () => assert.deepEqual([...looking].toSorted(), [...projects]));
        const side = ['alpha running 1', 'beta running 1', 'gamma running 1', 'write waiting 1'];
        assert.deepEqual(steps(agent), side);
        await second.kill();

        const third = await agent.start();
        assert.deepEqual(steps(agent), side);
        gate.resolve();
        await becomes(t, () => assert.match(steps(agent).join(), /write done 1/));
        const told = await sees(telegram, /The plan “Compare alpha, beta and gamma” is carried out/);
        assert.match(told.text, /alpha \(researcher\): done[\s\S]*not_empty report\.md: confirmed/);
        await sees(telegram, /Plan “Compare alpha, beta and gamma”: confirmed by its checks/);
        assert.match(readFileSync(join(agent.workspace, 'report.md'), 'utf8'), /All three count words/);
        assert.equal(agent.tables.value('SELECT count(*) FROM agents_children'), 4);
        assert.equal(active(agent), 0);

        const from = telegram.sent.all.length;
        telegram.say(owner, '/plans');
        const graph = await sees(telegram, /write: file_worker, done \s*← alpha, beta, gamma/, from);
        assert.match(graph.text, /✓ alpha: researcher, done/);
        const { json } = await third.http('/api/plans');
        assert.deepEqual(json.plans[0].steps[3].dependsOn, projects);
        assert.equal(json.plans[0].steps[3].checks[0].before.outcome, 'fails', 'it was shown to be able to fail');
        await third.stop();
      },
      { config },
    );
  } finally {
    gate.resolve();
    await peer.close();
  }
});
