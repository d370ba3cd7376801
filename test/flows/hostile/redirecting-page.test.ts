/** Pages of the owner's own network that lead elsewhere: the real agent, let in to one address of this machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAgent } from '../rig/agent.ts';
import { localServer } from '../rig/local-server.ts';

test('given a page that is let in, when it redirects to another port, the cloud’s metadata or this machine by other names, then nothing there is asked, and the reply says why', {
  timeout: 120_000,
}, async t => {
  const seen: string[] = [];
  const inner = await localServer(t, (request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the inner secret');
  });
  const port = inner.split(':')[1];
  const targets = [
    `http://${inner}/`,
    `http://localhost:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    'http://169.254.169.254/latest/meta-data/iam/',
    'http://[fd00:ec2::254]/latest/',
    'file:///etc/passwd',
  ];
  const outer = await localServer(t, (request, response) => {
    const at = Number(request.url?.slice(1));
    if (request.url === '/whole') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('let in');
    response.writeHead(302, { location: targets[at] ?? '/whole' }).end();
  });
  await withAgent({ config: `[egress]\nallow_private = ["${outer}"]\n` }, async agent => {
    const running = await agent.start();
    const fetched = async (path: string) => {
      const { reply } = await running.say(`session:web:p${path}`, `fetch http://${outer}/${path}`);
      return reply;
    };
    assert.match(await fetched('whole'), /let in/);
    for (const [at, target] of targets.entries()) {
      const reply = await fetched(String(at));
      assert.doesNotMatch(reply, /inner secret|root:/, target);
      assert.match(reply, /this request may not leave: /, target);
    }
    assert.match(await fetched('9'), /let in/);
    assert.deepEqual(seen, []);
  });
});
