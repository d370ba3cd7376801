import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { checkedMessage } from '../../../src/actors/conversation/checked-message.ts';
import { checkedReply, isGated } from '../../../src/actors/conversation/checked-reply.ts';
import { gatekeeper } from '../../../src/actors/tools/gatekeeper.ts';
import { gatedToolbox } from '../../../src/actors/tools/gating.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import type { AuditNote } from '../../../src/domain/audit/audit.ts';
import type { GateAnswer, GateRule, Subject } from '../../../src/domain/policy/gates.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { Gate } from '../../../src/ports/gate.ts';
import { defineTool } from '../../../src/ports/tool.ts';

const signal = new AbortController().signal;
const call: Subject = {
  point: 'tool',
  session: 's',
  taint: 'owner',
  text: '{"a":1}',
  tool: 'pay',
  args: { a: 1 },
  host: 'a.example',
};
const input: Subject = { point: 'input', session: 's', taint: 'owner', text: 'hello' };

type Answers = GateAnswer | ((subject: Subject) => GateAnswer);

function agent(...rules: readonly (Partial<GateRule> & { readonly says: Answers })[]) {
  const notes: AuditNote[] = [];
  const reports: string[] = [];
  const seen: Subject[] = [];
  const gates = rules.map(
    ({ says, ...rule }, number): Gate => ({
      rule: {
        name: `g${number}`,
        on: 'tool',
        scope: { tools: [], hosts: [], paths: [] },
        onBlock: 'respond',
        binds: true,
        ...rule,
      },
      async check(subject) {
        seen.push(subject);
        return typeof says === 'function' ? says(subject) : says;
      },
    }),
  );
  const keeper = gatekeeper({ gates, record: note => notes.push(note), report: (_, text) => reports.push(text) });
  return { keeper, notes, reports, seen, kinds: () => notes.map(({ kind }) => kind) };
}

const broken = () => {
  throw new Error('no such file');
};

suite('which gates are asked', () => {
  test('given scopes, when a call is looked at, then a gate is asked where all it names fits', () => {
    const { keeper } = agent(
      { says: { verdict: 'pass' } },
      { scope: { tools: ['p*'], hosts: [], paths: [] }, says: { verdict: 'pass' } },
      { scope: { tools: ['pay'], hosts: ['*.example'], paths: [] }, says: { verdict: 'pass' } },
      { scope: { tools: ['pay'], hosts: ['other'], paths: [] }, says: { verdict: 'pass' } },
      { on: 'access', scope: { tools: [], hosts: ['a.example'], paths: [] }, says: { verdict: 'pass' } },
      { on: 'access', scope: { tools: [], hosts: [], paths: ['/workspace/**'] }, says: { verdict: 'pass' } },
      { on: 'input', says: { verdict: 'pass' } },
    );
    assert.deepEqual(keeper.names(call), ['g0', 'g1', 'g2']);
    assert.deepEqual(keeper.names({ ...call, point: 'access' }), ['g4']);
    const { host: _, ...unnamed } = call;
    assert.deepEqual(keeper.names({ ...unnamed, point: 'access' }), [], 'what reaches nothing needs no access');
    assert.deepEqual(keeper.names({ ...unnamed, point: 'access', path: '/workspace/a/b' }), ['g5']);
    assert.deepEqual(keeper.names(input), ['g6']);
    assert.deepEqual(keeper.names({ ...input, point: 'output' }), []);
  });
});

suite('what they come to', () => {
  test('given a gate that throws, when it is asked, then it blocks, and that is written down', async () => {
    const { keeper, notes } = agent({ says: broken });
    const { verdict, reason } = await keeper.ask(call, signal);
    assert.deepEqual(
      [verdict, inEnglish(reason)],
      ['block', 'The gate g0 blocks this: it could not be asked: no such file.'],
    );
    assert.deepEqual([notes[0]?.kind, notes[0]?.facts?.['failed']], ['gate.blocked', true]);
  });

  test('given several gates, when one blocks, then it decides and none after it is asked; else the owner is asked where one wants it', async () => {
    const late = agent({ says: { verdict: 'require_approval', reason: 'late' } }, { says: { verdict: 'pass' } });
    assert.equal((await late.keeper.ask(call, signal)).verdict, 'require_approval');
    const held = agent(
      { says: { verdict: 'require_approval' } },
      { says: { verdict: 'block' } },
      { says: { verdict: 'pass' } },
    );
    assert.equal((await held.keeper.ask(call, signal)).verdict, 'block');
    assert.equal(held.seen.length, 2);
  });

  test('given what may be changed, when a gate changes more, then only that counts, the next gate sees it, and the rest is dropped and written down', async () => {
    const { keeper, seen, kinds, notes } = agent(
      { says: { verdict: 'pass', changes: { tool_args: { a: 2 }, message: 'x', level: 0, tool: 'rm' } } },
      { says: { verdict: 'pass', changes: { tool_args: 'no object' } } },
    );
    assert.deepEqual((await keeper.ask(call, signal)).args, { a: 2 });
    assert.deepEqual(seen[1]?.args, { a: 2 });
    assert.equal(seen[1]?.tool, 'pay');
    assert.deepEqual(kinds(), ['gate.passed', 'gate.dropped', 'gate.passed', 'gate.dropped']);
    assert.deepEqual(notes[1]?.facts?.['changes'], ['message', 'level', 'tool']);
  });

  test('given a gate that advises, when it says no or breaks, then nothing is held up and it is written down', async () => {
    const { keeper, notes } = agent(
      { binds: false, says: { verdict: 'block', changes: { tool_args: {} } } },
      { binds: false, says: broken },
    );
    assert.deepEqual((await keeper.ask(call, signal)).verdict, 'pass');
    assert.equal((await keeper.ask(call, signal)).args, undefined);
    assert.ok(notes.every(({ facts }) => facts?.['advice'] === true));
  });

  test('given each escalation, when a gate blocks, then that follows', async () => {
    const says = { verdict: 'block', reason: 'no' } as const;
    const escalated = agent({ onBlock: 'escalate', says });
    assert.equal((await escalated.keeper.ask(call, signal)).verdict, 'require_approval', 'the owner decides');
    assert.equal((await escalated.keeper.ask({ ...call, point: 'tool' }, signal)).verdict, 'require_approval');
    const unable = agent({ onBlock: 'escalate', says: broken });
    assert.equal((await unable.keeper.ask(call, signal)).verdict, 'block', 'a gate that fails blocks');
    assert.equal(unable.reports.length, 1);
    const told = agent({ on: 'input', onBlock: 'escalate', says });
    assert.equal((await told.keeper.ask(input, signal)).verdict, 'block', 'there is no call to approve');
    assert.equal(told.reports.length, 1);
    const reported = agent({ onBlock: 'report', says });
    await reported.keeper.ask(call, signal);
    assert.deepEqual(reported.reports, ['The gate g0 blocks this: no.']);
    let tries = 0;
    const tried = agent({ onBlock: 'retry', says: () => (++tries === 1 ? says : { verdict: 'pass' }) });
    assert.equal((await tried.keeper.ask(call, signal)).verdict, 'pass');
    const asked = agent({ on: 'output', says: { verdict: 'require_approval' } });
    assert.equal(
      (await asked.keeper.ask({ ...input, point: 'output' }, signal)).verdict,
      'block',
      'nobody can approve a reply',
    );
  });
});

suite('where they stand', () => {
  test('given a message, when a gate blocks it, then it is refused with the reason; when one changes it, then the change counts', async () => {
    const message = { session: 's', taint: 'owner', text: 'hello' } as const;
    const blocked = agent({ on: 'input', says: { verdict: 'block', reason: 'rude' } });
    await assert.rejects(checkedMessage(blocked.keeper, message), /The gate g0 blocks this: rude\./);
    const changed = agent({ on: 'input', says: { verdict: 'pass', changes: { message: 'hi' } } });
    assert.equal(await checkedMessage(changed.keeper, message), 'hi');
    const none = agent({ says: { verdict: 'block' } });
    assert.equal(await checkedMessage(none.keeper, message), 'hello');
    assert.deepEqual(none.notes, []);
  });

  test('given a reply, when a gate blocks it, then it is rephrased once, tried again once, or withheld', async () => {
    const reply = (isLast: boolean) => ({ session: 's', taint: 'owner', text: 'yes', isLast }) as const;
    const at = async (onBlock: GateRule['onBlock'], isLast = false) => {
      const { keeper } = agent({ on: 'output', onBlock, says: { verdict: 'block', reason: 'bad' } });
      const gates = { gatekeeper: keeper, language: 'en' } as const;
      assert.ok(isGated(gates));
      return checkedReply(gates, reply(isLast), signal);
    };
    const withheld = { text: '(I held back an answer. The gate g0 blocks this: bad.)', isReplaced: true };
    assert.deepEqual(await at('rephrase'), { text: '', held: 'The gate g0 blocks this: bad.', isReplaced: true });
    assert.deepEqual(await at('rephrase', true), withheld);
    assert.deepEqual(await at('retry'), { text: '', held: '', isReplaced: true });
    assert.deepEqual(await at('respond'), withheld);
    const { keeper } = agent({ on: 'output', says: { verdict: 'pass', changes: { response: 'no' } } });
    assert.deepEqual(await checkedReply({ gatekeeper: keeper, language: 'en' }, reply(false), signal), {
      text: 'no',
      isReplaced: false,
    });
    assert.ok(!isGated({ gatekeeper: agent().keeper, language: 'en' }));
    assert.ok(!isGated(undefined));
  });

  test('given a toolbox, when a call is resolved, then it names its gates, and a call without any is untouched', () => {
    const tool = defineTool({
      name: 'pay',
      description: 'Pays.',
      schema: z.object({ a: z.number() }),
      effect: 'act',
      intent: () => 'Pay.',
      run: async () => ({ text: '' }),
    });
    const toolbox = createToolbox([tool, { ...tool, name: 'other' }]);
    const { keeper } = agent({ scope: { tools: ['pay'], hosts: [], paths: [] }, says: { verdict: 'pass' } });
    const gated = gatedToolbox(toolbox, keeper);
    const resolve = (box: typeof toolbox, name: string) =>
      box.resolve({ callId: 'c', name, arguments: '{"a":1}' }) as FrozenCall;
    assert.deepEqual(resolve(gated, 'pay').facts, { gates: ['g0'] });
    assert.equal(resolve(gated, 'pay').digest, resolve(toolbox, 'pay').digest);
    assert.deepEqual(resolve(gated, 'other'), resolve(toolbox, 'other'));
  });
});
