import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../../src/features/page/free-port.ts';
import { withAgent } from '../../flows/rig/agent.ts';
import { test as slow } from '../../slow.ts';

/** Of another program, until the test has ended. */
async function takenPort(t: TestContext): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  return (other.address() as AddressInfo).port;
}

test('given a port that another program has, when a free one is looked for, then it is a later one; any port is any port', async t => {
  const port = await takenPort(t);
  assert.ok((await freePort(port)) > port);
  assert.equal(await freePort(0), 0);
});

slow(
  'given a port that another program has, when the agent starts, then its page has the next free one and that is said',
  async t => {
    const port = await takenPort(t);
    await withAgent({ web: `port = ${port}` }, async agent => {
      const running = await agent.start();
      assert.ok(Number(new URL(running.url).port) > port, running.url);
      assert.match(await agent.ask('remember that I like tea'), /Saved/);
      await running.stop();
      const named = await agent.straylight('start', '--port', String(port));
      assert.equal(named.code, 1);
      assert.match(named.err, new RegExp(`expected port ${port} of 127\\.0\\.0\\.1 to be free`));
    });
  },
);
