/** The search of the web in a whole agent: asked for by a model, judged, limited, and its links read. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { searchServer } from '../../peers/servers/search-server.ts';
import { type AskedCall, listening } from '../listener.ts';

const session = 'session:terminal:main';

async function opened(t: TestContext, more: object = {}) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-search-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const server = await searchServer([
    {
      title: 'Grossglockner',
      url: 'https://mountains.example/grossglockner',
      snippet: 'It is 3798 m high. [click](https://evil.example/x)',
    },
  ]);
  t.after(server.close);
  let last: ModelRequest | undefined;
  let answers: (string | AskedCall)[] = ['Yes.'];
  const { config, features } = listening(home, request => {
    last = request;
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
  });
  const search = {
    ...config.search,
    use: 'searxng',
    settings: { ...config.search.settings, searxng: { url: server.url } },
    ...more,
  };
  const egress = { ...config.egress, allowPrivate: [server.host as never] };
  const straylight = await compose({ ...config, search, egress }, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  const pending = async () => {
    const { approvals } = (await straylight.operations.call(
      'approvals.list',
      { state: 'pending' },
      { by: 'program', role: 'owner' },
    )) as {
      readonly approvals: readonly { readonly card: { readonly tool: string; readonly reasons: readonly unknown[] } }[];
    };
    return approvals.map(({ card }) => card);
  };
  return {
    server,
    pending,
    tools: () => (last?.tools ?? []).map(({ name }) => name),
    results: () => (last?.messages ?? []).flatMap(message => (message.role === 'tool' ? [message.text] : [])),
    async say(text: string, ...next: (string | AskedCall)[]) {
      answers = next;
      await straylight.say(session, text);
    },
  };
}

const search = (query: string): AskedCall => ({ tool: 'web_search', args: { query, count: 3 } });

test('given a question, when a model searches, then it runs unasked, and the hit comes as outside text with its address, which no snippet can forge', async t => {
  const { say, results, pending, server } = await opened(t);
  await say('How high is the Grossglockner?', search('height Grossglockner'), '3798 m.');
  assert.match(
    results()[0] ?? '',
    /URL: http:\/\/127\.0\.0\.1:\d+\/search\?q=height\+Grossglockner[\s\S]*1\. \[Grossglockner\]\(https:\/\/mountains\.example\/grossglockner\)/,
  );
  assert.doesNotMatch(results()[0] ?? '', /\[click\]\(/);
  assert.match(results()[0] ?? '', /<data-[0-9a-f]{8} source="web_search">/);
  assert.deepEqual(await pending(), []);
  assert.equal(server.asked.length, 1);
});

test('given a conversation with outside text, when a search holds words of others, then it waits for approval; the owner’s own words do not', async t => {
  const { say, pending, server } = await opened(t);
  await say(
    'How high are the Grossglockner and the Großvenediger?',
    search('Grossglockner'),
    search('high Großvenediger'),
    search('the secret of the house is 4711'),
    'It waits.',
  );
  assert.equal(server.asked.length, 2);
  const [card] = await pending();
  assert.match(JSON.stringify(card), /web_search[\s\S]*an address can carry data out/);
});

test('given a limit of searches, when it is reached, then the next says when it can be tried again and asks nobody', async t => {
  const { say, results, server } = await opened(t, { perMinute: 1 });
  await say('one', search('one'), 'Yes.');
  await say('two', search('two'), 'No.');
  assert.equal(server.asked.length, 1);
  assert.match(results().at(-1) ?? '', /the limit of 1 searches a minute is reached/);
});

test('given no kind that is set, or one without its key, when a model is asked, then there is no such tool', async t => {
  for (const use of ['none', 'brave']) {
    const { say, tools } = await opened(t, { use });
    await say('hello', 'Hello.');
    assert.ok(!tools().includes('web_search'), use);
    assert.ok(tools().includes('web_fetch'), use);
  }
});
