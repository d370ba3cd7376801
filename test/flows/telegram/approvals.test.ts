/**
 * Approvals in a whole agent, answered through Telegram: what asks runs once on a yes, and whatever is no yes is
 * answered honestly.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { stateHash } from '../../../src/actors/runtime/commit/state-hash.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, stands, stranger, withTelegram } from '../rig/telegram-agent.ts';

/** What cannot be undone asks in every sandbox; each time it runs it leaves a line. */
const command = 'rm -rf old; echo ran >> ran.txt';

/** Has the agent want it, and answers the card that asks. */
async function asked(agent: TestAgent, telegram: TelegramPeer, wanted = command): Promise<SentMessage> {
  mkdirSync(join(agent.workspace, 'old'), { recursive: true });
  const from = telegram.sent.all.length;
  telegram.say(owner, `run ${wanted}`);
  return sees(telegram, /^May I\?[\s\S]*rm -rf? old; echo ran >> ran\.txt/, from);
}

/** Taps a button, named by its text or data, and gives what the owner is told. */
async function tap(telegram: TelegramPeer, user: number, card: SentMessage, button: string, data?: string) {
  const id = telegram.press(user, card, button, data === undefined ? {} : { data });
  return (await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 })).text;
}

const keyOf = (card: SentMessage) => /([\w-]{8})(?: · [0-9a-f]{16})?$/.exec(card.text)?.[1] ?? '';
const wordOf = (card: SentMessage) => /choose this word: (\S+)/.exec(card.text)?.[1] ?? '';
const yesOf = (card: SentMessage) => card.buttons.find(({ text }) => text.startsWith('Yes: '))?.text ?? '';

/** All that a yes takes but the last tap; answers the button of that one. */
async function upToTheLast(telegram: TelegramPeer, card: SentMessage): Promise<string> {
  const word = wordOf(card);
  assert.equal(await tap(telegram, owner, card, 'Approve'), 'Tap again to confirm.');
  assert.match(yesOf(card), /^Yes: Run “rm -rf? old; echo ran >> ran\.txt”/);
  if (word === '') return yesOf(card);
  assert.match(await tap(telegram, owner, card, yesOf(card)), /^To confirm, tap the word/);
  return word;
}

function runs(agent: TestAgent): number {
  const file = join(agent.workspace, 'ran.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').split('ran\n').length - 1 : 0;
}

describe('an approval through Telegram', { concurrency: 3 }, () => {
  test('given commands with the rights of their owner, when a command line or a page says yes to what cannot be undone, then it does not count; a tap does', () =>
    withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        // with -f it would not even be asked about
        const card = await asked(agent, telegram, command.replace('-rf', '-r'));
        const [key, word] = [keyOf(card), wordOf(card)];
        const typed = await agent.straylight('approvals', 'approve', key, '--confirm', word);
        assert.deepEqual(
          [typed.code, /Approve it on Telegram/.test(typed.err + typed.out)],
          [1, true],
          typed.err + typed.out,
        );
        const { approvals } = (await running.http('/api/approvals')).json;
        const { digest, nonce } = approvals[0].card;
        const body = {
          commandId: 'forged',
          decision: 'approve',
          digest,
          nonce,
          rev: approvals[0].rev,
          confirmation: word,
        };
        assert.equal((await running.http(`/api/approvals/${key}/decision`, body)).status, 403);
        assert.equal(agent.tables.value('SELECT state FROM approvals'), 'pending');
        await upToTheLast(telegram, card);
        assert.match(await tap(telegram, owner, card, word), /^Approved\./);
        await sees(telegram, /Done: /);
        assert.equal(runs(agent), 1);
      },
      { config: '[sandbox]\nexecutor = "direct"\n' },
    ));

  test('given an act that asks, when the ladder is climbed, then it runs once; taps of others, wrong words and second taps do nothing', t =>
    withTelegram(
      async (agent, telegram) => {
        await agent.start();
        const card = await asked(agent, telegram);
        const told: string[] = [];
        told.push(await tap(telegram, stranger, card, 'Approve'));
        assert.match(told.at(-1) ?? '', /^This is not your agent\.$/);
        await upToTheLast(telegram, card);
        await tap(telegram, owner, card, 'Back');
        telegram.say(owner, 'yes');
        telegram.say(owner, `approve ${keyOf(card)} yes`);
        await polls(telegram);
        assert.equal(runs(agent), 0);
        assert.equal(agent.tables.value('SELECT state FROM approvals'), 'pending');

        const granted = telegram.press(owner, card, await upToTheLast(telegram, card));
        const update = telegram.unconfirmed().at(-1) ?? 0;
        await telegram.answers.until(({ id, text }) => id === granted && text === 'Approved.');
        await sees(telegram, /Done: Run /);
        await telegram.sent.until(({ text }) => /^✅ Approved on Telegram \(42\) · Run [^\n]+ · \w{8}$/.test(text));
        assert.deepEqual([runs(agent), existsSync(join(agent.workspace, 'old')), card.buttons], [1, false, []]);

        told.push(await tap(telegram, owner, card, '', `a:${keyOf(card)}a`));
        assert.match(told.at(-1) ?? '', /^Already approved on Telegram \(42\)\.$/);
        assert.match(await tap(telegram, stranger, card, '', `a:${keyOf(card)}a`), /not your agent/);
        const typed = await agent.straylight('approvals', 'approve', keyOf(card), '--confirm', 'yes');
        assert.deepEqual([typed.code, /Already approved on Telegram \(42\)/.test(typed.err)], [1, true]);
        telegram.deliverAgain(update);
        await polls(telegram);
        assert.deepEqual([runs(agent), agent.tables.value('SELECT count(*) FROM approvals')], [1, 1]);
        t.diagnostic(`runs 1; told: ${told.join(' | ')}`);
      },
      { config: '[approvals]\nundo_window_s = 0\n' },
    ));

  test('given a yes, when the process is killed before Telegram knew it was taken, then the replayed tap runs nothing twice', () =>
    withTelegram(
      async (agent, telegram) => {
        const before = await agent.start();
        const card = await asked(agent, telegram);
        await stands(before, 'approval:', 'waitingForInput.early');
        await before.kill();
        const first = await agent.start();
        const last = await upToTheLast(telegram, card);
        const seen = { ...card };
        await polls(telegram);
        const held = telegram.hold('answerCallbackQuery');
        const id = telegram.press(owner, card, last);
        await held.arrived;
        assert.equal(agent.tables.value('SELECT state FROM approvals'), 'granted');
        await first.kill();
        held.release();
        assert.equal(telegram.unconfirmed().length, 1, 'the tap comes again');
        await agent.start();
        await sees(telegram, /Done: /);
        await polls(telegram);
        assert.equal(runs(agent), 1);
        // It was told once of the two times, by whichever process Telegram still heard.
        assert.equal(telegram.answers.all.filter(answer => answer.id === id).length, 1);
        // An app that has slept still shows the old buttons.
        assert.match(await tap(telegram, owner, seen, last), /^Already approved on Telegram \(42\)\.$/);
        assert.equal(runs(agent), 1);
      },
      { config: '[approvals]\nundo_window_s = 2\n' },
    ));

  test('given a card whose time is over, when it is tapped, then that is said, and nothing runs, also after a restart', () =>
    withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        const card = await asked(agent, telegram);
        assert.match(await tap(telegram, owner, card, 'Approve'), /^Tap again to confirm\.$/);
        const seen = { ...card };
        await telegram.sent.until(({ text }) => /⌛ Expired without an answer/.test(text), { timeoutMs: 20_000 });
        const expired = /^This approval has expired\. Not run\.$/;
        assert.match(await tap(telegram, owner, seen, yesOf(seen)), expired);
        await running.stop();
        await agent.start();
        for (const data of ['a', 'd', 'w']) {
          const then = { ...seen, buttons: [{ text: data, data: `a:${keyOf(card)}${data}` }] };
          assert.match(await tap(telegram, owner, then, data), expired);
        }
        assert.equal(runs(agent), 0);
      },
      { config: '[approvals]\nexpires_ms = 3000\n' },
    ));

  test('given what would run has changed since the card was shown, when it is tapped, then nothing is decided', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      const card = await asked(agent, telegram);
      await stands(first, 'approval:', 'waitingForInput.early');
      await first.stop();
      const database = new DatabaseSync(homePaths(agent.path).database);
      database.exec(`UPDATE approvals SET card = json_set(card, '$.digest', '${'e'.repeat(64)}')`);
      database.close();
      await agent.start();
      for (const button of ['Approve', 'Deny', 'Deny with a reason'])
        assert.match(await tap(telegram, owner, card, button), /^Not decided\. The call has changed/);
      assert.deepEqual([runs(agent), agent.tables.value('SELECT state FROM approvals')], [0, 'pending']);
    }));

  test('given a call that somebody altered in the database while its card waits, when it is approved, then it does not run and the owner is told', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        const card = await asked(agent, telegram);
        await stands(first, 'approval:', 'waitingForInput.early');
        await first.stop();
        const database = new DatabaseSync(homePaths(agent.path).database);
        // a hand that knows of the hash writes it anew
        database.function('state_hash', state => stateHash(String(state)));
        const altered = "replace(state, 'echo ran', 'echo another; echo ran')";
        const { changes } = database
          .prepare(
            `UPDATE actors SET state = ${altered}, hash = state_hash(${altered}) WHERE address LIKE 'tool-call:%'`,
          )
          .run();
        database.close();
        assert.equal(Number(changes), 1);
        await agent.start();
        await tap(telegram, owner, card, await upToTheLast(telegram, card));
        await sees(telegram, /^I did not run execute_command: the call was changed in my database/);
        assert.deepEqual([runs(agent), agent.tables.value('SELECT outcome FROM tool_calls')], [0, 'failed']);
        assert.match(
          String(
            agent.tables.value(`SELECT group_concat(kind || ' ' || facts) FROM audit WHERE subject LIKE 'tool-call:%'`),
          ),
          /policyDenied/,
        );
      },
      { altered: 'tool-call:' },
    ));

  test('given a process that is killed while the card goes out, then a new card replaces it, and only that one counts', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        telegram.say(owner, 'hello');
        await sees(telegram, /Hello/);
        await polls(telegram);
        mkdirSync(join(agent.workspace, 'old'), { recursive: true });
        const held = telegram.hold('sendMessage');
        telegram.say(owner, `run ${command}`);
        assert.match(String((await held.arrived).params['text']), /May I\?/);
        await first.kill();
        held.release();
        const old = await sees(telegram, /^May I\?/);
        const second = await agent.start();
        const card = await sees(telegram, /^May I\?[\s\S]*\nThis card replaces an earlier one/);
        await stands(second, 'approval:', 'waitingForInput.early');
        for (const button of ['Approve', 'Deny', 'Deny with a reason'])
          assert.match(await tap(telegram, owner, old, button), /^Not decided\. The call has changed/);
        await tap(telegram, owner, card, await upToTheLast(telegram, card));
        await sees(telegram, /Done: /);
        assert.equal(runs(agent), 1);
      },
      { config: '[approvals]\nundo_window_s = 0\n' },
    ));

  test('given a card, when Info and then Deny is tapped, then all of it is shown, nothing runs and the card says so', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      const card = await asked(agent, telegram);
      assert.equal(await tap(telegram, owner, card, 'Info'), '');
      await sees(telegram, /rm -rf old; echo ran >> ran\.txt[\s\S]*SHA-256 [0-9a-f]{64}/, 1);
      assert.equal(await tap(telegram, owner, card, 'Deny'), 'Denied.');
      await telegram.sent.until(({ text }) => /^⛔ Denied on Telegram \(42\) · Run [^\n]+$/.test(text));
      await sees(telegram, /^Denied, so not done/m);
      assert.equal(runs(agent), 0);
    }));

  test('given a no with a reason, when it is typed in reply, also after a restart, then the agent gets it and the owner is told', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      const card = await asked(agent, telegram);
      await tap(telegram, owner, card, 'Deny with a reason');
      const question = await sees(telegram, /^Why not\? Run “rm -rf old/);
      await polls(telegram);
      await first.stop();
      await agent.start();
      telegram.say(owner, 'not the old ones, please', { reply: question });
      await sees(telegram, /^Denied with your reason\.$/);
      await sees(telegram, /^Denied, so not done/m);
      assert.match(card.text, /^⛔ Denied on Telegram \(42\) · Run [^\n]+$/);
      assert.deepEqual(agent.tables.rows('SELECT state, decided_by FROM approvals'), [
        { state: 'denied', decided_by: 'telegram:42' },
      ]);
      assert.equal(
        agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner' AND body LIKE '%old ones%'"),
        0,
      );
      telegram.say(owner, 'once more', { reply: question });
      await sees(telegram, /Already denied on Telegram \(42\)\. I did not read your reply/);
      assert.equal(runs(agent), 0);
    }));

  test('given a yes that is taken back, also after a restart, then nothing runs, and the card says so', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        const card = await asked(agent, telegram);
        assert.match(
          await tap(telegram, owner, card, await upToTheLast(telegram, card)),
          /^Approved\. It starts in \d+ s\. Until then you can undo/,
        );
        assert.deepEqual(
          card.buttons.map(({ text }) => text),
          ['Undo'],
        );
        await telegram.sent.until(({ text }) =>
          /✅ Approved on Telegram \(42\) · [^\n]+\n\w{8} · [0-9a-f]{16}$/.test(text),
        );
        assert.deepEqual(
          card.buttons.map(({ text }) => text),
          ['Undo'],
        );
        await first.kill();
        await agent.start();
        assert.equal(await tap(telegram, owner, card, 'Undo'), 'Undone. Not run.');
        await telegram.sent.until(({ text }) => /^↩️ Undone before it started on Telegram \(42\) · [^\n]+$/.test(text));
        assert.deepEqual(card.buttons, []);
        await sees(telegram, /^You undid the approval, so not done/m);
        assert.deepEqual([runs(agent), existsSync(join(agent.workspace, 'old'))], [0, true]);
      },
      { config: '[approvals]\nundo_window_s = 60\n' },
    ));

  test('given a card on Telegram, when the command line answers first, then the card says who it was; /approvals lists what waits', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      const card = await asked(agent, telegram);
      await stands(running, 'approval:', 'waitingForInput.early');
      telegram.say(owner, '/approvals');
      const list = await sees(telegram, /^One pending approval:/);
      assert.deepEqual(
        list.buttons.map(({ text }) => text),
        [`Show ${keyOf(card)}`],
      );
      const no = await agent.straylight('approvals', 'deny', keyOf(card), '--why', 'not from here');
      assert.equal(no.code, 0, no.err);
      await telegram.sent.until(({ text }) => /^⛔ Denied on the command line · [^\n]+$/.test(text));
      assert.match(await tap(telegram, owner, card, '', `a:${keyOf(card)}a`), /^Already denied on the command line/);
      const shown = await agent.straylight('approvals', 'show', keyOf(card));
      assert.match(shown.out, /Denied on the command line: not from here\n$/);
      assert.equal(runs(agent), 0);
    }));
});
