/**
 * What is forgotten is nowhere any more: a word is strewn over every way into an agent, and after `forget` everything
 * it holds, prints and sends is searched for it.
 */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { setTimeout as soon } from 'node:timers/promises';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { tablesOf } from '../rig/tables.ts';

/** No code by its looks, and in no other text. */
const canary = 'Quokkamoon';

/** The files of a home that hold the word, in any case; the workspace is the owner's own. */
function filesWith(home: string, word: string): readonly string[] {
  const pattern = Buffer.from(word.toLowerCase());
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => Buffer.from(readFileSync(file, 'latin1').toLowerCase(), 'latin1').includes(pattern));
}

/** Saves what it is asked to, answers from memory in words of its own, and searches where it is told to. */
const mind: AnswerTurn = ({ said, system, results }) => {
  if (results.length > 0) return { text: results[0]?.text.includes(canary) ? `It is ${canary}.` : 'All right.' };
  const [, fact] = /^please keep: (.+)$/s.exec(said) ?? [];
  if (fact) return { toolCalls: [{ name: 'memory_save', arguments: { content: fact, kind: 'fact' } }] };
  if (said.startsWith('look up')) return { toolCalls: [{ name: 'memory_search', arguments: { query: said } }] };
  const [, id] = /^forget (memory:\S+)$/.exec(said) ?? [];
  if (id) return { toolCalls: [{ name: 'memory_forget', arguments: { id } }] };
  return { text: system.includes(canary) ? `You told me: ${canary}!` : 'I do not know that.' };
};

const withMind = (story: (agent: TestAgent, requests: () => string) => Promise<void>) => async () => {
  const model = await anthropicPeer({ script: mind });
  try {
    await withAgent(
      {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n[learning]\nidle_ms = 200\n',
        hasForgotten: true,
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      },
      agent => story(agent, () => JSON.stringify(model.requests)),
    );
  } finally {
    await model.close();
  }
};

/** All that the page and its interface answer about what was said. */
async function answers(running: Running, actors: readonly string[]): Promise<string> {
  const paths = [
    ...[
      '/api/state',
      '/api/memory',
      '/api/memory/pending',
      '/api/memory/stats',
      '/api/memory/export',
      '/api/approvals',
    ],
    ...['main', 'other'].map(name => `/api/sessions/${encodeURIComponent(`session:web:${name}`)}/messages`),
    ...actors.flatMap(id => ['', '/journal', '/export'].map(end => `/api/actors/${encodeURIComponent(id)}${end}`)),
  ];
  const all = await Promise.all(
    paths.map(path => running.http(path).catch(error => ({ status: 0, json: String(error) }))),
  );
  return JSON.stringify(all);
}

const actorsOf = (agent: TestAgent) =>
  agent.tables.rows('SELECT address FROM actors').map(row => String(row['address']));

async function strewn(running: Running): Promise<void> {
  await running.say('session:web:main', `please keep: the gate of my garden opens with ${canary}`);
  await running.say('session:web:other', 'what opens the gate of my garden?');
  await running.say('session:web:other', 'look up the gate of my garden');
  await running.say('session:web:main', `${'a long letter. '.repeat(200)} the gate of my garden opens with ${canary}`);
}

describe('forgetting', { concurrency: 1 }, () => {
  test(
    'given a memory that was used, when it is forgotten, then its word is in no file, answer, export or request, and a replay says so',
    withMind(async (agent, requests) => {
      const running = await agent.start();
      await strewn(running);
      const typed = join(agent.path, 'run', 'typed');
      const lines = ['hello', `please keep: the gate of my garden opens with ${canary}`, 'thanks'];
      writeFileSync(typed, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
      const { memories } = (await running.http('/api/memory?q=garden')).json;
      assert.match(await answers(running, actorsOf(agent)), new RegExp(canary), 'the search finds what is there');
      assert.match(requests(), new RegExp(canary));

      const forgotten = await agent.straylight('memory', 'forget', memories[0].id, '--yes');
      assert.match(forgotten.out, /^Forgotten: 1 memory; blanked in [5-9] messages and \d+ steps\.\nWhat remains/);
      assert.deepEqual(filesWith(agent.path, canary), []);
      assert.equal(readFileSync(typed, 'utf8'), '"hello"\n"thanks"\n', 'other lines that were typed stay');
      const actors = actorsOf(agent);
      assert.doesNotMatch(await answers(running, actors), new RegExp(canary, 'i'));
      const before = requests().length;
      await running.say('session:web:main', 'what opens the gate of my garden?');
      await running.say('session:web:other', 'look up the gate of my garden');
      assert.doesNotMatch(requests().slice(before), new RegExp(canary, 'i'));
      assert.doesNotMatch((await agent.straylight('memory', 'export')).out, new RegExp(canary, 'i'));

      assert.equal((await running.http('/api/actors/session%3Aweb%3Amain/at/2')).json.verified, 'forgotten');
      const { actor, file } = { actor: 'session:web:main', file: join(agent.path, '..', 'main.json') };
      writeFileSync(file, (await agent.straylight('actors', 'export', actor)).out);
      const replayed = await agent.straylight('actors', 'replay', file);
      assert.equal(replayed.code, 0);
      const [, matched, steps] = /^Verified: (\d+) of (\d+) steps match/.exec(replayed.out) ?? [];
      assert.ok(Number(matched) > 0 && Number(matched) < Number(steps), replayed.out);
      assert.equal((await agent.straylight('actors', 'replay', actor)).out, replayed.out);
      await running.stop();
      assert.deepEqual(filesWith(agent.path, canary), []);
    }),
  );

  test(
    'given sentences with the same words and another value, when one of them is forgotten, then the others and their receipts stay',
    withMind(async agent => {
      const running = await agent.start();
      for (const fact of ['my bank card pin code is 1234', 'my bank card pin code was 9999'])
        await running.say('session:web:main', `please keep: ${fact}`);
      const { memories } = (await running.http('/api/memory?q=1234')).json;
      await agent.straylight('memory', 'forget', memories[0].id, '--yes');
      const texts = JSON.stringify(agent.tables.rows("SELECT body FROM messages WHERE role = 'tool' ORDER BY n"));
      assert.match(texts, /my bank card pin code was 9999/);
      assert.deepEqual(filesWith(agent.path, 'pin code is 1234'), []);
      assert.equal((await running.http('/api/memory?q=9999')).json.memories.length, 1);
      await running.stop();
    }),
  );

  for (const { language, said, forget, asked } of [
    {
      language: 'English',
      said: [
        'remember that the frame number of my bike is WX-4411',
        'actually the frame number of my bike is WX-4412',
        'actually the frame number of my bike is WX-4413',
      ],
      forget: 'forget the frame number of my bike',
      asked: 'what is the frame number of my bike?',
    },
    {
      language: 'German',
      said: [
        'merke dir, dass die Rahmennummer meines Rads WX-4411 ist',
        'nein, die Rahmennummer meines Rads ist WX-4412',
        'nein, die Rahmennummer meines Rads ist WX-4413',
      ],
      forget: 'vergiss die Rahmennummer meines Rads',
      asked: 'wie lautet die Rahmennummer meines Rads?',
    },
  ])
    test(`given a memory that was corrected twice in ${language}, when it is forgotten in words, then no earlier wording is said or found either`, () =>
      withAgent({ hasForgotten: true }, async agent => {
        for (const text of said) await agent.ask(text);
        const { memories } = (await agent.json('memory', 'list')).value;
        assert.deepEqual(
          memories.map(({ content }: { content: string }) => /WX-\d+/.exec(content)?.[0]),
          ['WX-4413'],
          'the same memory, corrected',
        );
        assert.match(String(agent.tables.value('SELECT group_concat(body) FROM messages')), /WX-4411/);
        await agent.ask(forget);
        assert.doesNotMatch(await agent.ask(asked), /WX-?441/);
        assert.equal(agent.tables.value('SELECT count(*) FROM forgettings'), 0);
        for (const value of ['WX-4411', 'WX-4412', 'WX-4413'])
          assert.deepEqual(filesWith(agent.path, value), [], value);
      }));

  test('given a memory that a short sentence corrected, when it is forgotten in words or by its id, then what corrected it and what was said before is in no file either', () =>
    withAgent(
      { hasForgotten: true, config: '[owner]\nlanguage = "de"\n[learning]\nenabled = false\n' },
      async agent => {
        const running = await agent.start();
        const said = [
          'Denk dran, dass Papa am 12. Brachet Geburtstag hat',
          'Merk dir, dass Papa am 12. Brachet Geburtstag hat',
          'Nein, es ist der 13. Heuert.',
          'Merk dir: mein Zahnarzt heißt Dr. Lindnerich',
          'Nein, es ist Dr. Lindemannus.',
        ];
        for (const text of said) await agent.ask(text);
        const typed = join(agent.path, 'run', 'typed');
        writeFileSync(typed, ['hallo', ...said].map(line => `${JSON.stringify(line)}\n`).join(''));
        const { memories } = (await agent.json('memory', 'list')).value;
        const [birthday] = memories.filter(({ content }: { content: string }) => content.includes('Papa'));
        await agent.straylight('memory', 'forget', birthday.id, '--yes');
        for (const word of ['Brachet', 'Heuert']) assert.deepEqual(filesWith(agent.path, word), [], word);
        assert.match(await agent.ask('Wie heißt mein Zahnarzt?'), /Lindemannus/, 'another memory stays');
        await agent.ask('Vergiss meinen Zahnarzt');
        while (agent.tables.value('SELECT count(*) FROM forgettings') !== 0) await soon(50);
        for (const word of ['Lindnerich', 'Lindemannus']) assert.deepEqual(filesWith(agent.path, word), [], word);
        assert.equal(readFileSync(typed, 'utf8'), '"hallo"\n');
        await running.stop();
      },
    ));

  test('given words that were only said, when they are to be forgotten, then the owner is asked in words, and the command of a chat blanks them after a yes, too', () =>
    withAgent({ hasForgotten: true, config: '[learning]\nenabled = false\n' }, async agent => {
      await agent.ask('the frame of the old bike has WX-4411 on it');
      let running = await agent.start();
      const asked = await agent.ask('forget WX-4411');
      const [, id = ''] = /approvals approve (\S+)/.exec(asked) ?? [];
      assert.equal((await agent.straylight('approvals', 'approve', id, '--confirm', 'yes')).code, 0);
      await running.stop();
      assert.deepEqual(filesWith(agent.path, 'WX-4411'), []);
      await agent.ask('the frame of the old bike has WX-4411 on it');
      running = await agent.start();
      const typed = async (args: string) => {
        const { json } = await running.http('/api/sessions/session%3Aterminal%3Amain/commands', {
          commandId: `typed-${args.length}`,
          name: 'memory',
          args,
        });
        return json.lines?.join(' ') ?? JSON.stringify(json);
      };
      assert.match(await typed('forget "WX-4411" 1'), /no longer 1\. .*: \/memory forget "WX-4411" yes$/);
      assert.match(await typed('forget "WX-4411" yes'), /^Forgotten: 0 memories; blanked in [2-9] messages/);
      await running.stop();
      assert.deepEqual(filesWith(agent.path, 'WX-4411'), []);
    }));

  test('given a kill at any point of it, when the agent runs again, then the memory is all there or nowhere', () =>
    withAgent({}, async agent => {
      await agent.ask(`remember that the gate of my garden opens with ${canary}`);
      const [{ id }] = (await agent.json('memory', 'list')).value.memories;
      const forget = (home: string, more: Readonly<Record<string, string>>) => {
        cpSync(agent.path, home, { recursive: true });
        return agent.launch(['memory', 'forget', id, '--yes'], { STRAYLIGHT_HOME: home, ...more }).ended;
      };
      const [log, first] = [join(agent.path, '..', 'points'), join(agent.path, '..', 'first')];
      assert.equal((await forget(first, { STRAYLIGHT_CRASH_LOG: log })).code, 0);
      assert.deepEqual(filesWith(first, canary), []);
      const passed = readFileSync(log, 'utf8').trim().split('\n');
      const points = passed.filter(point => /after host|forgetting/.test(point));
      assert.ok(points.length >= 4, passed.join(' '));
      for (const [at, point] of points.entries()) {
        const home = join(agent.path, '..', `killed-${at}`);
        assert.equal((await forget(home, { STRAYLIGHT_CRASH_AT: point })).signal, 'SIGKILL', point);
        const again = agent.launch(['start'], { STRAYLIGHT_HOME: home });
        await again.line(/^Page /m);
        const tables = tablesOf(join(home, 'straylight.db'));
        while (tables.value('SELECT count(*) FROM forgettings') !== 0) await soon(50);
        await again.kill();
        const memories = tables.value('SELECT count(*) FROM memories');
        if (memories === 0) assert.deepEqual(filesWith(home, canary), [], point);
        else assert.match(String(tables.value('SELECT content FROM memories')), new RegExp(canary), point);
        rmSync(home, { recursive: true });
      }
    }));

  test(
    'given the agent is asked to forget, or the words are named, when the turn is over, then the copies are gone, too',
    withMind(async agent => {
      const running = await agent.start();
      await strewn(running);
      const { memories } = (await running.http('/api/memory?q=garden')).json;
      const stream = await running.stream();
      await running.say('session:web:main', `forget ${memories[0].id}`);
      await stream.until('resync');
      stream.close();
      while (agent.tables.value('SELECT count(*) FROM forgettings') !== 0) await soon(50);
      assert.deepEqual(filesWith(agent.path, canary), []);

      await running.say('session:web:other', 'my neighbour is called Ottokar and keeps bees');
      // it is learned, too, so that there are two places
      while (agent.tables.value("SELECT count(*) FROM memories WHERE content LIKE '%ottokar%'") === 0) await soon(50);
      const asked = await agent.straylight('memory', 'forget', '--words', 'ottokar');
      assert.deepEqual(
        [asked.code, asked.err.trim()],
        [1, 'These words stand in 1 memory and 1 message. To blank them, add --confirm forget-2'],
      );
      const done = await agent.straylight('memory', 'forget', '--words', 'ottokar', '--confirm', 'forget-2');
      assert.match(done.out, /blanked in 1 message\b/);
      assert.deepEqual(filesWith(agent.path, 'ottokar'), []);
    }),
  );
});
