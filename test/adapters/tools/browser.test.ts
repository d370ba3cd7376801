import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { judge } from '../../../src/domain/policy/policy.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import { test } from '../../slow.ts';
import { browserWorld, chromium, type Pages } from '../browser/browser-world.ts';
import { faultOf } from '../fetcher/fetcher-world.ts';

const [front, other] = ['93.184.216.34', '151.101.1.140'];

test(
  'given a page, when it is opened, clicked and typed into, then it comes as a snapshot and does what it should',
  chromium,
  async t => {
    const { use, world } = await browserWorld(t, {
      [front]: {
        'shop.com/': '<title>Shop</title><h1>Hello</h1><a href="/two">More</a>',
        'shop.com/two': '<title>Two</title><form action="/found"><label>Name <input name="q"></label></form>',
        'shop.com/found?q=caf%C3%A9': '<title>Found</title><p>one thing</p>',
      },
    });
    const opened = await use({ action: 'navigate', url: 'http://shop.com/' });
    assert.match(opened.text, /^URL: http:\/\/shop\.com\/\nTitle: Shop\nStatus: 200\n\n/);
    assert.match(opened.text, /heading "Hello".*\n.*link "More" \[ref=(e\d+)\]/);
    assert.deepEqual([opened.failed, opened.taint], [false, 'external']);
    const link = /link "More" \[ref=(e\d+)\]/.exec(opened.text)?.[1];
    const second = await use({ action: 'click', selector: link });
    assert.match(second.text, /^URL: http:\/\/shop\.com\/two\nTitle: Two\nClicked\.\n\n/);
    assert.match(second.text, /textbox "Name"/);
    const typed = await use({ action: 'type', selector: 'input', text: 'café', submit: true });
    assert.match(
      typed.text,
      /^URL: http:\/\/shop\.com\/found\?q=caf%C3%A9\nTitle: Found\nTyped, and pressed Enter\.\n\n/,
    );
    assert.match(typed.text, /one thing/);
    assert.deepEqual(new Set(world.connected), new Set([front]));
  },
);

test(
  'given an open page, when it is looked at, scrolled, waited for, photographed and closed, then each answers',
  chromium,
  async t => {
    const long = Array.from({ length: 2_000 }, (_, at) => `<p>line ${at}</p>`).join('');
    const late =
      '<script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<b id=late>now</b>") }, 300)</script>';
    const { use, folder } = await browserWorld(t, { [front]: { 'long.com/': `<h1 id=top>Top</h1>${long}${late}` } });
    const first = await use({ action: 'navigate', url: 'http://long.com/' });
    assert.ok(Buffer.byteLength(first.text) <= 20_000);
    const next = Number(/go on with extract and offset (\d+)\]$/.exec(first.text)?.[1]);
    assert.match((await use({ action: 'extract', offset: next })).text, /paragraph \[ref=e\d+\]: line \d+/);
    assert.match((await use({ action: 'extract', selector: '#top' })).text, /\n\n- heading "Top"/);
    assert.match((await use({ action: 'wait', selector: '#late' })).text, /It is there\./);
    assert.match((await use({ action: 'wait' })).text, /The network is quiet\./);
    assert.match((await use({ action: 'scroll' })).text, /Scrolled to 720 of \d+ pixels\./);
    assert.match((await use({ action: 'scroll', direction: 'bottom' })).text, /Scrolled to (\d+) of \1 pixels\./);
    assert.match((await use({ action: 'scroll', selector: '#top' })).text, /Scrolled to 0 of/);
    const missing = await use({ action: 'click', selector: '#nowhere', timeout_ms: 1_000 });
    assert.match(missing.text, /It did not work: Timeout 1000ms exceeded/);
    assert.equal(missing.failed, true);
    const { text } = await use({ action: 'screenshot' });
    const path = /Saved as \/workspace\/(screenshots\/[\w-]+\.png)\./.exec(text)?.[1] ?? '';
    assert.deepEqual([...readFileSync(join(folder, path)).subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.ok(statSync(join(folder, path)).size > 1_000);
    assert.equal(
      (await use({ action: 'evaluate', script: '({ a: [1, document.title] })' })).text.split('\n\n')[1],
      '{\n  "a": [\n    1,\n    ""\n  ]\n}',
    );
    assert.equal((await use({ action: 'close' })).text, 'The page is closed.');
    assert.equal((await use({ action: 'close' })).text, 'No page was open.');
    await assert.rejects(use({ action: 'extract' }), faultOf('invalid', /navigate to one first/));
  },
);

test(
  'given calls, when they are frozen, then new sites and scripts ask, pages let in do not, and what cannot be opened is malformed',
  chromium,
  async t => {
    const options = { allowed: ['known.com', 'bank.com'], alwaysApprove: ['bank.com'], blocked: ['evil.com'] };
    const { freeze, use, rows, trust } = await browserWorld(t, { [front]: { 'new.com/': 'hi' } }, options);
    const judged = (args: object) => {
      const call = freeze(args);
      return isMalformed(call) ? call.problem : judge(call, { taint: 'owner' }).level;
    };
    const navigate = (url: string) => judged({ action: 'navigate', url });
    assert.equal(navigate('https://known.com/x'), 1);
    assert.equal(navigate('https://bank.com/'), 2);
    assert.equal(navigate('http://new.com/'), 2);
    for (const [args, level] of [
      [{ action: 'click', selector: 'a' }, 1],
      [{ action: 'type', selector: 'a', text: 'b' }, 1],
      [{ action: 'extract' }, 1],
      [{ action: 'evaluate', script: '1' }, 2],
    ] as const)
      assert.equal(judged(args), level, args.action);
    for (const url of [
      'file:///etc/passwd',
      'chrome://version',
      'http://127.0.0.1/',
      'http://localhost:8420/',
      'data:text/html,x',
      'https://a.evil.com/',
      'javascript:1',
    ])
      assert.match(String(navigate(url)), /it may not be opened/, url);
    for (const args of [
      { action: 'navigate' },
      { action: 'click' },
      { action: 'type', selector: 'a' },
      { action: 'evaluate' },
      { action: 'fly' },
    ])
      assert.equal(typeof judged(args), 'string', args.action);
    const call = freeze({ action: 'navigate', url: 'http://new.com/' });
    assert.ok(!isMalformed(call));
    assert.equal(
      call.intent,
      'Open http://new.com/ in the browser. Approving it also allows new.com from now on, to browse and to send to.',
    );
    await use({ action: 'navigate', url: 'http://new.com/' });
    assert.deepEqual([navigate('http://new.com/'), trust.isTrusted('https://new.com/')], [1, true]);
    assert.deepEqual(rows(), [{ domain: 'new.com', by: 'call-1', at: 1_000 }]);
  },
);

/** Sends on with this status. */
const redirect =
  (status: number, location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

/** A page that tries every way to another site. */
const leading: Readonly<Record<string, Pages>> = {
  [front]: {
    'start.com/': `<title>Start</title><a href="http://away.com/">away</a><a id=hop href="/hop">hop</a><a id=www href="/www">www</a>
      <form action="http://away.com/post" method=post><button>send</button></form>
      <form action="/r307" method=post><button id=r307>307</button></form>
      <iframe src="http://away.com/frame"></iframe><img src="http://cdn.com/i.png">`,
    'start.com/hop': redirect(302, 'http://away.com/hopped'),
    'start.com/www': redirect(301, 'http://www.start.com/'),
    'start.com/r307': redirect(307, 'http://away.com/kept'),
    'www.start.com/': '<title>With www</title>',
    'start.com/scripts': `<body><script>
      const to = 'http://away.com/';
      fetch(to + 'fetch', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {});
      fetch('/r307', { method: 'POST', body: 'x' }).catch(() => {});
      navigator.sendBeacon(to + 'beacon', 'x');
      new Worker(URL.createObjectURL(new Blob(["fetch('" + to + "worker', { method: 'POST', mode: 'no-cors' }).catch(() => {})"])));
      const form = Object.assign(document.createElement('form'), { method: 'post', action: to + 'frame-form', target: 'inner' });
      document.body.append(Object.assign(document.createElement('iframe'), { name: 'inner' }), form);
      form.submit();
      fetch('/own', { method: 'POST' }).then(() => { document.title = 'Done'; });
    </script>`,
    'start.com/own': 'own',
  },
  [other]: { 'away.com/frame': '<p>framed</p>', 'cdn.com/i.png': '' },
};
const changing = ['fetch', 'kept', 'beacon', 'worker', 'frame-form'].map(path => `POST away.com/${path}`);

test(
  'given a page that leads to other sites, when it is followed, then nothing but reading leaves to a site the owner was not asked about',
  chromium,
  async t => {
    const { use, arrived, world } = await browserWorld(t, leading);
    const open = () => use({ action: 'navigate', url: 'http://start.com/' });
    assert.match((await open()).text, /framed/);
    for (const selector of ['text=away', '#hop', 'text=send', '#r307']) {
      const { text } = await use({ action: 'click', selector });
      assert.match(
        text,
        /away\.com is another site, which the owner was not asked about; navigate to it to ask/,
        selector,
      );
      await open();
    }
    assert.match((await use({ action: 'click', selector: '#www' })).text, /Title: With www/);
    await use({ action: 'navigate', url: 'http://start.com/scripts' });
    const quiet = await use({ action: 'wait' });
    assert.match(quiet.text, /Title: Done/);
    const reached = new Set(arrived().filter(one => !one.includes('start.com')));
    assert.deepEqual(reached, new Set(['GET away.com/frame', 'GET cdn.com/i.png']));
    assert.ok(arrived().includes('POST start.com/own'));
    assert.deepEqual(new Set(world.connected), new Set([front, other]));
    t.diagnostic(`${4 + changing.length} ways to another site refused`);
  },
);

test(
  'given the same page and an owner who trusts the other site, when it is followed, then all of it arrives',
  chromium,
  async t => {
    const { use, arrived } = await browserWorld(t, leading, { allowed: ['away.com'] });
    await use({ action: 'navigate', url: 'http://start.com/scripts' });
    await use({ action: 'wait' });
    assert.deepEqual(
      changing.filter(one => !arrived().includes(one)),
      [],
    );
    await use({ action: 'navigate', url: 'http://start.com/' });
    assert.match((await use({ action: 'click', selector: '#hop' })).text, /^URL: http:\/\/away\.com\/hopped\n/);
  },
);
