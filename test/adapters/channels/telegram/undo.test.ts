import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pressUndo } from '../../../../src/adapters/channels/telegram/presses/undo-presses.ts';
import { telegramTexts } from '../../../../src/adapters/channels/telegram/texts.ts';
import { planOf, undoButton, undoTurnPage } from '../../../../src/adapters/channels/telegram/undo.ts';
import { undoTexts } from '../../../../src/adapters/channels/telegram/undo-texts.ts';
import type { Client } from '../../../../src/api/client/client.ts';
import type { UndoDetails, UndoService } from '../../../../src/domain/undo/undo.ts';
import { receiver, type TestAgent } from '../../../contracts/channel.ts';
import type { SentMessage } from '../../../peers/telegram/telegram.ts';
import { turn, world } from '../../undo/world.ts';
import { owner, type Rig, rigged } from './telegram-rig.ts';

interface Kept {
  readonly rig: Rig;
  readonly at: (name: string) => string;
  /** How often an undo was applied. */
  readonly applied: () => number;
  /** Presses a button and gives what its tap was answered. */
  readonly tap: (user: number, message: SentMessage, label: string, options?: object) => Promise<string>;
  /** Sends a command and gives the message that answers it. */
  readonly said: (text: string, answer: RegExp) => Promise<SentMessage>;
}

/** A chat with the owner of a real workspace in which one turn has changed, added and deleted files. */
async function withKept(story: (kept: Kept) => Promise<void>): Promise<void> {
  using place = world();
  await using rig = await rigged();
  const at = (name: string) => join(place.workspace, name);
  writeFileSync(at('report.txt'), 'one\ntwo\n');
  writeFileSync(at('plan.md'), 'A plan.\n');
  const keeper = place.open();
  turn(keeper, 'one', () => {
    writeFileSync(at('report.txt'), 'one\n2\n');
    rmSync(at('plan.md'));
    writeFileSync(at('<b>new'), '*x*\n');
  });
  let applied = 0;
  const undo: UndoService = {
    list: async () => keeper.list(50),
    show: async id => keeper.show(id),
    async apply(id, { overwrite = false } = {}) {
      applied++;
      return keeper.apply(id, overwrite);
    },
  };
  const agent: TestAgent = receiver({ undo, command: async name => `the text of /${name}` });
  await rig.hearing(agent, () =>
    story({
      rig,
      at,
      applied: () => applied,
      async tap(user, message, label, options) {
        const id = rig.peer.press(user, message, label, options);
        const { text } = await rig.peer.answers.until(answer => answer.id === id);
        await rig.done();
        return text;
      },
      async said(text, answer) {
        rig.peer.say(owner, text);
        return rig.peer.sent.until(message => answer.test(message.text));
      },
    }),
  );
  keeper.close();
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);
const first = 'Undo turn 1… (removes 1 file, restores 2)';

describe('undo in Telegram', () => {
  test('given a turn that changed files, when its button is tapped, then the difference comes and asks, and the second tap brings all back, and back again', () =>
    withKept(async ({ rig, at, tap, said, applied }) => {
      const list = await said('/undo', /^One turn changed/);
      assert.match(list.text, /Turn 1, just now: 1 added, 1 changed, 1 deleted\nDo one\./);
      assert.deepEqual(labels(list), [first]);
      assert.equal(await tap(owner, list, first), '');
      const page = await rig.peer.sent.until(({ text }) => /Undo this turn\?/.test(text));
      assert.match(page.text, /\nadded <b>new: file, 4 B\n\+\*x\*\n/);
      assert.match(page.text, /\ndeleted plan\.md: file, 8 B\n-A plan\.\n/);
      assert.match(page.text, /\nchanged report\.txt: file, 8 B → file, 6 B\n one\n-two\n\+2\n/);
      assert.deepEqual([applied(), labels(page)], [0, ['Yes, remove 1 file, restore 2']]);
      assert.equal(await tap(owner, page, 'Yes, remove 1 file, restore 2'), 'Undone: 3 paths.');
      assert.equal(readFileSync(at('report.txt'), 'utf8'), 'one\ntwo\n');
      assert.deepEqual([existsSync(at('<b>new')), readFileSync(at('plan.md'), 'utf8')], [false, 'A plan.\n']);
      assert.equal(
        page.text,
        'Undone: brought back the file plan.md, removed the file <b>new and restored the former content of report.txt.',
      );
      assert.deepEqual(labels(page), ['Take the undo back… (turn 2)']);
      await tap(owner, page, 'Take the undo back… (turn 2)');
      const second = await rig.peer.sent.until(({ text }) => /^Turn 2/.test(text));
      assert.equal(await tap(owner, second, 'Yes, remove 1 file, restore 2'), 'Undone: 3 paths.');
      assert.deepEqual([readFileSync(at('report.txt'), 'utf8'), applied()], ['one\n2\n', 2]);
    }));

  test('given a difference that has become another one, when its button is tapped, then nothing is done and the new one is shown', () =>
    withKept(async ({ at, tap, said, applied }) => {
      const page = await said('/undo 1', /Undo this turn\?/);
      const stale = { ...page, buttons: [...page.buttons] };
      writeFileSync(at('report.txt'), 'mine\n');
      assert.match(await tap(owner, page, 'Yes, remove 1 file, restore 2'), /have changed since this was shown/);
      assert.deepEqual([applied(), readFileSync(at('report.txt'), 'utf8')], [0, 'mine\n']);
      assert.match(page.text, /changed report\.txt: file, 8 B → file, 6 B \(conflict: has been changed since\)/);
      assert.deepEqual(labels(page), ['Yes, remove 1 file, restore 1', 'Also overwrite 1 conflict']);
      const data = stale.buttons[0]?.data ?? assert.fail();
      assert.notEqual(await tap(owner, page, '', { data }), 'Undone: 3 paths.');
      assert.equal(applied(), 0);
      assert.equal(await tap(owner, page, 'Also overwrite 1 conflict'), 'Undone: 3 paths.');
      assert.equal(readFileSync(at('report.txt'), 'utf8'), 'one\ntwo\n');
    }));

  test('given somebody else, a copy of the message, and data that no button has, when they are pressed, then nothing is done', () =>
    withKept(async ({ rig, tap, said, applied }) => {
      const page = await said('/undo 1', /Undo this turn\?/);
      const yes = 'Yes, remove 1 file, restore 2';
      assert.match(await tap(666, page, yes), /not your agent/);
      const { data = '' } = page.buttons[0] ?? assert.fail();
      const plan = data.split('.')[1] ?? '';
      for (const forged of [`u:y2.${plan}`, `u:o1.${plan}`, 'u:y1', `u:y1.${'A'.repeat(16)}`, `u:y01.${plan}`, 'u:d1.'])
        assert.doesNotMatch(await tap(owner, page, '', { data: forged }), /Undone/, forged);
      const press = { queryId: 'q', userId: owner, chatId: owner, chat: '42', messageId: 1, data };
      const button = undoButton(data) ?? assert.fail();
      const texts = telegramTexts.en;
      const undo = { list: assert.fail, show: assert.fail, apply: assert.fail } as unknown as Client['undo'];
      const about = { undo, now: 0, words: undoTexts.en, texts };
      const copy = await pressUndo({ ...press, label: yes, isCopy: true }, button, about);
      assert.equal('answer' in copy && copy.answer.text, texts.taps.copy);
      const unseen = await pressUndo({ ...press, isCopy: false }, button, about);
      assert.equal('answer' in unseen && unseen.answer.text, texts.taps.unknownButton);
      assert.equal(applied(), 0);
      assert.equal(rig.peer.sent.all.filter(({ text }) => /Undone/.test(text)).length, 0);
    }));

  test('given what no turn is, or words behind the number, when /undo is typed, then it is said, and the words go the way of a text', () =>
    withKept(async ({ said, applied }) => {
      await said('/undo 99', /There is no such turn/);
      await said('/undo 1 yes', /the text of \/undo/);
      assert.equal(applied(), 0);
    }));

  test('given a difference of a thousand long lines in hundreds of files, when it is shown, then the message stays within what Telegram takes', () => {
    const diff = Array.from({ length: 100 }, () => `+${'<&>'.repeat(300)}`);
    const changes = Array.from({ length: 300 }, (_, at) => ({
      path: `${'d/'.repeat(400)}${at}`,
      what: 'changed',
      standing: 'conflict',
      why: 'w'.repeat(500),
      diff,
    })) as unknown as UndoDetails['changes'];
    const details: UndoDetails = {
      id: 999_999_999_999_999,
      turn: 't',
      session: 's',
      at: 0,
      what: ['w'.repeat(999)],
      added: 0,
      changed: 300,
      deleted: 0,
      changes,
      more: 9,
      notes: Array.from({ length: 20 }, () => 'n'.repeat(999)),
    };
    for (const words of [undoTexts.en, undoTexts.de]) {
      const { runs, buttons } = undoTurnPage(details, 1, words);
      const length = runs.reduce((sum, { text }) => sum + text.length, 0);
      assert.ok(length < 4_096, `${length}`);
      for (const button of buttons.flat()) {
        const data = 'callback_data' in button ? button.callback_data : '';
        assert.ok(Buffer.byteLength(data) <= 64, data);
        assert.deepEqual(undoButton(data), { id: details.id, act: 'overwrite', plan: planOf(details) });
      }
    }
  });
});
