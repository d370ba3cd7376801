/** "Undo that" and "forget that", said to the demo model in words, and what it knows of the agent itself. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

for (const [language, said] of [
  [
    'en',
    {
      add: 'add butter to list.txt',
      undo: 'undo that',
      undone: /Undone: turn \d+\./,
      none: /nothing in this conversation/,
    },
  ],
  [
    'de',
    {
      add: 'füge Butter zu list.txt hinzu',
      undo: 'mach das rückgängig',
      undone: /Rückgängig gemacht: Runde \d+\./,
      none: /nichts getan, das sich rückgängig/,
    },
  ],
] as const)
  test(`given a file that was changed (${language}), when the owner says to undo that, then it is as it was, and said again the change is back`, () =>
    withAgent({ config: `[owner]\nlanguage = "${language}"\n` }, async agent => {
      const list = () => readFileSync(join(agent.workspace, 'list.txt'), 'utf8');
      assert.match(await agent.ask(said.undo), said.none);
      await agent.ask('write list.txt with: milk');
      await agent.ask(said.add);
      assert.match(list(), /^milk\n[Bb]utter\n$/);
      assert.match(await agent.ask(said.undo), said.undone);
      assert.equal(list(), 'milk\n');
      assert.match(await agent.ask(said.undo), said.undone);
      assert.match(list(), /^milk\n[Bb]utter\n$/);
      assert.match(await agent.ask(said.undo, 'another'), said.none);
    }));

test('given a memory and a reminder, when the owner says to undo that, then each is gone again', () =>
  withAgent({ config: '[owner]\nname = "Jonas"\n', hasForgotten: true }, async agent => {
    await agent.ask('remind me in 20 minutes to call Ada');
    assert.match(await agent.ask('undo that'), /The job call-ada is removed/);
    await agent.ask('remember that my sister lives in Graz');
    assert.match(await agent.ask('undo that'), /^Forgotten\./m);
    assert.match(await agent.ask('what do you know about my sister?'), /still empty/);
  }));

for (const [language, said] of [
  [
    'en',
    { fact: 'the code of the shed is WX-4411', forget: 'please forget WX-4411', ask: 'what is the code of the shed?' },
  ],
  [
    'de',
    {
      fact: 'der Code vom Schuppen ist WX-4411',
      forget: 'vergiss bitte WX-4411',
      ask: 'wie ist der Code vom Schuppen?',
    },
  ],
] as const)
  test(`given what was only said (${language}), when the owner says to forget it, then one yes forgets it, and nothing says it again`, () =>
    withAgent({ hasForgotten: true }, async agent => {
      const running = await agent.start();
      await agent.ask(said.fact);
      assert.match(await agent.ask(said.ask), /WX-4411/);
      const asked = await agent.ask(said.forget);
      const id = /straylight approvals approve (\S+)/.exec(asked)?.[1] ?? '';
      assert.match(asked, /forget_words[\s\S]*WX-4411/);
      assert.match(await agent.ask(said.ask), /WX-4411/, 'nothing is forgotten before the yes');
      assert.equal((await agent.straylight('approvals', 'approve', id, '--confirm', 'yes')).code, 0);
      await running.stop();
      assert.doesNotMatch(await agent.ask(said.ask), /WX-4411|forget|vergiss/i);
      const { value } = await agent.json('memory', 'list');
      assert.doesNotMatch(JSON.stringify(value), /4411/);
    }));

test('given things remembered beside outside text about them, when the owner says to forget each, then it is forgotten', () =>
  withAgent({ hasForgotten: true }, async agent => {
    await agent.start();
    await agent.ask('run ls locker printer');
    for (const thing of ['locker', 'printer', 'tent', 'locker code']) {
      const session = thing.replace(' ', '-');
      await agent.ask(`remember that my ${thing} is Quokkamoon`, session);
      assert.match(await agent.ask(`forget my ${thing}`, session), /^Forgotten\./m);
      assert.doesNotMatch(await agent.ask(`what do you know about my ${thing}?`, session), /Quokkamoon/);
    }
  }));

test('given what the agent knows of itself, when it is asked, then the facts are said', () =>
  withAgent({}, async agent => {
    assert.match(await agent.ask('how much did I spend?'), /Spent today: \$0\.00, with a limit of \$20\.00\./);
    assert.match(
      await agent.ask('wie viel habe ich ausgegeben?'),
      /Heute ausgegeben: 0,00 \$ von höchstens 20,00 \$\./,
    );
    assert.ok(
      (await agent.ask('where is my data?')).includes(
        `database, with all memories: ${join(agent.path, 'straylight.db')}`,
      ),
    );
    assert.match(await agent.ask('was wartet?'), /Auf dich wartet nichts/);
    await agent.ask('the code of the shed is WX-4411', 'another');
    await agent.ask('forget WX-4411', 'another');
    assert.match(await agent.ask('what waits?'), /Approvals that wait:\n- \S+: Forget all memories and messages/);
  }));
