/** Thirty questions of a server, each over kill -9 of the agent, of the server or of both: answered once, never doubled. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { done, folderOf, peerWords, programs, withServers } from './rig.ts';

/** A home goes into safe mode with the third unclean start in a few minutes. */
const perHome = 3;

test('given thirty questions, when kill -9 ends the agent, the server or both before each is answered, then each answer goes through, once', async () => {
  for (let home = 0; home < 30 / perHome; home += 1)
    await withServers(async ({ agent }) => {
      let running = await agent.start();
      assert.equal((await agent.straylight('mcp', 'add', ...peerWords(await folderOf(agent)))).code, 0);
      assert.equal((await agent.straylight('mcp', 'allow', 'peer__deploy')).code, 0);
      for (let id = 1; id <= perHome; id += 1) {
        await agent.ask(`use peer__deploy {"place":"place${id}"}`, `turn${id}`);
        if (id !== 1) for (const pid of programs(agent)) process.kill(pid, 'SIGKILL');
        if (id !== 2) {
          await running.kill();
          running = await agent.start();
        }
        const answered = await agent.straylight('mcp', 'answer', `${id}`, `sure: yes; why: number ${id}`);
        assert.equal(answered.code, 0, answered.err);
        assert.match(answered.out, new RegExp(`deployed to place${id}: number ${id}`));
      }
      const each = [1, 2, 3].map(id => `deploy done place${id} true number ${id}`);
      assert.deepEqual(done(agent), each);
      await running.stop();
    });
});
