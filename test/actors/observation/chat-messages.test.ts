import { says } from '../../../src/domain/policy/sentence.ts';
import type { Said } from '../../../src/domain/tools/said/texts.ts';
import '../../languages/pseudo.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatMessages } from '../../../src/actors/observation/chat-messages.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { firstNotes } from '../../../src/domain/jobs/first-notes.ts';
import { type Language, modelTexts } from '../../../src/domain/text/texts.ts';
import type { ToolOutcome } from '../../../src/domain/tools/tool.ts';

/** What the owner sees of a call that was `text` in the end, told late. */
function shownOf(outcome: ToolOutcome, text: string, failed: boolean, language: 'en' | 'de', tool = 'cancel_job') {
  const call = { tool, intent: 'Cancel the job bins.', facts: {}, arguments: '{}', digest: 'd' };
  const state = JSON.stringify({ value: outcome, context: { call, outcome, failed, text } });
  const row = { machine: 'tool-call', state } as never;
  const conversation = {
    messages: () => [],
    toolOutcome: (id: string) => (id === 'tool-call:k' ? outcome : undefined),
  } as never;
  const { shown } = chatMessages(conversation, { actor: id => (id === 'tool-call:k' ? row : undefined) }, language);
  const message = (id: string, said: string): ReadMessage =>
    ({ id, turn: 't', role: 'notice', text: said, at: 1, taint: 'owner' }) as ReadMessage;
  return [
    shown(message('tool-call:k/late', modelTexts.late('cancel_job', outcome, call.intent))).text,
    shown(message('tool-call:k', text)),
  ] as const;
}

test('given a second cancel that found nothing to cancel, when it is told later, then it is failed and says why', () => {
  const [late, result] = shownOf('done', 'There is no job bins.', true, 'en');
  assert.equal(late, 'Failed: Cancel the job bins.');
  assert.equal(result.failed, true);
  assert.equal(result.text, 'There is no job bins.');
  assert.equal(result.doing, 'Cancel the job bins.');
});

test('given a turn that ends with a call that was cancelled, when its end is shown, then it is in its own words, not the answer of the call', () => {
  const call = { tool: 'execute_command', intent: 'Run sleep.', facts: {}, arguments: '{}', digest: 'd' };
  const said = [{ code: 'cancelled' }];
  const state = JSON.stringify({ value: 'cancelled', context: { call, outcome: 'cancelled', failed: true, said } });
  const conversation = { messages: () => [], toolOutcome: () => undefined } as never;
  const { shown } = chatMessages(conversation, { actor: () => ({ machine: 'tool-call', state }) as never }, 'en');
  const end = {
    id: 'tool-call:k#3/end',
    session: 's',
    turn: 't',
    role: 'assistant',
    text: 'Stopped.',
    at: 1,
    taint: 'owner',
  } as const;
  const { text, doing, failed } = shown(end);
  assert.deepEqual([text, doing, failed], ['Stopped.', undefined, undefined]);
});

test('given a call that was done or denied, when it is told later, then in words for its owner', () => {
  const [done, result] = shownOf('done', 'The job bins is removed.', false, 'de');
  assert.deepEqual(
    [done, result.text, result.failed],
    ['Erledigt: Cancel the job bins.', 'The job bins is removed.', undefined],
  );
  const [denied, no] = shownOf('denied', modelTexts.denied('not now'), true, 'en');
  assert.deepEqual([denied, no.text], ['Denied: Cancel the job bins.', 'You denied this: not now. Not run.']);
});

test('given an answer that is data, when its owner reads it, then it is said from that in each language, whatever the English says', () => {
  const said = [
    { code: 'goalDone' },
    { code: 'goal', values: { id: 3, text: 'The goal is set.', when: '', state: { code: 'isDone' } } },
  ];
  const call = { tool: 'goals', intent: 'Complete goal 3.', facts: {}, arguments: '{}', digest: 'd' };
  const state = JSON.stringify({ value: 'done', context: { call, outcome: 'done', failed: false, text: 'x', said } });
  const conversation = { messages: () => [], toolOutcome: () => 'done' } as never;
  const row = { machine: 'tool-call', state } as never;
  const read = (language: Language) =>
    chatMessages(conversation, { actor: () => row }, language).shown({
      id: 'tool-call:k',
      text: 'x',
      turn: 't',
      role: 'tool',
      at: 1,
      taint: 'owner',
    } as ReadMessage).text;
  assert.equal(read('en'), 'The goal is done.\n3. The goal is set., done');
  assert.equal(read('de'), 'Das Ziel ist erreicht.\n3. The goal is set., erreicht');
  assert.equal(read('xx'), '⟦The goal is done.⟧\n⟦3. The goal is set.⟦, done⟧⟧');
});

test('given the notes of a first job, when its result is shown, then they stand in the reply alone', () => {
  const { place, zone } = firstNotes.de;
  const said = `The job is set.\nAda: once\n${place}\n${zone}`;
  assert.equal(shownOf('done', said, false, 'en', 'schedule_job')[1].text, 'The job is set.\nAda: once');
  assert.equal(shownOf('done', said, false, 'en', 'execute_command')[1].text, said);
});

test('given a call whose yes was undone, when it is shown, then that is data, in each language and of earlier versions too', () => {
  for (const text of [
    modelTexts.takenBack,
    'The owner approved this and took it back before it began. It was not run.',
  ])
    for (const language of ['en', 'de'] as const) {
      const [, shown] = shownOf('denied', text, true, language);
      assert.deepEqual([shown.outcome, shown.isTakenBack], ['denied', true]);
    }
  assert.equal(shownOf('denied', modelTexts.denied(undefined), true, 'en')[1].isTakenBack, undefined);
});

test('given a call that failed, when its owner reads why, then in his language from the data, and text without data as it is', () => {
  const kept = says`this request may not leave: ${says`${'127.0.0.1'} ${says`is loopback (${'RFC 1122'})`}`}`;
  const failed = (said: readonly Said[] | undefined, language: Language) => {
    const context = {
      call: { tool: 'web_fetch', intent: 'Read a page.', facts: {} },
      outcome: 'failed',
      failed: true,
      text: 'x',
      said,
    };
    const row = { machine: 'tool-call', state: JSON.stringify({ value: 'done', context }) } as never;
    const conversation = { messages: () => [], toolOutcome: () => 'failed' } as never;
    const message = {
      id: 'tool-call:k',
      text: 'this request may not leave: x',
      turn: 't',
      role: 'notice',
      at: 1,
      taint: 'owner',
    };
    return chatMessages(conversation, { actor: () => row }, language).shown(message as ReadMessage).text;
  };
  for (const [said, en, de] of [
    [
      { code: 'outside', values: { path: '/etc/passwd' } },
      '“/etc/passwd” lies outside the folders that the agent works in.',
      '„/etc/passwd“ liegt außerhalb der Ordner, in denen der Agent arbeitet.',
    ],
    [
      { code: 'unfit' },
      'The call was not made as the tool wants it. Not run.',
      'Der Aufruf war nicht so, wie das Werkzeug ihn braucht. Nicht ausgeführt.',
    ],
    [
      { code: 'sentence', values: { sentence: kept } },
      'this request may not leave: 127.0.0.1 is loopback (RFC 1122)',
      'diese Anfrage darf nicht hinaus: 127.0.0.1 ist dieser Rechner selbst (RFC 1122)',
    ],
  ] as const) {
    assert.equal(failed([said], 'en'), en);
    assert.equal(failed([said], 'de'), de);
  }
  assert.equal(failed(undefined, 'de'), 'this request may not leave: x');
});
