import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApprovalOutput } from '../../src/machines/approval.ts';
import type { Failure } from '../../src/machines/domain/failure.ts';
import { modelTexts } from '../../src/machines/domain/texts.ts';
import type { ResolvedCall, ToolResult } from '../../src/machines/domain/tool.ts';
import { type ToolCallInput, toolCallMachine } from '../../src/machines/tool-call.ts';
import { begin, type Stand } from './play.ts';
import { frozenCall } from './talk.ts';

type ToolCall = Stand<typeof toolCallMachine>;

const address = 'tool-call:aB3dE6gH';
const uname = frozenCall('execute_command', { facts: { command: 'uname -a', executor: 'bubblewrap' } });
const remove = frozenCall('execute_command', {
  facts: { command: 'rm -rf notes', executor: 'bubblewrap' },
  intent: 'Run rm -rf notes',
});
const save = frozenCall('memory_save', { effect: 'record', receipt: 'Saved.' });
const question = frozenCall('ask_owner', { effect: 'ask', receipt: 'When?' });

function toolCall(call: ResolvedCall, change: Partial<ToolCallInput> = {}, machine = toolCallMachine): ToolCall {
  const input: ToolCallInput = {
    session: 'session:terminal:main',
    turn: 'turn-1',
    childId: 'call-1',
    call,
    taint: 'owner',
    approvalExpiresAfterMs: 3_600_000,
    ...change,
  };
  return begin({ machine, address, parent: 'session:terminal:main', input });
}

const ran = (change: Partial<ToolResult> = {}): ToolResult => ({ text: 'Linux', ...change });
const cancel = { type: 'tool.cancelled' };
const granted: ApprovalOutput = { outcome: 'granted' };

/** What the session hears: the whole of it, as data. */
const outcome = (stand: ToolCall) => {
  const { outcome, failed, text } = stand.output ?? {};
  return [stand.leaf, outcome, failed, text];
};

suite('the verdict', () => {
  const table: readonly (readonly [string, ResolvedCall, string, readonly string[]])[] = [
    ['a tool that reads', frozenCall('clock', { effect: 'read' }), 'acting.reading', ['start reading']],
    ['a command that only reads', uname, 'acting.executing', ['start execution']],
    [
      'a command that does more',
      remove,
      'waitingForInput.approval',
      ['send session:terminal:main tool.waiting', 'start approval'],
    ],
    [
      'any other tool that acts',
      frozenCall('send_mail'),
      'waitingForInput.approval',
      ['send session:terminal:main tool.waiting', 'start approval'],
    ],
    ['a tool that keeps a record', save, 'done', ['write recordTool', 'write recordToolCall done']],
    ['a question', question, 'waitingForInput.answer', ['send session:terminal:main owner.asked']],
    [
      'a call that is none',
      { callId: 'c1', tool: 'clok', problem: 'There is no tool named clok.' },
      'failed',
      ['write recordToolCall failed'],
    ],
  ];
  for (const [what, call, leaf, asked] of table)
    test(`given ${what}, when it is called, then it goes to ${leaf}`, () => {
      const stand = toolCall(call);
      assert.equal(stand.leaf, leaf);
      assert.deepEqual(stand.asked, asked);
    });

  test('given a verdict that refuses, when the tool is called, then it is recorded as denied and nothing runs', () => {
    // no rule of this release refuses outright; the way there is held open
    const refusing = toolCallMachine.provide({ guards: { isRefused: () => true } });
    const stand = toolCall(remove, {}, refusing);
    assert.deepEqual(stand.asked, ['write recordToolCall denied']);
    const [reason] = stand.context.verdict?.reasons ?? [];
    assert.ok(reason);
    assert.deepEqual(outcome(stand), ['denied', 'denied', true, modelTexts.refused([reason])]);
  });

  test('given a malformed call, when it ends, then the model reads what is wrong with it', () => {
    const stand = toolCall({ callId: 'c7', tool: 'clok', problem: 'There is no tool named clok.' });
    assert.deepEqual(stand.output, {
      outcome: 'failed',
      childId: 'call-1',
      callId: 'c7',
      tool: 'clok',
      text: 'There is no tool named clok.',
      failed: true,
      taint: 'owner',
    });
    assert.equal(stand.wrote('recordToolCall')[0]?.['digest'], '');
  });
});

suite('running', () => {
  test('given a call that acts, when it starts, then the frozen call itself goes along, with the key of the act', () => {
    assert.deepEqual(toolCall(uname).started('execution'), {
      session: 'session:terminal:main',
      turn: 'turn-1',
      call: uname,
      act: address,
    });
  });

  test('given a result, when it comes, then the record says how the call went and since when', () => {
    const stand = toolCall(uname).ends('execution', ran());
    assert.deepEqual(stand.wrote('recordToolCall'), [
      {
        session: 'session:terminal:main',
        turn: 'turn-1',
        callId: 'c1',
        tool: 'execute_command',
        digest: 'd'.repeat(64),
        level: 0,
        reasons: [],
        outcome: 'done',
        failed: false,
        startedAt: 1_000_000,
      },
    ]);
    assert.deepEqual(outcome(stand), ['done', 'done', false, 'Linux']);
  });

  test('given output of a tool, when it says nothing of its origin, then it counts as come from outside', () => {
    assert.equal(toolCall(uname).ends('execution', ran()).output?.taint, 'external');
    assert.equal(toolCall(uname).ends('execution', ran({ taint: 'owner' })).output?.taint, 'owner');
    const tainted = toolCall(uname, { taint: 'external' }).ends('execution', ran({ taint: 'owner' }));
    assert.equal(tainted.output?.taint, 'external', 'distrust only rises');
  });

  test('given a tool that says it did not work, when it ends, then the call is done and failed', () => {
    assert.deepEqual(outcome(toolCall(uname).ends('execution', ran({ failed: true }))), [
      'done',
      'done',
      true,
      'Linux',
    ]);
  });

  const failures: readonly (readonly [Failure['kind'], string, string])[] = [
    ['unavailable', 'failed', 'the tool broke'],
    ['timeout', 'failed', 'the tool broke'],
    ['defect', 'failed', 'the tool broke'],
    ['denied', 'failed', 'the tool broke'],
    ['cancelled', 'cancelled', modelTexts.cancelled],
    ['unknown', 'unknown', modelTexts.unknown('the tool broke')],
  ];
  for (const [kind, leaf, text] of failures)
    for (const [src, call] of [
      ['execution', uname],
      ['reading', frozenCall('clock', { effect: 'read' })],
    ] as const)
      test(`given ${src}, when it fails as ${kind}, then the call ends ${leaf} and the model reads why`, () => {
        const stand = toolCall(call).fails(src, { kind, message: 'the tool broke' });
        assert.deepEqual(outcome(stand), [leaf, leaf, true, text]);
      });

  test('given a record, when it is written, then it has the whole call, and the model reads its receipt', () => {
    const stand = toolCall(save);
    assert.deepEqual(stand.wrote('recordTool'), [{ call: save, session: 'session:terminal:main', taint: 'owner' }]);
    assert.deepEqual(outcome(stand), ['done', 'done', false, 'Saved.']);
    const { receipt: _, ...bare } = save;
    assert.equal(toolCall(bare).output?.text, 'Done.');
  });
});

suite('approval', () => {
  test('given a call that asks, when its approval starts, then it has all the owner decides on', () => {
    const started = toolCall(remove).started('approval');
    assert.partialDeepStrictEqual(started, {
      session: 'session:terminal:main',
      card: { tool: 'execute_command', intent: 'Run rm -rf notes', risk: 'irreversible', digest: 'd'.repeat(64) },
      exact: 'rm -rf notes',
      expiresAfterMs: 3_600_000,
    });
  });

  test('given a tool that shows itself, when its approval starts, then its own words are what is decided on', () => {
    const mail = frozenCall('send_mail', { exact: 'To: a@b.example', arguments: '{"to":"a@b.example"}' });
    assert.equal(toolCall(mail).started('approval')?.['exact'], 'To: a@b.example');
    const { exact: _, ...bare } = mail;
    assert.equal(toolCall(bare).started('approval')?.['exact'], '{"to":"a@b.example"}');
  });

  test('given a yes, when it comes, then the very same call runs', () => {
    const stand = toolCall(remove).ends('approval', granted);
    assert.equal(stand.leaf, 'acting.executing');
    assert.deepEqual(stand.started('execution')?.['call'], remove);
  });

  const outcomes: readonly (readonly [ApprovalOutput, string, string])[] = [
    [{ outcome: 'denied' }, 'denied', modelTexts.denied(undefined)],
    [{ outcome: 'denied', reason: 'not now' }, 'denied', modelTexts.denied('not now')],
    [{ outcome: 'expired' }, 'expired', modelTexts.expired],
    [{ outcome: 'undelivered' }, 'expired', modelTexts.undelivered],
    [{ outcome: 'cancelled' }, 'cancelled', modelTexts.cancelled],
  ];
  for (const [output, leaf, text] of outcomes)
    test(`given an approval, when it ends ${JSON.stringify(output)}, then nothing runs and the model reads why`, () => {
      const stand = toolCall(remove).ends('approval', output);
      assert.deepEqual(outcome(stand), [leaf, leaf, true, text]);
      assert.deepEqual(stand.asked, [`write recordToolCall ${leaf}`]);
    });

  test('given an approval that breaks, when its error comes, then nothing runs', () => {
    const stand = toolCall(remove).fails('approval', { kind: 'defect', message: 'it broke' });
    assert.deepEqual(outcome(stand), ['expired', 'expired', true, modelTexts.undelivered]);
  });
});

suite('a question', () => {
  test('given a question, when it is asked, then the session hears its words', () => {
    assert.deepEqual(toolCall(question).sent('session:terminal:main'), [
      { type: 'owner.asked', childId: 'call-1', question: 'When?' },
    ]);
  });

  test('given an answer, when it comes, then it is the result', () => {
    const stand = toolCall(question).send({ type: 'owner.answered', text: 'on Monday', taint: 'owner' });
    assert.deepEqual(outcome(stand), ['done', 'done', false, 'on Monday']);
    assert.equal(stand.output?.taint, 'owner');
  });

  test('given an answer with forwarded text, when it comes, then it is distrusted', () => {
    const stand = toolCall(question).send({ type: 'owner.answered', text: 'see this', taint: 'external' });
    assert.equal(stand.output?.taint, 'external');
  });
});

suite('cancelling', () => {
  for (const [src, call] of [
    ['execution', uname],
    ['reading', frozenCall('clock', { effect: 'read' })],
  ] as const)
    test(`given ${src} under way, when it is cancelled, then it is aborted, and what it became is waited for`, () => {
      const told = toolCall(call).send(cancel);
      assert.deepEqual(told.asked, [`send ${src} effect.aborted`]);
      assert.deepEqual(Object.keys(told.children), [src]);
      assert.deepEqual(outcome(told.fails(src, { kind: 'cancelled', message: 'it was cancelled' })), [
        'cancelled',
        'cancelled',
        true,
        modelTexts.cancelled,
      ]);
      assert.deepEqual(
        outcome(told.ends(src, ran({ text: 'half of it' }))),
        ['cancelled', 'cancelled', true, 'half of it'],
        'what it said until then is kept',
      );
      assert.equal(told.fails(src, { kind: 'unknown', message: 'nobody knows' }).leaf, 'unknown');
      assert.equal(told.ends(src, ran()).output?.isCut, true, 'part of it may have happened');
      assert.equal('isCut' in (toolCall(call).ends(src, ran()).output ?? {}), false);
    });

  test('given a question, when it is cancelled, then it ends at once', () => {
    const stand = toolCall(question).send(cancel);
    assert.deepEqual(outcome(stand), ['cancelled', 'cancelled', true, modelTexts.cancelled]);
  });

  test('given an approval under way, when the call is cancelled, then the approval closes its cards first', () => {
    const told = toolCall(remove).send(cancel);
    assert.equal(told.leaf, 'waitingForInput.approval');
    assert.deepEqual(told.asked, ['send approval approval.cancelled']);
    assert.equal(told.ends('approval', { outcome: 'cancelled' }).leaf, 'cancelled');
  });
});
