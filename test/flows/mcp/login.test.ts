/** A login at an MCP server: found, begun, ended in a browser, kept where nobody reads it, renewed, and asked for again. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browse } from '../../peers/mcp/browser.ts';
import { type ProtectedPeer, protectedPeer } from '../../peers/mcp/protected.ts';
import { test } from '../../slow.ts';
import type { Running, TestAgent } from '../rig/agent.ts';
import { withServers } from './rig.ts';

interface Told {
  readonly agent: TestAgent;
  readonly peer: ProtectedPeer;
  readonly offered: () => string;
}

async function withLogin(
  story: (told: Told) => Promise<void>,
  options: Parameters<typeof protectedPeer>[1] = {},
  more = '',
) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-login-'));
  const peer = await protectedPeer(folder, options);
  try {
    const config = `[egress]\nallow_private = ${JSON.stringify(peer.hosts)}\n${more.replaceAll('URL', peer.url)}`;
    await withServers(({ agent, offered }) => story({ agent, peer, offered }), config);
  } finally {
    await peer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every file of the home, with what is in it. */
function* filesOf(folder: string): Generator<readonly [string, string]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) yield [name, readFileSync(path, 'latin1')];
  }
}

const begin = async (running: Running, more: object = {}) =>
  (await running.http('/api/mcp-logins', { commandId: `login-${Math.random()}`, name: 'docs', ...more })).json;
/** Logs in with a browser, and waits until the tools are there. */
async function loggedIn(agent: TestAgent, running: Running, address?: string): Promise<void> {
  const stream = await running.stream();
  await browse(address ?? (await begin(running)).address);
  while ((await stateOf(agent)).state === 'login') await stream.until('batch');
}
/** Until a conversation holds words that match. */
async function told(agent: TestAgent, running: Running, words: string): Promise<void> {
  const stream = await running.stream();
  const has = `SELECT 1 FROM messages WHERE body LIKE '%${words}%'`;
  while (agent.tables.rows(has).length === 0) await stream.until('batch');
}
const stateOf = async (agent: TestAgent) => (await agent.json('mcp', 'show', 'docs')).value;

test('given a server that needs a login, when its owner logs in with a browser, then its tools work, over kill -9 too, and no token is shown anywhere', () =>
  withLogin(
    async ({ agent, peer }) => {
      let running = await agent.start();
      const added = await agent.straylight('mcp', 'add', 'docs', peer.url);
      assert.equal(added.code, 0, added.err);
      assert.match(added.out, /needs a login/);
      const { address, authority } = await begin(running);
      assert.equal(authority, peer.issuer);
      const to = new URL(address);
      assert.deepEqual(
        ['code_challenge_method', 'response_type', 'resource'].map(field => to.searchParams.get(field)),
        ['S256', 'code', peer.url],
      );
      const callback = new URL(to.searchParams.get('redirect_uri') ?? '');
      assert.equal(callback.hostname, '127.0.0.1');
      const forged = await fetch(`${callback.href}?code=x&state=${'A'.repeat(43)}`);
      assert.equal(forged.status, 403);
      assert.equal((await stateOf(agent)).login.state, 'open');
      const stream = await running.stream();
      assert.match(await browse(address), /You are logged in/);
      while ((await stateOf(agent)).state === 'login') await stream.until('batch');
      const shown = await stateOf(agent);
      assert.deepEqual([shown.login.state, shown.login.authority, shown.toolRows.length], ['done', peer.issuer, 13]);
      await assert.rejects(fetch(`${callback.href}?code=x&state=x`), 'the page is gone');
      assert.equal((await agent.straylight('mcp', 'allow', 'docs__echo')).code, 0);
      assert.match(await agent.ask('use docs__echo {"text":"inside"}'), /inside/);
      await running.kill();
      running = await agent.start();
      assert.match(await agent.ask('use docs__echo {"text":"again"}'), /again/);
      assert.ok(peer.grants.includes('refresh_token'), 'it is renewed before its end');
      assert.equal(peer.grants.filter(grant => grant === 'authorization_code').length, 1);
      await running.stop();
      for (const [name, text] of filesOf(agent.path))
        for (const token of peer.tokens) assert.ok(!text.includes(token), `${name} holds a token`);
    },
    { accessSeconds: 30 },
  ));

test('given a login, when its server takes its tokens back, then a call says that a login is needed, and its owner is told once', () =>
  withLogin(async ({ agent, peer }) => {
    const running = await agent.start();
    await agent.straylight('mcp', 'add', 'docs', peer.url);
    const { address } = await begin(running);
    const elsewhere = await browse(address, to => to.includes('/callback'));
    const wrong = await agent.straylight('mcp', 'login', 'docs', elsewhere.replace(/state=[^&]+/, 'state=other'));
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /it is another one/);
    const ended = await agent.straylight('mcp', 'login', 'docs', elsewhere);
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /You are logged in/);
    assert.equal((await agent.straylight('mcp', 'allow', 'docs__echo')).code, 0);
    assert.match(await agent.ask('use docs__echo {"text":"inside"}'), /inside/);
    peer.revoke();
    assert.match(await agent.ask('use docs__echo {"text":"outside"}'), /needs a login/);
    assert.match(await agent.ask('use docs__echo {"text":"outside"}'), /needs a login/);
    assert.equal((await stateOf(agent)).state, 'login');
    const notices = agent.tables.rows(
      "SELECT count(*) AS n FROM messages WHERE body LIKE '%needs a login before its tools%' GROUP BY session",
    );
    // as it was set up, and as its tokens were taken back
    assert.deepEqual([...new Set(notices.map(row => (row as { readonly n: number }).n))], [2]);
  }));

test('given a login by a code, when the agent is killed before the code is typed, then it goes on by itself once it is typed', () =>
  withLogin(async ({ agent, peer }) => {
    let running = await agent.start();
    await agent.straylight('mcp', 'add', 'docs', peer.url);
    const { address, code, authority } = await begin(running, { way: 'code' });
    assert.equal(authority, peer.issuer);
    assert.match(code, /^[A-Z]{4}-[A-Z]{4}$/);
    await running.kill();
    running = await agent.start();
    assert.equal((await stateOf(agent)).login.state, 'open');
    await loggedIn(agent, running, address);
    const { login } = await stateOf(agent);
    assert.deepEqual([login.state, login.isRenewable], ['done', true]);
    assert.equal((await agent.straylight('mcp', 'allow', 'docs__echo')).code, 0);
    assert.match(await agent.ask('use docs__echo {"text":"inside"}'), /inside/);
    const { value } = await agent.json('connections');
    assert.deepEqual(
      value.logins.map(({ name, state }: Record<string, unknown>) => [name, state]),
      [['docs', 'done']],
    );
    await running.stop();
    for (const [name, text] of filesOf(agent.path))
      for (const token of peer.tokens) assert.ok(!text.includes(token), `${name} holds a token`);
  }));

test('given a code, when the owner says no, then the login has failed and says why', () =>
  withLogin(async ({ agent, peer }) => {
    const running = await agent.start();
    await agent.straylight('mcp', 'add', 'docs', peer.url);
    peer.refuse();
    const login = agent.launch(['mcp', 'login', 'docs', 'code']);
    const [address] = await login.line(/http:\/\/127\.0\.0\.1:\d+\/device\S+/);
    await browse(address);
    const { code, out } = await login.ended;
    assert.equal(code, 1);
    assert.match(out, /failed.*access_denied/s);
    await running.stop();
  }));

test('given a login that nobody uses, when its tokens end soon, then they are renewed, also while Straylight stops, and after a restart', () =>
  withLogin(
    async ({ agent, peer }) => {
      let running = await agent.start();
      await agent.straylight('mcp', 'add', 'docs', peer.url);
      await loggedIn(agent, running);
      const renewals = () => peer.grants.filter(grant => grant === 'refresh_token').length;
      const before = renewals();
      const release = await peer.hold();
      const stopped = running.stop();
      release();
      assert.equal((await stopped).code, 0);
      // the server takes a token once: what it gave for it is kept
      running = await agent.start();
      (await peer.hold())();
      assert.ok(renewals() >= before + 2);
      await running.stop();
    },
    { accessSeconds: 5 },
  ));

test('given a renewal whose answer is lost with a kill, when the agent is started again, then its owner is told to log in again', () =>
  withLogin(
    async ({ agent, peer }) => {
      let running = await agent.start();
      await agent.straylight('mcp', 'add', 'docs', peer.url);
      await loggedIn(agent, running);
      const release = await peer.hold();
      await running.kill();
      release();
      running = await agent.start();
      await told(agent, running, 'was being renewed when Straylight ended');
      assert.equal((await stateOf(agent)).state, 'login');
      await loggedIn(agent, running);
      assert.equal((await stateOf(agent)).login.state, 'done');
      await running.stop();
    },
    { accessSeconds: 8 },
  ));

test('given an authorization server that fails, when a login has ended meanwhile, then its owner is told once, and it stands as not renewed', () =>
  withLogin(
    async ({ agent, peer }) => {
      const running = await agent.start();
      await agent.straylight('mcp', 'add', 'docs', peer.url);
      await loggedIn(agent, running);
      peer.fail(true);
      await told(agent, running, 'could not be renewed so far');
      const shown = await agent.straylight('connections');
      assert.match(shown.out, /docs +not renewed/);
      peer.fail(false);
      assert.equal((await agent.straylight('mcp', 'test', 'docs')).code, 0);
      assert.match((await agent.straylight('connections')).out, /docs +logged in/);
      await running.stop();
    },
    { accessSeconds: 5 },
  ));

test('given a client id in the settings, when the owner logs in by the command and says no, then nothing is registered, and why it failed is said', () =>
  withLogin(
    async ({ agent, peer }) => {
      await agent.start();
      peer.refuse();
      const login = agent.launch(['mcp', 'login', 'docs']);
      const [address] = await login.line(/http:\/\/127\.0\.0\.1:\d+\/auth\S+/);
      assert.equal(new URL(address).searchParams.get('client_id'), 'by-hand');
      await browse(address);
      const { code, out } = await login.ended;
      assert.equal(code, 1);
      assert.match(out, /failed.*access_denied/s);
    },
    { client: 'by-hand' },
    '[mcp.docs]\nurl = "URL"\nclient_id = "by-hand"\nscope = "mcp"\n',
  ));
