import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PageReaders } from '../../../src/adapters/pages/page-text.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { webFetchTool } from '../../../src/adapters/tools/web-fetch.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { RunningTool, Tool, ToolContext } from '../../../src/ports/tool.ts';
import { createWorld, faultOf, fetcherIn } from '../fetcher/fetcher-world.ts';

const address = '93.184.216.34';
const context: ToolContext = {
  session: 's',
  turn: 't',
  call: 'c',
  taint: 'owner',
  signal: new AbortController().signal,
  progress: () => {},
};

/** Readers that show what they were given. */
const plainReaders: PageReaders = {
  html: async (html, url) => ({ title: 'A page', text: `${url}\n${html.replace(/<[^>]*>/g, '')}` }),
  pdf: async bytes => ({ text: `a PDF of ${bytes.length} bytes` }),
};

interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | Uint8Array;
}

async function web(t: TestContext, { readers = plainReaders, maxOutputBytes = 65_536 } = {}) {
  const world = createWorld(t);
  world.name('site.com', [address]);
  const pages = new Map<string, Page>();
  const seen = await world.peer(address, (request, response) => {
    const { status = 200, type, location, body = '' } = pages.get(request.url ?? '') ?? { status: 404 };
    if (type !== undefined) response.setHeader('content-type', type);
    if (location !== undefined) response.setHeader('location', location);
    response.writeHead(status).end(body);
  });
  const tool = webFetchTool(fetcherIn(world), {
    trust: { ownHost: () => undefined },
    readers,
    maxOutputBytes,
  }) as RunningTool;
  const read = (url: string, offset?: number) => tool.run(tool.schema.parse({ url, ...defined({ offset }) }), context);
  return { pages, seen, tool, read, world };
}

test('given pages of every kind, when they are read, then each comes as text under its URL, status and type', async t => {
  const { pages, read } = await web(t);
  const cases: readonly (readonly [Page, string])[] = [
    [
      { type: 'text/html; charset=utf-8', body: '<p>grün</p>' },
      'Type: text/html\nTitle: A page\n\nhttp://site.com/x\ngrün',
    ],
    [{ type: 'application/json', body: '{"a": [1,  2]}' }, 'Type: application/json\n\n{"a": [1,  2]}'],
    [{ type: 'application/problem+json', body: '{}' }, 'Type: application/problem+json\n\n{}'],
    [{ type: 'text/plain', body: '<b>as it is</b>' }, 'Type: text/plain\n\n<b>as it is</b>'],
    [{ type: 'TEXT/CSV;charset="ISO-8859-1"', body: Buffer.from('gr\xfcn', 'latin1') }, 'Type: text/csv\n\ngrün'],
    [{ type: 'application/pdf', body: '%PDF-1.7 xx' }, 'Type: application/pdf\n\na PDF of 11 bytes'],
    [
      { type: 'image/png', body: 'xyz' },
      'Type: image/png\n\nIt is image/png, 3 bytes, which is no text and is not shown.',
    ],
    [{ body: '%PDF-1.4' }, 'Type: application/pdf\n\na PDF of 8 bytes'],
    [{ body: ' <!-- x --> <!DOCTYPE html><p>hi' }, 'Type: text/html\nTitle: A page\n\nhttp://site.com/x\n  hi'],
    [{ body: 'just words' }, 'Type: text/plain\n\njust words'],
    [
      { type: 'application/octet-stream', body: Buffer.from([0, 1, 2]) },
      'Type: application/octet-stream\n\nIt is application/octet-stream, 3 bytes, which is no text and is not shown.',
    ],
    [
      { type: 'text/html', body: Buffer.from('<meta charset="koi8-r"><p>\xd0\xd2', 'latin1') },
      'Type: text/html\nTitle: A page\n\nhttp://site.com/x\nпр',
    ],
    [
      { type: 'text/html', body: Buffer.from('<p>caf\xe9', 'latin1') },
      'Type: text/html\nTitle: A page\n\nhttp://site.com/x\ncafé',
    ],
    [{ type: 'text/plain; charset=nonsense', body: 'é' }, 'Type: text/plain\n\né'],
    [{ type: 'text/plain', body: Buffer.from('\ufeffhi', 'utf16le') }, 'Type: text/plain\n\nhi'],
    [{ type: 'text/plain', body: '' }, 'Type: text/plain\n\nThe body is empty.'],
  ];
  for (const [page, expected] of cases) {
    pages.set('/x', page);
    const { text, failed, taint } = await read('http://site.com/x');
    assert.equal(text, `URL: http://site.com/x\nStatus: 200 OK\n${expected}`);
    assert.deepEqual([failed, taint], [false, 'external']);
  }
});

test('given a redirect and a missing page, when they are read, then the final URL is told and the failure is marked', async t => {
  const { pages, read, seen } = await web(t);
  pages.set('/old', { status: 301, location: '/gone' });
  pages.set('/gone', { status: 410, type: 'text/plain', body: 'moved away' });
  const { text, failed } = await read('http://site.com/old');
  assert.equal(text, 'URL: http://site.com/gone (after 1 redirect)\nStatus: 410 Gone\nType: text/plain\n\nmoved away');
  assert.equal(failed, true);
  assert.match(seen[0]?.headers.accept ?? '', /^text\/html/);
});

test('given a text longer than the limit, when its parts are read one after another, then together they are the whole text', async t => {
  const { pages, read } = await web(t, { maxOutputBytes: 2_000 });
  const whole = Array.from({ length: 900 }, (_, at) => `${at} 🙂ä`).join(' ');
  pages.set('/long', { type: 'text/plain', body: whole });
  const parts: string[] = [];
  for (let offset = 0; ; ) {
    const { text } = await read('http://site.com/long', offset);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    const body = text.slice(text.indexOf('\n\n') + 2);
    const [, part = body, next] =
      /^(.*)\n\n\[… \d+ of \d+ characters follow; go on with offset (\d+)\]$/s.exec(body) ?? [];
    parts.push(part);
    if (next === undefined) break;
    offset = Number(next);
  }
  assert.equal(parts.join(''), whole);
  assert.ok(parts.length > 5);
  assert.match((await read('http://site.com/long', whole.length)).text, /nothing after character/);
});

test('given a PDF and no reader for it, when it is read, then that is said', async t => {
  const { pages, read } = await web(t, { readers: { html: plainReaders.html } });
  pages.set('/a.pdf', { type: 'application/pdf', body: '%PDF-' });
  assert.match((await read('http://site.com/a.pdf')).text, /It is a PDF of 5 bytes, and PDFs cannot be read here\./);
});

test('given a private address, when it is asked for, then the tool fails with the reason and connects to nothing', async t => {
  const { read, world, tool } = await web(t);
  for (const url of [
    'http://127.0.0.1/',
    'http://localhost:8420/api',
    'file:///etc/passwd',
    'http://metadata.google.internal/',
  ])
    await assert.rejects(read(url), faultOf('denied', /this request may not leave: /));
  assert.deepEqual(world.connected, []);
  assert.equal(tool.effect, 'read');
  assert.equal(tool.intent(tool.schema.parse({ url: 'http://a.com/\u202e' })), 'Read http://a.com/⟨U+202E⟩.');
});

test('given an address the owner wrote, when exactly that is to be read, then the fact says so, and of no other', async t => {
  const { tool } = await web(t);
  const toolbox = createToolbox([tool as Tool]);
  const said = ['read https://site.com/a, please'];
  const facts = (url: string) =>
    (toolbox.resolve({ callId: 'c', name: 'web_fetch', arguments: JSON.stringify({ url }), said }) as FrozenCall).facts;
  assert.deepEqual(facts('https://site.com/a'), { url: 'https://site.com/a', urlGiven: true });
  assert.deepEqual(facts('https://site.com/a?d=secret'), { url: 'https://site.com/a?d=secret' });
});

test('given an address the owner did not write, when it is to be read, then the fact says what it is as a link, and one he wrote is not counted', async t => {
  const { tool } = await web(t);
  const toolbox = createToolbox([tool as Tool]);
  const asked: string[] = [];
  const link = (url: string) => {
    asked.push(url);
    return url.endsWith('b') ? 'followed' : undefined;
  };
  const facts = (url: string) => {
    const request = {
      callId: 'c',
      name: 'web_fetch',
      arguments: JSON.stringify({ url }),
      said: ['https://site.com/a'],
    };
    return (toolbox.resolve({ ...request, link }) as FrozenCall).facts;
  };
  assert.deepEqual(facts('https://site.com/a'), { url: 'https://site.com/a', urlGiven: true });
  assert.deepEqual(facts('https://site.com/b'), { url: 'https://site.com/b', link: 'followed' });
  assert.deepEqual(facts('https://site.com/c'), { url: 'https://site.com/c' });
  assert.deepEqual(asked, ['https://site.com/b', 'https://site.com/c']);
});
