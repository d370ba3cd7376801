import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { UndoService } from '../../../../src/domain/undo/undo.ts';
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
      const list = await said('/undo', /^Turn ·/);
      assert.match(list.text, /\n1 {2}just now · 1 added, 1 changed, 1 deleted · .* · Do one\./);
      assert.deepEqual(labels(list), [first, 'Look again']);
      assert.equal(await tap(owner, list, first), '');
      const page = await rig.peer.sent.until(({ text }) => /^Turn 1/.test(text));
      assert.match(page.text, /\n\+ <b>new {2}file, 4 B\n\+\*x\*\n/);
      assert.match(page.text, /\n- plan\.md {2}file, 8 B\n-A plan\.\n/);
      assert.match(page.text, /\n~ report\.txt {2}file, 8 B → file, 6 B\n one\n-two\n\+2$/);
      assert.match(page.raw, /<pre><code class="language-diff">-A plan\.<\/code><\/pre>/);
      assert.deepEqual([applied(), labels(page)], [0, ['Yes, remove 1 file, restore 2', 'Look again']]);
      assert.match(await tap(owner, page, 'Yes, remove 1 file, restore 2'), /^Done: brought back the file plan\.md, /);
      assert.equal(readFileSync(at('report.txt'), 'utf8'), 'one\ntwo\n');
      assert.deepEqual([existsSync(at('<b>new')), readFileSync(at('plan.md'), 'utf8')], [false, 'A plan.\n']);
      assert.match(
        page.text,
        /^Done: brought back the file plan\.md, removed the file <b>new and restored the former content of report\.txt\. To undo this, use number 2\.\n\nTurn 1, /,
      );
      assert.match(page.text, /\(already restored\)[\s\S]*Nothing to undo\. Everything is as it was before\.$/);
      assert.deepEqual(labels(page), ['Take the undo back… (turn 2)', 'Look again']);
      await tap(owner, page, 'Take the undo back… (turn 2)');
      const second = await rig.peer.sent.until(({ text }) => /^Turn 2/.test(text));
      assert.match(await tap(owner, second, 'Yes, remove 1 file, restore 2'), /^Done: /);
      assert.deepEqual([readFileSync(at('report.txt'), 'utf8'), applied()], ['one\n2\n', 2]);
    }));

  test('given a difference that has become another one, when its button is tapped, then nothing is done and the new one is shown', () =>
    withKept(async ({ at, tap, said, applied }) => {
      const page = await said('/undo 1', /^Turn 1/);
      const stale = { ...page, buttons: [...page.buttons] };
      writeFileSync(at('report.txt'), 'mine\n');
      assert.match(await tap(owner, page, 'Yes, remove 1 file, restore 2'), /have changed since this was shown/);
      assert.deepEqual([applied(), readFileSync(at('report.txt'), 'utf8')], [0, 'mine\n']);
      assert.match(page.text, /~ report\.txt {2}file, 8 B → file, 6 B {2}CONFLICT: has been changed since/);
      assert.deepEqual(labels(page), ['Yes, remove 1 file, restore 1', 'Also overwrite 1 conflict', 'Look again']);
      const data = stale.buttons[0]?.data ?? assert.fail();
      assert.doesNotMatch(await tap(owner, page, '', { data }), /^Done/);
      assert.equal(applied(), 0);
      assert.match(await tap(owner, page, 'Also overwrite 1 conflict'), /^Done: /);
      assert.equal(readFileSync(at('report.txt'), 'utf8'), 'one\ntwo\n');
    }));

  test('given somebody else, and data that no button has, when they are pressed, then nothing is done', () =>
    withKept(async ({ rig, tap, said, applied }) => {
      const page = await said('/undo 1', /^Turn 1/);
      assert.match(await tap(666, page, 'Yes, remove 1 file, restore 2'), /not your agent/);
      const { data = '' } = page.buttons[0] ?? assert.fail();
      for (const forged of [
        ...[data.replace('id=1', 'id=2'), 'o:undo.apply?id=1', 'o:undo.apply?id=1&overwrite=true', `${data}A`],
        ...[data.replace('o:', 'p:'), data.replace('o:', 'c:')],
      ])
        assert.equal(await tap(owner, page, '', { data: forged }), 'This button no longer works.', forged);
      assert.equal(applied(), 0);
      assert.equal(rig.peer.sent.all.filter(({ text }) => /Done:/.test(text)).length, 0);
    }));

  test('given what no turn is, and words behind the number, when /undo is typed, then it is said, and a word says that it is to be done', () =>
    withKept(async ({ said, applied, at }) => {
      await said('/undo 99', /there is no turn 99 to undo/);
      await said('/undo 1 please', /the text of \/undo/);
      const page = await said('/undo apply 1', /^Turn 1/);
      assert.deepEqual([applied(), labels(page)], [0, ['Yes, do it', 'Back']]);
      await said('/undo 1 yes', /^Done: brought back/);
      assert.deepEqual([applied(), readFileSync(at('report.txt'), 'utf8')], [1, 'one\ntwo\n']);
    }));
});
