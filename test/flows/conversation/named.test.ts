/** Conversations as they are named on the command line: one name everywhere, and none that does not exist. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given a conversation, when a command names it in any of its forms, then it is that one; one that does not exist is refused', () =>
  withAgent({}, async agent => {
    const use = ['models', 'use', 'rehearsal/rehearsal', '--conversation', 'main'];
    assert.equal((await agent.straylight(...use)).code, 0, 'before its first word');
    await agent.straylight('ask', '--session', 'garden', 'remember that the roses are red');
    for (const name of ['garden', 'terminal:garden', 'session:terminal:garden']) {
      assert.match((await agent.straylight('sessions', 'show', name)).out, /roses are red/, name);
      assert.match((await agent.straylight('sessions', 'trust', name)).out, /No text from outside counts here/, name);
      assert.equal((await agent.straylight('models', '--conversation', name)).code, 0, name);
    }
    const unknown = [
      ['sessions', 'show', 'nope'],
      ['sessions', 'trust', 'nope'],
      ['models', '--conversation', 'nope'],
      ['models', 'use', 'rehearsal/rehearsal', '--conversation', 'nope'],
      ['tasks', 'add', 'hello', '--conversation', 'nope'],
      ['goals', 'add', 'hello', '--conversation', 'nope'],
    ];
    for (const words of unknown) {
      const { code, err } = await agent.straylight(...words);
      assert.equal(code, 1, words.join(' '));
      assert.match(err, /there is no conversation nope; "straylight sessions" lists them/, words.join(' '));
    }
    assert.deepEqual((await agent.json('tasks', 'list')).value, []);
  }));

test('given a chat that has begun a new conversation, when a script asks, then it is said in the one it names', () =>
  withAgent({}, async agent => {
    await agent.straylight('ask', 'hello');
    await agent.straylightWith('/new\nthanks\n', 'chat');
    await agent.straylight('ask', 'one');
    await agent.straylight('ask', '--session', 'main~2', 'two');
    await agent.straylight('ask', '--session', 'terminal:main', 'three');
    const rows = agent.tables.rows("SELECT session, body FROM messages WHERE role = 'owner' ORDER BY rowid");
    assert.deepEqual(
      rows.map(({ session, body }) => [session, JSON.parse(String(body))]),
      [
        ['session:terminal:main', 'hello'],
        ['session:terminal:main~2', 'thanks'],
        ['session:terminal:main', 'one'],
        ['session:terminal:main~2', 'two'],
        ['session:terminal:main', 'three'],
      ],
    );
  }));
