/**
 * A long conversation is summarised when it fills its model, and when its owner asks: what the peer received says what
 * the model saw. Nothing is deleted: the owner takes a summary back, also after the process was killed.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { AnswerTurn, Asked } from '../../peers/script.ts';
import { leftOut, test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const order = 'Never delete my photos without asking.';
const fact = 'The code word of the harbour is Walross.';
const summarised = 'summary of the earlier conversation';
const session = 'session:web:main';

const isSummary = ({ system }: Pick<Asked, 'system'>) => system.startsWith('You summarise');
const messagesOf = (body: unknown) =>
  JSON.stringify((body as { readonly messages: readonly object[] }).messages.slice(1));

/** A model that repeats nothing, and summarises what it is given in one fact, where it can. */
function script(asked: string[], summary: () => object): AnswerTurn {
  return request => {
    if (isSummary(request)) return { text: JSON.stringify(summary()) };
    asked.push(`${request.system}\n${messagesOf(request.body)}`);
    return { text: `Done: ${request.said.slice(0, 20)}` };
  };
}

const made = () => ({ goal: 'Prepare the voyage.', facts: [fact], decisions: [], open: [], files: [], next: '' });

/** A server that takes so many tokens, and says so. */
const peerOf = (tokens: number, turns: AnswerTurn) =>
  openaiPeer({
    script: turns,
    models: ['m'],
    dialect: {
      facts: {},
      takes: tokens,
      beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } },
    },
  });
const configOf = (url: string) =>
  `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${url}/v1"\n`;

describe('a long conversation', { concurrency: 2 }, () => {
  test('given a model with a window of 16 384 tokens, when much more is said, then it is summarised in mid-conversation, told once each time, and order and fact are still there', async () => {
    const asked: string[] = [];
    const peer = await peerOf(16_384, script(asked, made));
    try {
      await withAgent({ config: configOf(peer.url) }, async agent => {
        const running = await agent.start();
        await running.say(session, `${order} ${fact}`);
        for (let at = 1; at <= 24; at += 1)
          await running.say(session, `page ${at} of the log: ${`wind ${at}, sea calm, course kept. `.repeat(50)}`);
        const summaries = agent.tables.rows('SELECT summary, messages FROM compactions ORDER BY at');
        assert.ok(summaries.length >= 1, 'it was summarised');
        const lines = agent.tables.rows("SELECT 1 FROM deliveries WHERE body LIKE '%summarised from here on%'");
        assert.equal(lines.length, summaries.length, 'one line each');
        const last = asked.at(-1) ?? '';
        assert.ok(last.includes(order), 'the order stands word for word in the instructions');
        assert.ok(last.includes(summarised) && last.includes(fact), 'the fact stands in the summary');
        assert.ok(last.includes('page 24') && last.includes('page 22'), 'the newest messages stand as they were said');
        assert.ok(!last.includes('page 1 of the log'), 'what was summarised does not stand beside its summary');
        assert.equal(
          agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"),
          25,
          'nothing is deleted',
        );
        const refused = peer.requests.filter(({ path }) => path.endsWith('/completions')).length;
        assert.equal(refused, asked.length + summaries.length, 'no request was refused as too long');
      });
    } finally {
      await peer.close();
    }
  });

  test('given a summary that was asked for, when the process is killed and it is taken back, then the model sees the messages again', async () => {
    const asked: string[] = [];
    const peer = await peerOf(131_072, script(asked, made));
    try {
      await withAgent({ config: configOf(peer.url) }, async agent => {
        const first = await agent.start();
        for (let at = 1; at <= 8; at += 1) await first.say(session, `item ${at} of the list`);
        const path = `/api/sessions/${encodeURIComponent(session)}/compact`;
        const { status, json } = await first.http(path, { commandId: 'compact-1' });
        assert.deepEqual([status, json.state, json.messages], [202, 'done', 6]);
        const again = await first.http(path, { commandId: 'compact-1' });
        assert.deepEqual([again.json.state, agent.tables.value('SELECT count(*) FROM compactions')], ['done', 1]);
        await first.say(session, 'go on');
        assert.ok(asked.at(-1)?.includes(summarised) && !asked.at(-1)?.includes('item 1 of'));
        await first.kill();

        const second = await agent.start();
        await second.say(session, 'go on again');
        assert.ok(asked.at(-1)?.includes(summarised) && !asked.at(-1)?.includes('item 1 of'), 'the summary is kept');
        const undone = await second.http(`${path}/undo`, { commandId: 'undo-1' });
        assert.deepEqual([undone.json.undone, undone.json.messages], [true, 6]);
        await second.say(session, 'go on without');
        assert.ok(!asked.at(-1)?.includes(summarised) && asked.at(-1)?.includes('item 1 of'), 'all is there again');
        const none = await second.http(`${path}/undo`, { commandId: 'undo-2' });
        assert.equal(none.json.undone, false);
      });
    } finally {
      await peer.close();
    }
  });

  test('given a model that summarises in another form twice, when the conversation is full, then rules do, and the turn is answered', {
    skip: leftOut,
  }, async () => {
    const asked: string[] = [];
    const peer = await peerOf(
      131_072,
      script(asked, () => ({ other: 'form' })),
    );
    try {
      await withAgent({ config: configOf(peer.url) }, async agent => {
        const running = await agent.start();
        await running.say(session, 'My boat is called Walross.');
        for (let at = 1; at <= 7; at += 1) await running.say(session, `item ${at} of the list`);
        const { json } = await running.http(`/api/sessions/${encodeURIComponent(session)}/compact`, { commandId: 'c' });
        assert.equal(json.state, 'done');
        await running.say(session, 'go on');
        assert.match(asked.at(-1) ?? '', /My boat is called Walross/);
      });
    } finally {
      await peer.close();
    }
  });

  test('given a server that fails whenever it is to summarise, when the conversation is full, then each turn is answered, and no message is lost', {
    skip: leftOut,
  }, async () => {
    const asked: string[] = [];
    const answers = script(asked, made);
    const peer = await peerOf(16_384, request =>
      isSummary(request) ? { fault: { status: 400, message: 'no' } } : answers(request),
    );
    try {
      await withAgent({ config: configOf(peer.url) }, async agent => {
        const running = await agent.start();
        for (let at = 1; at <= 24; at += 1) {
          const { outcome } = await running.say(
            session,
            `page ${at}: ${`wind ${at}, sea calm, course kept. `.repeat(50)}`,
          );
          assert.equal(outcome, 'done', `page ${at}`);
        }
        assert.equal(agent.tables.value('SELECT count(*) FROM compactions'), 0);
        assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 24);
        assert.match(asked.at(-1) ?? '', /page 24/);
      });
    } finally {
      await peer.close();
    }
  });
});
