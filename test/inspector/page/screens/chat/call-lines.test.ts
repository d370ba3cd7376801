/** The calls of a conversation, a line each: how they ended, and which actor is whose. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { ChatMessage } from '../../../../../src/domain/supervision/view.ts';
import { test } from '../../../../slow.ts';
import { row, stubAgent } from '../../../stub-agent.ts';
import { readOnlyToken, serve, token } from '../../../visitor.ts';
import { assertCalm, visiting, words } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

const chat = { hash: '#/chat' };

suite('the calls of a conversation', { concurrency: 1 }, () => {
  test('given calls that are denied and taken back, when they have ended, then each is told so, and none as a failure', () =>
    scriptedAgent({ config: '[approvals]\nexpires_ms = 600000\nundo_window_s = 50\n' }, async scripted => {
      const { waiting } = await scripted.asks('high', 'medium');
      const [high, medium] = ['high', 'medium'].map(risk =>
        waiting.find(({ card }: { card: { risk: string } }) => card.risk === risk),
      );
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.locator('.talk-card').nth(1).waitFor();
        assert.equal((await scripted.running.decide(medium, 'deny')).status, 202);
        await page
          .locator('.call', { hasText: 'web_fetch' })
          .locator('.tint-idle', { hasText: /^denied$/ })
          .waitFor();
        assert.equal((await scripted.running.decide(high, 'approve')).status, 202);
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.locator('.undo-done').waitFor();
        assert.match(await words(page.locator('.undo-done')), /^Undone\. Not run\. Run “cat ~\/\.ssh/);
        await page.locator('.call .tint-idle', { hasText: /^undone$/ }).waitFor();
        // as it is read anew, long after
        await page.reload();
        await page.locator('.call .tint-idle', { hasText: /^undone$/ }).waitFor();
        assert.equal(await page.locator('.call .tint-failed').count(), 0);
        assertCalm(visit);
      });
    }));

  test('given a call that writes while it runs, when the page is opened in the middle of it, then what it wrote is there, and more as it comes', () =>
    scriptedAgent({}, async scripted => {
      // by line, as a terminal shows it: what stood before a carriage return is gone
      const command = `for i in 1 2 3 4 5 6 7 8 9; do printf 'at 10 percent\\rpart %s of <b>the build</b>\\n' $i; sleep 0.1; done; sleep 600`;
      scripted.play({ toolCalls: [{ name: 'execute_command', arguments: { command } }] });
      await scripted.write('Watch the build.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const call = page.locator('.call');
        await call.locator('.call-last', { hasText: /part \d of <b>the build<\/b>/ }).waitFor();
        await call.locator('.call-doing').click();
        const output = call.getByLabel('What execute_command writes');
        await output.getByText('part 8 of <b>the build</b>').waitFor();
        assert.ok(!(await words(output)).includes('10 percent'));
        await page.getByRole('button', { name: 'Stop' }).click();
        await call.locator('.tint-idle', { hasText: 'cancelled' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given a call that was cut off and another of the same tool after it, when the later one runs, then the earlier line does not say so', async () => {
    const agent = stubAgent();
    const now = Date.now();
    const say = (id: string, at: number, more: Partial<ChatMessage>): ChatMessage => ({
      id,
      turn: 't',
      role: 'assistant',
      text: '',
      at,
      ...more,
    });
    const call = (callId: string) => ({ toolCalls: [{ callId, name: 'execute_command' }] });
    agent.said.push(
      say('m1', now - 60_000, { role: 'owner', text: 'Run it.' }),
      say('m2', now - 59_000, call('c1')),
      say('m3', now - 2_000, { role: 'owner', text: 'Run it again.' }),
      say('m4', now - 1_000, call('c2')),
    );
    const child = row('tool-call:k3Qm9xTd');
    agent.rows.set(child.id, {
      ...child,
      machine: 'tool-call',
      label: 'execute_command',
      parent: session,
      callId: 'c2',
      leaf: 'acting.executing',
      tags: ['busy'],
      startedAt: now - 1_000,
      since: now - 900,
    });
    const read = agent.reader.state;
    const reader = { ...agent.reader, state: () => ({ ...read(), now: Date.now() }) };
    await using served = await serve({ agent: { ...agent, reader } });
    await visiting(
      { url: served.server.url, token },
      { hash: `#/chat/${encodeURIComponent(session)}` },
      async ({ page }) => {
        const calls = page.locator('.call');
        await calls.nth(1).getByText('running').waitFor();
        assert.deepEqual(
          [await words(calls.nth(0)), await words(calls.nth(1))],
          ['execute_command no answer', 'execute_command running actor'],
        );
      },
    );
  });

  test('given a page that may only look, when a conversation is empty, then nobody is told to write', async () => {
    await using served = await serve();
    await visiting(
      { url: served.server.url, token: readOnlyToken },
      { hash: `#/chat/${encodeURIComponent(session)}` },
      async ({ page }) => {
        await page.getByText('Messages appear here as they arrive.').waitFor();
        assert.equal(await page.getByText('Write below').count(), 0);
      },
    );
  });
});
