/** Resources, prompts and what is to be done at addresses, of a whole agent, on the command line and in a chat. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test } from '../../slow.ts';
import type { Running } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';
import { calls, folderOf, offeringWords, withServers } from './rig.ts';

/** What a slash command answers in a chat of the page. */
const slash = async (running: Running, text: string) => {
  const [, name = '', args = ''] = /^\/(\w+) ?(.*)$/s.exec(text) ?? [];
  const commandId = clientId();
  return JSON.stringify(
    (await running.http('/api/sessions/session:web:main/commands', { name, args, commandId })).json,
  );
};

for (const line of ['legacy', 'modern'] as const)
  test(`given a server with resources, ${line}, when a message names them, then they come along as outside text, and what is missing is said`, () =>
    withServers(async ({ agent, shown }) => {
      const running = await agent.start();
      const added = await agent.straylight('mcp', 'add', ...offeringWords(await folderOf(agent), line));
      assert.equal(added.code, 0, added.err);
      const listed = await agent.straylight('mcp', 'show', 'notes');
      assert.match(listed.out, /@notes:note:\/\/today +notes: What is noted today\./);
      assert.match(listed.out, /@notes:note:\/\/day\/\{day\}/);
      assert.match(listed.out, /notes:summarize +note \[style\]/);

      await agent.ask('what is in @notes:note://today and @notes:"a picture", and in @notes:note://nowhere?');
      assert.match(shown(), /source=\\"what it says\\">\\nbuy milk/);
      assert.match(shown(), /attached: today.txt, text\/plain, 8 bytes, in the workspace at inbox\//);
      assert.match(shown(), /"type":"image_url"|data:image\/png/);
      assert.match(shown(), /not attached: @notes:note:\/\/nowhere: the MCP server notes does not give/);
      const said = await agent.straylight('ask', 'and @notes:nothing?');
      assert.match(`${said.out}${said.err}`, /@notes:nothing was not attached: .*lists no resource nothing/);

      await agent.ask('and all of @notes:long, and of @notes:note://day/monday');
      assert.match(shown(), /more characters are left out here; the whole is at inbox\//);
      assert.match(shown(), /notes of monday/);
      const trust = await agent.straylight('sessions', 'trust', 'terminal:main');
      assert.match(`${trust.out}${trust.err}`, /today\.txt/, 'it counts as text from outside');

      assert.equal((await agent.straylight('mcp', 'allow', 'notes__touch')).code, 0);
      await agent.ask('use notes__touch {}');
      const isTold = () =>
        agent.tables.rows("SELECT 1 FROM messages WHERE body LIKE '%@notes:note://today%has changed%'").length;
      const stream = await running.stream();
      if (isTold() === 0) await stream.until('row', () => isTold() > 0);
      await running.stop();
    }));

test('given a server with a prompt, when its owner says it, then it asks for what is missing, and what it says is outside text', () =>
  withServers(async ({ agent, shown }) => {
    const running = await agent.start();
    assert.equal((await agent.straylight('mcp', 'add', ...offeringWords(await folderOf(agent), 'modern'))).code, 0);
    assert.match((await agent.straylight('prompts')).out, /notes:summarize +note \[style\] +Sums up a note\./);
    const lacking = await agent.straylight('prompts', 'say', 'notes:summarize style=short');
    assert.match(lacking.err, /notes:summarize style=short needs more:\s+note: which note/);
    assert.match(lacking.err, /prompts say notes:summarize style=short note=…/);
    assert.notEqual(lacking.code, 0);
    const said = await agent.straylight('prompts', 'say', 'summarize note=today style="very short"');
    assert.equal(said.code, 0, said.err);
    assert.match(said.out, /I see\./, 'the reply is shown');
    assert.match(shown(), /source=\\"what it says\\">\\nSum up the note today very short/);
    assert.match(shown(), /Do what the attached prompt says\. It is the prompt notes:summarize note=today/);

    assert.match(await slash(running, '/prompt'), /notes:summarize/);
    const asked = await slash(running, '/prompt notes:summarize');
    assert.match(asked, /needs more/);
    assert.match(await slash(running, '/prompt notes:summarize note=long'), /Said in session:web:main/);
    assert.match(await slash(running, '/prompt notes:nothing'), /there is no prompt/);
    assert.equal((await agent.straylight('prompts', 'say', 'notes:nothing')).code, 1);
    const unknown = await agent.straylight('prompts', 'say', 'notes:summarize note=today colour=red');
    assert.match(unknown.err, /takes no colour; it takes note, style/);
    await running.stop();
  }));

for (const line of ['legacy', 'modern'] as const)
  test(`given a call that wants something done at an address, ${line}, when kill -9 ends the agent before its owner answers, then it goes on once`, () =>
    withServers(async ({ agent, shown }) => {
      const running = await agent.start();
      assert.equal((await agent.straylight('mcp', 'add', ...offeringWords(await folderOf(agent), line))).code, 0);
      assert.equal((await agent.straylight('mcp', 'allow', 'notes__pay')).code, 0);
      assert.match(await agent.ask('use notes__pay {}'), /asks the owner something/);
      assert.doesNotMatch(shown(), /Pay 5 euros|pay\.example/, 'no model is shown the words of the server');
      const asked = await agent.straylight('mcp', 'questions');
      assert.match(asked.out, /To be done at pay\.example, which the server names/);
      assert.match(asked.out, /https:\/\/pay\.example\/order\/1/);
      await running.kill();
      const answered = await agent.straylight('mcp', 'answer', '1', 'done');
      assert.equal(answered.code, 0, answered.err);
      assert.match(answered.out, /paid/);
      assert.deepEqual(
        calls(agent).filter(one => one === 'pay accept'),
        ['pay accept'],
      );
      assert.equal((await agent.straylight('mcp', 'answer', '1', 'done')).code, 1);
    }));

test('given an open question, when its row is changed behind our back, then it is not answered', () =>
  withServers(async ({ agent }) => {
    assert.equal((await agent.straylight('mcp', 'add', ...offeringWords(await folderOf(agent), 'modern'))).code, 0);
    assert.equal((await agent.straylight('mcp', 'allow', 'notes__pay')).code, 0);
    await agent.ask('use notes__pay {}');
    const database = new Database(join(agent.path, 'straylight.db'));
    database.exec(`UPDATE mcp_questions SET pending = replace(pending, 'order 1', 'order 2')`);
    database.close();
    const answered = await agent.straylight('mcp', 'answer', '1', 'done');
    assert.equal(answered.code, 1);
    assert.match(answered.err, /is not as it was kept/);
    assert.deepEqual(
      calls(agent).filter(one => one === 'pay accept'),
      [],
    );
  }));
