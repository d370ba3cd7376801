/** A secret that the agent asks for, in a whole agent: typed on the page of a link or in a terminal, and in no chat. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { RequestRow } from '../../../src/domain/connections/request.ts';
import { vaultOf } from '../../../src/features/secrets/secrets.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { browser } from '../../inspector/page/browser.ts';
import { test as slow } from '../../slow.ts';
import { type AskedCall, listening } from '../listener.ts';

const session = 'session:terminal:main';
const value = 'glpat-nobody-may-read-this-81';
const wanted = {
  tool: 'request_secret',
  args: { name: 'git/deploy', why: 'To write <releases>.', hosts: ['api.example.com'] },
};

function homeOf(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-connections-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

async function opened(
  t: TestContext,
  home: string,
  answers: (string | AskedCall)[] = [wanted, 'I have asked you.', 'Now I can.'],
) {
  const read: ModelRequest[] = [];
  const { config, features } = listening(home, request => {
    read.push(request);
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
  });
  const straylight = await compose(config, { features, reaching: false, port: 0 });
  await straylight.start();
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await straylight.stop();
    isOpen = false;
  };
  t.after(stop);
  let acts = 0;
  const call = async (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}` });
  return {
    config,
    call,
    stop,
    /** What was said in the conversation. */
    texts: async () =>
      ((await call('sessions.messages', { id: session })) as { messages: { text: string }[] }).messages.map(
        ({ text }) => text,
      ),
    say: async (text: string) => {
      const said = await straylight.say(session, text);
      return said.kind === 'ended' ? (said.report.reply ?? '') : '';
    },
    quiet: () => straylight.system.quiet(),
    requests: async () =>
      ((await call('connections.list', {})) as { readonly requests: readonly RequestRow[] }).requests,
    read: () => JSON.stringify(read.map(({ system, messages }) => [system, messages])),
  };
}

const post = (url: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: new URL(url).origin, ...headers },
  });

const wordIn = (html: string) => /name="word" value="(\w+)"/.exec(html)?.[1] ?? '';

/** Every file of the home that holds this text. */
function holding(folder: string, text: string): readonly string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory()) return holding(path, text);
    return status?.isFile() && readFileSync(path).includes(text) ? [path] : [];
  });
}

test('given a model that needs a secret, when its owner types it on the page of the link, then it is kept, the conversation goes on by itself, and the value stands nowhere', async t => {
  const home = homeOf(t);
  const { config, say, requests, quiet, read, call } = await opened(t, home);
  assert.match(await say('publish the release'), /I have asked you/);
  const [request] = await requests();
  assert.deepEqual(
    [request?.state, request?.command],
    ['open', 'straylight secret set git/deploy --host api.example.com'],
  );
  const link = request?.link ?? '';
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/secrets\/\w+$/);
  const shown = await fetch(link);
  const html = await shown.text();
  assert.equal(shown.status, 200);
  assert.match(html, /git\/deploy[\s\S]*To write &lt;releases&gt;\.[\s\S]*api\.example\.com[\s\S]*type="password"/);
  assert.match(
    shown.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
  );
  assert.equal(shown.headers.get('cache-control'), 'no-store');
  const word = wordIn(html);
  // another page, no page, no word: nothing is taken
  assert.equal((await post(link, { word, value }, { origin: 'https://evil.example' })).status, 403);
  assert.equal((await fetch(link, { method: 'POST', body: new URLSearchParams({ word, value }) })).status, 403);
  assert.equal((await post(link, { word: 'guessed', value })).status, 400);
  const short = await post(link, { word, value: 'short' });
  assert.equal(short.status, 400);
  assert.match(await short.text(), /role="alert"/);
  assert.deepEqual(
    (await requests()).map(({ state }) => state),
    ['open'],
  );
  const taken = await post(link, { word, value });
  assert.equal(taken.status, 200);
  assert.equal((await taken.text()).includes(value), false);
  await quiet();
  const [ended] = await requests();
  assert.deepEqual([ended?.state, ended?.link], ['given', undefined]);
  assert.match(read(), /The secret git\/deploy is there now/);
  const [entry] = await vaultOf({ config, keyring: undefined, say: () => {} }).read();
  assert.deepEqual([entry?.name, entry?.value, entry?.rule.hosts], ['git/deploy', value, ['api.example.com']]);
  // once
  assert.equal((await post(link, { word, value })).status, 410);
  assert.equal((await fetch(link)).status, 410);
  assert.deepEqual(
    ((await call('secrets.list', {})) as { secrets: { name: string }[] }).secrets.map(({ name }) => name),
    ['git/deploy'],
  );
  assert.equal(read().includes(value), false);
  assert.deepEqual(holding(home, value), [], 'the vault is encrypted, and nothing else has it');
});

test('given a secret that was asked for, when it comes from a terminal or is refused, then the conversation learns that', async t => {
  const home = homeOf(t);
  const { config, call, say, requests, quiet, read } = await opened(t, home, [
    wanted,
    'Asked.',
    'Thanks.',
    wanted,
    'Asked.',
    'Without, then.',
  ]);
  await say('publish it');
  const [first] = await requests();
  const { rule = undefined } = first ?? {};
  assert.ok(rule);
  // as `straylight secret set` does
  await vaultOf({ config, keyring: undefined, say: () => {} }).set({
    name: 'git/deploy',
    value,
    rule,
    createdAt: Date.now(),
  });
  await call('secrets.reload', {});
  await quiet();
  assert.deepEqual(
    (await requests()).map(({ state }) => state),
    ['given'],
  );
  assert.match(read(), /is there now/);
  await say('publish another one');
  const [second] = await requests();
  await call('connections.refuse', { id: second?.id });
  await quiet();
  assert.match(read(), /The owner does not give the secret git\/deploy/);
  assert.equal((await fetch(second?.link ?? '')).status, 410);
  assert.equal(await call('connections.refuse', { id: second?.id }).catch(() => undefined), undefined);
});

test('given a secret that was asked for, when Straylight starts again, then the request is still open, and its link good', async t => {
  const home = homeOf(t);
  const first = await opened(t, home);
  await first.say('publish it');
  await first.stop();
  const again = await opened(t, home, ['Now I can.']);
  const [request] = await again.requests();
  const link = request?.link ?? '';
  const word = wordIn(await (await fetch(link)).text());
  assert.equal((await post(link, { word, value })).status, 200);
  await again.quiet();
  assert.match(again.read(), /is there now/);
});

test('given secrets that end, when their time comes near, is over, and Straylight starts again, then its owner is told of each once', async t => {
  const home = homeOf(t);
  const day = 86_400_000;
  const rule = {
    tools: ['web_request'],
    hosts: ['a.example'],
    headers: ['authorization'],
    commands: [],
    agents: ['main'],
  };
  const told = async (agent: { readonly texts: () => Promise<readonly string[]> }) =>
    (await agent.texts())
      .flatMap(text => text.match(/The secret \S+ (?:stops working in \d+ days|has expired)/g) ?? [])
      .sort();
  const first = await opened(t, home, ['Hello.']);
  const vault = vaultOf({ config: first.config, keyring: undefined, say: () => {} });
  const set = (name: string, days: number) =>
    vault.set({ name, value, rule, createdAt: Date.now(), expires: Date.now() + days * day });
  await set('later', 30);
  await set('soon', 3);
  await set('over', -1);
  await first.say('hello');
  await first.call('secrets.reload', {});
  await first.quiet();
  const expected = ['The secret over has expired', 'The secret soon stops working in 3 days'];
  assert.deepEqual(await told(first), expected);
  await first.stop();
  const again = await opened(t, home, ['Hello.']);
  await again.call('secrets.reload', {});
  await again.quiet();
  assert.deepEqual(await told(again), expected);
  const { secrets } = (await again.call('secrets.list', {})) as { secrets: { name: string; expires?: number }[] };
  assert.deepEqual(
    secrets.map(({ name, expires = 0 }) => [name, Math.ceil((expires - Date.now()) / day)]),
    [
      ['later', 30],
      ['over', -1],
      ['soon', 3],
    ],
  );
});

slow(
  'given the link in a real browser, when it is followed from another page and the secret is typed, then the form without a script is taken',
  async t => {
    const home = homeOf(t);
    const { say, requests, quiet, read } = await opened(t, home);
    await say('publish the release');
    const link = (await requests())[0]?.link ?? '';
    const chat = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${link}">the link</a>`);
    });
    chat.listen(0, '127.0.0.1');
    await once(chat, 'listening');
    t.after(() => chat.close());
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(chat.address() as AddressInfo).port}/`);
    await page.getByRole('link').click();
    await page.getByText('git/deploy').waitFor();
    await page.getByLabel('The secret').fill(value);
    await page.getByRole('button').click();
    await page.getByText('It is kept.').waitFor();
    assert.equal(page.url(), link, 'nothing of it stands in the address');
    await quiet();
    assert.match(read(), /is there now/);
    assert.deepEqual(
      (await requests()).map(({ state }) => state),
      ['given'],
    );
    await context.close();
  },
);

test('given a model that asks again and again, when its requests wait, then one for the same secret takes the place of the other, and six are not put before the owner', async t => {
  const home = homeOf(t);
  const ask = (name: string): AskedCall => ({ ...wanted, args: { ...wanted.args, name } });
  const many = [ask('a'), ask('a'), 'Asked twice.', ...'bcdef'.split('').map(ask), 'Asked.'];
  const { say, requests, read } = await opened(t, home, many);
  await say('ask me twice');
  const states = async () => (await requests()).map(({ name, state }) => `${name} ${state}`);
  assert.deepEqual(await states(), ['a open', 'a expired']);
  const [newest, older] = await requests();
  assert.deepEqual([newest?.link === undefined, older?.link], [false, undefined]);
  await say('ask me for all of them');
  assert.deepEqual(await states(), ['e open', 'd open', 'c open', 'b open', 'a open', 'a expired']);
  assert.match(read(), /5 requests for secrets wait for the owner already/);
});
