/** A first day with the demo model: what is corrected, forgotten and agreed to in everyday words, in the real program. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

const known = (agent: TestAgent) =>
  agent.tables.rows('SELECT content FROM memories ORDER BY row').map(({ content }) => content);

test('given a fact that changed, when it is said in everyday words, then the new words alone are known, found and recalled', () =>
  withAgent({}, async agent => {
    await agent.ask("remember that my bike's frame number is WX-4411");
    assert.match(
      await agent.ask('actually, the frame number of my bike is WX-4412'),
      /Corrected: “the frame number of my bike is WX-4412”\. It replaces “my bike's frame number is WX-4411”\./,
    );
    assert.match(await agent.ask('no, it is WX-4413'), /It replaces “the frame number of my bike is WX-4412”/);
    assert.deepEqual(known(agent), ['the frame number of my bike is WX-4413']);
    const answer = await agent.ask('what is the frame number of my bike?', 'another');
    assert.match(answer, /WX-4413/);
    assert.doesNotMatch(answer, /WX-441[12]/);
  }));

test('given three German lines at once, when they are answered, then what is kept and said is a right German sentence', () =>
  withAgent({}, async agent => {
    const answer = await agent.ask(
      'merke dir, dass mein Fahrrad die Rahmennummer WX-4411 hat\nmerke dir, dass der Müll am Freitag abgeholt wird\nwelche Rahmennummer hat mein Fahrrad?',
    );
    assert.match(answer, /Gespeichert: „mein Fahrrad hat die Rahmennummer WX-4411“/);
    assert.match(answer, /Gespeichert: „der Müll wird am Freitag abgeholt“/);
    assert.match(answer, /Mein Gedächtnis sagt: „mein Fahrrad hat die Rahmennummer WX-4411“\./);
    await agent.ask('nein, die Rahmennummer meines Fahrrads ist WX-4412');
    assert.deepEqual(known(agent), [
      'die Rahmennummer meines Fahrrads ist WX-4412',
      'der Müll wird am Freitag abgeholt',
    ]);
  }));

test('given a list of what to forget, when numbers answer it, then those are forgotten and blanked; a new request answers nothing', () =>
  withAgent({ hasForgotten: true }, async agent => {
    await agent.ask(
      'remember that my brother lives in Graz\nremember that my brother works at the post office\nremember that my brother has two cats',
    );
    assert.match(await agent.ask('forget what I said about my brother'), /3\. “my brother [^”]*”\nWhich of them/);
    assert.match(await agent.ask('where does my brother live?'), /“my brother lives in Graz”/);
    assert.equal(known(agent).length, 3);
    const list = await agent.ask('forget what I said about my brother');
    assert.match(await agent.ask('1 and 3'), /Forgotten: 2 memories\./);
    const [, kept = ''] = [...list.matchAll(/^\d\. “(.*)”$/gm)].map(([, fact = '']) => fact);
    assert.deepEqual(known(agent), [kept]);
  }));

test('given a yes after other turns, when it is said, then nothing is saved and the question stands again; the next yes counts', () =>
  withAgent({}, async agent => {
    assert.match(await agent.ask('my boat is called Ada'), /Shall I remember/);
    await agent.ask('what time is it?');
    assert.match(await agent.ask('yes'), /did nothing on your “yes”.*Shall I remember “my boat is called Ada”/);
    assert.deepEqual(known(agent), []);
    await agent.ask('yes');
    assert.deepEqual(known(agent), ['my boat is called Ada']);
    assert.match(await agent.ask('yes'), /I had asked nothing that waits for a yes/);
  }));
