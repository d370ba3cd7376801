/** What is found by a pattern in what happens, and what the real agent does about it. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

const key = 'sk-ant-test-patterns';
const told = (agent: TestAgent) =>
  agent.tables
    .rows("SELECT body FROM deliveries WHERE channel = 'web' AND id LIKE 'report:%' ORDER BY at")
    .map(({ body }) => JSON.parse(String(body)) as string);
const incidents = (agent: TestAgent) =>
  agent.tables.rows("SELECT kind, subject, text FROM reports WHERE kind IN ('looping', 'completed') ORDER BY n");

suite('patterns', () => {
  test('given a model that makes the same call again and again, when it is told so, then it goes another way', async () => {
    const again: AnswerTurn = ({ said }) =>
      said.includes('the same tool call')
        ? { text: 'I have been going round in circles.' }
        : { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }] };
    const model = await anthropicPeer({ script: again, key });
    const settings = {
      config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n',
      env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url },
      secrets: [key],
    };
    try {
      await withAgent(settings, async agent => {
        const running = await agent.start();
        const { reply, outcome } = await running.say('session:web:main', 'look around');
        assert.deepEqual([outcome, reply], ['done', 'I have been going round in circles.']);
        await running.stop();
        assert.deepEqual(incidents(agent), [
          {
            kind: 'looping',
            subject: 'session:web:main',
            text: 'list_files was called 4 times with the same arguments',
          },
        ]);
      });
    } finally {
      await model.close();
    }
  });

  test('given a model that works and fails by turns, then the next in line is asked for an hour, and the owner is told once', async () => {
    let isDown = true;
    const flaps: AnswerTurn = ({ model: asked }) =>
      asked.endsWith('sonnet-5') && isDown ? { fault: { status: 503 } } : { text: `I am ${asked}.` };
    const model = await anthropicPeer({ script: flaps, key });
    const settings = {
      config: [
        '[models]\ndefault = "anthropic/claude-sonnet-5"\nfallbacks = ["anthropic/claude-haiku-4-5"]\n',
        '[breakers]\nfailures = 1\nrest_ms = 1000\nflaps = 2\n',
      ].join(''),
      env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url },
      secrets: [key],
    };
    try {
      await withAgent(settings, async agent => {
        const running = await agent.start();
        const breaker = 'circuit-breaker:model:anthropic/claude-sonnet-5';
        const ask = async () => (await running.say('session:web:main', 'who are you?')).reply as string;
        assert.match(await ask(), /haiku/);
        await stands(running, breaker, 'halfOpen');
        isDown = false;
        assert.match(await ask(), /sonnet/);
        isDown = true;
        const over = stands(running, 'incident:', 'done');
        assert.match(await ask(), /haiku/);
        await over;
        isDown = false;
        assert.match(await ask(), /sonnet/, 'a new message tries it all the same');
        assert.equal(
          agent.tables.value(`SELECT leaf FROM actors WHERE address = '${breaker}'`),
          'open',
          'and it stays held for all else',
        );
        isDown = true;
        assert.match(await ask(), /haiku/, 'the next in line answers the same message');
        await running.stop();
        const sentences = told(agent).filter(text => text.includes('another model is used'));
        assert.deepEqual(sentences, [
          'anthropic/claude-sonnet-5 kept failing and recovering, so another model is used for the next hour; a new message of yours still tries it once.',
        ]);
        assert.deepEqual(
          incidents(agent).map(({ kind, text }) => [kind, text]),
          [['completed', 'reassign helped']],
        );
      });
    } finally {
      await model.close();
    }
  });

  test('given a disk with less room than the owner wants, when Straylight starts, then he is told once, with what is left', () =>
    withAgent({ config: '[watchdog]\ndisk_free_mb = 1000000000\n' }, async agent => {
      for (let round = 0; round < 2; round += 1) {
        const running = await agent.start();
        await stands(running, 'incident:', 'waitingForInput.open');
        await running.stop();
      }
      assert.equal(told(agent).length, 1);
      assert.match(told(agent)[0] ?? '', /The disk is nearly full: \d+ of \d+ MB are free/);
    }));
});
