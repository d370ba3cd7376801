/** What a server asks back, over kill -9 of the agent, of the server and of both: answered once, and never doubled. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { test } from '../../slow.ts';
import { done, folderOf, peerWords, programs, withServers } from './rig.ts';

for (const killed of ['agent', 'server', 'both'] as const)
  test(`given a question of a server, when kill -9 ends ${killed === 'both' ? 'agent and server' : `the ${killed}`} before its owner answers, then the answer goes through, once`, () =>
    withServers(async ({ agent }) => {
      const running = await agent.start();
      assert.equal((await agent.straylight('mcp', 'add', ...peerWords(await folderOf(agent)))).code, 0);
      assert.equal((await agent.straylight('mcp', 'allow', 'peer__deploy')).code, 0);
      assert.match(await agent.ask('use peer__deploy {"place":"there"}'), /asks the owner something/);
      const { value } = await agent.json('mcp', 'questions');
      const [question] = value;
      assert.deepEqual([question.state, question.message, question.id], ['open', 'Deploy to there?', 1]);
      assert.deepEqual(
        question.fields.map(({ name }: { readonly name: string }) => name),
        ['sure', 'why'],
      );
      if (killed !== 'agent') for (const pid of programs(agent)) process.kill(pid, 'SIGKILL');
      if (killed !== 'server') await running.kill();
      const wrong = await agent.straylight('mcp', 'answer', '1', 'sure: perhaps');
      assert.equal(wrong.code, 1);
      assert.match(wrong.err, /yes or no/);
      const answered = await agent.straylight('mcp', 'answer', '1', 'sure: yes; why: it is time');
      assert.equal(answered.code, 0, answered.err);
      assert.match(answered.out, /deployed to there: it is time/);
      assert.deepEqual(done(agent), ['deploy done there true it is time']);
      assert.equal((await agent.straylight('mcp', 'answer', '1', 'sure: yes; why: again')).code, 1);
      assert.equal(done(agent).length, 1);
      const shown = await agent.straylight('sessions', 'show', 'terminal:main');
      assert.match(shown.out, /deployed to there: it is time/, 'its conversation was told');
    }));

test('given an answer under way, when kill -9 ends the agent, then it is not sent again, and its owner is told that nobody knows', () =>
  withServers(async ({ agent }) => {
    const running = await agent.start();
    assert.equal((await agent.straylight('mcp', 'add', ...peerWords(await folderOf(agent)))).code, 0);
    assert.equal((await agent.straylight('mcp', 'allow', 'peer__deploy')).code, 0);
    await agent.ask('use peer__deploy {"place":"nowhere"}');
    const watching = watch(agent.workspace);
    void agent.straylight('mcp', 'answer', '1', 'sure: yes; why: hang');
    while (done(agent).length === 0) await once(watching, 'change');
    watching.close();
    await running.kill();
    const again = await agent.start();
    const { value } = await agent.json('mcp', 'questions');
    assert.deepEqual([value[0].state, done(agent).length], ['unknown', 1]);
    assert.equal((await agent.straylight('mcp', 'answer', '1', 'sure: yes; why: again')).code, 1);
    assert.equal(done(agent).length, 1);
    const stream = await again.stream();
    const isTold = () =>
      agent.tables.rows("SELECT 1 FROM messages WHERE body LIKE '%may or may not have happened%'").length > 0;
    // it is said a second after the start, so perhaps before the stream was opened
    if (!isTold()) await stream.until('turn', isTold);
    await again.stop();
  }));
