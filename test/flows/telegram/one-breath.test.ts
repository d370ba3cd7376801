/**
 * What the owner sends in one breath on Telegram: one request to the model and one answer, whatever it was cut into,
 * however many polls bring it, and when the process is killed in between.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { ModelPeer } from '../../peers/model-server.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, withTelegram } from '../rig/telegram-agent.ts';

/** Pieces as the apps of Telegram cut them: full but for the last. */
const pieces = (mark: string) => ['a', 'b'].map(one => `${mark}${one}`.padEnd(4096, 'x'));

/** A model that says of each request how many messages of the owner it held, and with which ends. */
async function withModel(
  story: (agent: TestAgent, telegram: TelegramPeer, model: ModelPeer) => Promise<void>,
): Promise<void> {
  const model = await openaiPeer({ models: ['m'], script: () => ({ text: 'Read.' }) });
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${model.url}/v1"\ncontext_tokens = 65536\n`;
  try {
    // on a busy machine the next piece takes its time
    await withTelegram((agent, telegram) => story(agent, telegram, model), { config, gatherMs: 5_000 });
  } finally {
    await model.close();
  }
}

const completions = (model: ModelPeer) => model.requests.filter(({ path }) => path.endsWith('/completions'));
const asked = (model: ModelPeer) => completions(model).length;
const messages = (agent: TestAgent) => agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'");
const answers = (telegram: TelegramPeer) => telegram.sent.all.filter(({ text }) => text === 'Read.').length;
const answered = (telegram: TelegramPeer) => telegram.sent.until(({ text }) => text === 'Read.', { timeoutMs: 60_000 });

interface ShownMessage {
  readonly role: string;
  readonly content: string;
}

/** Of all that came: messages, requests, answers, and what the first request said in the owner's name. */
function came(agent: TestAgent, telegram: TelegramPeer, model: ModelPeer): readonly unknown[] {
  const body = completions(model)[0]?.body as { readonly messages?: readonly ShownMessage[] } | undefined;
  const text = body?.messages?.find(({ role }) => role === 'user')?.content.split('\n\n[Straylight]')[0];
  return [messages(agent), asked(model), answers(telegram), text];
}

describe('one breath on Telegram', { concurrency: 1 }, () => {
  test('given two short messages that one poll brings, when they are taken, then the model is asked once, with both', () =>
    withModel(async (agent, telegram, model) => {
      const running = await agent.start();
      await polls(telegram);
      telegram.say(owner, 'the list is: milk');
      telegram.say(owner, 'and bread');
      await answered(telegram);
      await polls(telegram);
      assert.equal(messages(agent), 2);
      assert.match(JSON.stringify(completions(model)[0]?.body), /the list is: milk[\s\S]*and bread/);
      assert.deepEqual([asked(model), answers(telegram)], [1, 1]);
      assert.equal((await running.stop()).code, 0);
    }));

  test('given a paste of which two polls bring the pieces, and a command behind it, then the paste is one message and the command stands alone', () =>
    withModel(async (agent, telegram, model) => {
      const running = await agent.start();
      const [first = '', second = ''] = pieces('one ');
      telegram.say(owner, first);
      await telegram.polls.until(({ delivered }) => delivered.length > 0);
      telegram.say(owner, second);
      telegram.say(owner, 'the end');
      telegram.say(owner, '/help');
      await telegram.sent.until(({ text }) => text.includes('/help'), { timeoutMs: 60_000 });
      await answered(telegram);
      await polls(telegram);
      assert.deepEqual(came(agent, telegram, model), [1, 1, 1, `${first}${second}the end`]);
      assert.equal((await running.stop()).code, 0);
    }));

  test('given a paste with an album behind it, when they are taken, then they are one message and one answer', () =>
    withModel(async (agent, telegram, model) => {
      const running = await agent.start();
      await polls(telegram);
      const file = (at: number) => ({
        kind: 'document' as const,
        name: `part-${at}.txt`,
        bytes: Buffer.from(`part ${at}`),
        album: 'a1',
      });
      telegram.say(owner, pieces('two ')[0] ?? '');
      telegram.say(owner, 'the end');
      telegram.upload(owner, file(1));
      telegram.upload(owner, file(2));
      await answered(telegram);
      await polls(telegram);
      assert.deepEqual(came(agent, telegram, model).slice(0, 3), [1, 1, 1]);
      assert.equal((await running.stop()).code, 0);
    }));

  test('given a paste, when the process is killed between its pieces, then the next one takes it once and whole', () =>
    withModel(async (agent, telegram, model) => {
      let running = await agent.start();
      const [first = '', second = ''] = pieces('three ');
      telegram.say(owner, first);
      await telegram.polls.until(({ delivered }) => delivered.length > 0);
      await running.kill();
      telegram.say(owner, second);
      telegram.say(owner, 'the end');
      running = await agent.start();
      await answered(telegram);
      await polls(telegram);
      assert.deepEqual(came(agent, telegram, model), [1, 1, 1, `${first}${second}the end`]);
      assert.equal((await running.stop()).code, 0);
    }));
});
