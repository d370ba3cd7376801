/**
 * Messages that come while something else goes on in their conversation: a call that waits for its owner, a summary, a
 * turn that was just stopped. Each is answered, and once. Real processes and peers over HTTP.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Running, type TestAgent, withAgent } from '../../flows/rig/agent.ts';
import { clientId } from '../../flows/rig/wire.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test as slow } from '../../slow.ts';

const session = 'session:web:main';
const web = 'port = 0\ngather_ms = 0';

interface Told {
  readonly agent: TestAgent;
  readonly running: Running;
  readonly say: (text: string) => Promise<void>;
  /** Until no turn runs and so many have ended. */
  readonly turns: (count: number) => Promise<void>;
  /** What the model was asked, by the facts in it in their order. */
  readonly shown: () => readonly (readonly string[])[];
  /** What was replied. */
  readonly replies: () => readonly string[];
}

const factsIn = (text: string) => text.match(/(?:heard: )?my \w+ is \w+/g) ?? [];

async function withMind(
  t: TestContext,
  script: (asked: Asked) => Promise<Turn> | Turn,
  settings: string,
  story: (told: Told) => Promise<void>,
): Promise<void> {
  const peer = await openaiPeer({ models: ['m'], script });
  const config = `${settings}\n[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\ncontext_tokens = 65536`;
  try {
    await withAgent({ config, web }, async agent => {
      const running = await agent.start();
      const path = `/api/sessions/${encodeURIComponent(session)}/messages`;
      await story({
        agent,
        running,
        async say(text) {
          assert.equal((await running.http(path, { clientId: clientId(), text })).status, 202);
        },
        turns: count =>
          t.waitFor(
            () => {
              const outcomes = agent.tables.rows('SELECT outcome FROM turns').map(({ outcome }) => outcome);
              assert.equal(outcomes.filter(outcome => outcome !== 'running').length, count);
              assert.ok(!outcomes.includes('running'));
            },
            { interval: 50, timeout: 60_000 },
          ),
        shown: () =>
          peer.requests
            .filter(({ path: asked }) => asked.endsWith('/completions'))
            .map(({ body }) => (body as { readonly messages: readonly { readonly content: unknown }[] }).messages)
            .map(messages => messages.slice(1).flatMap(({ content }) => factsIn(JSON.stringify(content)))),
        replies: () =>
          agent.tables
            .rows("SELECT body FROM messages WHERE role = 'assistant' ORDER BY n")
            .map(({ body }) => String(body)),
      });
      await running.stop();
    });
  } finally {
    await peer.close();
  }
}

/** Each fact was replied to once, and no request has one of them twice. */
function answeredOnce({ shown, replies }: Told, facts: readonly string[]): void {
  const answers = replies().flatMap(factsIn);
  assert.deepEqual(answers.toSorted(), facts.map(fact => `heard: ${fact}`).toSorted());
  for (const request of shown()) assert.equal(new Set(request).size, request.length, request.join(', '));
}

slow(
  'given a call that waits for its owner, when messages come before and after the yes, then each is answered once, and so is what the call came to',
  t =>
    withMind(
      t,
      ({ said, results }) => {
        if (/clear the attic/.test(said) && results.length === 0)
          return { toolCalls: [{ name: 'execute_command', arguments: { command: 'rm -r attic' } }] };
        return { text: `heard: ${factsIn(said).at(-1) ?? said}` };
      },
      '[approvals]\nundo_window_s = 0',
      async told => {
        const { agent, running, say, turns } = told;
        mkdirSync(join(agent.workspace, 'attic'), { recursive: true });
        await say('clear the attic');
        await turns(1);
        await say('my dog is brown');
        await turns(2);
        const [card] = (await running.http('/api/approvals?state=pending')).json.approvals;
        await running.decide(card, 'approve');
        await turns(3);
        await say('my cat is grey');
        await turns(4);
        answeredOnce(told, ['my dog is brown', 'my cat is grey']);
      },
    ),
);

test('given a turn that is stopped, when a message comes at once, then it is answered once, and the stopped one is not taken up again', async t => {
  const asked = Promise.withResolvers<void>();
  await withMind(
    t,
    async ({ said, index }) => {
      if (index > 0) return { text: `heard: ${factsIn(said).at(-1)}` };
      asked.resolve();
      return { text: 'heard: my bike is old', between: () => new Promise<void>(() => {}), deltas: 5 };
    },
    '',
    async told => {
      await told.say('my bike is old');
      await asked.promise;
      const stopped = told.running.http('/api/sessions/session:web:main/abort', { commandId: clientId() });
      const next = told.say('my dog is brown');
      await Promise.all([stopped, next]);
      await told.turns(2);
      answeredOnce(told, ['my dog is brown']);
    },
  );
});

slow(
  'given a summary that is being written, when messages come, then they are asked together once it is, and answered once',
  async t => {
    const summarising = Promise.withResolvers<void>();
    const coming = Promise.withResolvers<void>();
    const earlier = ['oak', 'elm', 'ash', 'fir', 'yew', 'box'].map(name => `my tree is ${name}`);
    await withMind(
      t,
      async ({ said, index }) => {
        if (index !== earlier.length) return { text: `heard: ${factsIn(said).at(-1)}` };
        summarising.resolve();
        await coming.promise;
        return { text: 'The trees of the owner were listed.' };
      },
      '',
      async told => {
        const { running, say, turns } = told;
        for (const [at, fact] of earlier.entries()) {
          await say(fact);
          await turns(at + 1);
        }
        const compacted = running.http('/api/sessions/session:web:main/compact', { commandId: clientId() });
        await summarising.promise;
        await say('my dog is brown');
        await say('my cat is grey');
        coming.resolve();
        assert.equal((await compacted).status, 202);
        await turns(earlier.length + 1);
        assert.deepEqual(told.shown().at(-1)?.slice(-2), ['my dog is brown', 'my cat is grey']);
        assert.equal(told.replies().length, earlier.length + 1);
      },
    );
  },
);
