import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import type { Risk } from '../../../../../src/domain/approvals/card.ts';
import type { ChatMessage } from '../../../../../src/domain/supervision/view.ts';
import { test } from '../../../../slow.ts';
import { approval, row, type StubAgent, stubAgent } from '../../../stub-agent.ts';
import { serve, token } from '../../../visitor.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting } from '../../browser.ts';

const session = 'session:web:main';
const risks = { aaaaaaa1: 'medium', aaaaaaa2: 'high', aaaaaaa3: 'irreversible', aaaaaaa4: 'low' } as const;
const sizes = [
  ['light', 1440, 900],
  ['dark', 1440, 900],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const;

/**
 * An agent with a question of each risk, one that is over, one that may be taken back, and a conversation with all
 * kinds of lines.
 */
function askingAgent(): StubAgent {
  const agent = stubAgent();
  const now = Date.now();
  agent.approvals.clear();
  const add = (key: string, risk: Risk, change = {}) => {
    const base = approval(key);
    const consequences = { approve: 'It runs once, exactly as shown.', deny: 'It does not run.' };
    const word = risk === 'irreversible' ? { word: 'eagle' } : {};
    const more = { mayStand: risk !== 'irreversible', undoMs: 5_000, ...word };
    const card = { ...base.card, risk, consequences, expiresAt: now + 600_000, ...more };
    agent.approvals.set(key, { ...base, card: { ...card, session }, ...change });
  };
  for (const [key, risk] of Object.entries(risks)) add(key, risk);
  add('bbbbbbb1', 'high', { state: 'denied', decidedBy: 'telegram:42', decidedAt: now, reason: 'Not today.' });
  add('bbbbbbb2', 'medium', { state: 'granted', decidedBy: 'web', decidedAt: now });
  const held = agent.approvals.get('bbbbbbb2');
  if (held) agent.approvals.set('bbbbbbb2', { ...held, card: { ...held.card, undoUntil: now + 60_000 } });

  const lines: readonly Partial<ChatMessage>[] = [
    { role: 'owner', text: 'An earlier question', isSetAside: true },
    { text: 'An earlier answer', isSetAside: true },
    { role: 'owner', text: 'مرحبا 👩‍👩‍👧‍👦' },
    {
      text: 'مرحبا **بك**\n\n- أولاً\n- [رابط](https://example.com)',
      toolCalls: [{ callId: 'c1', name: 'execute_command' }],
    },
    { role: 'tool', tool: 'execute_command', callId: 'c1', id: 'tool-call:c1', text: 'Monday' },
    { text: '## Found\n\n1. `one`\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n\n> said' },
    { role: 'notice', text: 'What was asked for is done.' },
  ];
  agent.said.push(
    ...lines.map(
      (line, n): ChatMessage => ({ id: `m${n}`, turn: 't1', role: 'assistant', text: '', at: now, ...line }),
    ),
  );
  agent.rows.set(session, { ...row(session), leaf: 'thinking.completing', tags: ['busy'] });
  const state = agent.reader.state;
  const reader = {
    ...agent.reader,
    state: () => ({ ...state(), now: Date.now() }),
    requestedCall: () => ({ tool: 'execute_command', arguments: { command: 'ls -la', limit: 3 } }),
    writing: () => ({ messageId: 'm99', text: 'It is being **written**' }),
  };
  return { ...agent, reader };
}

/**
 * Holds the button until the word is asked for. What still moves on the page takes the button away from under the hand,
 * which then holds it once more.
 */
async function holdForWord(page: Page): Promise<void> {
  const asked = page.locator('.answers-text');
  for (let tries = 3; tries > 0 && !(await asked.isVisible()); tries -= 1) {
    await page.locator('.hold').hover();
    await page.mouse.down();
    await asked.waitFor({ timeout: 5_000 }).catch(() => {});
    await page.mouse.up();
  }
  await asked.waitFor();
}

suite('deciding and talking, for everybody', { concurrency: 1 }, () => {
  for (const [theme, width, height] of sizes)
    test(`given the Approvals in ${theme} at ${width} px, when axe-core looks at each step of an answer, then it finds nothing`, async () => {
      await using served = await serve({ agent: askingAgent() });
      const size = { theme, width, height, reducedMotion: 'reduce' } as const;
      await visiting({ url: served.server.url, token }, { ...size, hash: '#/approvals' }, async visit => {
        const { page } = visit;
        const show = async (key: string) => {
          await page.goto(`${served.server.url}/#/approvals/${key}`);
          await page.locator(`#card-${key}`).waitFor();
          await until(page, `!document.querySelector('.answers[data-settling]')`);
        };
        const look = async (what: string) => {
          assert.deepEqual(await violations(page), [], what);
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${what} stands out`);
        };
        for (const [key, risk] of Object.entries(risks)) {
          await show(key);
          await look(risk);
        }
        await show('aaaaaaa1');
        await page
          .getByRole('button', { name: /^Approve/ })
          .first()
          .click();
        await page.getByRole('button', { name: /^Yes/ }).waitFor();
        await look('confirming');
        await show('aaaaaaa3');
        await holdForWord(page);
        await look('the word');
        const typed = page.getByLabel(/^To approve, type/);
        await typed.fill('eagles');
        await page.locator('.answers-text .danger[aria-disabled=true]').waitFor();
        await typed.fill('EAGLE');
        await page.locator('.answers-text .danger:not([aria-disabled])').waitFor();
        await page.keyboard.press('Escape');
        await show('aaaaaaa2');
        await page.getByRole('button', { name: /^Change it/ }).click();
        await page.locator('.edit-fields textarea').first().waitFor();
        await look('changing');
        await page.keyboard.press('Escape');
        await show('bbbbbbb1');
        await look('answered elsewhere');
        assertCalm(visit);
      });
    });

  for (const [theme, width, height] of sizes)
    test(`given a conversation in ${theme} at ${width} px, when axe-core looks at it, then it finds nothing`, async () => {
      await using served = await serve({ agent: askingAgent() });
      const size = { theme, width, height, reducedMotion: 'reduce' } as const;
      const chat = { ...size, hash: `#/chat/${encodeURIComponent(session)}` };
      await visiting({ url: served.server.url, token }, chat, async visit => {
        const { page } = visit;
        await page.locator('.line-writing').waitFor();
        await page.locator('.talk-card').nth(3).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.locator('.call summary .call-name').click();
        await page.evaluate(`document.querySelector('.talk-scroll').scrollTop = 0`);
        assert.deepEqual(await violations(page), [], 'further up');
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
        assert.equal(await page.locator('.line-aside-set', { hasText: 'set aside' }).count(), 2);
        assertCalm(visit);
      });
    });

  test('given a thumb, when a card and a conversation are shown at 390 px, then whatever answers is 44 px high', async () => {
    await using served = await serve({ agent: askingAgent() });
    for (const hash of ['#/approvals/aaaaaaa1', `#/chat/${encodeURIComponent(session)}`])
      await visiting({ url: served.server.url, token }, { width: 390, height: 844, hash }, async ({ page }) => {
        await page.locator('.answers').first().waitFor();
        const small = await page.evaluate(`[...document.querySelectorAll('button, textarea, .next, .chat-head summary')]
          .map(e => [e.className || e.tagName, e.getBoundingClientRect()])
          .filter(([, { width, height }]) => width > 0 && (height < 44 || width < 44))
          .map(([name, { width, height }]) => name + ' ' + width + 'x' + height)`);
        assert.deepEqual(small, [], hash);
      });
  });

  test('given the tab key alone, when a card is walked through, then the focus goes from what is asked to the answers to what waits, and is seen', async () => {
    await using served = await serve({ agent: askingAgent() });
    await visiting({ url: served.server.url, token }, { hash: '#/approvals/aaaaaaa1' }, async ({ page }) => {
      await page.locator('#card-aaaaaaa1').waitFor();
      await until(page, `!document.querySelector('.answers[data-settling]')`);
      await page.evaluate(`document.querySelector('.card-body').focus()`);
      const places: string[] = [];
      for (let presses = 0; presses < 13; presses += 1) {
        const [place, isSeen] = (await page.evaluate(`(e => [
          e.dataset.answer ?? e.closest('.undo-bar, .undo-done, .next-list, .card-facts, .card')?.className.split(' ')[0] ?? e.tagName,
          getComputedStyle(e).outlineStyle !== 'none' && parseFloat(getComputedStyle(e).outlineWidth) > 0,
        ])(document.activeElement)`)) as [string, boolean];
        if (presses > 0) assert.ok(isSeen, place);
        if (places.at(-1) !== place) places.push(place);
        await page.keyboard.press('Tab');
      }
      assert.deepEqual(places.slice(0, 10), [
        ...['card', 'card-facts', 'approve', 'session', 'edit', 'deny', 'reason', 'undo-bar', 'undo-done', 'next-list'],
      ]);
    });
  });
});
