/**
 * Files in both directions, on Telegram: what the owner sends is read and seen, what the agent made comes back,
 * whatever happens to the process.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import type { AnswerTurn, Asked, Script, Turn } from '../../peers/script.ts';
import { type TelegramPeer, telegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

const owner = 42;
const key = 'sk-ant-test-4f1d9c27';
const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(900_000, 7)]);

interface Story {
  readonly agent: TestAgent;
  readonly telegram: TelegramPeer;
  readonly model: ModelPeer;
}

/** An agent with a bot and a model that both do as they are told. */
async function withFiles(script: Script, story: (parts: Story) => Promise<void>): Promise<void> {
  const telegram = await telegramPeer({ known: [owner] });
  const model = await anthropicPeer({ script, key });
  try {
    await withAgent(
      {
        config: `[models]\ndefault = "anthropic/claude-sonnet-5"\n[channels.telegram]\nallowed_users = [${owner}]\napi_root = "${telegram.url}"\n`,
        env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url, STRAYLIGHT_TELEGRAM_TOKEN: telegram.token },
        secrets: [telegram.token, key],
      },
      agent => story({ agent, telegram, model }),
    );
  } finally {
    await model.close();
    await telegram.close();
  }
}

const call = (name: string, input: object): Turn => ({ toolCalls: [{ name, arguments: input as never }] });

/** What the newest words of the owner say was attached. */
function attached(asked: Asked): string {
  const paths = JSON.stringify(asked.body['messages']).match(/in the workspace at inbox\/[\w.-]+/g);
  return paths?.at(-1)?.replace('in the workspace at ', '') ?? assert.fail('nothing is attached');
}

/** The pictures of a request, as a model gets them. */
function pictures(body: unknown): readonly string[] {
  const { messages } = body as { readonly messages: readonly { readonly content: unknown }[] };
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'image')
    .map(({ source }) => source.data as string);
}

/** Reads what came, writes the sum of it, sends that back. */
const accountant: AnswerTurn = asked => {
  const [result] = asked.results;
  if (!result) return call('read_file', { path: attached(asked) });
  if (result.text.includes('text/csv')) {
    const sum = [...result.text.matchAll(/,(\d+)$/gm)].reduce((total, [, number]) => total + Number(number), 0);
    return call('write_file', { path: 'out/total.txt', content: `The total is ${sum}.\n` });
  }
  if (/^(<data[^>]*>\n)?Created \/workspace\/out\/total\.txt/.test(result.text))
    return call('send_file', { path: 'out/total.txt', caption: 'The total' });
  return { text: `Well: ${result.text}` };
};

describe('files on Telegram', { concurrency: 2 }, () => {
  test('given a document and a photo, when they are sent, then the model reads the one and sees the other, and what it writes comes back as a file', () =>
    withFiles(
      asked => (/what is this/.test(asked.said) ? { text: 'A grey square.' } : accountant(asked)),
      async ({ agent, telegram, model }) => {
        const running = await agent.start();
        const bytes = Buffer.from('item,price\ntea,3\ncake,4\n');
        telegram.upload(owner, { kind: 'document', bytes, name: 'my prices.csv', caption: 'add it up' });
        const sent = await telegram.sent.until(({ file }) => file !== undefined, { timeoutMs: 20_000 });
        assert.deepEqual(
          [sent.method, sent.text, sent.file?.name, sent.file?.bytes.toString()],
          ['sendDocument', 'The total', 'total.txt', 'The total is 7.\n'],
        );
        await telegram.sent.until(({ text }) =>
          /^Well: [\s\S]*The owner has it: \/workspace\/out\/total\.txt/.test(text),
        );

        telegram.upload(owner, { kind: 'photo', bytes: photo, caption: 'what is this?' });
        await telegram.sent.until(({ text }) => text.startsWith('A grey square.'), { timeoutMs: 20_000 });
        const [seen, ...others] = pictures(model.requests.at(-1)?.body);
        assert.ok(seen === photo.toString('base64') && others.length === 0, 'the very bytes, once');

        const inbox = readdirSync(join(agent.workspace, 'inbox')).sort();
        assert.equal(inbox.length, 2);
        assert.match(inbox.join(' '), /^my_prices-[0-9a-f]{8}\.csv photo-\d+-[0-9a-f]{8}\.jpg$/);
        await running.stop();
        assert.deepEqual(agent.tables.rows('SELECT tool, outcome, level FROM tool_calls ORDER BY at'), [
          { tool: 'read_file', outcome: 'done', level: 0 },
          { tool: 'write_file', outcome: 'done', level: 1 },
          { tool: 'send_file', outcome: 'done', level: 1 },
        ]);
        assert.equal(
          agent.tables.value('SELECT count(*) FROM blobs WHERE length(body) > 500000'),
          0,
          'no picture in the store',
        );
      },
    ));

  test('given a process that is killed while a file arrives, when it starts again, then the message is taken once, with its file', () =>
    withFiles(
      asked =>
        asked.results[0] ? { text: `Read: ${asked.results[0].text}` } : call('read_file', { path: attached(asked) }),
      async ({ agent, telegram }) => {
        const first = await agent.start();
        const held = telegram.hold('getFile');
        telegram.upload(owner, {
          kind: 'document',
          bytes: Buffer.from('precious\n'),
          name: 'note.txt',
          caption: 'keep',
        });
        await held.arrived;
        await first.kill();
        held.release();
        assert.equal(telegram.unconfirmed().length, 1);
        assert.ok(!existsSync(join(agent.workspace, 'inbox')));
        const second = await agent.start();
        await telegram.sent.until(({ text }) => /Read: [\s\S]*precious/.test(text), { timeoutMs: 20_000 });
        await second.stop();
        assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
        assert.equal(readdirSync(join(agent.workspace, 'inbox')).length, 1);
      },
    ));

  test('given a process that is killed while a file is on its way to the owner, when it starts again, then it is not sent twice and the owner is told that nobody knows', () =>
    withFiles(
      ({ results, body }) => {
        if (/Nobody knows whether this happened/.test(JSON.stringify(body))) return { text: 'Nobody knows, so look.' };
        if (results.length === 0) return call('write_file', { path: 'a.txt', content: 'hello' });
        return call('send_file', { path: 'a.txt' });
      },
      async ({ agent, telegram }) => {
        const first = await agent.start();
        const held = telegram.hold('sendDocument');
        telegram.say(owner, 'make a file and send it');
        await held.arrived;
        await first.kill();
        held.release();
        await telegram.sent.until(({ file }) => file !== undefined);
        const second = await agent.start();
        await telegram.sent.until(({ text }) => text.startsWith('Nobody knows, so look.'), { timeoutMs: 20_000 });
        await second.stop();
        assert.equal(telegram.sent.all.filter(({ file }) => file !== undefined).length, 1);
        assert.ok(
          telegram.sent.all.some(({ text }) => /interrupted[\s\S]*Send \/workspace\/a\.txt to you\./.test(text)),
          telegram.sent.all.map(({ text }) => text).join('\n'),
        );
        assert.deepEqual(agent.tables.rows('SELECT tool, outcome FROM tool_calls ORDER BY at'), [
          { tool: 'write_file', outcome: 'done' },
          { tool: 'send_file', outcome: 'unknown' },
        ]);
        assert.equal(readFileSync(join(agent.workspace, 'a.txt'), 'utf8'), 'hello');
      },
    ));
});
