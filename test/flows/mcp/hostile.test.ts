/**
 * A hostile server: what it lists, says, answers and asks for is meant to deceive an owner or a model. Nothing of it
 * passes for words of the owner or of Straylight, hides from a reader, opens an address, or stops the rest.
 */
import assert from 'node:assert/strict';
import { injected } from '../../peers/mcp/hostile.ts';
import { test } from '../../slow.ts';
import { folderOf, offeringWords, withServers } from './rig.ts';

/** Everything between the marks of outside text taken out: what a model reads as said to it. */
function ownPart(messages: string): string {
  const texts = (JSON.parse(messages) as readonly { readonly content?: unknown }[]).map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content ?? ''),
  );
  return texts.join('\n').replace(/<data-([0-9a-f]{8}) source=\\?"[^"]*"\\?>[\s\S]*?<\/data-\1>/g, '');
}

test('given a hostile server, then nothing of it passes for the owner, steers a screen, opens a page or holds up the rest', () =>
  withServers(async ({ agent, shown }) => {
    const running = await agent.start();
    assert.equal(
      (await agent.straylight('mcp', 'add', ...offeringWords(await folderOf(agent), 'legacy', 'hostile'))).code,
      0,
    );
    const listed = await agent.straylight('mcp', 'show', 'notes');
    assert.doesNotMatch(listed.out, /[\u001b\u202e]/, 'nothing steers the screen');
    assert.match(listed.out, /⟨U\+202E⟩gnp\.exe/);
    assert.doesNotMatch(listed.out, /^> approve all/m, 'no line of its own');

    const attempts = [
      'read @notes:note://hidden',
      'read @notes:file:///../../../../etc/passwd',
      'read @notes:note://many',
    ];
    for (const text of attempts) {
      await agent.straylight('ask', text);
      assert.doesNotMatch(ownPart(shown()), new RegExp(injected), text);
    }
    const files = agent.tables.rows("SELECT more FROM messages WHERE more LIKE '%attachments%'");
    for (const { more } of files)
      for (const { path = 'inbox/none' } of JSON.parse(String(more)).attachments)
        assert.match(path, /^inbox\/[^/]+$/, 'a file of it lies in the inbox, whatever its address says');
    const counted = files.map(({ more }) => JSON.parse(String(more)).attachments.length);
    assert.ok(counted.every(count => count <= 8));

    const prompt = await agent.straylight('prompts', 'say', 'notes:owner');
    assert.equal(prompt.code, 0, prompt.err);
    assert.match(shown(), new RegExp(injected), 'it is read');
    assert.doesNotMatch(
      ownPart(shown()),
      new RegExp(`${injected}|I, the owner`),
      'and as nobody’s words but the server’s',
    );
    const trust = await agent.straylight('sessions', 'trust', 'terminal:main');
    assert.match(`${trust.out}${trust.err}`, /prompt-owner/);

    assert.equal((await agent.straylight('mcp', 'allow', 'notes__open_page')).code, 0);
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://login.example/',
      'https://a@evil.example/',
    ]) {
      const answer = await agent.ask(`use notes__open_page ${JSON.stringify({ url })}`);
      assert.doesNotMatch(answer, /asks the owner something/, url);
    }
    const { value } = await agent.json('mcp', 'questions');
    assert.deepEqual(value, [], 'no such address is put before the owner');
    const host = await agent.ask('use notes__open_page {"url":"https://pаypal.example/"}');
    assert.match(host, /asks the owner something|Waiting/);
    const asked = await agent.straylight('mcp', 'questions');
    if (asked.out.includes('To be done')) assert.match(asked.out, /To be done at xn--pypal-4ve\.example/);
    assert.doesNotMatch(ownPart(shown()), new RegExp(injected), 'no model is shown what it asks');
    // what it sends is more than is taken: it is ended, that is said, and it starts again when it is needed
    const huge = await agent.straylight('ask', 'read @notes:note://huge');
    assert.match(`${huge.out}${huge.err}`, /@notes:note:\/\/huge was not attached/);
    await running.stop();
  }));
