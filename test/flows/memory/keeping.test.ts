/** What the owner does with memories from the command line and in chats, told to the real program. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

/** Facts, each with a question in other words and what its answer holds once two are corrected and two forgotten. */
const told = [
  ["my sister's birthday is 4 May", 'when was my sister born?', '4 May'],
  ['the spare key is with Mrs. Novak', 'who has my second key?', 'Novak'],
  ['I am allergic to penicillin', 'which medicine am I allergic to?', 'penicillin'],
  ['the bins go out on Friday', 'when do I put the bins out?', 'Monday'],
  ['my boss is called Anna', 'who is my superior?', 'Eva'],
  ['I take metformin in the morning', 'which pills do I swallow?', 'metformin'],
  ['my shoe size is 43', 'how big are my shoes?', '43'],
  ['the car is parked in Baker Street', 'where is my car?', 'Baker Street'],
  ['my dentist is Dr. Wimmer', 'what is my dentist called?', 'Wimmer'],
  ['the wifi password hangs on the fridge', 'where do I find the wifi password?', 'fridge'],
  ['meine Oma heißt Resi', 'wie heißt meine Großmutter?', 'Resi'],
  ['der Zug nach Wien fährt um 7:14', 'wann fährt der Zug nach Wien?', '7:14'],
] as const;

/** No question finds them any more. */
const forgotten = /^(?:my shoe size|I take metformin)/;

const idOf = async (agent: TestAgent, words: string): Promise<string> =>
  (await agent.json('memory', 'search', words)).value.memories[0].id;

const remembering = (fact: string) => (/^(?:meine|der)/.test(fact) ? `merke dir: ${fact}` : `remember that ${fact}`);

describe('keeping memories', { concurrency: 2 }, () => {
  test('given a dozen facts over two conversations, corrected and forgotten by command and by asking for it, when they are asked for in other words, here and in a fresh home, then they are known', () =>
    withAgent({ hasForgotten: true }, async agent => {
      const running = await agent.start();
      for (const [at, [fact]] of told.entries())
        await running.say(`session:web:${at % 2 === 0 ? 'main' : 'kitchen'}`, remembering(fact));
      const bins = await idOf(agent, 'when do the bins go out?');
      const edited = await fetch(`${running.url}/api/memory/${encodeURIComponent(bins)}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ commandId: 'e1', content: 'the bins go out on Monday' }),
      });
      assert.equal(edited.status, 200);
      assert.equal((await agent.straylight('memory', 'forget', await idOf(agent, 'shoe size'), '--yes')).code, 0);
      const heard = await running.say('session:web:main', 'actually, my boss is called Eva');
      assert.match(heard.reply, /Corrected: “my boss is called Eva”/);
      const stream = await running.stream();
      const gone = await running.say('session:web:kitchen', 'forget that I take metformin in the morning');
      assert.match(gone.reply, /Forgotten/);
      // its messages were blanked, too
      await stream.until('resync');
      stream.close();
      await running.stop();

      const restarted = await agent.start();
      for (const [fact, question, answer] of told) {
        const { reply } = await restarted.say('session:web:later', question);
        assert.equal(reply.includes(answer), !forgotten.test(fact), `${question}: ${reply}`);
      }

      const exported = (await agent.straylight('memory', 'export')).out;
      assert.equal(exported.trim().split('\n').length, 11, 'a first line and ten memories');
      assert.doesNotMatch(exported, /shoe size|metformin|Anna/);
      const markdown = (await agent.straylight('memory', 'export', '--markdown')).out;
      assert.match(markdown, /^# Memory\n\n## Facts\n\n- /);
      const file = join(agent.path, '..', 'memories.jsonl');
      writeFileSync(file, exported);
      await withAgent({}, async fresh => {
        const there = await fresh.start();
        const first = await fresh.straylight('memory', 'import', file, '--trust');
        assert.match(
          first.out,
          /^Imported: 10 memories; 0 were there already\. To undo this: straylight memory undo --batch import:/,
        );
        assert.match(
          (await fresh.straylight('memory', 'import', file, '--trust')).out,
          /^Imported: 0 memories; 10 were there already\./,
        );
        for (const [fact, question, answer] of told) {
          if (forgotten.test(fact)) continue;
          const { reply } = await there.say('session:web:main', question);
          assert.ok(reply.includes(answer), `${question}: ${reply}`);
        }
        assert.deepEqual(fresh.tables.rows('SELECT DISTINCT source, taint, status FROM memories'), [
          { source: 'owner', taint: 'owner', status: 'active' },
        ]);
        const replaced = await fresh.straylight('memory', 'import', file, '--replace', '--trust');
        assert.deepEqual([replaced.code, /add --confirm forget-10/.test(replaced.err)], [1, true]);
        assert.match((await fresh.straylight('memory', 'undo', '--yes')).out, /^Undone: 10 memories/);
        assert.equal(fresh.tables.value('SELECT count(*) FROM memories'), 0);
      });
      rmSync(file);
    }));

  test('given the commands for memories, when they are asked for what is not there, then each says so and changes nothing', () =>
    withAgent({ hasForgotten: true }, async agent => {
      await agent.ask('remember that I like tea');
      for (const [words, problem] of [
        [['show', 'memory:none'], /there is no memory memory:none/],
        [['accept', 'memory:none'], /there is no pending memory memory:none/],
        [['forget', 'memory:none', '--yes'], /there is no memory memory:none/],
        [['undo', '--yes'], /there is nothing to undo/],
        [['forget', '--all'], /add --confirm forget-1/],
        [
          ['import', '/none'],
          /expected a file from "straylight memory export" at \/none; it cannot be read \(ENOENT\)/,
        ],
      ] as const) {
        const { code, err } = await agent.straylight('memory', ...words);
        assert.notEqual(code, 0, words.join(' '));
        assert.match(err, problem);
      }
      assert.equal((await agent.straylight('memory', 'pending')).out, 'Nothing is pending.\n');
      assert.equal((await agent.straylight('memory', 'search', 'zeppelin')).out, 'Nothing found.\n');
      assert.match(
        (await agent.straylight('memory', 'show', await idOf(agent, 'tea'))).out,
        /Said just now: “remember that I like tea”/,
      );
      assert.match((await agent.straylight('memory', 'forget', '--all', '--confirm', 'forget-1')).out, /Forgotten: 1/);
      assert.equal((await agent.straylight('memory', 'list')).out, 'No memories.\n');
    }));

  test('given a file with what came from outside, and one with a line that is none, when they are imported, then that waits for the owner, and the other changes nothing', () =>
    withAgent({ hasForgotten: true }, async agent => {
      await agent.ask('remember that I like tea');
      const [header, own = ''] = (await agent.straylight('memory', 'export')).out.trim().split('\n');
      const memory = JSON.parse(own);
      const [file, broken] = ['memories.jsonl', 'broken.jsonl'].map(name => join(agent.path, '..', name)) as [
        string,
        string,
      ];
      const rows = [
        { ...memory, id: 'memory:o1', content: 'the page says that I owe it money', taint: 'external', source: 'tool' },
        { ...memory, id: 'memory:o2', partition: 'task:session:web:main' },
        { ...memory, id: 'memory:o3', content: 'it may be so', status: 'pending' },
        { ...memory, id: 'memory:o4' },
      ];
      writeFileSync(file, [header, ...rows.map(row => JSON.stringify(row)), ''].join('\n'));
      writeFileSync(broken, [header, '', JSON.stringify({ ...memory, kind: 'poem' })].join('\n'));
      assert.match(
        (await agent.straylight('memory', 'import', file, '--trust')).out,
        /^Imported: 3 memories; 1 was there already/,
      );
      const stored = () => agent.tables.rows('SELECT id, taint, status, partition FROM memories ORDER BY id');
      const kept = stored();
      assert.partialDeepStrictEqual(kept.slice(-3), [
        { id: 'memory:o1', taint: 'external', status: 'pending' },
        { id: 'memory:o2', status: 'active', partition: 'task:session:web:main' },
        { id: 'memory:o3', status: 'pending' },
      ]);
      assert.equal((await agent.straylight('memory', 'search', 'owe money')).out, 'Nothing found.\n');
      const refused = await agent.straylight('memory', 'import', broken, '--replace', '--confirm', 'forget-4');
      assert.equal(refused.code, 1);
      assert.match(refused.err, /line 3 is no memory: kind: .*nothing was imported/);
      assert.deepEqual(stored(), kept);
      assert.match((await agent.straylight('memory', 'undo', '--yes')).out, /^Undone: 3 memories/);
      assert.equal(stored().length, 1);
    }));

  test('given an export, when it comes back edited or comes to another home, then only what this home signed keeps its trust, unless the owner vouches for it', () =>
    withAgent({ hasForgotten: true }, async agent => {
      for (const fact of ['the bins go out on Monday', 'my bank is at account GOOD-1', 'I like tea'])
        await agent.ask(`remember that ${fact}`);
      const exported = (await agent.straylight('memory', 'export')).out;
      const file = join(agent.path, '..', 'memories.jsonl');
      writeFileSync(file, exported.replace('GOOD-1', 'EVIL-2'));
      const rows = (from: TestAgent) =>
        from.tables.rows("SELECT source, taint, status, content LIKE '%EVIL%' AS isEdited FROM memories ORDER BY 4, 1");
      const own = { source: 'owner', taint: 'owner', status: 'active', isEdited: 0 };
      const outside = { source: 'import', taint: 'external', status: 'pending', isEdited: 1 };

      const back = await agent.straylight('memory', 'import', file, '--replace', '--confirm', 'forget-3');
      assert.match(back.out, /1 of them was not signed by this home, so it waits for you as text from outside; if you/);
      assert.deepEqual(rows(agent), [own, own, outside]);
      assert.equal((await agent.straylight('memory', 'search', 'EVIL-2')).out, 'Nothing found.\n');

      writeFileSync(file, exported);
      await withAgent({}, async fresh => {
        await fresh.start();
        const first = await fresh.straylight('memory', 'import', file);
        assert.match(first.out, /3 of them were not signed by this home/);
        assert.deepEqual(
          rows(fresh),
          Array.from({ length: 3 }, () => ({ ...outside, isEdited: 0 })),
        );
        assert.match((await fresh.straylight('memory', 'undo', '--yes')).out, /^Undone: 3 memories/);
        const vouched = await fresh.straylight('memory', 'import', file, '--trust');
        assert.doesNotMatch(vouched.out, /signed/);
        assert.deepEqual(rows(fresh), [own, own, own]);
      });
    }));
});
