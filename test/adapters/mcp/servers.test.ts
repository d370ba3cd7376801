/** Servers over standard streams and over HTTP, real ones: what they answer, and what is said when they do not. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before as beforeAll, beforeEach, suite, test } from 'node:test';
import type { CallOptions } from '../../../src/adapters/mcp/link.ts';
import type { Peer } from '../../../src/adapters/mcp/peer.ts';
import { resultText } from '../../../src/adapters/mcp/result-text.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { type Failure, toFailure } from '../../../src/domain/supervision/failure.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import { httpPeer } from '../../peers/mcp/http.ts';
import { ssePeer } from '../../peers/mcp/sse.ts';
import { areAllRun } from '../../slow.ts';
import { folderOf, localPeer, type McpHome, mcpHome, noWalls, remotePeer } from './rig.ts';

const never = () => new AbortController().signal;

function calling(peer: Peer | undefined, tool: string, args: JsonObject, more: Partial<CallOptions> = {}) {
  assert.ok(peer);
  const options = { signal: never(), timeoutMs: 20_000, onProgress: () => {}, ...more };
  return peer.call(tool, args, options, () => {});
}

async function said(peer: Peer | undefined, tool: string, args: JsonObject = {}, more: Partial<CallOptions> = {}) {
  const answer = await calling(peer, tool, args, more);
  if (answer.kind === 'question') return JSON.stringify(answer.requests);
  return resultText(answer.content, answer.structured, async (bytes, type) => `${bytes.length} ${type}`);
}

async function failed(work: Promise<unknown>): Promise<Failure> {
  const outcome = await work.then(
    value => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  assert.ok('thrown' in outcome, `it should have failed: ${JSON.stringify(outcome)}`);
  return toFailure(outcome.thrown);
}

/** A home with the peer under the name `peer`, over both ways. */
const ways: readonly {
  readonly way: string;
  readonly skip: string | false;
  readonly open: () => Promise<McpHome & { readonly peer: Peer | undefined }>;
}[] = [
  ...(['direct', 'bubblewrap'] as const).map(kind => ({
    way: `a program, ${kind}`,
    skip: kind === 'bubblewrap' ? noWalls : (false as const),
    async open() {
      const home = mcpHome({ kind });
      home.ledger.put(localPeer('peer', folderOf(home)), 'test', 1);
      return Object.assign(home, { peer: home.servers.get('peer') });
    },
  })),
  {
    way: 'an address',
    skip: false,
    async open() {
      const own: string[] = [];
      const home = mcpHome({ own });
      const far = await httpPeer(home.workspace);
      own.push(`127.0.0.1:${far.port}`);
      home.ledger.put(remotePeer('peer', far.url), 'test', 1);
      const dispose = home[Symbol.asyncDispose];
      return Object.assign(home, {
        peer: home.servers.get('peer'),
        async [Symbol.asyncDispose]() {
          await dispose();
          await far.close();
        },
      });
    },
  },
];

for (const { way, skip, open } of ways)
  suite(`an MCP server as ${way}`, { skip }, () => {
    /** One for all, since each start of a server is a process. */
    let home: Awaited<ReturnType<typeof open>>;
    let before = 0;
    const calls = () => home.calls().slice(before);
    beforeAll(async () => {
      home = await open();
    });
    beforeEach(() => {
      before = home.opened() === 0 ? 0 : home.calls().length;
    });
    after(async () => {
      await home[Symbol.asyncDispose]();
    });

    test('given its tools, when they are called, then what they answer comes back, and nothing was connected to twice', async () => {
      const { peer } = home;
      assert.equal(home.opened(), 0, 'it starts when it is needed');
      assert.equal(await said(peer, 'echo', { text: 'hello' }), 'hello');
      assert.match(await said(peer, 'picture'), /^\[a picture, image\/png, 70 bytes; kept as 70 image\/png\]$/);
      const failing = await calling(peer, 'fail', {});
      assert.ok(failing.kind === 'answer' && failing.isError);
      const missing = await calling(peer, 'no-such', {});
      assert.ok(missing.kind === 'answer' && missing.isError);
      assert.match(JSON.stringify(missing.content), /-32602/);
      assert.equal(home.opened(), 1);
      assert.equal(home.ledger.seen('peer')?.protocol, '2026-07-28');
      const tools = home.ledger.tools('peer');
      assert.ok(tools.some(({ name, hints }) => name === 'peer__echo' && hints.readOnly === true));
      assert.ok(tools.some(({ name }) => name === 'peer__write_note'));
    });

    test('given a call that takes long, when it tells of its progress, then that is heard', async () => {
      const heard: (string | undefined)[] = [];
      const onProgress = (words?: string) => {
        writeFileSync(join(home.workspace, `heard-${heard.push(words)}`), '');
      };
      const answer = await said(home.peer, 'slow', { steps: 3, heard: true }, { onProgress });
      assert.equal(answer, 'worked 3 steps');
      assert.deepEqual(heard, ['step 1', 'step 2', 'step 3']);
    });

    test('given a call that is never answered, when its deadline is there, then it is told to stop, and its outcome is unknown', async () => {
      const { kind, message } = await failed(said(home.peer, 'hang', {}, { timeoutMs: 300 }));
      assert.equal(kind, 'unknown');
      assert.match(message, /did not answer within 0\.3 s/);
      assert.equal(await said(home.peer, 'echo', { text: 'still there' }), 'still there');
      assert.deepEqual(calls(), ['hang', 'hang was told to stop', 'echo']);
    });

    test('given a call that is never answered, when it is cancelled, then it ends as cancelled, and the server was told', async () => {
      const cancelling = new AbortController();
      await said(home.peer, 'echo', { text: 'first' });
      const work = failed(said(home.peer, 'hang', {}, { signal: cancelling.signal }));
      while (!calls().includes('hang')) await new Promise<void>(done => systemClock.after(5, done));
      cancelling.abort();
      assert.equal((await work).kind, 'cancelled');
      await said(home.peer, 'echo', { text: 'still there' });
      assert.ok(calls().includes('hang was told to stop'));
    });

    test('given an answer of megabytes beyond the limit, when it comes, then the call ends as unknown, and the next one is served', async () => {
      const { kind, message } = await failed(said(home.peer, 'flood', { megabytes: areAllRun ? 50 : 20 }));
      assert.equal(kind, 'unknown');
      assert.match(message, /more than 8388608 bytes|at most 16777216 bytes/);
      assert.equal(await said(home.peer, 'echo', { text: 'again' }), 'again');
    });

    test('given a tool that asks back, when it is called, then the question comes with its state, and the answer with that state goes on', async () => {
      const asked = await calling(home.peer, 'deploy', { place: 'there' });
      assert.ok(asked.kind === 'question' && asked.state !== undefined);
      assert.match(JSON.stringify(asked.requests), /Deploy to there\?/);
      const responses = { sure: { action: 'accept', content: { sure: true, why: 'it is time' } } };
      const answers = { state: asked.state, responses };
      assert.equal(await said(home.peer, 'deploy', { place: 'there' }, { answers }), 'deployed to there: it is time');
      const forged = { state: `${asked.state.slice(0, -3)}AAA`, responses };
      const refused = await calling(home.peer, 'deploy', { place: 'there' }, { answers: forged });
      assert.ok(refused.kind === 'answer' && refused.isError, JSON.stringify(refused));
      assert.deepEqual(
        calls().filter(line => line.includes('done')),
        ['deploy done there true it is time'],
      );
    });
  });

suite('an MCP server that is a program', () => {
  test('given one that dies in mid-call, when the call ends, then its outcome is unknown with the last words; it is started again, and rests after failures in a row', async () => {
    const times = { elapsed: 0 };
    const clock = { ...systemClock, elapsed: () => times.elapsed };
    await using home = mcpHome({ clock });
    home.ledger.put(localPeer('peer', home.workspace), 'test', 1);
    const peer = home.servers.get('peer');
    for (const round of [1, 2]) {
      const { kind, message } = await failed(said(peer, 'die'));
      assert.equal(kind, 'unknown', message);
      assert.match(message, /went away before it answered \(the peer ends now, as it was asked to\)/);
      assert.equal(home.opened(), round);
    }
    const resting = await failed(said(peer, 'echo', { text: 'a' }));
    assert.equal(resting.kind, 'unavailable');
    assert.equal(resting.cause, 'unrun', 'nothing was sent');
    assert.match(resting.message, /failed 2 times in a row and is tried again in 1 s/);
    times.elapsed += 1_001;
    assert.equal(await said(peer, 'echo', { text: 'a' }), 'a');
    assert.equal(home.opened(), 3);
    assert.deepEqual(home.calls(), ['die', 'die', 'echo']);
  });

  test('given a program that is none, when it is needed, then what it said last is the reason, and nothing was sent', async () => {
    await using home = mcpHome();
    home.ledger.put(
      localPeer('peer', home.workspace, { argv: ['node', '-e', 'console.error("no such config"); process.exit(1)'] }),
      'test',
      1,
    );
    const { kind, cause, message } = await failed(said(home.servers.get('peer'), 'echo'));
    assert.deepEqual([kind, cause], ['unavailable', 'unrun']);
    assert.match(message, /no such config/);
    assert.match(home.ledger.seen('peer')?.problem ?? '', /no such config/);
  });

  test('given programs that run, when the home is closed, then none is left', async () => {
    const home = mcpHome();
    home.ledger.put(localPeer('peer', home.workspace), 'test', 1);
    const whole = JSON.parse(await said(home.servers.get('peer'), 'whole')) as { readonly pid: number };
    assert.ok(process.kill(whole.pid, 0));
    await home[Symbol.asyncDispose]();
    assert.throws(() => process.kill(whole.pid, 0), /ESRCH/);
  });

  test('given a server of each protocol line, when it is known, then no other is tried at its next start', async () => {
    await using home = mcpHome();
    home.ledger.put(localPeer('new', home.workspace, {}, ['modern']), 'test', 1);
    assert.equal(await said(home.servers.get('new'), 'echo', { text: 'a' }), 'a');
    assert.equal(home.ledger.seen('new')?.protocol, '2026-07-28');
  });
});

suite('an MCP server of the older line', () => {
  test('given one that asks while it works, when its call ends, then that is its question; a second call has the answer ready', async () => {
    await using home = mcpHome();
    home.ledger.put(localPeer('peer', home.workspace), 'test', 1);
    await said(home.servers.get('peer'), 'echo', { text: 'a' });
    const seen = home.ledger.seen('peer');
    assert.ok(seen);
    home.ledger.keep({ ...seen, protocol: '2025-11-25' });
    await home.servers.changed('peer');
    const peer = home.servers.get('peer');
    const question = await calling(peer, 'deploy', { place: 'there' });
    assert.equal(home.ledger.seen('peer')?.protocol, '2025-11-25');
    assert.ok(question.kind === 'question', JSON.stringify(question));
    assert.match(JSON.stringify(question.requests), /Deploy to there\?/);
    const responses = { elicited: { action: 'accept', content: { sure: true, why: 'now' } } };
    const answer = await said(peer, 'deploy', { place: 'there' }, { answers: { state: undefined, responses } });
    assert.match(answer, /deployed to .*: now/);
  });
});

suite('an MCP server in the sandbox', { skip: noWalls }, () => {
  test('given no grant, then it sees the workspace and its own folder alone, and no network, and of the environment nothing', async () => {
    await using home = mcpHome({ kind: 'bubblewrap' });
    home.ledger.put(localPeer('peer', '/workspace', { env: { ITS_OWN: 'yes' } }), 'test', 1);
    const peer = home.servers.get('peer');
    const { env, cwd } = JSON.parse(await said(peer, 'whole')) as { readonly env: object; readonly cwd: string };
    assert.equal(cwd, '/workspace');
    assert.deepEqual(
      Object.keys(env).filter(name => !/^(PATH|HOME|LANG|PWD|SHLVL|_|ITS_OWN)$/.test(name)),
      [],
    );
    const far = await httpPeer(home.workspace);
    try {
      assert.match(await said(peer, 'fetch', { url: `http://127.0.0.1:${far.port}/` }), /^no: /);
      assert.equal(far.heard.length, 0);
    } finally {
      await far.close();
    }
  });

  test('given a server without the workspace, or one that only reads it, when it writes there, then it cannot', async () => {
    for (const workspace of ['none', 'read'] as const) {
      await using home = mcpHome({ kind: 'bubblewrap' });
      home.ledger.put(localPeer('peer', '/workspace', { workspace }), 'test', 1);
      const answer = await calling(home.servers.get('peer'), 'echo', { text: 'a' });
      assert.ok(answer.kind === 'answer' && answer.isError, workspace);
      assert.match(JSON.stringify(answer.content), /EROFS|EACCES|ENOENT/);
    }
  });
});

suite('an MCP server at an address', () => {
  test('given one of before 2025, when it is called, then it answers over its stream of events', async () => {
    const own: string[] = [];
    await using home = mcpHome({ own });
    const far = await ssePeer(home.workspace);
    own.push(`127.0.0.1:${far.port}`);
    try {
      const reach = { kind: 'remote', url: far.url, headers: { 'x-team': 'a' }, transport: 'sse' } as const;
      home.ledger.put({ name: 'old', timeoutMs: 20_000, forbid: [], reach }, 'test', 1);
      const peer = home.servers.get('old');
      assert.equal(await said(peer, 'echo', { text: 'hello' }), 'hello');
      assert.equal(home.ledger.seen('old')?.protocol, '2025-11-25');
      const { kind } = await failed(said(peer, 'hang', {}, { timeoutMs: 300 }));
      assert.equal(kind, 'unknown');
      assert.equal(await said(peer, 'echo', { text: 'again' }), 'again');
      assert.ok(far.heard.every(headers => headers['x-team'] === 'a'));
    } finally {
      await far.close();
    }
  });

  test('given an address in the own network that is not let in, when it is needed, then nothing leaves', async () => {
    await using home = mcpHome();
    const far = await httpPeer(home.workspace);
    try {
      home.ledger.put(remotePeer('peer', far.url), 'test', 1);
      const { message, kind } = await failed(said(home.servers.get('peer'), 'echo'));
      assert.match(message, /may not leave/);
      assert.equal(kind, 'denied');
      assert.equal(far.heard.length, 0);
    } finally {
      await far.close();
    }
  });

  test('given headers with the handle of a secret, when it is reached, then the value is sent to it alone', async () => {
    const own: string[] = [];
    const asked: unknown[] = [];
    const secrets = {
      refusal: () => undefined,
      async reveal(requests: readonly { readonly name: string }[]) {
        asked.push(...requests);
        return new Map(requests.map(({ name }) => [name, 'value-of-the-secret']));
      },
    };
    await using home = mcpHome({ own, secrets });
    const far = await httpPeer(home.workspace);
    own.push(`127.0.0.1:${far.port}`);
    try {
      home.ledger.put(remotePeer('peer', far.url, { Authorization: 'Bearer {{secret:far}}' }), 'test', 1);
      assert.equal(await said(home.servers.get('peer'), 'echo', { text: 'a' }), 'a');
      assert.ok(far.heard.every(({ authorization }) => authorization === 'Bearer value-of-the-secret'));
      const use = { tool: 'mcp_address', way: 'header', url: far.url, header: 'authorization' };
      assert.deepEqual(asked, [{ name: 'far', use }]);
    } finally {
      await far.close();
    }
  });
});
