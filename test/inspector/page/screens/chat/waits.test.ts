import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite } from 'node:test';
import { sqliteConversationStore } from '../../../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { test } from '../../../../slow.ts';
import { assertCalm, until, visiting } from '../../browser.ts';
import { risky, scriptedAgent, session } from '../../scripted-agent.ts';

const chat = { hash: '#/chat' };

suite('what a conversation on the page waits for', { concurrency: 1 }, () => {
  test('given a question with answers, when one is pressed, then it is the answer, and its buttons are gone', () =>
    scriptedAgent({}, async scripted => {
      scripted.play({
        toolCalls: [
          { name: 'ask_owner', arguments: { question: 'Tea or coffee?', options: ['Tea', '<i>Coffee</i>'] } },
        ],
      });
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.getByText('No messages yet.').waitFor();
        await scripted.write('Ask me something.');
        const answers = page.getByRole('group', { name: 'Answers' });
        await answers.getByRole('button', { name: '<i>Coffee</i>' }).click();
        await answers.waitFor({ state: 'detached' });
        await page.locator('.line-owner .said', { hasText: '<i>Coffee</i>' }).waitFor();
        await page.locator('.line-agent .reply', { hasText: 'Done.' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given a question with answers, when the overview is open, then it can be answered there', () =>
    scriptedAgent({}, async scripted => {
      scripted.play({
        toolCalls: [{ name: 'ask_owner', arguments: { question: 'Red or blue?', options: ['Red', 'Blue'] } }],
      });
      await scripted.write('Ask me something.');
      await visiting(scripted.running, { hash: '#/' }, async visit => {
        const { page } = visit;
        await page.locator('.needs').getByRole('button', { name: 'Blue' }).click();
        await page.locator('.needs', { hasText: 'Nothing needs your attention.' }).waitFor();
        await page.goto(new URL('#/chat', page.url()).href);
        await page.locator('.line-owner .said', { hasText: 'Blue' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given approvals of one reply, when they wait, then each stands at its own call', () =>
    scriptedAgent({}, async scripted => {
      scripted.play({ toolCalls: [risky('irreversible'), risky('irreversible')] });
      await scripted.say('Tidy up.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        const cards = page.locator('.line-agent .talk-card');
        await cards.nth(1).waitFor();
        const calls = await page
          .locator('.line-agent .call, .line-agent .talk-card')
          .evaluateAll(all => all.map(one => (one.classList.contains('call') ? 'call' : 'card')));
        assert.deepEqual(calls, ['call', 'card', 'call', 'card']);
        const names = await page.locator('.line-agent .call-doing').allTextContents();
        for (const [at, name] of names.entries())
          assert.ok((await cards.nth(at).textContent())?.includes(/old-\d+/.exec(name)?.[0] ?? 'none'));
        assertCalm(visit);
      });
    }));

  test('given a file of programs that waits for a yes, when its card is open, then the sentence names its place on the disk, and what runs stays', () =>
    scriptedAgent({}, async scripted => {
      const file = '.git/hooks/pre-commit';
      const place = join(scripted.agent.workspace, file);
      scripted.play({ toolCalls: [{ name: 'write_file', arguments: { path: file, content: 'true\n' } }] });
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.getByText('No messages yet.').waitFor();
        await scripted.write('Check before each commit.');
        const card = page.locator('.talk-card');
        // as it comes over the stream, and as it is read
        for (const look of [() => Promise.resolve(), () => page.reload()]) {
          await look();
          const said = `Write ${place} (1 line, 5 bytes).`;
          await card.locator('.card-intent', { hasText: said }).waitFor();
        }
        await page.goto(`${scripted.running.url}/#/`);
        await page.locator('.need-text', { hasText: place }).waitFor();
        await page.goto(`${scripted.running.url}/#/chat`);
        await card.getByRole('button', { name: /^Deny/ }).first().waitFor();
        const { approvals } = (await scripted.running.http('/api/approvals')).json;
        const call = (await scripted.running.http(`/api/approvals/${approvals[0].card.key}/call`)).json;
        assert.equal(call.call?.arguments.path, file, JSON.stringify(call));
        assertCalm(visit);
      });
    }));

  test('given a conversation that was stopped, when it is open, then nothing can be written until it is restarted', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('Hello.');
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.getByLabel('Message').waitFor();
        const { rev } = (await scripted.running.http(`/api/actors/${encodeURIComponent(session)}/snapshot`)).json;
        await scripted.running.http(`/api/actors/${encodeURIComponent(session)}/commands`, {
          verb: 'stop',
          rev,
          commandId: 'stop-1',
        });
        await page.getByText('This conversation was stopped and answers no more messages.').waitFor();
        assert.equal(await page.getByLabel('Message').count(), 0);
        await page.reload();
        await page.getByRole('button', { name: 'Restart', exact: true }).click();
        await page.getByLabel('Message').waitFor();
        await scripted.write('Again.');
        await page.locator('.line-owner .said', { hasText: 'Again.' }).waitFor();
        assertCalm(visit);
      });
    }));

  test('given the list of conversations on a phone, when one is chosen, then the list is closed', () =>
    scriptedAgent({}, async scripted => {
      await scripted.say('Hello.');
      await visiting(scripted.running, { ...chat, width: 390, height: 844 }, async visit => {
        const { page } = visit;
        const list = page.locator('.chat-head');
        for (const act of [
          () => list.getByRole('button', { name: 'New' }).click(),
          () => list.locator('a[data-row]', { hasText: 'Hello.' }).click(),
          () => list.locator('a[data-row][aria-current]').click(),
        ]) {
          await list.locator('summary').click();
          await list.locator('.conversations').waitFor();
          await act();
          await list.locator('.conversations').waitFor({ state: 'detached' });
        }
        assertCalm(visit);
      });
    }));

  test('given a reply that is being written, when it is stopped, then what there was of it stays, and what was not read comes back to the field', () =>
    scriptedAgent({}, async scripted => {
      const reached = Promise.withResolvers<void>();
      scripted.play({
        text: 'Once upon a time there was a king who had three sons.',
        deltas: 4,
        between: piece => {
          if (piece !== 2) return undefined;
          reached.resolve();
          return new Promise(() => {});
        },
      });
      await visiting(scripted.running, chat, async visit => {
        const { page } = visit;
        await page.getByText('No messages yet.').waitFor();
        await scripted.write('Tell me a story.');
        await reached.promise;
        await page.locator('.line-writing', { hasText: 'Once upon' }).waitFor();
        await page.getByLabel('Message').fill('and a short one');
        await page.keyboard.press('Enter');
        await page.locator('.line-owner .said', { hasText: 'and a short one' }).waitFor();
        await page.getByRole('button', { name: 'Stop' }).click();
        const kept = page.locator('.line-agent:not(.line-writing)', { hasText: 'Once upon' });
        await kept.getByText('[Stopped here.]').waitFor();
        await until(page, `document.querySelector('.composer textarea').value === 'and a short one'`);
        await page.reload();
        await kept.getByText('[Stopped here.]').waitFor();
        assertCalm(visit);
      });
    }));

  test('given many notices of jobs, when the conversation is opened, then they are one folded line, and what was said is seen', () =>
    scriptedAgent({}, async scripted => {
      const { agent, running } = scripted;
      await scripted.say('Where were we?');
      await running.stop();
      const database = openDatabase({ file: join(agent.path, 'straylight.db'), synchronous: 'normal', now: Date.now });
      const conversation = sqliteConversationStore(database);
      for (let n = 0; n < 120; n += 1)
        conversation.appendMessage({
          id: `report:${n}`,
          session,
          turn: '',
          role: 'notice',
          taint: 'owner',
          at: Date.now() + n,
          body: `Job load: ${n} users`,
        });
      database.close();
      await visiting(await agent.start(), chat, async visit => {
        const { page } = visit;
        await page.getByText('120 notices, the last: Job load: 119 users').waitFor();
        await page.locator('.line-owner .said', { hasText: 'Where were we?' }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Load earlier messages' }).count(), 0);
        assertCalm(visit);
      });
    }));
});
