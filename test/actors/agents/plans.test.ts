/** What is asked of models about plans, and that a plan which was changed behind its owner's back is not carried out. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { createActor, type fromPromise, toPromise } from 'xstate';
import { consulting } from '../../../src/actors/agents/consulting.ts';
import { judging } from '../../../src/actors/agents/judging.ts';
import { approvedPlan, planning } from '../../../src/actors/agents/planning.ts';
import { preparing } from '../../../src/actors/agents/preparing.ts';
import { plannerAnswer, verifierAnswer } from '../../../src/adapters/agents/plan-answers.ts';
import { planIn } from '../../../src/adapters/agents/plan-text.ts';
import type { ApprovedPlan } from '../../../src/machines/plan.ts';
import type { ModelCalls, ValueRequest } from '../../../src/ports/model-call.ts';

const plan = `---\nid: p\ntitle: A plan\nsteps:\n  - { id: a, agent: researcher, task: Look., verify: [file_exists a.txt] }\n---\n`;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const frozen = JSON.stringify({ plan });
const approved: ApprovedPlan = { arguments: frozen, digest: digestOf(frozen), rights: 'researcher: read_file' };

const parts = {
  plans: { ofCall: () => undefined, get: () => undefined } as never,
  conversation: { read: (body: unknown) => String(body) } as never,
  read: planIn,
  digestOf,
  rightsOf: () => 'researcher: read_file',
  instantOf: () => 0,
  language: 'en',
} as const;

/** Answers as it is told, and keeps what it was asked. */
function modelsWith(answer: unknown) {
  const asked: { readonly role: string; readonly said: string }[] = [];
  const models: Pick<ModelCalls, 'value'> = {
    async value<Value>({ role, messages, otherwise }: ValueRequest<Value>) {
      asked.push({ role, said: JSON.stringify(messages) });
      const value = (answer ?? otherwise?.()) as Value;
      const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return { value, model: 'own/test', chosen: true, usage };
    },
  };
  return { asked, models };
}

suite('a plan that was approved', () => {
  test('given the very plan, then it is carried out', () => {
    assert.equal(approvedPlan(parts, approved)?.steps[0]?.task, 'Look.');
  });

  for (const [what, changed] of [
    ['its text in the store', { ...approved, arguments: frozen.replace('Look.', 'Delete all.') }],
    ['what its agents may do', { ...approved, rights: 'researcher: execute_command' }],
    ['the digest that was approved', { ...approved, digest: digestOf('another') }],
  ] as const)
    test(`given another one than it was approved by ${what}, then it does not begin, and no further step of it does`, () => {
      const problem = /is not what its owner approved/;
      const begun = planning(parts)({ plan: changed, call: 'c', id: 'plan:a', at: 0 });
      assert.match('problem' in begun ? begun.problem : '', problem);
      const ledger = { get: () => undefined, replyOf: () => '' };
      const next = preparing({ ...parts, children: ledger });
      const step = next({ plan: changed, call: 'c', id: 'plan:a', step: 'a', evidence: [], advice: '' });
      assert.match('problem' in step ? step.problem : '', problem);
    });
});

async function consulted(answer: unknown) {
  const { asked, models } = modelsWith(answer);
  const logic = consulting({ ...parts, models, schema: () => plannerAnswer, instructions: () => 'Advise.' });
  const input = { plan: approved, id: 'plan:a', step: 'a', evidence: ['there is no a.txt'] };
  const actor = createActor(logic as unknown as ReturnType<typeof fromPromise>, {
    input: { ...input, signal: new AbortController().signal },
  });
  const done = toPromise(actor);
  actor.start();
  return { asked, output: await done };
}

suite('a planner', () => {
  test('given a step that has failed, then it reads the plan and what was found as material, and its advice comes back', async () => {
    const { asked, output } = await consulted({ canBeDone: true, advice: 'Look again.' });
    assert.deepEqual(output, { advice: 'Look again.' });
    assert.equal(asked[0]?.role, 'planner');
    assert.match(
      asked[0]?.said ?? '',
      /<data-[\s\S]*has failed twice: a[\s\S]*file_exists a\.txt[\s\S]*there is no a\.txt/,
    );
  });

  test('given one that sees no way, or answers in no form, then there is no advice', async () => {
    assert.deepEqual((await consulted({ canBeDone: false, advice: 'It is not there.' })).output, { advice: '' });
    assert.deepEqual((await consulted(undefined)).output, { advice: '' });
  });
});

suite('a verifier', () => {
  const judge = (answer: unknown) => {
    const { asked, models } = modelsWith(answer);
    const made = judging({ models, schema: () => verifierAnswer, instructions: () => 'Judge.', now: () => 7 });
    return { asked, ...made };
  };
  const { signal } = new AbortController();

  test('given a check that no command can make, then it is shown an answer in which nothing was done before it judges the real one', async () => {
    const { asked, begun, run } = judge({ verdict: 'fails', why: 'It names none.' });
    const check = await begun('judge it names three sources', 'Find sources.', signal);
    assert.equal('outcome' in check.before && check.before.outcome, 'fails');
    const ran = await run(check, 'Find sources.', 'Here they are.', signal);
    assert.deepEqual([ran.last?.outcome, ran.last?.at], ['fails', 7]);
    assert.match(asked[0]?.said ?? '', /I have not begun yet/);
    assert.match(asked[1]?.said ?? '', /it names three sources[\s\S]*Here they are/);
    assert.equal(asked[1]?.role, 'verifier');
  });

  test('given a model that answers in no form twice, then the check is not checkable', async () => {
    const { begun } = judge(undefined);
    const { before } = await begun('judge it is good', 'Do.', signal);
    assert.equal('outcome' in before && before.outcome, 'unknown');
  });
});
