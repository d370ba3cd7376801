import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { test } from '../../../../slow.ts';
import { assertCalm, text, texts, until, type Visit, visiting, words } from '../../browser.ts';
import { freePort } from '../../free-port.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

const chat = { hash: '#/chat' };
const field = (page: Page) => page.getByLabel('Message');
const said = (page: Page) => page.locator('.line-owner .said');
const replies = (page: Page) => page.locator('.line-agent:not(.line-writing) .reply');

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

/** What the page spends of the processor from now on, in ms: its own time, whatever else this machine does. */
async function spentBy({ context, page }: Visit): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await now();
  return async () => (await now()) - before;
}

/** A reply in many pieces that stops after one of them until it is let go. */
function heldReply(text: string, pieces: number, after: number) {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const between = (piece: number) => {
    if (piece !== after) return undefined;
    reached.resolve();
    return go.promise;
  };
  return { turn: { text, deltas: pieces, between }, reached: reached.promise, go: go.resolve };
}

suite('a conversation on the page', { concurrency: 1 }, () => {
  test('given the empty screen, when something is said, then the reply is seen while it is written, and the call it made is one line with its state and the way to its actor', () =>
    scriptedAgent({}, async scripted => {
      const held = heldReply('It is **Monday**, the second of the month.', 6, 2);
      scripted.play({ toolCalls: [{ name: 'execute_command', arguments: { command: 'echo Monday' } }] }, held.turn);
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.getByText('No messages yet.').waitFor();
        await write(page, 'Which day is it?');
        await said(page).getByText('Which day is it?').waitFor();
        await held.reached;
        const writing = page.locator('.line-writing');
        await writing.waitFor();
        assert.match(await words(writing), /^It is/);
        await page.locator('.work', { hasText: /^Writing / }).waitFor();
        assert.equal(await replies(page).count(), 0);
        held.go();
        await replies(page).getByText('the second of the month.').waitFor();
        assert.equal(await text(replies(page).locator('strong')), 'Monday');
        assert.equal(await writing.count(), 0);

        const call = page.locator('.call');
        assert.match(await words(call.locator('summary')), /^execute_command Run “echo Monday”.* done$/);
        assert.equal(await call.locator('.call-text').isVisible(), false);
        await call.locator('.call-name').click();
        assert.match(await words(call.locator('.call-text')), /Monday/);
        await call.getByRole('link', { name: /actor/ }).click();
        await until(page, 'location.hash.startsWith("#/actor/tool-call%3A")');
        assertCalm(visit);
      });
    }));

  test('given a reply that is being written, when the page is opened in the middle of it, then all of it is there', () =>
    scriptedAgent({}, async scripted => {
      const held = heldReply('One, two, three, four, five, six.', 6, 3);
      scripted.play(held.turn);
      await scripted.write('Count.');
      await held.reached;
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await until(page, `document.querySelector('.line-writing')?.innerText.startsWith('One, two')`);
        held.go();
        await replies(page).getByText('One, two, three, four, five, six.').waitFor();
        assertCalm(visit);
      });
    }));

  test('given a draft, when the page is loaded again, then it is still there; and a message is taken once, however often it is sent', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await field(page).fill('half a thou');
        await page.reload();
        await field(page).waitFor();
        assert.equal(await field(page).inputValue(), 'half a thou');
        // the answer to the first try is lost
        let tries = 0;
        const ids = new Set<string>();
        await page.route('**/messages', async route => {
          if (route.request().method() !== 'POST') return route.continue();
          tries += 1;
          ids.add(route.request().postDataJSON().clientId);
          if (tries > 1) return route.continue();
          await route.fetch();
          return route.abort();
        });
        await write(page, 'a whole thought');
        await replies(page).getByText('Done.').waitFor();
        await page.locator('.line-outgoing').waitFor({ state: 'detached' });
        await until(page, `JSON.parse(sessionStorage['straylight.letters']).length === 0`);
        assert.deepEqual([tries, ids.size], [2, 1]);
        assert.deepEqual(await texts(said(page)), ['a whole thought']);
        assert.equal(scripted.agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
      });
    }));

  test('given a message that holds a credential, when it is sent, then what Straylight did to it stands beneath it, also after a reload', () =>
    scriptedAgent({}, async scripted => {
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const credential = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
        await write(
          page,
          `Look at the last five pull requests of our two projects with ${credential} and tell me who waits for me.`,
        );
        const note = page.locator('.line-note');
        await note.waitFor();
        assert.match(await words(note), /^I removed a credential from your message before saving it/);
        await replies(page).getByText('Done.').waitFor();
        assert.ok(!(await page.innerText('.lines')).includes(credential));
        await page.reload();
        await note.waitFor();
        assertCalm(visit);
      });
    }));

  test('given an answer, when its question is asked again, then the answer is set aside, and the model no longer knows of it', () =>
    scriptedAgent({}, async scripted => {
      const shown: string[] = [];
      scripted.play({ text: 'Good morning.' }, { text: 'It is scarlet.' }, asked => {
        shown.push(JSON.stringify(asked));
        return { text: 'It is azure.' };
      });
      await scripted.say('Hello.');
      await scripted.say('Which colour is it?');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await replies(page).getByText('It is scarlet.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Ask again' }).count(), 1);
        await page.getByRole('button', { name: 'Ask again' }).click();
        await page.getByRole('button', { name: 'Set the answer aside and ask again' }).click();
        await replies(page).getByText('It is azure.').waitFor();
        await page.locator('.line-aside-set', { hasText: 'It is scarlet.' }).waitFor();
        assert.equal(shown.length, 1);
        assert.match(shown[0] ?? '', /Good morning\./);
        assert.doesNotMatch(shown[0] ?? '', /scarlet/);
        assert.deepEqual(await texts(said(page)), ['Hello.', 'Which colour is it?', 'Which colour is it?']);
        assertCalm(visit);
      });
    }));

  test('given a conversation, when a new one is begun, then it is empty, and what is said goes there', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('The first thing.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await said(page).getByText('The first thing.').waitFor();
        await page.getByRole('button', { name: 'New' }).click();
        await page.getByText('No messages yet.').waitFor();
        await write(page, 'Another thing.');
        await replies(page).getByText('Done.').waitFor();
        assert.deepEqual(await texts(said(page)), ['Another thing.']);
        await page.locator('.chat-side [aria-current]', { hasText: 'Another thing.' }).waitFor();
        await page.locator('.chat-side .conversation', { hasText: 'The first thing.' }).click();
        await said(page).getByText('The first thing.').waitFor();
        assert.deepEqual(
          scripted.agent.tables
            .rows('SELECT DISTINCT session FROM messages ORDER BY session')
            .map(one => one['session']),
          [session, `${session}~2`],
        );
        assertCalm(visit);
      });
    }));

  test('given a reminder that comes to the newest conversation, when an older one is open, then it is told there, with the way to it', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('The first thing.');
      const { running } = scripted;
      await running.http(`/api/chats/${session}/new`, { commandId: 'begin' });
      await visiting(running, { hash: `#/chat/${session}` }, async visit => {
        const { page } = visit;
        await said(page).getByText('The first thing.').waitFor();
        await running.http('/api/jobs', { commandId: 'job', name: 'water', schedule: '@yearly', say: 'drink water' });
        await running.http('/api/jobs/water/run', { commandId: 'run' });
        const told = page.locator('.talk .work', { hasText: 'Reminder: drink water' });
        await told.getByRole('link', { name: 'Look' }).click();
        await page.locator('.reminder', { hasText: 'drink water' }).waitFor();
        await told.waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));

  test('given conversations, when one is named, pinned and archived, then the list shows it; and what was said in it is found', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('The plumber comes on Tuesday.');
      for (let more = 1; more <= 60; more += 1) await scripted.say(`Message ${more} of many.`);
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const list = page.locator('.chat-side');
        const line = (words: string) => list.locator('.conversation', { hasText: words });
        await line('The plumber').waitFor();
        await page.getByRole('button', { name: 'New' }).click();
        await page.getByText('No messages yet.').waitFor();
        await write(page, 'Another thing.');
        await list.locator('[aria-current]', { hasText: 'Another thing.' }).waitFor();

        await line('The plumber').click();
        await list.getByRole('button', { name: 'Rename' }).click();
        await page.getByLabel('Name of the conversation').fill('Repairs');
        await page.keyboard.press('Enter');
        await line('Repairs').waitFor();
        await list.getByRole('button', { name: 'Pin' }).click();
        await line('Pinned').waitFor();
        assert.match((await texts(list.locator('.conversation')))[0] ?? '', /Repairs/);
        await list.getByRole('button', { name: 'Archive' }).click();
        await list.getByLabel('Which conversations').selectOption('archived');
        await line('Repairs').waitFor();

        await list.getByLabel('Search conversations').fill('plumber');
        await list.locator('.conversation-found', { hasText: 'plumber comes on Tuesday' }).click();
        const found = page.locator('.line-found', { hasText: 'The plumber comes on Tuesday.' });
        await found.waitFor();
        await until(page, `document.querySelector('.line-found')?.getBoundingClientRect().top > 0`);
        assertCalm(visit);
      });
    }));

  test('given a reply with code and a message, when they are copied, then the clipboard holds just that; and a message comes back to be edited', () =>
    scriptedAgent({}, async scripted => {
      const diff = '@@ -1 +1 @@\n-old\n+new';
      scripted.play({ text: `Here it is:\n\n\`\`\`diff\n${diff}\n\`\`\`\n\n- [x] done` });
      await scripted.say('Show the change.');
      await visiting(scripted.running, chat, async visit => {
        const { page, context } = visit;
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
        await page.getByRole('button', { name: 'Copy the code' }).click();
        await page.getByText('Copied.').waitFor({ state: 'attached' });
        assert.equal(await copied(), diff);
        assert.deepEqual(await texts(page.locator('.diff-removed, .diff-added')), ['-old', '+new']);
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await until(page, `document.querySelector('.composer textarea').value === 'Show the change.'`);
        await page.keyboard.press('Enter');
        await replies(page).getByText('Done.').waitFor();
        assert.deepEqual(await texts(said(page)), ['Show the change.', 'Show the change.']);
        assertCalm(visit);
      });
    }));

  test('given a turn that goes on, when Stop is pressed, then it ends, and that is said', () =>
    scriptedAgent({}, async scripted => {
      const held = heldReply('Once upon a time there was a king.', 4, 1);
      scripted.play(held.turn);
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await write(page, 'Tell me a long story.');
        await page.locator('.line-writing').waitFor();
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.locator('.line-ending').waitFor();
        assert.match(await words(page.locator('.line-ending')), /[Ss]topped/);
        assert.equal(await page.locator('.line-writing').count(), 0);
        await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
        held.go();
        assertCalm(visit);
      });
    }));

  test('given a call that waits for a yes, when it is answered within the conversation, then it runs and its line tells', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\n' }, async scripted => {
      await scripted.asks('low');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const call = page.locator('.call', { hasText: 'web_fetch' });
        assert.match(await words(call.locator('summary')), /^web_fetch Read https:.* waits for your approval$/);
        await page
          .locator('.talk-card .answers:not([data-settling])')
          .getByRole('button', { name: /^Approve/ })
          .click();
        await page.locator('.talk-card').waitFor({ state: 'detached' });
        await call.locator('summary', { hasText: 'failed' }).waitFor();
        await call.locator('.call-name').click();
        assert.match(await words(call.locator('.call-text')), /nowhere\.invalid/);
        assertCalm(visit);
      });
    }));

  test('given a long conversation that is read further up, when more is said, then the place stays and a pill counts it', () =>
    scriptedAgent({}, async scripted => {
      scripted.play({ text: Array.from({ length: 120 }, (_, line) => `Line ${line}.`).join('\n\n') });
      await scripted.say('Tell me a lot.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await replies(page).getByText('Line 119.').waitFor();
        await until(
          page,
          `(f => f.scrollHeight - f.scrollTop - f.clientHeight < 3)(document.querySelector('.talk-scroll'))`,
        );
        // rows that are drawn for the first time may move the end once more: it is scrolled until it stays
        await until(
          page,
          `(f => f.scrollTop === 100 || ((f.scrollTop = 100), false))(document.querySelector('.talk-scroll'))`,
        );
        await scripted.say('And more.');
        const pill = page.getByRole('button', { name: /^\d new$/ });
        await pill.getByText('2 new').waitFor();
        assert.equal(await page.evaluate(`document.querySelector('.talk-scroll').scrollTop`), 100);
        await pill.click();
        await until(
          page,
          `(f => f.scrollHeight - f.scrollTop - f.clientHeight < 3)(document.querySelector('.talk-scroll'))`,
        );
        await pill.waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));
});

suite('what a model writes', { concurrency: 1 }, () => {
  test('given markup, scripts, remote pictures and odd links in a reply, when it is drawn, then they are text, and nothing is asked for', () =>
    scriptedAgent({}, async scripted => {
      scripted.play({
        text: [
          '<img src=x onerror="globalThis.isHurt = true"><script>globalThis.isHurt = true</script>',
          '![a cat](https://pictures.example/cat.png)',
          '[my bank](https://b\u0430nk.example/login) and [home](javascript:alert(1)) and [data](data:text/html,hi)',
          'Read \u202edrow.',
          '- one\n- two `<b>`',
          '```html\n<b>bold</b>\n```',
        ].join('\n\n'),
      });
      await scripted.say('Show me.');
      await visiting(scripted.running, chat, async visit => {
        const { page, requests } = visit;
        const reply = replies(page);
        await reply.getByText('<img src=x').waitFor();
        assert.equal(await page.evaluate('globalThis.isHurt'), undefined);
        assert.equal(await reply.locator('img, script, b, iframe').count(), 0);
        const links = reply.locator('a');
        assert.deepEqual(
          await links.evaluateAll(all => (all as unknown as { href: string }[]).map(({ href }) => href)),
          ['https://pictures.example/cat.png', 'https://xn--bnk-6cd.example/login'],
        );
        assert.deepEqual(await texts(reply.locator('.link-host')), ['(pictures.example)', '(xn--bnk-6cd.example)']);
        assert.equal(await links.first().getAttribute('rel'), 'noreferrer noopener');
        assert.ok((await text(reply)).includes('[home](javascript:alert(1))'));
        assert.ok((await text(reply)).includes('Read ⟨U+202E⟩drow.'));
        assert.equal(await text(reply.locator('li code')), '<b>');
        assert.equal(await text(reply.locator('pre')), '<b>bold</b>');
        assert.ok(requests.every(request => new URL(request.url()).origin === scripted.running.url));
        assertCalm(visit);
      });
    }));

  test('given code in a reply, when its language is known, then it has colours and every character it had; another language and markup in code stay plain text', () =>
    scriptedAgent({}, async scripted => {
      const typescript = "// greets\nconst hi: string = `<b>bold</b>`;\n\tif (hi) print('\u202e');";
      const html = '<script>globalThis.isHurt = true</script>\n<style>b { color: red }</style>';
      const blocks = [
        ['ts', typescript],
        ['HTML', html],
        ['python', 'def f(): return 1'],
        ['klingon', 'const x = 1'],
      ];
      scripted.play({ text: blocks.map(([name, code]) => `\`\`\`${name}\n${code}\n\`\`\``).join('\n\n') });
      await scripted.say('Show me code.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const code = replies(page).locator('pre code');
        await code.nth(0).locator('.code-comment', { hasText: '// greets' }).waitFor();
        await code.nth(0).locator('.code-word', { hasText: 'const' }).waitFor();
        await code.nth(1).locator('.code-name', { hasText: 'script' }).first().waitFor();
        await code.nth(2).locator('.code-word', { hasText: 'def' }).waitFor();
        assert.deepEqual(await code.allTextContents(), [
          typescript.replace('\t', '    ').replace('\u202e', '⟨U+202E⟩'),
          html,
          'def f(): return 1',
          'const x = 1',
        ]);
        assert.equal(await code.nth(3).locator('span').count(), 0);
        assert.equal(await page.evaluate('globalThis.isHurt'), undefined);
        assert.equal(await replies(page).locator('script, style').count(), 0);
        assertCalm(visit);
      });
    }));

  test('given right-to-left text, emoji and a reply of 100 KB, when they are drawn, then each stands as it is written, in no time', t =>
    scriptedAgent({}, async scripted => {
      const arabic = 'مرحبا، اليوم هو **الاثنين** 👩‍👩‍👧‍👦 🏳️‍🌈';
      const long = Array.from(
        { length: 1_600 },
        (_, line) => `Line ${line} with \`code\`, *words* and 😀 in it. ${'مرحبا '.repeat(1 + (line % 3))}`,
      ).join('\n\n');
      assert.ok(Buffer.byteLength(long) > 100_000);
      scripted.play({ text: arabic }, { text: `${long}\n\nThe end.`, deltas: 200 });
      await scripted.say('Greet me.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const greeting = replies(page).first().locator('p');
        assert.equal(await text(greeting), arabic.replaceAll('**', ''));
        assert.equal(
          await page.evaluate(`getComputedStyle(document.querySelector('.line-agent .reply p')).direction`),
          'rtl',
        );
        const spent = await spentBy(visit);
        await write(page, 'Now a long one.');
        await page.locator('.line-agent:not(.line-writing)').getByText('The end.').waitFor();
        assert.ok((await text(replies(page).last())).includes('Line 1599 with code, words and 😀 in it.'));
        const ms = await spent();
        t.diagnostic(`the page worked for ${ms.toFixed(0)} ms while 100 KB were written`);
        assert.ok(ms < 2_000);
        assertCalm(visit);
      });
    }));
});

suite('a conversation when Straylight dies', { concurrency: 1 }, () => {
  test('given a reply half written, when Straylight is killed and started again, then the page goes on without a reload, nothing lost and nothing twice', async () =>
    scriptedAgent({ web: `port = ${await freePort()}` }, async scripted => {
      const first = heldReply('Here is what I found: the first half, then the second half. THE END', 8, 3);
      const whole = heldReply('Here is what I found: the first half, then the second half. THE END', 8, 5);
      scripted.play({ text: 'Good morning.' }, first.turn, whole.turn);
      await scripted.say('Hello.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await replies(page).getByText('Good morning.').waitFor();
        await page.evaluate('globalThis.isSamePage = true');
        await write(page, 'What did you find?');
        await first.reached;
        await until(page, `document.querySelector('.line-writing')?.innerText.includes('Here is what')`);
        await field(page).fill('and also');
        await scripted.running.kill();
        await page.locator('.bar-lost').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true);
        assert.equal(await said(page).count(), 2, 'the screen stays');

        await scripted.agent.start();
        await page.locator('.bar-lost').waitFor({ state: 'detached' });
        await whole.reached;
        await until(page, `document.querySelector('.line-writing')?.innerText.includes('first half')`);
        assert.equal((await text(page.locator('.line-writing'))).split('Here is what').length, 2);
        whole.go();
        await replies(page).getByText('THE END').waitFor();
        assert.deepEqual(await texts(said(page)), ['Hello.', 'What did you find?']);
        assert.deepEqual(await texts(replies(page)), [
          'Good morning.',
          'Here is what I found: the first half, then the second half. THE END',
        ]);
        assert.equal(await page.locator('.line-writing').count(), 0);
        assert.equal(await field(page).inputValue(), 'and also');
        assert.equal(await page.evaluate('globalThis.isSamePage'), true);
        assert.deepEqual(
          scripted.agent.tables
            .rows(`SELECT role FROM messages WHERE session = '${session}' ORDER BY n`)
            .map(({ role }) => role),
          ['owner', 'assistant', 'owner', 'assistant'],
        );
        first.go();
        assertCalm(visit);
      });
    }));
});
