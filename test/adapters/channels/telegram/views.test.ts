/** Any view in Telegram: a message whose buttons are the operations of its actions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pressView } from '../../../../src/adapters/channels/telegram/presses/view-presses.ts';
import { telegramTexts } from '../../../../src/adapters/channels/telegram/texts.ts';
import { viewButton, viewButtons } from '../../../../src/adapters/channels/telegram/views/buttons.ts';
import { type ViewPage, viewPage } from '../../../../src/adapters/channels/telegram/views/pages.ts';
import { viewTexts } from '../../../../src/adapters/channels/telegram/views/texts.ts';
import type { Client } from '../../../../src/api/client/client.ts';
import type { Look, View } from '../../../../src/api/view.ts';
import { keptGoals } from '../../../commands/kept-goals.ts';
import { receiver, receiving } from '../../../contracts/channel.ts';
import type { SentMessage } from '../../../peers/telegram/telegram.ts';
import { owner, type Rig, rigged } from './telegram-rig.ts';

interface Kept {
  readonly rig: Rig;
  readonly goals: ReturnType<typeof keptGoals>;
  /** What was done to goals, each with who did it. */
  readonly acts: readonly string[];
  readonly tap: (user: number, message: SentMessage, label: string, options?: object) => Promise<string>;
  readonly said: (text: string, answer: RegExp) => Promise<SentMessage>;
  /** Another process takes over, which remembers nothing of what the first has shown. */
  readonly restarted: (body: () => Promise<void>) => Promise<void>;
}

/** A chat with an owner who has these goals. */
async function withGoals(texts: readonly string[], story: (kept: Kept) => Promise<void>, later = story): Promise<void> {
  await using rig = await rigged();
  const goals = keptGoals();
  for (const text of texts) await goals.add({ text }, 'cli');
  const acts: string[] = [];
  const act: typeof goals.act = async (id, what, by) => {
    acts.push(`${what} ${id} ${by}`);
    return goals.act(id, what, by);
  };
  const agent = receiver({ provided: { goals: { ...goals, act } }, command: async name => `the text of /${name}` });
  const kept: Kept = {
    rig,
    goals,
    acts,
    async tap(user, message, label, options) {
      const id = rig.peer.press(user, message, label, options);
      const { text } = await rig.peer.answers.until(answer => answer.id === id);
      await rig.done();
      return text;
    },
    async said(text, answer) {
      const from = rig.peer.sent.all.length;
      rig.peer.say(owner, text);
      return rig.peer.sent.until(message => answer.test(message.text), { from });
    },
    async restarted(body) {
      const channel = rig.make();
      await receiving(channel, agent.receiver, body);
      await channel.close();
    },
  };
  await rig.hearing(agent, () => story(kept));
  if (later !== story) await kept.restarted(() => later(kept));
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);

describe('a view in Telegram', () => {
  test('given goals, when their buttons are tapped, then each operation is carried out as the account, and the list is shown again', () =>
    withGoals(['learn <b>to sail', 'write *home*'], async ({ acts, tap, said }) => {
      const list = await said('/goals', /learn/);
      assert.equal(list.text, '1  learn <b>to sail\n2  write *home*\nAdd a goal: /goals add TEXT, due tomorrow at 9');
      assert.deepEqual(labels(list), ['Complete 1', 'Drop 1', 'Complete 2', 'Drop 2', 'Look again']);
      assert.deepEqual(
        list.buttons.map(({ data }) => data),
        [
          ...['o:goals.act?id=1&act=complete', 'o:goals.act?id=1&act=drop', 'o:goals.act?id=2&act=complete'],
          ...['o:goals.act?id=2&act=drop', 'p:goals.list?state=open'],
        ],
      );
      assert.equal(await tap(owner, list, 'Complete 1'), '1 learn <b>to sail (done)');
      assert.match(list.text, /^1 {2}learn <b>to sail \(done\)\n\n2 {2}write \*home\*\n/);
      assert.deepEqual(labels(list), ['Reopen', 'Complete', 'Drop', 'Look again']);
      assert.equal(await tap(owner, list, 'Look again'), '');
      assert.match(list.text, /^2 {2}write/);
      assert.equal(await tap(owner, list, 'Drop'), '2 write *home* (dropped)');
      assert.deepEqual(acts, ['complete 1 telegram:42', 'drop 2 telegram:42']);
    }));

  test('given a command that acts, words that go with no form, and a wrong number, when they are typed, then the first is done, and the others are answered as before', () =>
    withGoals([], async ({ goals, tap, said }) => {
      assert.match((await said('/goals', /no goals/)).text, /\/goals add TEXT/);
      const added = await said('/goals add learn to sail', /learn/);
      assert.deepEqual([added.text, labels(added)], ['1  learn to sail', ['Complete', 'Drop']]);
      assert.equal(await tap(owner, added, 'Complete'), '1 learn to sail (done)');
      assert.deepEqual([added.text, labels(added)], ['1  learn to sail (done)', ['Reopen']]);
      await said('/goals complete 9', /there is no goal 9; "\/goals list" shows all/);
      await said('/goals complete one', /^the text of \/goals$/);
      await said('/goals nonsense', /^the text of \/goals$/);
      assert.equal(goals.kept.length, 1);
    }));

  test('given a list that was shown before a restart, when its buttons are tapped, and one whose goal is gone, then they do what they say', async () => {
    let list: SentMessage | undefined;
    await withGoals(
      ['learn to sail', 'write home'],
      async ({ said }) => {
        list = await said('/goals', /learn/);
      },
      async ({ acts, goals, tap, rig }) => {
        const shown = list ?? assert.fail();
        assert.equal(await tap(owner, shown, 'Complete 1'), '1 learn to sail (done)');
        assert.match(shown.text, /^1 {2}learn to sail \(done\)\n\n2 {2}write home/);
        goals.kept.splice(0);
        assert.equal(await tap(owner, shown, 'Drop'), 'Not done: there is no goal 2; "/goals list" shows all');
        assert.match(shown.text, /^There are no goals/);
        assert.deepEqual(acts, ['complete 1 telegram:42', 'drop 2 telegram:42']);
        assert.equal(rig.peer.sent.all.length, 1);
      },
    );
  });

  test('given a tap that was taken, when it is delivered again, to this process and to the next one, then it is one act', async () => {
    let update = 0;
    const again = async ({ rig, acts }: Kept, answers: number) => {
      rig.peer.deliverAgain(update);
      await rig.done();
      const calls = rig.peer.calls.all.filter(({ method }) => method === 'answerCallbackQuery');
      assert.deepEqual([acts, calls.length], [['complete 1 telegram:42'], answers]);
    };
    await withGoals(
      ['learn to sail'],
      async kept => {
        const { rig, said } = kept;
        const list = await said('/goals', /learn/);
        await rig.done();
        const id = rig.peer.press(owner, list, 'Complete');
        update = rig.peer.unconfirmed()[0] ?? assert.fail();
        await rig.peer.answers.until(answer => answer.id === id);
        await rig.done();
        await again(kept, 1);
      },
      kept => again(kept, 2),
    );
  });

  test('given somebody else, a copy, a forgotten message and data that no button has, when they are pressed, then nothing is done', () =>
    withGoals(['learn to sail'], async ({ acts, tap, said }) => {
      const list = await said('/goals', /learn/);
      assert.match(await tap(666, list, 'Complete'), /not your agent/);
      for (const forged of [
        ...['o:goals.act?id=1&act=reopen', 'o:goals.act', 'o:goals.add?text=x', 'o:goals.constructor', 'o:nothing.act'],
        ...[
          'o:sandbox.reset',
          'p:goals.act?id=1&act=drop',
          'c:goals.act#AAAAAAAAAAAAAAAA',
          'o:__proto__.toString',
          'n:',
        ],
      ])
        assert.equal(await tap(owner, list, '', { data: forged }), 'This button no longer works.', forged);
      assert.equal(await tap(owner, list, 'Complete', { inaccessible: true }), 'This button no longer works.');
      assert.deepEqual(acts, []);
    }));

  test('given more goals than one message takes, when they are turned to, then each stands in one of the messages, and an act keeps the place', () =>
    withGoals(
      Array.from({ length: 30 }, (_, at) => `goal number ${at + 1}`),
      async ({ tap, said }) => {
        const list = await said('/goals', /goal number 1\n/);
        const seen = new Set<string>();
        const read = () => {
          for (const [, name = ''] of list.text.matchAll(/goal number (\d+)$/gm)) seen.add(name);
        };
        read();
        assert.match(list.text, /\n\n… 18 more\nAdd a goal: .*$/);
        await tap(owner, list, 'More');
        read();
        assert.match(list.text, /^13 {2}goal/);
        assert.equal(await tap(owner, list, 'Complete 14'), '14 goal number 14 (done)');
        assert.match(list.text, /^14 {2}goal number 14 \(done\)\n\n13 {2}goal/);
        await tap(owner, list, 'More');
        read();
        assert.equal(seen.size, 30, [...seen].join());
        await tap(owner, list, 'From the start');
        assert.match(list.text, /^1 {2}goal/);
      },
    ));
});

const look: Look = { language: 'en', now: 0, typed: words => `/${words}` };

const data = (page: ViewPage | undefined) =>
  (page?.buttons ?? []).flat().map(one => ('callback_data' in one ? one.callback_data : ''));

/** A press on a button with this data; `all`: what the buttons of its message carry. */
const pressOf = (data: string, all: readonly string[] = [data]) => ({
  queryId: 'q',
  userId: owner,
  chatId: owner,
  chat: '42',
  messageId: 1,
  data,
  buttons: all,
  label: 'Drop…',
  isCopy: false,
});

describe('a press on a button of a view', () => {
  const drawing = () => ({ look, words: viewTexts.en, buttons: viewButtons() });
  const agentOf = (act: (input: object) => Promise<unknown>) => ({ goals: { act } }) as unknown as Client;
  const { taps } = telegramTexts.en;

  test('given an action that cannot be taken back, when it is tapped, then it is asked about, and the second tap does it', async () => {
    const input = { id: 3, act: 'drop' };
    const view: View = [
      { kind: 'actions', actions: [{ label: 'Drop…', operation: 'goals.act', input, confirm: 'Drop it?' }] },
    ];
    const [first = ''] = data(viewPage(view, {}, drawing()));
    const given: object[] = [];
    const agent = agentOf(async input => void given.push(input));
    const press = async (data: string, more = {}) => {
      const button = viewButton(data) ?? assert.fail();
      const about = { ...drawing(), agent, texts: telegramTexts.en };
      const end = await pressView({ ...pressOf(data), ...more }, button, about);
      return 'answer' in end ? end : assert.fail();
    };
    const asked = await press(first);
    assert.deepEqual([given, asked.answer.text], [[], taps.again]);
    const [button] = asked.page?.buttons.flat() ?? [];
    assert.equal(button?.style, 'danger');
    const [second = ''] = data(asked.page);
    assert.equal((await press(second, { isCopy: true })).answer.text, taps.copy);
    assert.equal((await press(second, { label: undefined })).answer.text, taps.unknownButton);
    assert.deepEqual(given, []);
    assert.match((await press(second)).answer.text, /^Not done: there is no goal 3/);
    assert.deepEqual(given, [input]);
  });

  test('given fields that are too long for a button, when it is tapped, then they are found in this process, else in the list, else the list is named', async () => {
    const target = { operation: 'goals.add', input: { text: 'w'.repeat(200), remind: true } };
    const buttons = viewButtons();
    const named = buttons.data('do', target);
    assert.match(named, /^o:goals\.add#[\w-]{16}$/);
    const button = viewButton(named) ?? assert.fail();
    assert.deepEqual(buttons.find(button), target);
    assert.equal(viewButtons().find(button), undefined);
    assert.deepEqual(viewButtons().find(button, [target]), target);
    const end = await pressView(pressOf(named), button, {
      ...drawing(),
      agent: agentOf(() => assert.fail()),
      texts: telegramTexts.en,
    });
    assert.match('answer' in end ? end.answer.text : '', /Open the list again with \/goals\.$/);
    const whole = { operation: 'goals.add', input: { text: 'a+b & ?=ü', remind: true } };
    assert.deepEqual(viewButtons().find(viewButton(buttons.data('do', whole)) ?? assert.fail()), whole);
  });

  test('given any view, when it is drawn, then it stays within what Telegram takes, and code stands letter by letter', () => {
    const many = Array.from({ length: 300 }, (_, at) => `${at}${'<&>'.repeat(300)}`);
    const row = (text: string) => ({
      cells: [text, text, '', text],
      actions: Array.from({ length: 3 }, (_, at) => ({
        label: text,
        operation: 'goals.act',
        input: { id: at, act: text },
      })),
    });
    const view: View = [
      { kind: 'lines', lines: many.map(text => ({ text, tone: 'quiet' })) },
      { kind: 'table', head: many.slice(0, 3), rows: many.map(row) },
      { kind: 'code', lines: many },
    ];
    const listed = { target: { operation: 'goals.list', input: {} }, from: 0 };
    for (let from = 0; from < 900; from += 111) {
      const { runs, buttons } = viewPage(view, { listed: { ...listed, from }, outcome: view }, drawing());
      const length = runs.reduce((sum, { text }) => sum + text.length, 0);
      assert.ok(length <= 4_096, `${length} from ${from}`);
      assert.ok(buttons.flat().length <= 100, `${buttons.flat().length} buttons`);
      for (const one of data({ runs, buttons })) assert.ok(Buffer.byteLength(one) <= 64, one);
    }
    const { runs } = viewPage([{ kind: 'code', lines: [' a', '-  b', '+\tc'] }], {}, drawing());
    assert.equal(runs.map(({ text }) => text).join(''), ' a\n-  b\n+\tc');
    assert.ok(runs.every(({ style }) => style.pre === 'diff'));
  });
});
