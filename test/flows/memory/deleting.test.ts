/**
 * A conversation that is deleted is nowhere any more: a word is said in it, by its owner, its model and a tool, and
 * afterwards every file of the home is searched for it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';

const word = 'Quokkamoon';
const session = 'session:web:main';
const long = `${word} ${'is a long story. '.repeat(200)}`;

/** Runs a command where it is told to, keeps where it is told to, and else repeats what was said. */
const mind: AnswerTurn = ({ said, results }) => {
  if (results.length > 0) return { text: `I did it: ${said}` };
  if (said.startsWith('run'))
    return { toolCalls: [{ name: 'execute_command', arguments: { command: `echo ${word}` } }] };
  if (said.startsWith('keep'))
    return {
      toolCalls: [{ name: 'memory_save', arguments: { content: `It is about ${said.slice(5)}.`, kind: 'fact' } }],
    };
  if (said.startsWith('hold')) return { text: 'It takes its time.', deltas: 3, between: hold };
  return { text: `You said: ${said}` };
};

const reached = Promise.withResolvers<void>();
const go = Promise.withResolvers<void>();

function hold(piece: number): Promise<void> | undefined {
  if (piece !== 1) return undefined;
  reached.resolve();
  return go.promise;
}

async function withMind(
  deleted: readonly string[],
  story: (agent: TestAgent, running: Running) => Promise<void>,
): Promise<void> {
  const model = await anthropicPeer({ script: mind });
  try {
    await withAgent(
      {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n[learning]\nenabled = false\n',
        hasForgotten: true,
        deleted,
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      },
      async agent => story(agent, await agent.start()),
    );
  } finally {
    await model.close();
  }
}

function filesWith(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file, 'latin1').toLowerCase().includes(word.toLowerCase()));
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
async function remove({ url, token }: Running, id: string, body: object): Promise<{ status: number; json: any }> {
  const response = await fetch(`${url}/api/conversations/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

describe('deleting a conversation', () => {
  test('given a conversation with a tool call and a long message, when it is deleted, then no file of the home holds its words, its chat speaks in a fresh one, and the audit chain tells of it', () =>
    withMind([session], async (agent, running) => {
      await running.say(session, `${word} is my word.`);
      await running.say(session, 'run it');
      await running.say(session, long);
      await running.say('session:web:other', 'This one stays.');
      const gone = await remove(running, session, { commandId: 'd1' });
      assert.equal(gone.status, 202, JSON.stringify(gone.json));
      assert.deepEqual(gone.json, { commandId: 'd1', messages: 8, memories: 0, isComplete: true });
      assert.deepEqual(await remove(running, session, { commandId: 'd1' }), gone, 'a repeat is told the same');
      assert.equal((await remove(running, session, { commandId: 'd2' })).status, 404);

      const { json: list } = await running.http('/api/conversations');
      assert.deepEqual(
        list.conversations.map((one: { session: string }) => one.session),
        ['session:web:other'],
      );
      const { json: chat } = await running.http(`/api/chats/${encodeURIComponent(session)}`);
      assert.equal(chat.current, `${session}~2`);
      const { json: refused } = await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
        clientId: 'late',
        text: 'Are you there?',
      });
      assert.match(refused.error.message, /was stopped/);
      const { json: audit } = await running.http('/api/audit?kind=admin');
      assert.equal(audit.entries[0].kind, 'admin.conversation-delete');
      assert.equal(audit.entries[0].subject, session);
      await running.say(`${session}~2`, 'A fresh start.');
      await running.stop();
      assert.deepEqual(filesWith(agent.path), []);
      assert.deepEqual(leftOf(agent), []);
    }));

  test('given a memory that came from it, when the conversation is deleted, then it stays; and where that is wanted it is forgotten', () =>
    withMind([session, `${session}~2`], async (_, running) => {
      const memories = async () => (await running.http('/api/memory')).json.memories.length;
      await running.say(session, 'keep the harbour at dawn');
      assert.equal(await memories(), 1, 'it was kept');
      assert.equal((await remove(running, session, { commandId: 'd1' })).json.memories, 0);
      assert.equal(await memories(), 1, 'it stays');
      await running.say(`${session}~2`, 'keep my sister lives in Prague');
      assert.equal((await remove(running, `${session}~2`, { commandId: 'd2', forget: true })).json.memories, 1);
      assert.equal(await memories(), 1, 'of the other conversation');
    }));

  test('given a turn that runs, when its conversation is to be deleted, then it is refused with what to do, and it can be deleted once the turn has ended', () =>
    withMind([session], async (_, running) => {
      const stream = await running.stream();
      await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, { clientId: 'h', text: 'hold on' });
      await reached.promise;
      const { status, json } = await remove(running, session, { commandId: 'd1' });
      assert.equal(status, 400);
      assert.match(json.error.message, /is at work; stop its turn/);
      go.resolve();
      await stream.until('turn', ({ report }) => report.session === session);
      stream.close();
      assert.equal((await remove(running, session, { commandId: 'd2' })).status, 202);
    }));
});

/** What is left of the actors that the conversation had started. */
function leftOf({ tables }: TestAgent): readonly unknown[] {
  return tables.rows(
    `SELECT address FROM actors WHERE parent = ? UNION ALL SELECT owner FROM effects WHERE owner = ?
     UNION ALL SELECT address FROM snapshots WHERE address = ?`,
    ...[session, session, session],
  );
}
