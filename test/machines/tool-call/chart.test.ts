import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import type { ResolvedCall, ToolResult } from '../../../src/domain/tools/tool.ts';
import type { ApprovalOutput } from '../../../src/machines/approval/types.ts';
import { toolCallMachine } from '../../../src/machines/tool-call/chart.ts';
import type { Precedent, ToolCallInput } from '../../../src/machines/tool-call/types.ts';
import { toolCallView } from '../../../src/machines/tool-call/view.ts';
import { begin, type Stand, storedAs } from '../play.ts';
import { frozenCall } from '../talk.ts';

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
const nothing: Precedent = { kind: 'none', undoMs: 5000, language: 'de' };

/** A call that is put before the owner. */
const put = (call: ResolvedCall, change: Partial<ToolCallInput> = {}) =>
  toolCall(call, change).ends('precedent', nothing);

/** What the session hears: the whole of it, as data. */
const outcome = (stand: ToolCall) => {
  const { outcome, failed, text } = stand.output ?? {};
  return [stand.leaf, outcome, failed, text];
};

suite('the verdict', () => {
  const table: readonly (readonly [string, ResolvedCall, string, readonly string[]])[] = [
    ['a tool that reads', frozenCall('clock', { effect: 'read' }), 'acting.reading', ['start reading']],
    ['a command that only reads', uname, 'acting.executing', ['start execution']],
    ['a command that does more', remove, 'thinking.weighing', ['start precedent']],
    ['any other tool that acts', frozenCall('send_mail'), 'thinking.weighing', ['start precedent']],
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
    assert.deepEqual(stand.asked, ['send supervisor report.raised', 'write recordToolCall denied']);
    const [reason] = stand.context.verdict?.reasons ?? [];
    assert.ok(reason);
    assert.partialDeepStrictEqual(stand.sent('supervisor')[0], {
      kind: 'policyDenied',
      subject: stand.context.address,
    });
    assert.deepEqual(outcome(stand), ['denied', 'denied', true, modelTexts.refused([inEnglish(reason)])]);
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

test('given a call that is begun anew after its act had begun, then it is not judged a second time: it ends unknown', () => {
  const facts = { command: 'rm -rf /' };
  for (const frozen of [frozenCall('send_mail'), frozenCall('execute_command', { facts })]) {
    const stand = begin({
      machine: toolCallMachine,
      address: 'tool-call:aB3dE6gH',
      parent: 'session:terminal:main',
      input: {
        session: 'session:terminal:main',
        turn: 't',
        childId: 'call-1',
        call: frozen,
        taint: 'owner',
        approvalExpiresAfterMs: 1000,
        hasActed: true,
      },
    });
    assert.deepEqual([stand.leaf, stand.output?.outcome], ['unknown', 'unknown']);
    assert.match(String(stand.output?.text), /^Nobody knows whether this happened/);
  }
});

suite('running', () => {
  test('given a call that acts, when it starts, then the frozen call itself goes along, with the key of the act', () => {
    assert.deepEqual(toolCall(uname).started('execution'), {
      session: 'session:terminal:main',
      turn: 'turn-1',
      call: uname,
      act: address,
      taint: 'owner',
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
        reasons: stand.context.verdict?.reasons.map(inEnglish),
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
        assert.equal(stand.output?.taint, 'owner');
        const quoting = toolCall(call).fails(src, { kind, message: 'the tool broke', taint: 'external' });
        assert.equal(quoting.output?.taint, kind === 'cancelled' ? 'owner' : 'external');
      });

  test('given a record, when it is written, then it has the whole call, and the model reads its receipt', () => {
    const stand = toolCall(save);
    assert.deepEqual(stand.wrote('recordTool'), [{ call: save, session: 'session:terminal:main', taint: 'owner' }]);
    assert.deepEqual(outcome(stand), ['done', 'done', false, 'Saved.']);
    const { receipt: _, ...bare } = save;
    assert.equal(toolCall(bare).output?.text, 'Done.');
  });
});

suite('before the owner is asked', () => {
  test('given a call that asks, when it is weighed, then it is looked up whole', () => {
    assert.deepEqual(toolCall(remove, { taint: 'external' }).started('precedent'), {
      session: 'session:terminal:main',
      call: remove,
      risk: 'irreversible',
      taint: 'external',
      at: 1_000_000,
    });
  });

  test('given nothing that was said to it, when it was weighed, then the session hears that it waits, and the owner is asked', () => {
    const stand = put(remove);
    assert.equal(stand.leaf, 'waitingForInput.approval');
    assert.deepEqual(stand.asked, ['send session:terminal:main tool.waiting', 'start approval']);
  });

  test('given a lookup that fails, when that is heard, then the owner is asked', () => {
    const stand = toolCall(remove).fails('precedent', { kind: 'defect', message: 'it broke' });
    assert.equal(stand.leaf, 'waitingForInput.approval');
    assert.partialDeepStrictEqual(stand.started('approval'), { undoMs: 0 });
  });

  test('given a denial of the very same call, when the owner has said nothing since, then it is refused without a card', () => {
    const stand = toolCall(remove).ends('precedent', { ...nothing, kind: 'denied', reason: 'not today' });
    assert.deepEqual(outcome(stand), ['denied', 'denied', true, modelTexts.deniedBefore('not today')]);
    assert.deepEqual(stand.asked, ['write recordToolCall denied']);
  });

  test('given a stop, when a call is being weighed or its yes redeemed, then it ends and nothing runs', () => {
    assert.equal(toolCall(remove).send(cancel).leaf, 'cancelled');
    assert.equal(put(remove).ends('approval', granted).send(cancel).leaf, 'cancelled');
  });
});

suite('a standing approval', () => {
  const mail = frozenCall('send_mail', { intent: 'Send a mail' });
  const stands: Precedent = { ...nothing, kind: 'standing', standing: 'k3Qm9xTd' };

  test('given one that covers the call, when it was weighed, then it runs, is counted, and is to be told', () => {
    const stand = toolCall(mail).ends('precedent', stands);
    assert.equal(stand.leaf, 'acting.executing');
    assert.deepEqual(stand.asked, ['write useStanding', 'start execution']);
    assert.deepEqual(stand.wrote('useStanding'), [{ standing: 'k3Qm9xTd' }]);
    const done = stand.ends('execution', ran());
    assert.equal(done.wrote('recordToolCall')[0]?.['level'], 1);
    assert.deepEqual(done.wrote('recordToolCall')[0]?.['unasked'], { intent: 'Send a mail', standing: 'k3Qm9xTd' });
  });

  for (const [what, call, change] of [
    ['a conversation with text from outside', mail, { taint: 'external' }],
    ['what cannot be undone', remove, {}],
  ] as const)
    test(`given ${what}, when the lookup says that one stands, then the owner is asked all the same`, () =>
      assert.equal(toolCall(call, change).ends('precedent', stands).leaf, 'waitingForInput.approval'));

  test('given an answer without an id, when the lookup says that one stands, then the owner is asked', () => {
    const { standing: _, ...nameless } = stands;
    assert.equal(toolCall(mail).ends('precedent', nameless).leaf, 'waitingForInput.approval');
  });
});

suite('what is told', () => {
  const write = frozenCall('write_file', { facts: { writes: 'workspace' }, intent: 'Write notes.md' });

  test('given an act that ran unasked at L1, when it ends, then the owner is to be told; a reader and a granted act are not', () => {
    const told = (stand: ToolCall) => stand.wrote('recordToolCall')[0]?.['unasked'];
    assert.deepEqual(told(toolCall(write).ends('execution', ran())), { intent: 'Write notes.md' });
    assert.equal(told(toolCall(write).fails('execution', { kind: 'cancelled', message: 'stopped' })), undefined);
    assert.equal(told(toolCall(uname).ends('execution', ran())), undefined);
  });

  test('given a call that leaves something which acts later, when it ends, then that is told, with a yes too', () => {
    const told = (stand: ToolCall) => stand.wrote('recordToolCall')[0]?.['unasked'];
    const later = ['It writes “conftest.py”: pytest runs it'];
    const inSandbox = frozenCall('execute_command', {
      facts: { command: 'echo x > conftest.py', executor: 'bubblewrap' },
      intent: 'Run it',
    });
    assert.deepEqual(told(toolCall(inSandbox).ends('execution', ran())), { intent: 'Run it', later });
    const file = frozenCall('write_file', { facts: { writes: 'workspace', path: 'conftest.py' }, intent: 'Write it' });
    const approved = put(file).ends('approval', granted).ends('redemption', {}).ends('execution', ran());
    assert.deepEqual(told(approved), { intent: 'Write it', later, isApproved: true });
    assert.equal(told(put(file).ends('approval', { outcome: 'denied' })), undefined);
  });
});

suite('approval', () => {
  test('given a call that asks, when its approval starts, then it has all the owner decides on', () => {
    const started = put(remove).started('approval');
    assert.partialDeepStrictEqual(started, {
      session: 'session:terminal:main',
      card: { tool: 'execute_command', intent: 'Run rm -rf notes', risk: 'irreversible', digest: 'd'.repeat(64) },
      exact: 'rm -rf notes',
      expiresAfterMs: 3_600_000,
      undoMs: 5000,
      language: 'de',
    });
  });

  test('given a tool that shows itself, when its approval starts, then its own words are what is decided on', () => {
    const mail = frozenCall('send_mail', { exact: 'To: a@b.example', arguments: '{"to":"a@b.example"}' });
    assert.equal(put(mail).started('approval')?.['exact'], 'To: a@b.example');
    const { exact: _, ...bare } = mail;
    assert.equal(put(bare).started('approval')?.['exact'], '{"to":"a@b.example"}');
  });

  test('given a yes, when it comes, then it is redeemed, used up, and the very same call runs in the same step', () => {
    const asked = put(remove).ends('approval', granted);
    assert.equal(asked.leaf, 'waitingForInput.redeeming');
    assert.partialDeepStrictEqual(asked.started('redemption'), { digest: 'd'.repeat(64), at: asked.at });
    const stand = asked.ends('redemption', {});
    assert.equal(stand.leaf, 'acting.executing');
    assert.deepEqual(stand.asked, ['write consumeGrant', 'start execution']);
    assert.deepEqual(stand.wrote('consumeGrant'), [{ approval: asked.started('redemption')?.['approval'] }]);
    assert.deepEqual(stand.started('execution')?.['call'], remove);
    assert.equal(stand.ends('execution', ran()).wrote('recordToolCall')[0]?.['unasked'], undefined);
  });

  for (const problem of ['missing', 'consumed', 'changed', 'forged', 'expired'] as const)
    test(`given a grant that is ${problem}, when it is to be redeemed, then nothing runs and the model reads why`, () => {
      const stand = put(remove).ends('approval', granted).ends('redemption', { problem });
      const [leaf, text] =
        problem === 'expired' ? ['expired', modelTexts.lapsed] : ['denied', modelTexts.unredeemed[problem]];
      assert.deepEqual(outcome(stand), [leaf, leaf, true, text]);
      assert.deepEqual(stand.wrote('consumeGrant'), []);
      assert.equal(stand.sent('supervisor').length, problem === 'changed' || problem === 'forged' ? 1 : 0);
    });

  test('given a call that was altered after it was recorded, when it is refused, then the owner hears of it', () => {
    const failure: Failure = { kind: 'denied', message: 'not those that were judged', cause: 'altered' };
    const stand = toolCall(uname).fails('execution', failure);
    assert.deepEqual(outcome(stand), ['failed', 'failed', true, failure.message]);
    assert.partialDeepStrictEqual(stand.sent('supervisor'), [
      { kind: 'policyDenied', code: 'altered', tool: 'execute_command', session: 'session:terminal:main' },
    ]);
    assert.deepEqual(
      toolCall(uname)
        .fails('execution', { ...failure, cause: 'unrun' })
        .sent('supervisor'),
      [],
    );
  });

  test('given a grant that cannot be looked up or used up, when that is heard, then nothing runs', () => {
    const stand = put(remove)
      .ends('approval', granted)
      .fails('redemption', { kind: 'denied', message: 'it is used up' });
    assert.deepEqual(outcome(stand), ['denied', 'denied', true, modelTexts.unredeemed.missing]);
  });

  const outcomes: readonly (readonly [ApprovalOutput, string, string])[] = [
    [{ outcome: 'denied' }, 'denied', modelTexts.denied(undefined)],
    [{ outcome: 'denied', reason: 'not now' }, 'denied', modelTexts.denied('not now')],
    [{ outcome: 'denied', reason: 'taken back', after: 'undone' }, 'denied', modelTexts.takenBack],
    [{ outcome: 'expired' }, 'expired', modelTexts.expired],
    [{ outcome: 'expired', after: 'lapsed' }, 'expired', modelTexts.lapsed],
    [{ outcome: 'undelivered' }, 'expired', modelTexts.undelivered],
    [{ outcome: 'cancelled' }, 'cancelled', modelTexts.cancelled],
  ];
  for (const [output, leaf, text] of outcomes)
    test(`given an approval, when it ends ${JSON.stringify(output)}, then nothing runs and the model reads why`, () => {
      const stand = put(remove).ends('approval', output);
      assert.deepEqual(outcome(stand), [leaf, leaf, true, text]);
      assert.deepEqual(stand.asked, [`write recordToolCall ${leaf}`]);
      assert.equal(toolCallView(storedAs(toolCallMachine, stand)).isTakenBack, output.after === 'undone');
    });

  test('given a conversation with outside text, when the owner denies, cancels, or nobody knows what became of a call, then these words are trusted', () => {
    const external = { taint: 'external', distrust: 'a page' } as const;
    for (const [output] of outcomes)
      assert.equal(put(remove, external).ends('approval', output).output?.taint, 'owner', output.outcome);
    const cut = toolCall(uname, external).fails('execution', { kind: 'unknown', message: 'Straylight died' });
    assert.deepEqual([cut.output?.outcome, cut.output?.taint], ['unknown', 'owner']);
    // what a program printed is what it was
    assert.equal(toolCall(uname, external).ends('execution', ran()).output?.taint, 'external');
  });

  test('given an approval that breaks, when its error comes, then nothing runs', () => {
    const stand = put(remove).fails('approval', { kind: 'defect', message: 'it broke' });
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
    const told = put(remove).send(cancel);
    assert.equal(told.leaf, 'waitingForInput.approval');
    assert.deepEqual(told.asked, ['send approval approval.cancelled']);
    assert.equal(told.ends('approval', { outcome: 'cancelled' }).leaf, 'cancelled');
  });
});
