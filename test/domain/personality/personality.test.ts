import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { directiveOf } from '../../../src/domain/personality/directive.ts';
import { moodDeltas, moodOf } from '../../../src/domain/personality/mood.ts';
import {
  type Axes,
  axisNames,
  baselineOf,
  effectiveAxes,
  isNeutral,
  type PersonalitySettings,
  presetNames,
} from '../../../src/domain/personality/personality.ts';
import {
  modeOf,
  modeSaid,
  registerOf,
  situationDeltas,
  situationOf,
  topicOf,
} from '../../../src/domain/personality/situation.ts';

const settings: PersonalitySettings = {
  preset: 'default',
  axes: {},
  presets: { gentle: { warmth: 0.9 } },
  topics: { office: { words: ['invoice', 'Finanzamt'], preset: 'work' } },
  mood: true,
};
const none = { axes: {} };
const neutral = Object.fromEntries(axisNames.map(axis => [axis, 0.5])) as Axes;
const hour = 3_600_000;

function said(text: string, at = 0, more: Partial<ReadMessage> = {}): ReadMessage {
  return { id: `m${at}`, session: 'session:a:b', turn: 't', role: 'owner', text, taint: 'owner', at, ...more };
}

suite('axes', () => {
  test('given no choice, when the axes are made, then they are neutral and nothing is said', () => {
    const { axes } = baselineOf(settings, none);
    assert.deepEqual(axes, neutral);
    assert.ok(isNeutral({ axes }));
    assert.equal(directiveOf(axes, undefined), '');
  });

  test('given presets, a file and a chat, when the axes are made, then the chat goes first, then the file, then the preset', () => {
    const file = { ...settings, preset: 'chill', axes: { warmth: 0.2, humor: 0.9 } };
    const { axes, from } = baselineOf(file, { axes: { humor: 0.1 } });
    assert.deepEqual([axes.warmth, axes.humor, axes.formality], [0.2, 0.1, 0.15]);
    assert.deepEqual([from.warmth, from.humor, from.formality, from.certainty], ['file', 'chat', 'preset', 'neutral']);
    const chosen = baselineOf(file, { preset: 'gentle', axes: {} });
    assert.deepEqual([chosen.axes.warmth, chosen.axes.humor], [0.9, 0.5], 'a preset of a chat stands for the file');
    assert.equal(baselineOf(file, none, 'work').axes.formality, 0.7, 'and that of a topic before both');
  });

  test('given a preset that there is not, when the axes are made, then it says which there are', () =>
    assert.throws(
      () => baselineOf({ ...settings, preset: 'toString' }, none),
      /default, work, review, chill, gentle; got "toString"/,
    ));

  test('given any deltas, when they are added, then each axis stays from 0 to 1', () => {
    const now = effectiveAxes({ ...neutral, humor: 0.1, warmth: 0.95 }, { humor: -0.5 }, { warmth: 0.2 });
    assert.deepEqual([now.humor, now.warmth, now.formality], [0, 1, 0.5]);
  });
});

suite('what the model is told', () => {
  test('given every preset, when it becomes words, then they are few, and the same each time', () => {
    for (const name of presetNames(settings)) {
      const { axes } = baselineOf({ ...settings, preset: name }, none);
      const words = directiveOf(axes, 'act_and_report');
      assert.equal(words, directiveOf({ ...axes }, 'act_and_report'));
      assert.ok(words.length < 800, `${name}: ${words.length}`);
    }
  });

  test('given each axis at its ends, when it becomes words, then they differ, and say that they are tone alone', () => {
    const seen = new Set<string>();
    for (const axis of axisNames.filter(name => name !== 'initiative'))
      for (const value of [0, 0.3, 0.7, 1]) {
        const words = directiveOf({ ...neutral, [axis]: value } as Axes, undefined);
        assert.match(words, /^How to speak now[^.]*\. It is tone alone: their orders, what needs an approval/);
        seen.add(words);
      }
    assert.equal(seen.size, 24);
    assert.equal(directiveOf({ ...neutral, warmth: 0.6 }, undefined), '', 'a little is not said');
  });
});

suite('situations', () => {
  const cases: readonly (readonly [string, ReturnType<typeof registerOf>])[] = [
    ['how far are you with the report', 'status'],
    ['please review my letter', 'review'],
    ['prüfe bitte diesen Text', 'review'],
    ['write the letter', 'execution'],
    ['mach das Licht aus', 'execution'],
    ['what is a heat pump?', 'exploration'],
  ];
  for (const [words, register] of cases)
    test(`given “${words}”, then its register is ${register}`, () => assert.equal(registerOf(words), register));

  test('given words of each situation, when it is chosen, then crisis goes first', () => {
    assert.equal(situationOf('URGENT: review this code', 'review', 'coding'), 'crisis');
    assert.equal(situationOf('review this code', 'review', 'coding'), 'code_review');
    assert.equal(situationOf('compare them', 'exploration', 'research'), 'deep_research');
    assert.equal(situationOf('hello, how are you?', 'exploration', 'conversation'), 'casual_chat');
    assert.equal(situationOf('what is a heat pump?', 'exploration', 'conversation'), undefined);
    assert.deepEqual(situationDeltas.crisis, { verbosity: -0.3, humor: -0.5, initiative: 0.3 });
  });

  test('given topics, when words name one as a word, then it is that one', () => {
    assert.equal(topicOf('Pay the INVOICE, please', settings.topics), 'office');
    assert.equal(topicOf('Brief vom Finanzamt.', settings.topics), 'office');
    assert.equal(topicOf('invoices everywhere', settings.topics), undefined);
  });

  test('given several that say who takes the next step, when it is chosen, then each goes before those behind it', () => {
    const all = { needsConfirmation: true, plan: 'act_and_report', work: 'default_and_offer', initiative: 1 } as const;
    assert.equal(modeOf(all), 'confirm_only_when_required');
    assert.equal(modeOf({ ...all, needsConfirmation: false }), 'act_and_report');
    assert.equal(modeOf({ ...all, needsConfirmation: false, plan: undefined }), 'default_and_offer');
    assert.equal(modeOf({ needsConfirmation: false, turn: modeSaid('just do it'), initiative: 0 }), 'act_and_report');
    assert.equal(
      modeOf({ needsConfirmation: false, turn: modeSaid('frag mich vorher'), initiative: 1 }),
      'confirm_only_when_required',
    );
    assert.equal(modeOf({ needsConfirmation: false, initiative: 0.7 }), 'act_and_report');
    assert.equal(modeOf({ needsConfirmation: false, initiative: 0.5 }), 'default_and_offer');
  });
});

suite('mood', () => {
  test('given complaints, when time goes by, then it goes back to where it was', () => {
    const angry = [said('still wrong', 0), said('that is useless', 1_000), said('I already told you', 2_000)];
    const now = moodOf(angry, 2_000);
    assert.ok(now.frustration >= 0.7 && now.patience <= -0.7, JSON.stringify(now));
    assert.ok(moodOf(angry, 2 * hour).frustration < now.frustration);
    assert.deepEqual(moodOf(angry, 48 * hour), { energy: 0, patience: 0, curiosity: 0, frustration: 0 });
    assert.ok((moodDeltas(now).verbosity ?? 0) < 0);
  });

  test('given text from outside and failures of tools, when they come in numbers, then they hardly count', () => {
    const outside = Array.from({ length: 30 }, (_, at) => said('useless, still wrong', at, { taint: 'external' }));
    assert.equal(moodOf(outside, 30).frustration, 0);
    const failures = Array.from({ length: 30 }, (_, at) => said('failed', at, { role: 'tool', failed: true }));
    assert.equal(moodOf(failures, 30).frustration, 0.3);
  });
});
